// Tests of the viewer in a real browser. See README.md.

import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { Browser } from "./browser.mjs";
import { compare } from "./compare.mjs";
import { checkLive } from "./live.mjs";
import { example, filled, filledCompressed, hostile, long, viewer } from "./documents.mjs";
import { Expected } from "./expected.mjs";
import { checkPage, costOfStep, pageTests } from "./pages.mjs";
import { checkStructure, structureTests } from "./structure.mjs";
import { layoutTests } from "./layout.mjs";
import { checkGantt, ganttTests } from "./gantt.mjs";
import { labelTests } from "./labels.mjs";
import { timelineTests } from "./timeline.mjs";
import { planTests } from "./plans.mjs";
import { tableTests } from "./tables.mjs";
import { checkWaves, wavesTests } from "./waves.mjs";

const browser = await Browser.start();
const byId = (page, id) => page.locator(`[data-testid="${id}"]`);
const textOf = (page, id) => byId(page, id).innerText();
const position = (page) => textOf(page, "position");

/** Where the author put them, all farther apart or closer together by the same factors. */
function inProportion(places, drawn) {
    for (const along of [0, 1]) {
        const farthest = drawn.reduce((far, place) => (Math.abs(place[along]) > Math.abs(far[along]) ? place : far));
        const factor = farthest[along] ? places[drawn.indexOf(farthest)][along] / farthest[along] : 1;
        assert.ok(factor > 0.4 && factor < 2.6, `stretched by ${factor}`);
        for (const [index, place] of drawn.entries())
            assert.ok(Math.abs(places[index][along] - place[along] * factor) < 0.01, `location ${index}`);
    }
}

