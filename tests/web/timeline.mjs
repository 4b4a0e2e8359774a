// What the timeline plots and how it is clicked.

import assert from "node:assert/strict";
import { example, filled } from "./documents.mjs";

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
        const lane = await page.locator(".timeline .lane svg").first().boundingBox();
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
        const lane = await page.locator(".timeline .lane svg").first().boundingBox();
        const reached = new Set();
        for (let count = 0; count < 3; count++) {
            await page.mouse.click(lane.x + lane.width * 0.4, lane.y + 5);
            reached.add(Number((await page.innerText('[data-testid="position"]')).match(/step (\d+)/)[1]));
        }
        assert.equal(reached.size, 3, [...reached].join());
        await done();
    },
});
