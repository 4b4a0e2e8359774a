// What the Gantt chart draws: its bars against the document, where they begin and end, and how they are clicked.

import assert from "node:assert/strict";
import { delays } from "./crowds.mjs";
import { example, filled, long } from "./documents.mjs";

const gantt = (page) => page.locator('[data-testid="gantt"]');

/** The lanes as they are drawn; times of bars by their places. Runs in the page. */
function drawn() {
    const panel = document.querySelector('[data-testid="gantt"]');
    const ticks = [...panel.querySelectorAll(".axis g")].map((tick) => [
        tick.querySelector("text").textContent.split("/").map(Number).reduce((over, under) => over / under),
        tick.querySelector("path").getBoundingClientRect().left,
    ]);
    const [[first, left], [last, right]] = [ticks[0], ticks[ticks.length - 1]];
    const timeAt = (x) => first + ((x - left) / (right - left)) * (last - first);
    return [...panel.querySelectorAll(".lane:not(.axis, .measure, .minimap)")].map((lane) => ({
        name: lane.querySelector(".lane-name span").textContent,
        now: lane.querySelector(".lane-name b").textContent,
        bars: [...lane.querySelectorAll(".gantt-bar")].map((bar) => {
            const box = bar.querySelector("rect").getBoundingClientRect();
            return {
                from: Number(bar.dataset.from),
                to: Number(bar.dataset.to),
                begin: timeAt(box.left),
                end: timeAt(box.right),
                top: box.top,
                title: bar.querySelector("title").textContent,
                hue: bar.style.getPropertyValue("--hue"),
            };
        }),
    }));
}

const toNumber = (fraction) => {
    const [over, under = 1] = fraction.split("/").map(Number);
    return over / under;
};

/** When each state of a trace begins, and when the trace ends. */
function timesOf(trace) {
    const times = [0];
    for (const { delay } of trace.steps) times.push(times[times.length - 1] + toNumber(delay));
    return [...times, times[times.length - 1] + toNumber(trace.rest)];
}

/** Of a page of the tool: bars of resources lie where the document says, and none on another. */
export async function checkGantt(page, document) {
    const { gantt: charts } = document.trace;
    if (charts.declared.length || !charts.resources.length || document.trace.steps.length > 300) return;
    const times = timesOf(document.trace);
    const whole = times[times.length - 1];
    const lanes = await page.evaluate(drawn);
    assert.deepEqual(lanes.map(({ name }) => name).sort(), charts.resources.map(({ name }) => name).sort());
    for (const { name, bars } of charts.resources) {
        const lane = lanes.find((other) => other.name === name);
        const lasting = bars.filter(({ from, to }) => times[to] > times[from]);
        assert.equal(lane.bars.length, lasting.length, name);
        lasting.forEach(({ from, to, process }, index) => {
            const bar = lane.bars[index];
            const holder = document.model.processes[process].name;
            assert.deepEqual([bar.from, bar.to], [from, to]);
            assert.ok(bar.title.startsWith(`${name}: held by ${holder}\n`), bar.title);
            for (const [place, time] of [[bar.begin, times[from]], [bar.end, times[to]]])
                assert.ok(Math.abs(place - time) < 0.01 * whole, `${name}: ${place} and not ${time}`);
            if (index > 0) assert.ok(from >= lasting[index - 1].to, `${name}: bars overlap`);
        });
    }
}

/** A lock that processes hold in turn, for one step each. */
function shared(count, processes) {
    const document = long(count, processes);
    const bars = Array.from({ length: count }, (_, from) => ({ from, to: from + 1, process: from % processes }));
    document.trace.gantt = { declared: [], resources: [{ name: "lock", bars }], idle: 0, problem: null };
    return document;
}

