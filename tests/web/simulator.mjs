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

const heightOf = async (locator) => (await locator.boundingBox()).height;

/** `run all` ends with one line per query, its mark, and a summary; a line that is opened says more. */
async function checkQueries(page) {
    const lines = page.getByTestId("model-query");
    assert.equal(await lines.count(), 2);
    assert.match(await page.getByTestId("all-queries").innerText(), /show 4 more/);
    await page.getByTestId("run-all").click();
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="query-mark"]').length === 6);
    assert.equal(await lines.count(), 6);
    assert.deepEqual(await page.getByTestId("query-mark").allInnerTexts(), ["✓", "✗", "✓", "✓", "✓", "✓"]);
    assert.equal((await page.getByTestId("query-summary").innerText()).replace(/\s+/g, " "), "5 ✓ 1 ✗");
    for (const line of await lines.all()) assert.ok((await heightOf(line)) < 36, "a query takes more than a line");
    const [inner, outer] = await page.$eval(".query-list", (list) => [list.scrollHeight, list.clientHeight]);
    assert.ok(inner <= outer + 1, "the list of queries scrolls");
    assert.match(await lines.last().innerText(), /sup 3/);
    await lines.nth(1).locator("code").click();
    assert.match(await lines.nth(1).innerText(), /train_gate\.xml:\d+.*expected: not satisfied\s+not satisfied, as expected/s);
    await picture(page, "run-all");
    await checkMistakes(page);
    await page.getByTestId("query-input").fill("E<> Train(0).OnBridge && Train(1).Halted");
    await page.getByTestId("run-query").click();
    await page.locator('[data-testid="query"]').waitFor();
    assert.equal(await page.getByTestId("verdict").innerText(), "satisfied");
    assert.match(await page.getByTestId("location-0").innerText(), /OnBridge/);
    assert.ok((await countOf(page)) > 3);
    assert.match(await page.getByTestId("formula").innerText(), /true/);
    await picture(page, "query");
}

const isBelow = async (page, message, input) => {
    const [below, above] = [await message.boundingBox(), await page.getByTestId(input).boundingBox()];
    const distance = below.y - above.y - above.height;
    assert.ok(distance >= 0 && distance < 30, `the message is ${distance} below ${input}`);
};

/** Messages stand below the input that caused them, with the hint, until it is changed. */
async function checkMistakes(page) {
    await page.getByTestId("query-input").fill("E<> Trian(0).OnBridge");
    await page.getByTestId("query-input").press("Enter");
    await page.getByTestId("goal").fill("Train(0).Nea");
    const [query, goal] = [page.locator(".queries .complaint"), page.locator(".live .complaint")];
    await query.waitFor();
    await page.getByTestId("reach").click();
    await goal.waitFor();
    assert.match(await query.innerText(), /Trian\s+did you mean Train\?/);
    assert.match(await goal.innerText(), /Nea\s+did you mean Near\?/);
    await isBelow(page, query, "query-input");
    await isBelow(page, goal, "goal");
    assert.equal(await page.getByTestId("goal").getAttribute("aria-invalid"), "true");
    assert.equal(await page.getByTestId("query-mark").count(), 6); // what is no query has no line
    await picture(page, "mistakes");
    await page.getByTestId("goal").fill("Train(0).Near");
    await goal.waitFor({ state: "detached" });
    assert.equal(await query.count(), 1);
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
    await offer.getByRole("menuitem").last().hover({ trial: true, timeout: 5000 }); // nothing cuts it off or lies above it
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

/** The whole line takes its choice, by pointer and by key, but not its field and its links. */
async function checkLine(page) {
    await page.keyboard.press("Home");
    await ready(page, 0);
    const line = choices(page).nth(2);
    await line.locator("input").click();
    await line.getByTestId("place").first().click();
    await page.getByTestId("close-source").click();
    await ready(page, 0);
    await line.locator(".choice-text").click({ force: true }); // the button lies above it
    await ready(page, 1);
    assert.equal(await countOf(page), 1);
    assert.match(await page.getByTestId("location-2").innerText(), /Near/);
    await choices(page).first().getByRole("button", { name: "take" }).focus();
    await page.keyboard.press("Enter");
    await ready(page, 2);
    await page.getByTestId("undo").click();
    await ready(page, 1);
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
    const { page, wrong, close } = await openAt(browser, server, width);
    await choices(page).first().waitFor();
    await checkFits(page);
    await checkQueries(page);
    await checkFollowing(page);
    await checkEdges(page);
    await checkLine(page);
    await checkSource(page);
    await checkCoverage(page);
    await checkCancel(page);
    await checkFits(page);
    assert.deepEqual(wrong, []);
    await close();
}

const openAt = (browser, server, width, height = 900) => {
    const allowed = (url) => url.startsWith(`${server.address}api/`);
    return browser.openAddress(server.address, { allowed, viewport: { width, height } });
};

/** Of a planning task: choices are operators, and no delay is offered. */
async function walkThroughTask(browser, width) {
    const server = await startServer(tool, ours("delivery.sas"));
    const { page, wrong, close } = await openAt(browser, server, width);
    await choices(page).first().waitFor();
    assert.match(await choices(page).first().innerText(), /^(drive|load|courier) [ab]/);
    assert.equal(await page.locator(".delay-input").count(), 0);
    assert.equal(await page.getByTestId("may-wait").count(), 0);
    await choices(page).first().locator(".choice-text").click({ force: true });
    await ready(page, 1);
    await page.getByTestId("model-query").first().getByRole("button", { name: /^Run/ }).click();
    await page.getByTestId("query-result").waitFor();
    assert.doesNotMatch(await page.getByTestId("query-result").innerText(), /time unit/);
    await picture(page, "task");
    await checkFits(page);
    assert.deepEqual(wrong, []);
    await close();
    await server.end();
}

/** Many choices: the first ones, and a filter for all. */
async function walkThroughMany(browser, width) {
    const server = await startServer(tool, ours("gossip.xta"));
    const { page, wrong, close } = await openAt(browser, server, width);
    await choices(page).first().waitFor();
    assert.equal(await choices(page).count(), 8);
    await page.getByTestId("all-choices").click();
    assert.equal(await choices(page).count(), 12);
    await page.getByTestId("choice-filter").fill("person(2): here -> here with");
    assert.equal(await choices(page).count(), 3);
    await choices(page).last().locator(".choice-text").click({ force: true });
    await ready(page, 1);
    assert.equal(await stepsOf(page), "8@0");
    assert.equal(await choices(page).count(), 8);
    await picture(page, "many");
    await checkFits(page);
    assert.deepEqual(wrong, []);
    await close();
    await server.end();
}

/** Whatever the model: it can be walked at random, and what is shown belongs together. */
async function wander(browser, server, width, name) {
    const { page, wrong, close } = await openAt(browser, server, width);
    page.setDefaultTimeout(90_000); // the machine may be busy
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
for (const width of others.length ? [] : [390, ...widths]) {
    await walkThroughTask(browser, width);
    await walkThroughMany(browser, width);
}
await browser.stop();
