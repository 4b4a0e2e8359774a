// `crowfly serve --watch` in a real browser: the page follows the file of the model.
//   node watch.mjs TOOL

import assert from "node:assert/strict";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser } from "./browser.mjs";
import { startServer } from "./server.mjs";

const [tool] = process.argv.slice(2);
const lamp = readFileSync(fileURLToPath(new URL("../../models/lamp.xta", import.meta.url)), "utf8");
const brokenEdge = "dim -> nowhere   { sync press?; },";
const ownEdge = "off -> dim      { sync press?; assign x = 0; },";
const slower = "dim -> bright   { guard x < 2; sync press?; },";

const browser = await Browser.start();
const path = join(browser.folder, "lamp.xta");
writeFileSync(path, lamp);
const server = await startServer(tool, path, ".", "--watch");
const { page, wrong, close } = await browser.openAddress(server.address, {
    allowed: (url) => url.startsWith(server.address),
});
const stepsOf = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("steps"));
const at = (state) => page.getByText(`What can happen in state ${state}`).waitFor();
const take = async (delay, state) => {
    await page.locator(".delay-input").first().fill(delay);
    await page.getByTestId("choice").first().getByRole("button", { name: "take" }).click();
    await at(state);
    await page.keyboard.press("Escape");
};

await at(0);
await page.getByTestId("run-all").click();
await page.waitForFunction(() => document.querySelectorAll('[data-testid="query-mark"]').length === 5);
await take("1", 1);
await take("3", 2);
assert.equal(await stepsOf(), "0@1,0@3");

// A mistake: it is shown as on the command line, and the model stays.
writeFileSync(path, lamp.replace(ownEdge, ownEdge + brokenEdge));
const mistakes = page.getByTestId("mistakes");
await mistakes.waitFor();
assert.match(await mistakes.innerText(), /1 mistake in the saved file.*lamp\.xta:\d+:\d+: error.*nowhere.*\^/s);
assert.equal(await page.getByTestId("choice").count(), 1);
await take("0", 3);
await page.getByTestId("undo").click();
await at(2);

// Mended and with one edge more, by an editor that replaces the file. The walk is the same, by other numbers.
writeFileSync(`${path}.new`, lamp.replace(ownEdge, `off -> bright { sync press?; }, ${ownEdge}`));
renameSync(`${path}.new`, path);
await page.getByText("The walk is as before.").waitFor();
await mistakes.waitFor({ state: "detached" });
assert.equal(await stepsOf(), "1@1,0@3");
await at(2);
assert.match(await page.getByTestId("location-0").innerText(), /bright/);
await page.waitForFunction(() => document.querySelectorAll('[data-testid="query-mark"]').length === 5); // decided again

// A guard that refuses the second step: the first one is left.
writeFileSync(path, lamp.replace(/dim -> bright .*/, slower));
await page.getByText("Of the walk 1 of 2 steps are left").waitFor();
assert.match(await page.getByTestId("watch").innerText(), /not possible after a delay of 3/);
await at(1);
assert.equal(await stepsOf(), "0@1");

// Whoever is typing is not interrupted.
await page.getByTestId("goal").fill("Lamp.bri");
writeFileSync(path, lamp);
await page.getByTestId("show-newer").waitFor();
assert.equal(await page.getByTestId("goal").inputValue(), "Lamp.bri");
await page.getByTestId("show-newer").click();
await page.getByText("The walk is as before.").waitFor();
await page.getByTestId("watch").getByRole("button", { name: "Close" }).click();
await page.getByTestId("watch").waitFor({ state: "detached" });

// Requests of a page that was not told yet are refused: that is on the console as well.
assert.deepEqual(wrong.filter((text) => !text.includes("409")), []);
await close();
await server.end();
await browser.stop();
console.log("the page follows the file");
