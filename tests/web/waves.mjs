// Circuits: their signals as waveforms over the steps, and the plots of a symbolic search.

import assert from "node:assert/strict";
import { example, filled } from "./documents.mjs";
import { checkPage, costOfStep } from "./pages.mjs";

/** A circuit whose latch l0 toggles in every step, l1 in every second one, and so on; the upper half never changes. */
export function circuit(latches, steps, inputs = 3) {
    const document = example();
    const bitOf = (cell, state) => (cell < latches / 2 || cell >= latches ? Math.floor(state / ((cell % 7) + 1)) % 2 : cell % 2);
    const cells = Array.from({ length: latches + inputs }, (_, cell) => cell);
    const states = Array.from({ length: steps + 1 }, (_, state) => cells.map((cell) => bitOf(cell, state)));
    const location = { name: "running", kind: "normal", initial: true, x: null, y: null, invariant: "", labels: [] };
    document.model = {
        ...document.model,
        path: "circuit.aag",
        circuit: true,
        templates: [{ name: "circuit", drawn: false, locations: [location], branchpoints: [], edges: [{ from: 0, to: 0 }] }],
        processes: [{ name: "circuit", template: 0 }],
        variables: cells.map((cell) =>
            cell < latches ? { name: `core.l${cell}`, kind: "latch" } : { name: `in${cell - latches}`, kind: "input" },
        ),
        clocks: [],
    };
    const ends = "0".repeat(steps);
    document.query = { text: "A[] not b0", verdict: "not satisfied", expected: null, atoms: [], truth: `${ends.replaceAll("0", "1")}0` };
    document.search = { search: null, heuristic: null, estimates: null, samples: [], schedule: [], layers: [[0, 3, 8], [2, 70, 90], [4, 41, 7]] };
    document.trace = {
        ending: "reached",
        loop: null,
        rest: "0",
        duration: "0",
        why_stuck: [],
        outputs: [
            { name: "b0 (<b>both</b>)", kind: "bad", values: `${ends}1` },
            { name: "o0", kind: "output", values: "0".repeat(steps + 1) },
        ],
        initial: { locations: [0], variables: states[0], clocks: [] },
        steps: states.slice(1).map((state, index) => ({
            delay: "0",
            channel: null,
            broadcast: false,
            edges: [{ process: 0, edge: 0, branch: null, role: "internal", selects: ["in0 = 1"], line: null }],
            locations: [],
            variables: state.flatMap((value, cell) => (value === states[index][cell] ? [] : [[cell, value]])),
            clocks: [],
        })),
    };
    return document;
}

/** The values of every signal as digits, by replaying the trace. */
function digitsOf({ model, trace }) {
    const digits = new Map(trace.outputs.map(({ name, values }) => [name, values]));
    const state = [...trace.initial.variables];
    const lines = state.map((value) => `${value}`);
    for (const { variables } of trace.steps) {
        for (const [cell, value] of variables) state[cell] = value;
        state.forEach((value, cell) => (lines[cell] += value));
    }
    model.variables.forEach(({ name }, cell) => digits.set(name, lines[cell]));
    return digits;
}

/** What the lanes in sight show, read off their lines in the middle of each state; runs in the page. */
function seen(states) {
    return [...document.querySelectorAll(".wave")].map((lane) => {
        const svg = lane.querySelector("svg");
        const path = lane.querySelector(".trail").getAttribute("d");
        const corners = [...path.matchAll(/([MHV])([\d.]+)(?: ([\d.]+))?/g)];
        let [index, level] = [1, Number(corners[0][3])];
        let digits = "";
        for (let state = 0; state < states; state++) {
            const middle = ((state + 0.5) / states) * svg.width.baseVal.value;
            for (; index < corners.length; index++) {
                const [, letter, number] = corners[index];
                if (letter === "H" && Number(number) > middle) break;
                if (letter === "V") level = Number(number);
            }
            digits += level < 10 ? "1" : "0";
        }
        return { name: lane.dataset.signal, digits, value: lane.querySelector("b").textContent };
    });
}

const valueAt = (digits, step) =>
    step > 0 && digits[step] !== digits[step - 1] ? `${digits[step - 1]} → ${digits[step]}` : digits[step];

/** The lanes in sight against the data; the whole trace must be in sight, too. */
export async function checkWaves(page, document, step) {
    const expected = digitsOf(document);
    const states = document.trace.steps.length + 1;
    const lanes = await page.evaluate(seen, states);
    assert.ok(lanes.length > 0);
    for (const { name, digits, value } of lanes) {
        assert.equal(digits, expected.get(name), name);
        assert.equal(value, valueAt(digits, step), name);
    }
    return lanes.map(({ name }) => name);
}

const position = (page) => page.innerText('[data-testid="position"]');
const namesOf = (page) => page.$$eval(".wave", (lanes) => lanes.map((lane) => lane.dataset.signal));
const toEnd = (page) => page.$eval(".waves .lanes", (box) => (box.scrollTop = box.scrollHeight));

