// What the timeline plots and how it is clicked.

import assert from "node:assert/strict";
import { example, filled, long } from "./documents.mjs";

/** One process with one clock that starts at 0; steps as [delay, value after it or null if it just grew]. */
function clocked(steps, invariant = "") {
    const document = example();
    const location = { name: "l", kind: "normal", initial: true, x: 0, y: 0, invariant, labels: [], color: null };
    const edge = { from: 0, to: 0, nails: [], controllable: true, labels: [], color: null };
    document.model.templates = [
        { name: "T", drawn: true, locations: [location], branchpoints: [], edges: [edge] },
    ];
    document.model.processes = [{ name: "T", template: 0 }];
    document.model.variables = [];
    document.model.clocks = [{ name: "T.x" }];
    document.query = null;
    document.search = null;
    document.trace = {
        ...document.trace,
        ending: "reached",
        loop: null,
        rest: "0",
        initial: { locations: [0], variables: [], clocks: ["0"] },
        steps: steps.map(([delay, value]) => ({
            delay,
            channel: null,
            broadcast: false,
            edges: [{ process: 0, edge: 0, branch: null, role: "internal", selects: [], line: null }],
            locations: [],
            variables: [],
            clocks: value === null ? [] : [[0, value]],
        })),
    };
    return document;
}

/** The corners of the plotted line, in the units of the trace; runs in the page. */
async function corners(page, end, most) {
    const { path, width } = await page.$eval(".teeth", (teeth) => ({
        path: teeth.getAttribute("d"),
        width: teeth.ownerSVGElement.width.baseVal.value,
    }));
    return path
        .split(/[ML]/)
        .slice(1)
        .map((corner) => corner.split(" ").map(Number))
        .map(([x, y]) => [Math.round((x / width) * end * 10) / 10, Math.round(((20 - y) / 20) * most * 10) / 10]);
}

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();

/** The first and the last number on the axis. */
const sightOf = (page) =>
    page.$$eval(".timeline .axis text", (texts) => {
        const numbers = texts.map((text) => Number(text.textContent)).filter(Number.isFinite);
        return [numbers[0], numbers[numbers.length - 1]];
    });

/** A query `p --> q` of which p holds in some states and q in others: digits, one per state. */
function promised(premise, conclusion) {
    const document = clocked(Array.from({ length: premise.length - 1 }, () => ["1", "0"]));
    document.query = { text: "p --> q", verdict: "not satisfied", expected: null, atoms: [], premise, truth: conclusion };
    return document;
}

const barsOfLane = (page, name) =>
    page.$$eval(".timeline .lane.asked", (lanes, wanted) => {
        const lane = lanes.find((other) => other.querySelector(".lane-name span").textContent === wanted);
        return [...lane.querySelectorAll(".bar title")].map((title) => title.textContent);
    }, name);

