// The table of watched expressions, the values of the state panel, files to save, and models without time.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { philosophers } from "./crowds.mjs";
import { example, filled, long, overview } from "./documents.mjs";
import { costOfStep } from "./pages.mjs";

const byId = (page, id) => page.locator(`[data-testid="${id}"]`);

const rowsOf = (page) =>
    page.$$eval(".step-table [data-row]", (rows) =>
        rows.map((row) => ({
            state: Number(row.dataset.row),
            cells: [...row.querySelectorAll(".cell")].map((cell) => cell.textContent.replace("● ", "")),
            changed: [...row.querySelectorAll(".cell")].map((cell) => cell.classList.contains("changed")),
            selected: row.classList.contains("selected"),
        })),
    );

/** What a variable is in each state, by replaying the trace. */
function valuesOf({ trace }, cell) {
    let value = trace.initial.variables[cell];
    return [value, ...trace.steps.map(({ variables }) => (value = variables.find(([changed]) => changed === cell)?.[1] ?? value))];
}

/** Runs in the page: tables and their cells that stick out of the state panel. */
function outside() {
    const panel = document.querySelector(".panel.state").getBoundingClientRect();
    return [...document.querySelectorAll(".state tr, .state td, .state th")].flatMap((element) => {
        if (element.closest("thead") || element.getClientRects().length === 0) return [];
        const { left, right } = element.getBoundingClientRect();
        const cut = element.scrollWidth > element.clientWidth + 1;
        return left < panel.left - 1 || right > panel.right + 1 || cut ? [element.textContent] : [];
    });
}

/** As the tool writes it into a page. */
const fileOf = (suffix, text) => ({ suffix, data: deflateSync(text).toString("base64") });

export const tableTests = (open) => ({
    async "has a table of watched expressions, a row for each state, and marks what changes"() {
        const document = example();
        const { page, done } = await open(filled(document));
        assert.equal(await byId(page, "table").count(), 0);
        const names = document.model.variables.map(({ name }) => name);
        for (const expression of [names[0], `${names[0]} > 0`]) {
            await byId(page, "watch-input").fill(expression);
            await byId(page, "watch-input").press("Enter");
        }
        await byId(page, "table-input").fill(names[1]);
        await byId(page, "table-input").press("Enter");
        assert.deepEqual(
            await page.$$eval('.step-table [role="columnheader"]', (heads) => heads.map((head) => head.textContent.replace("×", ""))),
            ["step", "time", "what happens", names[0], `${names[0]} > 0`, names[1]],
        );
        const [first, second] = [valuesOf(document, 0), valuesOf(document, 1)];
        for (const { state, cells, changed, selected } of await rowsOf(page)) {
            const expected = (at) => [first[at], first[at] > 0, second[at]].map(String);
            assert.deepEqual(cells, expected(state));
            assert.deepEqual(changed, expected(state).map((value, index) => state > 0 && value !== expected(state - 1)[index]));
            assert.equal(selected, state === 0);
        }
        await page.locator('.step-table [data-row="5"]').click();
        assert.match(await byId(page, "position").innerText(), /^step 5 /);
        await page.keyboard.press("j");
        assert.deepEqual((await rowsOf(page)).filter(({ selected }) => selected).map(({ state }) => state), [6]);
        await page.getByRole("button", { name: `Remove the column ${names[0]}`, exact: true }).click();
        assert.equal(await page.locator('.step-table [role="columnheader"]').count(), 5);
        assert.doesNotMatch(page.url(), new RegExp(`watch=${names[0]}&`));
        await done();
    },

    async "says in a column of the table what is wrong with an expression"() {
        const { page, done } = await open(filled(example()), "#watch=nobody");
        assert.equal((await rowsOf(page))[0].cells[0], "! there is no “nobody”");
        await done();
    },

    async "holds only the rows in sight of a table of 10 000 states"() {
        const { page, done } = await open(filled(long(10_000)), "#step=5000&watch=count&watch=count%20%2B%201");
        assert.ok((await rowsOf(page)).length < 60);
        assert.ok((await rowsOf(page)).some(({ state }) => state === 5000));
        const cost = await costOfStep(page, 20);
        assert.ok(cost < 50, `a step takes ${cost} ms`);
        await done();
    },

    async "tells of a clock that was reset which value it had just before"() {
        const document = example();
        const [reset] = document.trace.steps.flatMap((step, index) =>
            step.clocks.filter(([, value]) => value === "0").map(([clock]) => ({ step: index + 1, clock })),
        );
        const { page, done } = await open(filled(document), `#step=${reset.step}`);
        const row = byId(page, `clock-${reset.clock}`);
        const [value, before] = await row.locator("td").allInnerTexts();
        assert.equal(value, "0");
        assert.match(before, /^● reset, was [1-9][\d/]*$/);
        await done();
    },

    async "breaks long names and values within the state panel"() {
        const document = example();
        document.model.variables[0].name = "Controller(3).averyveryverylongnamewithoutanybreakinit[12].field";
        document.model.variables[1].name = "A_name_of_many_parts_that_may_break_between_them";
        document.model.templates[0].locations.forEach((location) => (location.name = "AwaitingConfirmationFromTheController"));
        for (const viewport of [{ width: 1280, height: 900 }, { width: 1000, height: 700 }, { width: 390, height: 844 }]) {
            const { page, done } = await open(filled(document), "#step=2", { viewport });
            if (viewport.width < 900) await page.getByRole("tab", { name: "state" }).click();
            assert.deepEqual(await page.evaluate(outside), [], `${viewport.width}`);
            await done();
        }
    },

    async "saves the files that the tool put into the page"() {
        const text = `{"schema": "crowfly-trace/1", "name": "é"}\n`;
        const document = { ...example(), files: [fileOf("json", text), fileOf("xtr", "0 0\n.\n")] };
        document.model.path = "models/ferry.xml";
        const { page, done } = await open(filled(document));
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: ".json" }).click()]);
        assert.equal(download.suggestedFilename(), "ferry.json");
        assert.equal(await readFile(await download.path(), "utf8"), text);
        await done();
        const without = await open(filled(example()));
        assert.equal(await byId(without.page, "downloads").count(), 0);
        await without.done();
    },

    async "shows no time in a model without clocks"() {
        for (const change of [{}, { ending: "waits-forever" }, { ending: "stuck" }, { ending: "lasso", loop: 0 }]) {
            const document = philosophers(5, 3);
            Object.assign(document.trace, change);
            const { page, done } = await open(filled(document), "#step=2");
            assert.equal(await byId(page, "position").innerText(), `step 2 of ${document.trace.steps.length}`);
            const said = `${await page.innerText("body")} ${await byId(page, "announcement").textContent()}`;
            assert.doesNotMatch(said, /t = 0|time 0|time unit|time passes|after any delay|\b0 clocks/);
            await done();
        }
    },

    async "tells what was selected apart from the time"() {
        const document = example();
        document.trace.steps[0].edges[0].selects = ["t = 0"];
        const { page, done } = await open(filled(document));
        const text = await page.innerText('[data-step="1"]');
        assert.match(text, /with t = 0\n[^]*time 1\b/);
        assert.doesNotMatch(text, /^t = /m);
        await done();
    },
});