const tests = {
    async "steps with keys, and every panel agrees with the data"() {
        const { page, done } = await open(filled(example()));
        const expected = new Expected(example());
        await compare(page, expected, 0);
        for (let step = 1; step <= expected.length; step++) {
            await page.keyboard.press(["ArrowRight", "j", "ArrowDown"][step % 3]);
            await compare(page, expected, step);
        }
        for (let step = expected.length - 1; step >= 0; step--) {
            await page.keyboard.press(["ArrowLeft", "k", "ArrowUp"][step % 3]);
            await compare(page, expected, step);
        }
        await page.keyboard.press("End");
        await compare(page, expected, expected.length);
        await page.keyboard.press("Home");
        await compare(page, expected, 0);
        await done();
    },

    async "steps with clicks: list, chart, timeline, buttons, jump, address"() {
        const { page, done } = await open(filled(example()), "#step=2");
        const expected = new Expected(example());
        await compare(page, expected, 2);
        await page.locator('[data-step="4"]').click();
        await compare(page, expected, 4);
        await page.locator('.chart [data-row="5"]').click({ position: { x: 20, y: 8 } });
        await compare(page, expected, 5);
        const lane = await page.locator(".timeline .lanes .lane > svg").first().boundingBox();
        await page.mouse.click(lane.x + lane.width * 0.5, lane.y + 5); // time 3.25: between steps 2 and 3
        await compare(page, expected, 2);
        await page.getByRole("button", { name: "Next step" }).click();
        await compare(page, expected, 3);
        await byId(page, "jump").fill("7");
        await byId(page, "jump").press("Enter");
        await compare(page, expected, 7);
        assert.match(page.url(), /#step=7$/);
        await done();
    },

    async "draws a template where its author put it, and lays out one that was never drawn"() {
        const { page, done } = await open(filled(example()));
        const places = (process) =>
            page.$$eval(`[data-testid="process-${process}"] .ring`, (rings) =>
                rings.map((ring) => [Number(ring.getAttribute("cx")), Number(ring.getAttribute("cy"))]),
            );
        const { templates } = example().model;
        for (const [process, template] of [
            [0, 0],
            [1, 1],
            [2, 1],
        ])
            inProportion(
                await places(process),
                templates[template].locations.map(({ x, y }) => [x, y]),
            );
        const [calm, awake] = await places(3);
        assert.ok(Math.hypot(calm[0] - awake[0], calm[1] - awake[1]) > 60);
        assert.deepEqual(
            await page.$$eval(".location .letter", (letters) => letters.map((letter) => letter.textContent)),
            ["C", "U", "U"],
        );
        assert.equal(await page.locator(".location .inner").count(), 4);
        await done();
    },

    async "pans and zooms"() {
        const { page, done } = await open(filled(example()));
        await byId(page, "process-choice").selectOption("0");
        assert.equal(await page.locator(".card").count(), 1);
        const view = async () => (await page.getAttribute(".drawing", "viewBox")).split(" ").map(Number);
        // The card grows as it is left alone; the drawing follows a frame later, and on a busy machine later still.
        await page.waitForFunction(() => {
            const drawing = document.querySelector(".drawing");
            const { width, height } = drawing.viewBox.baseVal;
            return Math.abs(width / height - drawing.clientWidth / drawing.clientHeight) < 1e-6;
        });
        const fit = await view();
        await page.getByRole("button", { name: "Enlarge the automata" }).click();
        assert.ok((await view())[2] < fit[2]);
        await page.getByRole("button", { name: "Fit the automata" }).click();
        assert.deepEqual(await view(), fit);
        const box = await page.locator(".drawing").boundingBox();
        await page.mouse.move(box.x + 100, box.y + 100);
        await page.mouse.wheel(0, -200);
        await page.waitForFunction((width) => document.querySelector(".drawing").viewBox.baseVal.width < width, fit[2]);
        await page.keyboard.press("0");
        await page.mouse.down();
        await page.mouse.move(box.x + 160, box.y + 120, { steps: 3 });
        await page.mouse.up();
        const moved = await view();
        assert.ok(moved[0] < fit[0] && moved[1] < fit[1] && moved[2] === fit[2]);
        await done();
    },

    async "plays and stops at the end"() {
        const { page, done } = await open(filled(example()), "#step=6");
        await page.keyboard.press("Space");
        await page.waitForFunction(
            () => document.querySelector('[data-testid="position"]').textContent.startsWith("step 8"),
            null,
            { timeout: 10_000 },
        );
        await page.getByRole("button", { name: "Play" }).waitFor();
        await done();
    },

    async "searches and filters the steps"() {
        const { page, done } = await open(filled(example()));
        const listed = () =>
            page.$$eval('[role="option"]', (options) => options.map((option) => Number(option.dataset.step)));
        await page.keyboard.press("/");
        await page.keyboard.type("leave");
        assert.deepEqual(await listed(), [2, 8]);
        await page.keyboard.press("Enter");
        assert.match(await position(page), /step 2 /);
        await byId(page, "step-search").fill("");
        await byId(page, "only-changing").check();
        assert.deepEqual(await listed(), [1, 2, 5, 6, 7, 8]);
        await done();
    },

    async "watches expressions and keeps them in the address"() {
        const { page, done } = await open(filled(example()), "#step=7");
        const cases = [
            ["load + want * 2", "2"],
            ["Ferry.north && !(seen == 0)", "true"],
            ["Car(1).y + 1", "2"],
            ["want - -3 >= 4 || nobody", "there is no “nobody”"],
            ["1 +", "something is missing at the end"],
            ["constructor", "there is no “constructor”"],
        ];
        for (const [expression] of cases) {
            await byId(page, "watch-input").fill(expression);
            await byId(page, "watch-input").press("Enter");
        }
        const values = () =>
            page.$$eval('[data-testid="watch"] .value', (cells) => cells.map((cell) => cell.textContent));
        assert.deepEqual(
            await values(),
            cases.map(([, value]) => value),
        );
        await page.reload();
        await page.waitForSelector('[data-testid="watch"]');
        assert.deepEqual(
            await values(),
            cases.map(([, value]) => value),
        );
        await done();
    },

    async "reads the compressed form"() {
        const { page, done } = await open(filledCompressed(example()), "#step=5");
        await compare(page, new Expected(example()), 5);
        await done();
    },

    async "is one small file with a strict policy"() {
        assert.ok(Buffer.byteLength(viewer) < 300_000);
        assert.match(
            viewer,
            /default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:/,
        );
        assert.doesNotMatch(viewer, /<(script|link|img)[^>]+(src|href)="(?!data:,)/);
    },

    async "says so when it is empty, or holds something else"() {
        const empty = await open(viewer);
        assert.match(await empty.page.innerText("main"), /holds no trace/);
        await empty.done();
        const other = await open(filled({ ...example(), schema: "crowfly-page/99" }));
        assert.match(await other.page.innerText("main"), /crowfly-page\/99/);
        await other.done();
    },

    async "shows a model without a trace"() {
        const { page, done } = await open(
            filled({
                ...example(),
                trace: null,
                query: { text: "A[] true", verdict: "satisfied", expected: null, atoms: [], truth: "" },
            }),
        );
        assert.match(await page.innerText('[data-testid="steps"]'), /no trace/);
        assert.equal(await page.locator(".card").count(), 4);
        await done();
    },

    async "explains a lasso and a stuck end"() {
        const lasso = example();
        Object.assign(lasso.trace, { ending: "lasso", loop: 3 });
        const first = await open(filled(lasso));
        assert.match(await textOf(first.page, "ending"), /Steps 4 to 8 repeat for ever/);
        assert.match(await first.page.innerText('[data-step="4"]'), /loop starts here/);
        await first.done();
        const stuck = example();
        Object.assign(stuck.trace, { ending: "stuck", why_stuck: ["Ferry: x <= 5 forbids waiting"] });
        const second = await open(filled(stuck));
        assert.match(await textOf(second.page, "ending"), /stuck[^]*forbids waiting/);
        await second.done();
    },

    async "is not moved by hostile names"() {
        for (const fill of [filled, filledCompressed]) {
            const { page, done } = await open(fill(hostile()));
            for (const key of ["End", "Home", "ArrowRight", "?"]) await page.keyboard.press(key);
            assert.equal(await page.locator("img, iframe, #app script, a[href]").count(), 0);
            assert.equal(await page.locator("script").count(), 2);
            assert.match(await page.innerText("body"), /<img src=x onerror="alert\(1\)">/);
            await done();
        }
    },

    async "has landmarks, roles and labels"() {
        const { page, done } = await open(filled(example()));
        for (const role of ["banner", "main", "navigation", "listbox"])
            assert.ok((await page.getByRole(role).count()) >= 1, role);
        for (const name of [
            "Steps",
            "Automata",
            "Timeline",
            "Gantt chart",
            "Message sequence chart",
            "Query",
            "State",
            "Search",
            "Run",
        ])
            assert.equal(await page.getByRole("region", { name, exact: true }).count(), 1, name);
        const unnamed = await page.$$eval("button, input, select, svg[role=img]", (elements) =>
            elements
                .filter(
                    (element) =>
                        !(
                            element.getAttribute("aria-label") ||
                            element.getAttribute("aria-labelledby") ||
                            element.textContent.trim() ||
                            element.closest("label")
                        ),
                )
                .map((element) => element.outerHTML),
        );
        assert.deepEqual(unnamed, []);
        await page.keyboard.press("ArrowRight");
        assert.match(await textOf(page, "announcement"), /Step 1 of 8, time 1: Car\(1\): road to queue/);
        assert.equal(await byId(page, "announcement").getAttribute("aria-live"), "polite");
        await page.keyboard.press("?");
        assert.equal(await page.getByRole("dialog", { name: "Help" }).count(), 1);
        await page.keyboard.press("Escape");
        assert.equal(await page.getByRole("dialog").count(), 0);
        await done();
    },

    async "changes between light and dark"() {
        const { page, done } = await open(filled(example()), "", { colorScheme: "dark" });
        const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        const dark = await paper();
        await byId(page, "theme").click(); // light, whatever the system says
        assert.notEqual(await paper(), dark);
        await byId(page, "theme").click();
        assert.equal(await paper(), dark);
        await done();
    },

    async "prints every step"() {
        const { page, done } = await open(filled(long(120)));
        await page.pdf(); // fires beforeprint
        await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
        await page.waitForFunction(() => document.querySelectorAll('[role="option"]').length === 121);
        await done();
    },

    async "stays small with 10 000 steps"() {
        const count = 10_000;
        const document = long(count);
        const { page, done } = await open(filledCompressed(document));
        const expected = new Expected(document);
        const size = () =>
            page.evaluate(() => [
                document.querySelectorAll('[data-testid="step-list"] *').length,
                document.querySelectorAll("*").length,
            ]);
        for (const key of ["End", "ArrowLeft", "PageUp", "Home", "ArrowRight"]) {
            await page.keyboard.press(key);
            const [inList, inPage] = await size();
            assert.ok(inList < 2000, `${inList} elements in the list`);
            assert.ok(inPage < 20_000, `${inPage} elements in the page`);
        }
        await byId(page, "jump").fill("4321");
        await byId(page, "jump").press("Enter");
        await page.keyboard.press("Escape");
        for (let step = 0; step < 20; step++) await page.keyboard.press("j");
        assert.match(await position(page), new RegExp(`step 4341 of ${count}, time ${expected.time(4341)}$`));
        assert.ok(await page.locator('[data-step="4341"]').isVisible());
        const cost = await costOfStep(page, 20);
        assert.ok(cost < 50, `a step takes ${cost} ms`);
        await done();
    },

    async "shows the strategies of the default search: when each ran, and what came of it"() {
        const { page, done } = await open(filled(example()));
        const { schedule } = example().search;
        const rows = page.locator('[data-testid="strategy"]');
        assert.equal(await rows.count(), schedule.length);
        const end = 1000;
        for (const [index, run] of schedule.entries()) {
            const row = rows.nth(index);
            const text = (await row.textContent()).replaceAll(",", "");
            assert.ok(text.includes(run.strategy) && text.includes(`${run.explored} states`), text);
            const bars = await row.locator("rect").evaluateAll((rects) =>
                rects.map((rect) => [rect.x.baseVal.value / 320, rect.width.baseVal.value / 320]),
            );
            assert.equal(bars.length, run.intervals.length);
            run.intervals.forEach((interval, number) => {
                assert.ok(Math.abs(bars[number][0] - interval.begin / end) < 0.001);
                assert.ok(Math.abs(bars[number][1] - (interval.end - interval.begin) / end) < 0.006);
            });
            const name = await row.getByRole("img").getAttribute("aria-label");
            assert.equal(name, `${run.strategy}: ${run.turns} turn${run.turns === 1 ? "" : "s"}, ${run.effort / 10} percent of the effort`);
        }
        assert.deepEqual(await page.locator(".schedule .outcome").allTextContents(), ["stopped", "values alone do not decide it", "found it"]);
        assert.equal(await page.locator(".schedule .answered .strategy").textContent(), "--search greedy --heuristic hU");
        await page.emulateMedia({ media: "print" });
        assert.ok(await rows.first().getByRole("img").isVisible());
        const none = example();
        none.search.schedule = [];
        const other = await open(filled(none));
        assert.equal(await other.page.locator(".schedule").count(), 0);
        assert.ok((await other.page.locator('[data-testid="search"]').innerText()).includes("greedy best first"));
        await other.done();
        await done();
    },

    "walks live": () => checkLive(browser),
    ...structureTests(open),
    ...timelineTests(open),
    ...ganttTests(open),
    ...labelTests(open),
    ...pageTests(open),
    ...layoutTests(open),
    ...wavesTests(open),
    ...planTests(open),
    ...tableTests(open),
};

for (const path of process.argv.slice(2))
    tests[`shows ${path}`] = async () => {
        const { page, wrong, close } = await browser.openFile(path);
        if (await byId(page, "structure").count()) await checkStructure(page, await heldBy(page));
        const slider = page.locator('input[type="range"]');
        const last = (await slider.count()) ? Number(await slider.getAttribute("max")) : null;
        await page.keyboard.press("Home"); // a counterexample begins at its end
        for (let step = 0; step < Math.min(last, 200); step++) await page.keyboard.press("ArrowRight");
        if (last !== null)
            assert.match(await position(page), new RegExp(`step ${Math.min(last, 200)} of ${last}(,|$)`));
        if (await byId(page, "gantt").count()) await checkGantt(page, await heldBy(page));
        if ((await byId(page, "waves").count()) && !(await heldBy(page)).model.task)
            await checkWaves(page, await heldBy(page), Math.min(last, 200));
        await checkPage(page);
        assert.deepEqual(wrong, []);
        await close();
    };

/** The document in a page that the tool wrote. */
async function heldBy(page) {
    const element = page.locator("script#crowfly-data");
    const text = await element.textContent();
    const packed = await element.getAttribute("data-encoding");
    return JSON.parse(packed ? inflateSync(Buffer.from(text, "base64")) : text);
}

async function open(html, hash, options) {
    const { page, wrong, close } = await browser.openHtml(html, hash, options);
    const done = async () => {
        assert.deepEqual(wrong, []);
        await close();
    };
    return { page, done };
}

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
    try {
        await test();
        console.log(`ok    ${name}`);
    } catch (error) {
        failures++;
        console.log(`FAIL  ${name}\n${error.stack}`);
    }
}
await browser.stop();
process.exit(failures ? 1 : 0);