export const timelineTests = (open) => ({
    async "plots a stopped clock flat, a clock set to its own 0 as a tooth"() {
        const stopped = await open(
            filled(
                clocked([
                    ["2", null],
                    ["4", "2"],
                    ["3", null],
                    ["3", "0"],
                ]),
            ),
        );
        // After the end there is room for one step in no time: three fifths of the mean delay.
        assert.deepEqual(await corners(stopped.page, 12 + 1.8, 8), [
            [0, 0],
            [2, 2],
            [6, 2],
            [12, 8],
            [12, 0],
        ]);
        await stopped.done();
        const steps = [
            ["6", "0"],
            ["6", "0"],
        ];
        const reset = await open(filled(clocked(steps, "x <= 6")));
        assert.deepEqual((await corners(reset.page, 12 + 3.6, 6)).slice(0, 4), [
            [0, 0],
            [6, 6],
            [6, 0],
            [12, 6],
        ]);
        await reset.done();
        const never = await open(filled(clocked(steps, "y <= 1 && x' == 0")));
        const flat = await corners(never.page, 12 + 3.6, 1);
        assert.equal(flat.at(-1)[0], 12);
        assert.ok(flat.every(([, value]) => value === 0));
        await never.done();
    },

    async "reaches every step of one instant by a click"() {
        const { page, done } = await open(
            filled(
                clocked([
                    ["6", null],
                    ["0", null],
                    ["0", null],
                    ["6", null],
                ]),
            ),
        );
        const lane = await page.locator(".timeline .lanes .lane > svg").first().boundingBox();
        const click = async (place) => {
            await page.mouse.click(lane.x + lane.width * place, lane.y + 5);
            return Number((await page.innerText('[data-testid="position"]')).match(/step (\d+)/)[1]);
        };
        // 6 units of time, two steps of 3.6 units each in no time, 6 units, and 3.6 after the end.
        const whole = 6 + 2 * 3.6 + 6 + 3.6;
        for (const [place, step] of [
            [3, 0],
            [7.8, 1],
            [11.4, 2],
            [16, 3],
            [16, 3],
            [21, 4],
        ])
            assert.equal(await click(place / whole), step);
        await done();
    },

    async "reaches steps too narrow to be seen by clicking there again"() {
        const { page, done } = await open(filled(clocked(Array.from({ length: 1000 }, () => ["1", null]))), "#step=0");
        for (let zoom = 0; zoom < 10; zoom++)
            await page.getByRole("button", { name: "Show more time" }).click({ force: true, timeout: 2000 }).catch(() => {});
        const lane = await page.locator(".timeline .lanes .lane > svg").first().boundingBox();
        const reached = new Set();
        for (let count = 0; count < 3; count++) {
            await page.mouse.click(lane.x + lane.width * 0.4, lane.y + 5);
            reached.add(Number((await page.innerText('[data-testid="position"]')).match(/step (\d+)/)[1]));
        }
        assert.equal(reached.size, 3, [...reached].join());
        await done();
    },

    async "enlarges around the pointer by Ctrl and the wheel, moves by Shift and the wheel, and scrolls by the wheel alone"() {
        const { page, done } = await open(filled(clocked(Array.from({ length: 30 }, () => ["2", "0"]))));
        const lane = await boxOf(page, ".timeline .lanes .lane > svg");
        const [first, last] = await sightOf(page);
        await page.mouse.move(lane.x + lane.width * 0.5, lane.y + 5);
        const wheel = async (x, y, ...keys) => {
            for (const key of keys) await page.keyboard.down(key);
            await page.mouse.wheel(x, y);
            for (const key of keys) await page.keyboard.up(key);
            await page.waitForTimeout(50);
        };
        await wheel(0, 10);
        assert.deepEqual(await sightOf(page), [first, last]);
        await wheel(0, -500, "Control");
        const near = await sightOf(page);
        assert.ok(near[0] > first && near[1] < last, `${near}`);
        assert.ok(Math.abs((near[0] + near[1]) / 2 - (first + last) / 2) < 3, `${near} is not around the pointer`);
        await wheel(0, 200, "Shift");
        const later = await sightOf(page);
        assert.ok(later[0] > near[0] && later[1] > near[1], `${later}`);
        for (let back = 0; back < 3; back++) await wheel(0, 500, "Control");
        assert.deepEqual(await sightOf(page), [first, last]);
        await done();
    },

    async "has a map of the whole, whose window is dragged to what one wants to see"() {
        const { page, done } = await open(filled(long(3000, 12)));
        const map = page.locator('[data-testid="timeline-minimap"]');
        const window_ = map.locator(".window");
        const begin = await window_.boundingBox();
        assert.ok(begin.width < 60, "a long trace begins enlarged");
        const ground = await map.locator(".ground").boundingBox();
        await page.mouse.click(ground.x + ground.width * 0.8, ground.y + 8);
        const there = await window_.boundingBox();
        assert.ok(Math.abs(there.x + there.width / 2 - ground.x - ground.width * 0.8) < 3);
        const [early] = await sightOf(page);
        await page.mouse.move(there.x + there.width / 2, there.y + 8);
        await page.mouse.down();
        await page.mouse.move(there.x + there.width / 2 - 100, there.y + 8, { steps: 4 });
        await page.mouse.up();
        assert.ok((await sightOf(page))[0] < early);
        await map.getByRole("slider").focus();
        const [before] = await sightOf(page);
        await page.keyboard.press("ArrowRight");
        assert.ok((await sightOf(page))[0] > before);
        assert.match(await page.innerText('[data-testid="position"]'), /step 0 /);
        await done();
    },

    async "keeps pinned lanes at the top while the others scroll"() {
        const { page, done } = await open(filled(long(60, 40)));
        const lanes = page.locator(".timeline .lanes");
        const last = lanes.locator(".lane", { hasText: "Node(39)" }).first();
        await lanes.evaluate((box) => (box.scrollTop = 39 * 20));
        await last.hover();
        await page.getByRole("button", { name: "Keep Node(39) in sight", exact: true }).click();
        await lanes.evaluate((box) => (box.scrollTop = 0));
        const names = () => lanes.locator(".pinned .lane-name span").allTextContents();
        assert.deepEqual(await names(), ["Node(39)"]);
        for (const top of [0, 300]) {
            await lanes.evaluate((box, wanted) => (box.scrollTop = wanted), top);
            await page.waitForTimeout(50);
            const [frame, lane] = [await lanes.boundingBox(), await lanes.locator(".pinned .lane").boundingBox()];
            assert.ok(lane.y >= frame.y && lane.y < frame.y + 30, `scrolled to ${top}`);
        }
        await page.getByRole("button", { name: "Keep Node(39) in sight", exact: true }).click();
        assert.deepEqual(await names(), []);
        await done();
    },

    async "says where the premise of a leads-to query holds, and since when its conclusion is pending"() {
        const { page, done } = await open(filled(promised("0100010", "0001000")));
        assert.deepEqual(await barsOfLane(page, "premise"), ["premise holds", "premise holds"]);
        assert.deepEqual(await barsOfLane(page, "conclusion"), [
            "conclusion pending since step 1",
            "conclusion holds",
            "conclusion pending since step 5",
        ]);
        await done();
        const other = await open(filled(example()));
        assert.equal(await other.page.locator(".timeline .asked").count(), 0);
        await other.done();
    },

    async "draws a lasso as a loop, in the timeline and in the chart, and endless time as such"() {
        const document = clocked(Array.from({ length: 6 }, () => ["1", "0"]));
        Object.assign(document.trace, { ending: "lasso", loop: 2 });
        const { page, done } = await open(filled(document));
        assert.match(await page.locator('.timeline [data-testid="loop"]').textContent(), /∞/);
        const ends = await page.$eval('.timeline [data-testid="loop"] .back', (path) => {
            const points = [0, path.getTotalLength()].map((at) => path.getPointAtLength(at).matrixTransform(path.getScreenCTM()).x);
            const start = document.querySelector(".timeline .loop-start").getBoundingClientRect().left;
            const end = document.querySelector('.timeline [data-testid="after-end"]').getBoundingClientRect().left;
            return [points[0] - end, points[1] - start];
        });
        for (const away of ends) assert.ok(Math.abs(away) < 3, `${ends}`);
        assert.match(await page.locator('[data-testid="chart-loop"]').textContent(), /∞.*on from state 2/s);
        assert.match(await page.innerText('[data-step="3"]'), /∞ the loop starts here/);
        await page.keyboard.press("End");
        assert.match(await page.innerText('[data-step="6"]'), /∞ on from state 2/);
        await done();
        const waiting = clocked([["1", "0"]]);
        waiting.trace.ending = "waits-forever";
        const endless = await open(filled(waiting));
        assert.equal(await endless.page.locator(".timeline .axis text.last").textContent(), "∞");
        await endless.done();
    },

    async "gives a location one colour, in the timeline and in the chart, and never red"() {
        const { page, done } = await open(filled(example()));
        const fills = await page.evaluate(() => {
            const found = new Map();
            for (const mark of document.querySelectorAll(".timeline .bar:not(.dense), .chart .pill")) {
                const name = mark.querySelector("title").textContent;
                found.set(name, [...(found.get(name) ?? []), getComputedStyle(mark.querySelector("rect")).fill]);
            }
            return [...found].map(([name, colours]) => [name, [...new Set(colours)]]);
        });
        assert.ok(fills.length > 3);
        for (const [name, colours] of fills) assert.equal(colours.length, 1, `${name}: ${colours}`);
        const hues = await page.$$eval(".timeline .bar.tinted", (bars) =>
            bars.map((bar) => Number(bar.style.getPropertyValue("--hue"))),
        );
        assert.ok(hues.length > 0 && hues.every((hue) => hue >= 50 && hue <= 340), `${hues}`);
        await done();
    },

    async "opens a trace of 3 000 steps in two seconds, and takes more than ten steps in one"() {
        const html = filled(long(3000, 12));
        const begun = Date.now();
        const { page, done } = await open(html);
        const loading = await page.evaluate(() => performance.now());
        assert.ok(loading < 2000, `${loading} ms since ${begun}`);
        const before = Date.now();
        for (let step = 0; step < 40; step++) await page.keyboard.press("ArrowRight");
        await page.getByText("step 40 of", { exact: false }).first().waitFor();
        assert.ok(Date.now() - before < 4000, `40 steps take ${Date.now() - before} ms`);
        await done();
    },
});
