// The simulator against a real `crowfly serve`: queries, traces, choices that follow the selected state, edges that fire
// when they are clicked, zones, sources, coverage, searches that are cancelled.
//   node simulator.mjs TOOL PICTURES MODEL …    PICTURES: a folder for pictures, or -; without models: our own

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser } from "./browser.mjs";
import { startServer } from "./server.mjs";

const [tool, pictures, ...others] = process.argv.slice(2);
const ours = (name) => fileURLToPath(new URL(`../../models/${name}`, import.meta.url));
const widths = [1000, 1600];

const choices = (page) => page.getByTestId("choice");
const stepsOf = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("steps") ?? "");
const countOf = async (page) => (await stepsOf(page)).split(",").filter(Boolean).length;
const ready = (page, state) => page.getByText(`What can happen in state ${state}`).waitFor();
const picture = (page, name) =>
    pictures === "-" ? null : page.screenshot({ path: join(pictures, `${name}-${page.viewportSize().width}.png`) });

/** Nothing lies beside the page, and nothing of a panel is cut off at its side. */
async function checkFits(page) {
    const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= inner, `the page is ${wide} wide in ${inner}`);
    const cut = await page.$$eval(".live, .queries, .zone, .coverage, .source", (panels) =>
        panels.filter((panel) => panel.scrollWidth > panel.clientWidth + 1).map((panel) => panel.className),
    );
    assert.deepEqual(cut, []);
}

async function checkQueries(page) {
    const lines = page.getByTestId("model-query");
    const count = await lines.count();
    assert.ok(count > 1);
    assert.match(await lines.first().innerText(), /train_gate\.xml:\d+/);
    await page.getByTestId("run-all").click();
    await page.waitForFunction((n) => document.querySelectorAll('[data-testid="query-result"]').length === n, count);
    for (const text of await page.getByTestId("query-result").allInnerTexts()) assert.match(text, /^(not )?satisfied/);
    await page.getByTestId("query-input").fill("E<> Train(0).OnBridge && Train(1).Halted");
    await page.getByTestId("run-query").click();
    await page.locator('[data-testid="query"]').waitFor();
    assert.equal(await page.getByTestId("verdict").innerText(), "satisfied");
    assert.match(await page.getByTestId("location-0").innerText(), /OnBridge/);
    assert.ok((await countOf(page)) > 3);
    assert.match(await page.getByTestId("formula").innerText(), /true/);
    await picture(page, "query");
}

/** The choices shown are those that stepping to the state leads to by itself. */
async function checkFollowing(page) {
    const last = await countOf(page);
    const texts = async () => (await choices(page).locator(".choice-text").allInnerTexts()).map((text) => text.split("\n")[0]);
    const walked = (await stepsOf(page)).split(",");
    for (let state = last; state >= 0; state--) {
        await ready(page, state);
        const asked = await page.request.get(new URL(`/api/choices?steps=${walked.slice(0, state).join(",")}`, page.url()).href);
        const expected = (await asked.json()).choices.map(({ text }) => text);
        await page.waitForFunction((n) => document.querySelectorAll('[data-testid="choice"]').length === n, expected.length);
        assert.deepEqual(await texts(), expected);
        const zone = await page.getByTestId("constraints").innerText();
        assert.match(zone, /Train\(\d\)\.x/);
        if (state > 0) await page.keyboard.press("ArrowLeft");
    }
    assert.equal(await page.getByText("taken next in this walk").count(), 1);
    await picture(page, "follows");
}

async function checkEdges(page) {
    await ready(page, 0);
    await choices(page).nth(1).hover();
    assert.equal(await page.locator('[data-testid="process-1"] .edge.pointed').count(), 1);
    assert.equal(await page.locator('[data-testid="process-3"] .edge.pointed').count(), 1);
    assert.equal(await page.locator(".edge.pointed").count(), 2);
    await picture(page, "pointed");
    // Three trains can come near: the edge of the gate has three choices.
    const gate = page.locator('[data-testid="process-3"] .edge.enabled').first();
    await gate.dispatchEvent("click");
    const offer = page.getByRole("menu");
    assert.equal(await offer.getByRole("menuitem").count(), 3);
    await picture(page, "offer");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await offer.waitFor({ state: "detached" });
    await ready(page, 0); // the keys were the menu's
    assert.equal(await countOf(page) > 1, true);
    // That of a train has one: it fires.
    const own = page.locator('[data-testid="process-2"] .edge.enabled');
    assert.equal(await own.count(), 1);
    await own.scrollIntoViewIfNeeded();
    const box = await own.locator("path").first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await ready(page, 1);
    assert.equal(await countOf(page), 1);
    assert.match(await page.getByTestId("location-2").innerText(), /Near/);
}

