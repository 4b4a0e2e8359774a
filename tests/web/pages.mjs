// What a page must be on a small and on a large screen: nothing is cut off or lies outside, nothing written stands on
// something else, everything can be read, and a step takes no time to speak of.

import assert from "node:assert/strict";
import { delays, large, philosophers, records, written } from "./crowds.mjs";
import { example, filled, filledCompressed, tangled } from "./documents.mjs";

const screens = [
    { width: 1000, height: 700 },
    { width: 1600, height: 1000 },
];
const least = 8; // pixels of a font that can be read
const mostMilliseconds = 50; // of a step, in the thread of the page

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);

/** Runs in the page: labels that stand on other labels or on locations, by more than a hair. */
function collisions() {
    const hair = 1.5;
    const boxes = (svg, selector) =>
        [...svg.querySelectorAll(selector)].map((mark) => ({ name: mark.textContent, box: mark.getBoundingClientRect() }));
    const meet = ({ box: a }, { box: b }) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > hair &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > hair;
    return [...document.querySelectorAll(".automata .drawing:not(.far)")].flatMap((svg) => {
        const labels = boxes(svg, "text.label, .token-name");
        const rings = boxes(svg, ".location .ring");
        const scale = svg.getScreenCTM().a;
        const pairs = labels.flatMap((label, index) =>
            labels.slice(index + 1).flatMap((other) => (meet(label, other) ? [`${label.name} × ${other.name}`] : [])),
        );
        const onRings = labels.flatMap((label) =>
            rings.flatMap(({ box }) => {
                const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
                const near = [
                    Math.min(label.box.right, Math.max(label.box.left, x)),
                    Math.min(label.box.bottom, Math.max(label.box.top, y)),
                ];
                return Math.hypot(near[0] - x, near[1] - y) < 11 * scale - hair ? [`${label.name} on a location`] : [];
            }),
        );
        return [...pairs, ...onRings];
    });
}

/** Runs in the page: labels that a line crosses, by the share of their width or height. */
function crossed() {
    return [...document.querySelectorAll(".automata .drawing:not(.far)")].flatMap((svg) => {
        const points = [...svg.querySelectorAll(".edge .line")].flatMap((line) => {
            const toScreen = line.getScreenCTM();
            const length = line.getTotalLength();
            return Array.from({ length: Math.ceil(length / 2) }, (_, index) =>
                line.getPointAtLength(index * 2).matrixTransform(toScreen),
            );
        });
        return [...svg.querySelectorAll("text.label")].flatMap((label) => {
            const box = label.getBoundingClientRect();
            const inside = points.filter(
                ({ x, y }) => x > box.left + 2 && x < box.right - 2 && y > box.top + 3 && y < box.bottom - 3,
            );
            return inside.length > 1 ? [label.textContent] : [];
        });
    });
}

/** Runs in the page: what is wrong with its frame. */
function frameFaults() {
    const faults = [];
    const root = document.scrollingElement;
    if (root.scrollHeight > innerHeight + 1) faults.push(`the page scrolls by ${root.scrollHeight - innerHeight} pixels`);
    if (root.scrollWidth > innerWidth + 1) faults.push(`the page is ${root.scrollWidth - innerWidth} pixels too wide`);
    for (const [id, needed] of [["steps", 200], ["state", 120], ["automata", 150], ["verdict", 0]]) {
        const element = document.querySelector(`[data-testid="${id}"]`);
        if (!element) continue;
        const { left, right, top } = element.getBoundingClientRect();
        if (left < 0 || right > innerWidth + 1) faults.push(`${id} is cut off`);
        if (top + needed > innerHeight && id !== "state") faults.push(`${id} lies below`);
        if (id === "state" && innerWidth < 1250 && top + needed > innerHeight) faults.push("state lies below");
        if (id === "verdict" && element.scrollWidth > element.clientWidth + 1) faults.push("the verdict is cut off");
    }
    return faults;
}

/** Runs in the page: parts of names that are broken over lines. */
function brokenNames() {
    return [...document.querySelectorAll(".state th, .state .value")].flatMap((cell) =>
        [...cell.childNodes].flatMap((node) => {
            if (node.nodeType !== Node.TEXT_NODE) return [];
            const range = document.createRange();
            range.selectNodeContents(node);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            return lines.size > 1 ? [node.textContent] : [];
        }),
    );
}

