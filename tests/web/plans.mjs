// Planning tasks: operators and facts by name, no automata and no time, and the plan as a table.

import assert from "node:assert/strict";
import { example, filled, hostile } from "./documents.mjs";
import { checkPage, costOfStep } from "./pages.mjs";

const none = "<none of those>";

/** Trucks that carry crates in turn: truck i drives to and fro, crate i is loaded, and a lamp has facts or none. */
export function plan(trucks, steps) {
    const document = example();
    const facts = (prefix, places) => places.map((place) => `at(${prefix}, ${place})`);
    const variable = (index, names) => ({ name: `var${index}`, values: { least: 0, names } });
    const variables = Array.from({ length: trucks }, (_, index) => variable(index, facts(`truck${index}`, ["depot", "shop", "harbour"])));
    variables.push(variable(trucks, ["on(lamp)", none]), variable(trucks + 1, ["clear(dock)", "not clear(dock)"]));
    const operators = Array.from({ length: trucks }, (_, index) => `drive truck${index}`);
    const location = { name: "running", named: true, kind: "normal", initial: true, x: null, y: null, invariant: "", labels: [], color: null };
    document.model = {
        ...{ path: "delivery.sas", sha256: null, circuit: false, task: true, clocks: [], variables },
        templates: [
            {
                ...{ name: "task", drawn: false, locations: [location], branchpoints: [] },
                edges: operators.map((name) => ({ name, from: 0, to: 0, nails: [], controllable: true, labels: [], color: null })),
            },
        ],
        processes: [{ name: "task", template: 0 }],
    };
    const state = variables.map(() => 0);
    document.trace = {
        ...{ ending: "reached", loop: null, rest: "0", duration: "0", why_stuck: [], outputs: [] },
        initial: { locations: [0], variables: [...state], clocks: [] },
        steps: Array.from({ length: steps }, (_, index) => {
            const truck = index % trucks;
            state[truck] = (state[truck] + 1) % 3;
            const changed = [[truck, state[truck]]];
            if (index === 1) changed.push([trucks, (state[trucks] = 1)]);
            return {
                ...{ delay: "0", channel: null, broadcast: false, locations: [], variables: changed, clocks: [] },
                edges: [{ process: 0, edge: truck, branch: null, role: "internal", selects: [], line: 10 }],
            };
        }),
    };
    const goal = `at(truck0, shop)`;
    const holds = truthOf(document, 0, 1);
    document.query = { text: "E<> goal", verdict: "satisfied", expected: null, atoms: [{ text: goal, truth: holds }], truth: holds };
    document.search = { ...document.search, samples: [[0, 0, 1, 5, 0], [0.02, 8, 9, 0, 4]], estimates: null, schedule: [] };
    return document;
}

function truthOf({ trace }, cell, value) {
    let now = trace.initial.variables[cell];
    const digit = () => (now === value ? "1" : "0");
    return trace.steps.reduce((text, { variables }) => {
        now = variables.find(([changed]) => changed === cell)?.[1] ?? now;
        return text + digit();
    }, digit());
}

const lanes = (page) =>
    page.$$eval(".waves .lane.fact", (all) =>
        all.map((lane) => ({
            name: lane.dataset.signal,
            held: [...lane.querySelectorAll(".held title")].map((title) => title.textContent),
            wanted: [...lane.querySelectorAll(".held.wanted title")].map((title) => title.textContent),
        })),
    );

/** The table as texts, row by row; runs in the page. */
const tableOf = (page) =>
    page.$$eval(".step-table [role=row]", (rows) =>
        rows.map((row) => [...row.children].map((cell) => cell.textContent.replace("×", ""))),
    );