export const ganttTests = (open) => ({
    async "draws who holds a resource, as long as it is held"() {
        const document = example();
        document.trace.gantt.idle = 15;
        const { page, done } = await open(filled(document));
        await checkGantt(page, document);
        assert.match(await gantt(page).innerText(), /15 more, which nobody holds, are left out/);
        const [{ bars }] = await page.evaluate(drawn);
        assert.deepEqual(
            bars.map(({ title }) => title),
            [
                "load: held by Ferry\ntime 1 to 5, 4 long\nstep 2 to step 5",
                "load: held by Ferry\ntime 6 to 13/2, 1/2 long\nfrom step 8 to the end",
            ],
        );
        await done();
    },

    async "selects the step with which a bar begins, and marks the selected state"() {
        const { page, done } = await open(filled(example()));
        const position = async () => Number((await page.innerText('[data-testid="position"]')).match(/step (\d+)/)[1]);
        const now = async () => (await page.evaluate(drawn))[0].now;
        assert.equal(await now(), "");
        await gantt(page).locator(".gantt-bar").nth(1).click();
        assert.equal(await position(), 8);
        await gantt(page).locator(".gantt-bar").nth(0).click();
        assert.equal(await position(), 2);
        assert.equal(await now(), "Ferry");
        const bar = await gantt(page).locator(".gantt-bar rect").nth(0).boundingBox();
        const cursor = await page.locator('[data-testid="gantt-cursor"]').boundingBox();
        assert.ok(Math.abs(cursor.x + cursor.width / 2 - bar.x) < 2);
        await page.keyboard.press("End");
        const last = await gantt(page).locator(".gantt-bar rect").nth(1).boundingBox();
        const end = await page.locator('[data-testid="gantt-cursor"]').boundingBox();
        assert.ok(Math.abs(end.x + end.width / 2 - last.x) < 2);
        await done();
    },

    async "draws the chart that the model declares, in its colours, overlapping bars below each other"() {
        const document = example();
        document.trace.gantt.declared = [
            {
                name: "Car(1)",
                bars: [
                    { from: 0, to: 3, condition: "Car(1).road", colour: 0 },
                    { from: 1, to: 9, condition: "want > 0", colour: 1 },
                    { from: 4, to: 9, condition: "Car(1).aboard", colour: 0 },
                    { from: 2, to: 3, condition: "x > 2", colour: 1, begin: "5/2", end: "7/2" },
                ],
            },
        ];
        document.trace.gantt.problem = "the colour of `busy` is a clock";
        const { page, done } = await open(filled(document));
        const [{ name, bars }] = await page.evaluate(drawn);
        assert.equal(name, "Car(1)");
        assert.deepEqual(
            bars.map(({ from }) => from),
            [0, 4, 1, 2],
        );
        assert.ok(bars[0].top === bars[1].top && bars[2].top > bars[0].top && bars[3].top > bars[2].top);
        assert.ok(bars[0].hue === bars[1].hue && bars[0].hue !== bars[2].hue);
        assert.ok(Math.abs(bars[3].begin - 2.5) < 0.05 && Math.abs(bars[3].end - 3.5) < 0.05);
        assert.match(bars[3].title, /time 5\/2 to 7\/2, 1 long\nstep 2 to step 3/);
        assert.match(await gantt(page).innerText(), /road/);
        assert.doesNotMatch(await gantt(page).innerText(), /Car\(1\)\.road/);
        assert.match(await gantt(page).innerText(), /something is missing: the colour of `busy` is a clock/);
        await page.locator('[data-testid="gantt-lanes"]').selectOption("resources");
        assert.equal((await page.evaluate(drawn))[0].name, "load");
        await done();
    },

    async "is not there where no time passes, and where the timeline says as much"() {
        for (const document of [delays(["0", "0"]), delays(["1/3", "0", "2"], "waits-forever")]) {
            const { page, done } = await open(filled(document));
            assert.equal(await gantt(page).count(), 0);
            await done();
        }
    },

    async "gives no process a red bar"() {
        const { page, done } = await open(filled(shared(60, 30)));
        const hues = new Set((await page.evaluate(drawn)).flatMap(({ bars }) => bars.map(({ hue }) => Number(hue))));
        assert.ok(hues.size >= 8);
        for (const hue of hues) assert.ok(hue >= 50 && hue <= 340, `hue ${hue}`);
        await done();
    },

    async "draws no more bars than there are pixels, and enlarges"() {
        const { page, done } = await open(filled(shared(3000, 4)));
        const shrink = page.getByRole("button", { name: "Shrink the Gantt chart" });
        while (await shrink.isEnabled()) await shrink.click();
        for (const { bars } of await page.evaluate(drawn)) assert.ok(bars.length < 900, `${bars.length} bars`);
        for (let zoom = 0; zoom < 8; zoom++) await page.getByRole("button", { name: "Enlarge the Gantt chart" }).click();
        for (const { bars } of await page.evaluate(drawn)) assert.ok(bars.length > 0 && bars.length < 40);
        await done();
    },
});