/** Runs in the page: the smallest font of a label in pixels, and whether a current location is in sight. */
function legibility() {
    return [...document.querySelectorAll(".automata .drawing")].map((svg) => {
        const frame = svg.getBoundingClientRect();
        const current = [...svg.querySelectorAll(".location[data-current] .ring")].map((ring) => ring.getBoundingClientRect());
        const shown = [...svg.querySelectorAll("text.label")].filter((label) => getComputedStyle(label).display !== "none");
        const sizes = shown.map((label) => parseFloat(getComputedStyle(label).fontSize) * svg.getScreenCTM().a);
        return {
            smallest: Math.min(Infinity, ...sizes),
            inSight: current.some(
                ({ left, right, bottom }) => left > frame.left && right < frame.right && bottom < frame.bottom,
            ),
        };
    });
}

/** What holds of every page, ours or not; `authored`: labels that authors wrote on lines may stay there. */
export async function checkPage(page, { authored = true } = {}) {
    for (const screen of screens) {
        await page.setViewportSize(screen);
        await page.waitForTimeout(50); // the panels learn their sizes
        const where = `at ${screen.width}`;
        if (await byId(page, "steps").count()) assert.deepEqual(await page.evaluate(frameFaults), [], where);
        assert.deepEqual(await page.evaluate(collisions), [], `labels ${where}`);
        if (!authored) assert.deepEqual(await page.evaluate(crossed), [], `labels on lines ${where}`);
        assert.deepEqual(await page.evaluate(brokenNames), [], `names ${where}`);
        for (const { smallest, inSight } of await page.evaluate(legibility)) {
            assert.ok(smallest >= least, `labels of ${smallest} pixels ${where}`);
            assert.ok(inSight, `the current location is not in sight ${where}`);
        }
    }
}

/** In the lane of each process, the bar under the cursor says where the process is. Runs in the page. */
function barsUnderCursor() {
    const cursor = document.querySelector('[data-testid="timeline-cursor"]').getBoundingClientRect().left + 2;
    return [...document.querySelectorAll(".timeline .lane:not(.axis, .clock, .measure)")].map((lane) => {
        const bar = [...lane.querySelectorAll(".bar")].find((mark) => {
            const { left, right } = mark.querySelector("rect").getBoundingClientRect();
            return left <= cursor && cursor < right;
        });
        return [lane.querySelector("b").textContent, bar?.querySelector("title").textContent];
    });
}

/** Runs in the page: how many changes of its elements a step makes, at the median. */
async function changesOfStep(steps) {
    const counts = [];
    let count = 0;
    const observer = new MutationObserver((changes) => (count += changes.length));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let taken = 0; taken < steps; taken++) {
        count = 0;
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        counts.push(count);
    }
    observer.disconnect();
    return counts.sort((a, b) => a - b)[steps >> 1];
}

/** Time of the thread that a step takes, in milliseconds: the least mean of some tries, because others use the machine. */
export async function costOfStep(page, steps) {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    };
    const tries = [];
    for (let number = 0; number < 3; number++) {
        const before = await spent();
        await page.evaluate(async (count) => {
            for (let taken = 0; taken < count; taken++) {
                dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
                await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
            }
        }, steps);
        tries.push(((await spent()) - before) / steps);
    }
    return Math.min(...tries);
}