export const planTests = (open) => ({
    async "tells a plan by operators and facts, and shows no automata and no time"() {
        const { page, done } = await open(filled(plan(2, 4)));
        for (const panel of ["automata", "timeline", "gantt", "chart", "coverage"])
            assert.equal(await page.getByTestId(panel).count(), 0, panel);
        const text = await page.innerText("body");
        assert.doesNotMatch(text, /running|time 0|t = 0|time unit|var\d|->/);
        assert.match(text, /The plan reaches its goal after 4 steps\./);
        assert.match(await page.innerText('[data-step="1"]'), /drive truck0\s+at\(truck0, shop\)/);
        assert.match(await page.innerText('[data-step="2"]'), /drive truck1\s+at\(truck1, shop\), no fact of on\(lamp\)/);
        await page.keyboard.press("j");
        assert.equal(await page.getByTestId("announcement").textContent(), "Step 1 of 4: drive truck0; at(truck0, shop).");
        assert.deepEqual(await page.locator(".state caption").allInnerTexts(), ["Facts"]);
        assert.match(await page.getByTestId("variable-0").innerText(), /truck0\s+at\(truck0, shop\)\s+● was\s+at\(truck0, depot\)/);
        await done();
    },

    async "draws each fact for as long as it holds, and marks the goal"() {
        const { page, done } = await open(filled(plan(2, 4)), "#step=3");
        assert.deepEqual(await lanes(page), [
            {
                name: "truck0",
                held: ["at(truck0, depot), from state 0", "at(truck0, shop), from state 1", "at(truck0, harbour), from state 3"],
                wanted: ["at(truck0, shop), from state 1"],
            },
            {
                name: "truck1",
                held: ["at(truck1, depot), from state 0", "at(truck1, shop), from state 2", "at(truck1, harbour), from state 4"],
                wanted: [],
            },
            { name: "on(lamp)", held: [], wanted: [] }, // a wave: it holds, or does not
        ]);
        assert.match(await page.getAttribute('[data-signal="on(lamp)"] .trail', "d"), /^M0 4H\d+V18H\d+$/);
        const boxes = await page.$$eval('[data-signal="truck0"] .held path', (paths) => paths.map((path) => path.getBoundingClientRect()).map(({ left, right }) => [left, right]));
        const plot = await page.locator('[data-signal="truck0"] svg').boundingBox();
        [0, 1, 3, 5].forEach((state, index) => {
            const place = plot.x + (state / 5) * plot.width;
            if (index < 3) assert.ok(Math.abs(boxes[index][0] - place) < 2, `${boxes[index][0]} and not ${place}`);
            if (index > 0) assert.ok(Math.abs(boxes[index - 1][1] - place) < 2);
        });
        await page.getByTestId("signal-filter").fill("harbour");
        assert.deepEqual((await lanes(page)).map(({ name }) => name), ["truck0", "truck1"]);
        await page.getByTestId("signal-filter").fill("nowhere");
        assert.match(await page.getByTestId("waves").innerText(), /No fact has such a name/);
        await done();
    },

    async "has the plan as a table of operators and changed facts"() {
        const { page, done } = await open(filled(plan(2, 4)));
        assert.deepEqual(await tableOf(page), [
            ["step", "operator", "truck0", "truck1", "on(lamp)"],
            ["0", "initial state", "at(truck0, depot)", "at(truck1, depot)", "true"],
            ["1", "drive truck0", "● at(truck0, shop)", "at(truck1, depot)", "true"],
            ["2", "drive truck1", "at(truck0, shop)", "● at(truck1, shop)", "● false"],
            ["3", "drive truck0", "● at(truck0, harbour)", "at(truck1, shop)", "false"],
            ["4", "drive truck1", "at(truck0, harbour)", "● at(truck1, harbour)", "false"],
        ]);
        await page.locator('.step-table [data-row="3"]').click();
        assert.equal(await page.innerText('[data-testid="position"]'), "step 3 of 4");
        await done();
    },

    async "draws no plots of a search that took no time"() {
        const short = await open(filled(plan(2, 4)));
        assert.equal(await short.page.locator(".search .plot").count(), 0);
        await short.done();
        const document = plan(2, 4);
        document.search.samples[1][0] = 0.2;
        const long = await open(filled(document));
        assert.ok((await long.page.locator(".search .plot").count()) > 0);
        await long.done();
    },

    async "holds hundreds of variables and a thousand steps"() {
        const { page, done } = await open(filled(plan(300, 1000)), "#step=500");
        assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 12_000);
        const cost = await costOfStep(page, 20);
        assert.ok(cost < 50, `a step takes ${cost} ms`);
        await done();
    },

    async "fits screens of every size with a plan, and is not moved by hostile names"() {
        for (const document of [plan(2, 4), plan(40, 90), plan(1, 0)]) {
            const { page, done } = await open(filled(document));
            await checkPage(page);
            await page.setViewportSize({ width: 390, height: 844 });
            await page.waitForTimeout(50);
            assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
            await done();
        }
        const { page, done } = await open(filled(hostile(plan(2, 4))));
        assert.equal(await page.locator("img, iframe, #app script, a[href]").count(), 0);
        await done();
    },
});
