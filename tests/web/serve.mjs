// `crowfly serve` in a real browser: walk, go back, run to a state, save the walk, and have it judged.
//   node serve.mjs TOOL MODEL GOAL

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { startServer } from "./server.mjs";

const [tool, model, goal] = process.argv.slice(2);

const stepsOf = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("steps") ?? "");
const lengthOf = async (page) => (await stepsOf(page)).split(",").filter(Boolean).length;

async function walk(page) {
    for (let taken = 1; taken <= 3; taken++) {
        await page.locator('[data-testid="choice"]').last().getByRole("button", { name: "take" }).click();
        await page.waitForFunction((n) => location.hash.includes(`step=${n}`), taken);
    }
    assert.equal(await lengthOf(page), 3);
    await page.getByTestId("undo").click();
    await page.waitForFunction(() => location.hash.includes("step=2"));
    assert.equal(await lengthOf(page), 2);
}

async function runTo(page) {
    const [process, location] = goal.split(".");
    await page.getByTestId("goal").fill(goal);
    await page.getByTestId("reach").click();
    await page.waitForFunction(() => new URLSearchParams(window.location.hash.slice(1)).get("steps").split(",").length > 2);
    const places = await page.locator('[data-testid^="location-"]').allInnerTexts();
    assert.ok(places.some((text) => text.includes(process) && text.includes(location)), `${goal} is not among ${places}`);
}

async function save(page, folder) {
    const download = page.waitForEvent("download");
    await page.getByTestId("export").click();
    const path = join(folder, "walk.json");
    await (await download).saveAs(path);
    return path;
}

const browser = await Browser.start();
const server = await startServer(tool, model);
const { page, wrong } = await browser.openAddress(server.address, { allowed: (url) => url.startsWith(`${server.address}api/`) });
await page.locator('[data-testid="choice"]').first().waitFor();
await walk(page);
await runTo(page);
const length = await lengthOf(page);
const saved = await save(page, browser.folder);
assert.match(execFileSync(tool, ["replay", model, saved], { encoding: "utf-8" }), new RegExp(`accepted: ${length} steps`));
assert.deepEqual(wrong, []);
await server.end();
await browser.stop();
console.log(`walked to ${goal} in ${length} steps`);