export const wavesTests = (open) => ({
    async "shows the signals of a circuit as waves, those that change first, and follows every step"() {
        const document = circuit(6, 12);
        const { page, done } = await open(filled(document), "#step=0");
        for (let step = 0; step <= 12; step++) {
            const names = await checkWaves(page, document, step);
            assert.deepEqual(names, ["b0 (<b>both</b>)", "in0", "in1", "in2", "core.l0", "core.l1", "core.l2"]);
            assert.equal(await position(page), `step ${step} of 12`);
            await page.keyboard.press(["ArrowRight", "j", "ArrowDown"][step % 3]);
        }
        const headings = await page.locator(".wave-heading").allInnerTexts();
        assert.deepEqual(headings.slice(0, 3), ["Bad states, 1 of 1 change", "Inputs, 3 of 3 change", "Latches, 3 of 6 change"]);
        assert.match(headings[3], /Constant in this trace: 4/);
        await page.getByTestId("fold").click();
        assert.deepEqual((await checkWaves(page, document, 12)).slice(7), ["o0", "core.l3", "core.l4", "core.l5"]);
        await page.getByTestId("fold").click();
        assert.equal((await namesOf(page)).length, 7);
        await done();
    },

    async "hides what says nothing of a circuit"() {
        const { page, done } = await open(filled(circuit(6, 12)), "#step=3");
        for (const panel of ["automata", "timeline", "gantt", "chart", "coverage", "structure"])
            assert.equal(await page.getByTestId(panel).count(), 0, panel);
        const text = await page.innerText("body");
        assert.doesNotMatch(text, /running|t = 0|time 0|time units/);
        assert.match(text, /The trace violates the property after 12 steps\./);
        assert.equal(await page.getByTestId("output-1").locator("td").first().innerText(), "0");
        assert.match(await page.getByTestId("announcement").textContent(), /^Step 3 of 12: core\.l0 = 1, core\.l2 = 1, /);
        await done();
    },

    async "selects the step that a wave is clicked at, and marks it"() {
        const { page, done } = await open(filled(circuit(6, 12)));
        const lane = await page.locator('[data-signal="core.l1"] svg').boundingBox();
        for (const step of [7, 0, 12]) {
            await page.mouse.click(lane.x + ((step + 0.5) / 13) * lane.width, lane.y + 8);
            assert.equal(await position(page), `step ${step} of 12`);
            const cursor = await page.getByTestId("waves-cursor").boundingBox();
            assert.ok(Math.abs(cursor.x + 1 - lane.x - (step / 13) * lane.width) < 2, `${step}`);
        }
        await done();
    },

    async "finds signals by name, constant ones as well"() {
        const { page, done } = await open(filled(circuit(6, 12)));
        await page.getByTestId("signal-filter").fill(" L4 ");
        assert.deepEqual(await namesOf(page), ["core.l4"]);
        await page.getByTestId("signal-filter").fill("nobody");
        assert.match(await page.getByTestId("waves").innerText(), /No signal has such a name\./);
        await done();
    },

    async "holds hundreds of latches and a thousand steps"() {
        const document = circuit(300, 1000, 40);
        const { page, done } = await open(filled(document), "#step=500");
        assert.ok((await namesOf(page)).length < 100);
        const cost = await costOfStep(page, 20);
        assert.ok(cost < 50, `a step takes ${cost} ms`);
        const more = page.getByRole("button", { name: "Show more steps" });
        while (await more.isEnabled()) await more.click();
        const lengths = await page.$$eval(".trail", (paths) => paths.map((path) => path.getAttribute("d").length));
        const width = await page.$eval(".wave svg", (svg) => svg.width.baseVal.value);
        assert.ok(Math.max(...lengths) < 16 * width, "no more is drawn than there are pixels");
        await toEnd(page);
        await page.getByTestId("fold").click();
        await toEnd(page);
        await page.locator('[data-signal="core.l299"]').waitFor();
        await done();
    },

    async "fits screens of every size with a circuit"() {
        for (const document of [circuit(6, 12), circuit(100, 85, 12), circuit(1, 0, 0)]) {
            const { page, done } = await open(filled(document));
            await checkPage(page);
            await page.setViewportSize({ width: 390, height: 800 });
            await page.waitForTimeout(50);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= 390, `${wide} pixels on a telephone`);
            await done();
        }
    },

    async "plots the nodes of the sets of a symbolic search"() {
        const { page, done } = await open(filled(circuit(6, 12)));
        const plots = page.locator('[data-testid="search"] .plot');
        assert.deepEqual(await plots.locator("figcaption").allInnerTexts(), [
            "Nodes of the diagram of each set of states",
            "States of each set",
        ]);
        const heights = (await plots.first().locator(".line").getAttribute("d")).split(/[ML]/).slice(1).map((at) => Number(at.split(" ")[1]));
        assert.equal(heights.length, 3);
        assert.ok(heights[1] < heights[2] && heights[2] < heights[0]);
        assert.match(await plots.first().locator("svg").textContent(), /^700.*4 sets$/);
        const none = circuit(6, 12);
        none.search.layers = [];
        const other = await open(filled(none));
        assert.equal(await other.page.getByTestId("search").count(), 0);
        await other.done();
        await done();
    },
});