const fits = (open) => ({
    async "fits small and large screens, whatever the model"() {
        const documents = [example(), philosophers(30, 4), records(30), delays(["0", "1", "0"]), large()];
        for (const document of documents) {
            const { page, done } = await open(filled(document), "#step=2");
            await checkPage(page);
            await done();
        }
    },

    async "has steps, state and verdict side by side from 900 pixels on"() {
        const { page, done } = await open(filled(philosophers(12)), "", { viewport: { width: 900, height: 700 } });
        assert.deepEqual(await page.evaluate(frameFaults), []);
        assert.match(await byId(page, "verdict").innerText(), /^satisfied$/);
        await done();
    },

    async "writes labels beside each other, beside locations and beside lines"() {
        const { page, done } = await open(filled(written()));
        await checkPage(page, { authored: false });
        await done();
        for (let seed = 1; seed <= 3; seed++) {
            const random = await open(filled(tangled(seed)), "", { viewport: screens[1] });
            await byId(random.page, "process-choice").selectOption("0");
            assert.deepEqual(await random.page.evaluate(collisions), [], `tangle ${seed}`);
            await random.done();
        }
    },

    async "begins a large drawing where it can be read, and follows the process"() {
        const { page, done } = await open(filled(large()));
        const frame = async () => (await page.getAttribute(".drawing", "viewBox")).split(" ").map(Number);
        const begin = await frame();
        await page.keyboard.press("End");
        await checkPage(page);
        assert.notDeepEqual((await frame()).slice(0, 2), begin.slice(0, 2));
        await page.getByRole("button", { name: "Fit the automata" }).click();
        assert.equal(await page.locator(".drawing.far").count(), 1); // both processes, because it has many edges
        for (const { smallest } of await page.evaluate(legibility)) assert.ok(smallest >= least, `${smallest} pixels`);
        const guard = page.locator(".drawing").first().locator("text.guard").first();
        assert.ok(!(await guard.isVisible()));
        const line = await page.locator(".drawing").first().locator(".edge .near").first().boundingBox();
        await page.mouse.move(line.x + line.width / 2, line.y + line.height / 2);
        assert.ok(await guard.isVisible());
        await done();
    },
});

const tells = (open) => ({
    async "draws states that last no time, each with its own locations"() {
        for (const document of [philosophers(12), delays(["0", "0", "2", "0", "5", "0", "0"])]) {
            const { page, done } = await open(filled(document));
            for (let step = 0; step <= document.trace.steps.length; step++) {
                for (const [current, bar] of await page.evaluate(barsUnderCursor)) assert.equal(bar, current, `step ${step}`);
                await page.keyboard.press("ArrowRight");
            }
            await done();
        }
    },

    async "draws no time after the end, except where time passes for ever"() {
        const shown = async (document) => {
            const { page, done } = await open(filled(document));
            const seen = await page.evaluate(() => {
                const hatched = document.querySelector('.timeline [data-testid="after-end"]')?.getBoundingClientRect();
                const line = document.querySelector(".teeth").getBoundingClientRect();
                const plot = document.querySelector(".teeth").ownerSVGElement.getBoundingClientRect();
                const numbers = [...document.querySelectorAll(".timeline .axis text")]
                    .map((tick) => Number(tick.textContent))
                    .filter(Number.isFinite);
                return { hatched: hatched?.left, drawn: line.right, plot: plot.right, last: Math.max(...numbers) };
            });
            await done();
            return seen;
        };
        const reached = await shown(delays(["1", "0", "2"]));
        assert.ok(Math.abs(reached.hatched - reached.drawn) < 3 && reached.hatched < reached.plot - 20);
        assert.ok(reached.last <= 3);
        const rested = await shown(delays(["1", "2"], "reached", "4"));
        assert.ok(Math.abs(rested.hatched - rested.drawn) < 3);
        assert.ok(rested.last > 3 && rested.last <= 7);
        const waiting = await shown(delays(["1", "2"], "waits-forever"));
        assert.equal(waiting.hatched, undefined);
        assert.ok(Math.abs(waiting.drawn - waiting.plot) < 3);
    },

    async "says what a trace is: a witness, a counterexample, a deadlock"() {
        const endingOf = async (changes, query) => {
            const document = delays(["1", "2"]);
            Object.assign(document.trace, changes);
            Object.assign(document.query, query);
            const { page, done } = await open(filled(document));
            const text = await byId(page, "ending").innerText();
            const codes = await page.$$eval('[data-testid="ending"] code', (marks) => marks.map((mark) => mark.textContent));
            await done();
            return { text, codes };
        };
        const violated = { text: "A[] not W.third", verdict: "not satisfied" };
        assert.match((await endingOf({}, {})).text, /reaches its goal after 2 steps/);
        assert.match((await endingOf({}, violated)).text, /violates the property after 2 steps/);
        assert.doesNotMatch((await endingOf({}, violated)).text, /goal/);
        const why_stuck = ["`W: third -> first`: nobody can send on `b`"];
        const stuck = await endingOf({ why_stuck }, { text: "A[] not deadlock", verdict: "not satisfied" });
        assert.match(stuck.text, /ends in a deadlock after 2 steps, which violates the property/);
        assert.doesNotMatch(stuck.text, /`|goal/);
        assert.deepEqual(stuck.codes, ["W: third -> first", "b"]);
        assert.match((await endingOf({ ending: "stuck", why_stuck }, violated)).text, /deadlock/);
        assert.match((await endingOf({ ending: "lasso", loop: 0 }, violated)).text, /violates the property/);
        const error = "run-time error in the update of `W: first -> second`: division by zero";
        const failing = await endingOf({ error }, { text: "A[] not W.third", verdict: "error" });
        assert.match(failing.text, /leads to an error after 2 steps: run-time error in the update of .*: division by zero/);
        assert.doesNotMatch(failing.text, /`|goal/);
        assert.deepEqual(failing.codes, ["W: first -> second"]);
    },

    async "names a location that has no name as traces do, wherever it is"() {
        const { page, done } = await open(filled(large()), "#step=3");
        await byId(page, "process-choice").selectOption("0");
        const names = await page.evaluate(() => [
            document.querySelector('[data-testid="process-0"] .where').textContent,
            document.querySelector('[data-testid="location-0"] td').textContent,
            document.querySelector(".timeline .lane-name b").textContent,
            document.querySelector('.drawing text.unnamed').lastChild.textContent,
        ]);
        assert.deepEqual(names.slice(0, 3), ["_id3", "_id3", "_id3"]);
        assert.match(names[3], /^_id\d+$/);
        assert.match(await page.innerText('[data-step="3"]'), /place2 -> _id3/);
        await done();
    },
});

