// `crowfly serve` of a circuit with more inputs than can be listed: its inputs are set one by one, or chosen among
// samples, its queries lead to walks, and what was walked is judged.
//   node inputs.mjs TOOL

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { checkWaves } from "./waves.mjs";

const tool = process.argv[2];
const numbers = Array.from({ length: 30 }, (_, index) => 2 * (index + 1));

/** 30 inputs of which the first two must not both be 1, a latch that repeats the first, and one that may start with 1. */
const circuit = `aag 33 30 2 0 1 1 1\n${numbers.join("\n")}\n62 2\n64 64 64\n62\n67\n66 2 4\ni0 go\nl0 went\nb0 bad\n`;

const stepsOf = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("steps") ?? "");
const ready = (page, state) => page.getByText(`What can happen in state ${state}`).waitFor();
const input = (page, name) => page.getByTestId("inputs").getByLabel(name, { exact: true });
const press = (page, name) => page.getByRole("button", { name }).click();

async function setInputs(page) {
    assert.match(await page.getByTestId("may-wait").innerText(), /^Samples of the 2\^30 choices/);
    assert.ok((await page.getByTestId("choice").count()) > 5);
    await input(page, "i2").check();
    await press(page, "begin with these");
    await page.waitForFunction(() => location.hash.includes("s1"));
    assert.equal(await stepsOf(page), "s10000000;"); // after the latch that is free
    await input(page, "go").check();
    await press(page, "step with these");
    await ready(page, 1);
    assert.equal(await stepsOf(page), "s10000000;xa0000000");
    assert.equal(await input(page, "go").isChecked(), true);
    await input(page, "i1").check();
    await press(page, "step with these");
    await page.getByText("the constraints of the circuit do not allow these inputs here").waitFor();
    assert.equal(await stepsOf(page), "s10000000;xa0000000");
}

async function takeSamples(page) {
    await page.getByTestId("choice").first().getByRole("button", { name: "take" }).click();
    await ready(page, 2);
    assert.equal(await stepsOf(page), "s10000000;xa0000000,xa0000000");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    await page.getByText("taken next in this walk").waitFor();
    assert.match(await page.getByTestId("choice").first().innerText(), /^inputs as they are.*taken next/s);
    await page.keyboard.press("ArrowRight");
    await ready(page, 2);
    await page.getByTestId("random").click();
    await ready(page, 22);
    await page.getByTestId("undo").click();
    await ready(page, 21);
    await page.goBack();
    await ready(page, 22);
}

/** What the lanes show is what the server sends. */
async function checkDrawn(page, address) {
    const answer = await (await fetch(`${address}api/walk?${new URLSearchParams({ steps: await stepsOf(page) })}`)).json();
    const variables = await page.evaluate(() => JSON.parse(document.querySelector("#crowfly-data").textContent).model.variables);
    assert.deepEqual(answer.trace.outputs.map(({ name }) => name), ["b0 (bad)"]);
    await checkWaves(page, { model: { variables }, trace: answer.trace }, 22);
}

async function runQuery(page) {
    await press(page, "Run A[] not b0");
    await page.getByTestId("query-result").first().waitFor();
    await page.getByTestId("query").waitFor();
    assert.match(await stepsOf(page), /^(s\w{8};)?x\w{8}$/);
    assert.match(await page.locator('[data-signal="b0 (bad)"] b').innerText(), /0 → 1/);
}

async function save(page, folder) {
    const download = page.waitForEvent("download");
    await page.getByTestId("export").click();
    await (await download).saveAs(join(folder, "walk.json"));
    return join(folder, "walk.json");
}

const browser = await Browser.start();
const model = join(browser.folder, "wide.aag");
writeFileSync(model, circuit);
const server = await startServer(tool, model);
const { page, wrong } = await browser.openAddress(server.address, { allowed: (url) => url.startsWith(`${server.address}api/`) });
await ready(page, 0);
await page.getByTestId("choice").first().waitFor();
await setInputs(page);
assert.equal(wrong.length, 1, "the browser notes the refused step");
await takeSamples(page);
await checkDrawn(page, server.address);
const saved = await save(page, browser.folder);
assert.match(execFileSync(tool, ["replay", model, saved], { encoding: "utf-8" }), /accepted: 22 steps/);
await runQuery(page);
await server.end();

// A saved walk begins where it began, also if the circuit could begin elsewhere.
const again = await startServer(tool, saved);
const { page: other } = await browser.openAddress(again.address, { allowed: (url) => url.startsWith(`${again.address}api/`) });
await ready(other, 22);
assert.match(await stepsOf(other), /^s10000000;xa0000000,xa0000000,x/);
await again.end();
await browser.stop();
console.log("walked through 2^30 choices");