async function checkSource(page) {
    await choices(page).first().getByTestId("place").first().click();
    await page.locator(".source").waitFor();
    assert.match(await page.locator(".source .marked").first().innerText(), /transition/);
    await picture(page, "source");
    await page.getByTestId("close-source").click();
}

async function checkCoverage(page) {
    const sum = page.getByTestId("coverage-sum");
    assert.match(await sum.innerText(), /This walk visits 4 of 8 locations and 2 of 11 edges/);
    await page.getByTestId("mark-unvisited").check();
    assert.ok((await page.locator(".edge.unvisited").count()) > 10);
    assert.ok((await page.locator(".location.unvisited").count()) > 10);
    await picture(page, "coverage");
    await page.getByTestId("count-random").click();
    await page.getByText("A random run of 10000 steps").waitFor();
    assert.match(await sum.innerText(), /visits 8 of 8 locations and (\d+) of \1 edges/);
    assert.equal(await page.locator(".edge.unvisited").count(), 0);
    await page.getByTestId("count-walk").click();
    await page.getByTestId("mark-unvisited").uncheck();
    assert.equal(await page.locator(".edge.unvisited").count(), 0);
}

/** A search without end: the page stays usable, and the search ends when it is told to. */
async function checkCancel(page) {
    await page.getByTestId("count-random").waitFor();
    await page.locator(".long-run input").first().fill("10000000");
    await page.locator(".long-run input").first().blur();
    await page.getByTestId("count-random").click();
    await page.getByTestId("cancel").waitFor();
    const before = await countOf(page);
    await choices(page).first().getByRole("button", { name: "take" }).click();
    await ready(page, before + 1);
    await page.getByTestId("cancel").click();
    await page.getByTestId("search-line").waitFor({ state: "detached" });
}

async function walkThrough(browser, server, width) {
    const allowed = (url) => url.startsWith(`${server.address}api/`);
    const { page, wrong, close } = await browser.openAddress(server.address, { allowed, viewport: { width, height: 900 } });
    await choices(page).first().waitFor();
    await checkFits(page);
    await checkQueries(page);
    await checkFollowing(page);
    await checkEdges(page);
    await checkSource(page);
    await checkCoverage(page);
    await checkCancel(page);
    await checkFits(page);
    assert.deepEqual(wrong, []);
    await close();
}

/** Whatever the model: it can be walked at random, and what is shown belongs together. */
async function wander(browser, server, width, name) {
    const allowed = (url) => url.startsWith(`${server.address}api/`);
    const { page, wrong, close } = await browser.openAddress(server.address, { allowed, viewport: { width, height: 900 } });
    page.setDefaultTimeout(90_000); // the machine may be busy
    await page.getByTestId("may-wait").waitFor();
    await page.getByTestId("random").click();
    await page.waitForFunction(() => /step=\d/.test(location.hash), null);
    const length = await countOf(page);
    assert.ok(length > 0);
    await ready(page, length);
    await page.keyboard.press("Home");
    await ready(page, 0);
    await choices(page).first().hover();
    await page.getByTestId("mark-unvisited").check();
    assert.match(await page.getByTestId("coverage-sum").innerText(), /This walk visits [1-9]\d* of/);
    await picture(page, name);
    await checkFits(page);
    assert.deepEqual(wrong, []);
    await close();
}

const browser = await Browser.start();
const models = others.length ? others : [ours("train_gate.xml")];
for (const model of models) {
    const server = await startServer(tool, model);
    const name = model.split("/").pop().replace(/\W+/g, "-");
    for (const width of widths) {
        if (others.length) await wander(browser, server, width, name);
        else await walkThrough(browser, server, width);
    }
    await server.end();
    console.log(`${name}: as it should be`);
}
await browser.stop();