const crowds = (open) => ({
    async "shows thirty processes of one template in one drawing, and each on demand"() {
        const { page, done } = await open(filled(philosophers(30, 4)), "#step=3");
        assert.equal(await page.locator(".card").count(), 1);
        const tokens = await page.$$eval(".tokens", (rows) =>
            rows.map((row) => [row.dataset.location, row.querySelector("title").textContent.split(" ")[0]]),
        );
        assert.deepEqual(tokens, [["0", "27"], ["1", "3"]]);
        assert.deepEqual(await page.locator(".token-name.moved").allTextContents(), ["Phil27"]);
        assert.equal(await page.locator(".edge[data-fired]").count(), 1);
        await byId(page, "apart-0").click();
        assert.equal(await page.locator('.card[data-testid^="process-"]').count(), 24);
        await byId(page, "together").click();
        assert.equal(await page.locator(".card").count(), 1);
        await byId(page, "process-choice").selectOption("7");
        assert.equal(await byId(page, "process-7").count(), 1);
        await done();
    },

    async "leaves processes that never move out of the charts, until they are wanted"() {
        const { page, done } = await open(filled(philosophers(30, 4)), "#step=3");
        const lanes = () =>
            page.evaluate(() => [
                document.querySelectorAll(".chart .lane-head").length,
                document.querySelectorAll(".timeline .lane:not(.axis, .clock, .measure)").length,
            ]);
        assert.deepEqual(await lanes(), [4, 4]);
        await page.locator('.chart [data-testid="show-silent"]').check();
        assert.deepEqual((await lanes())[0], 30);
        assert.ok((await lanes())[1] > 15);
        await done();
        const few = await open(filled(philosophers(5, 1)));
        assert.equal(await few.page.locator(".chart .lane-head").count(), 5);
        await few.done();
    },

    async "takes a step among 200 processes at once"() {
        const { page, done } = await open(filledCompressed(philosophers(200)));
        assert.ok((await page.locator("*").count()) < 4000);
        const changes = await page.evaluate(changesOfStep, 40);
        assert.ok(changes < 150, `a step makes ${changes} changes`);
        const cost = await costOfStep(page, 30);
        assert.ok(cost < mostMilliseconds, `a step takes ${cost.toFixed(1)} ms`);
        console.log(`      ${cost.toFixed(1)} ms of its thread for a step among 200 processes`);
        await done();
    },
});

export const pageTests = (open) => ({ ...fits(open), ...tells(open), ...crowds(open) });
