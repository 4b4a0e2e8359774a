// Live mode against a stand-in for `crowfly serve`: the example's trace is the only way to walk.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { example, filled, overview } from "./documents.mjs";

const document = example();
const walkOf = (text) => (text ? text.split(",") : []);

function walk(text) {
    const taken = walkOf(text);
    const next = document.trace.steps[taken.length];
    const choice = next && {
        text: `step ${taken.length + 1}`,
        channel: next.channel,
        edges: next.edges,
        least: next.delay,
        least_strict: false,
        most: "9",
        most_strict: true,
    };
    const strict = {
        text: "later",
        channel: null,
        edges: [],
        least: "2",
        least_strict: true,
        most: taken.length ? "9/4" : null,
        most_strict: true,
    };
    const trace = {
        ...document.trace,
        steps: document.trace.steps
            .slice(0, taken.length)
            .map((step, index) => ({ ...step, delay: taken[index].split("@")[1] })),
    };
    return {
        steps: text,
        trace,
        query: null,
        choices: [choice, strict].filter(Boolean),
        may_wait: "inf",
        problem: null,
    };
}

const longer = (text, count) => {
    const taken = walkOf(text);
    return [
        ...taken,
        ...document.trace.steps.slice(taken.length, taken.length + count).map(({ delay }) => `0@${delay}`),
    ].join(",");
};

// Searches are done at once, except those for ever.
const results = {
    random: (asked) => ({ steps: longer(asked.get("steps"), Number(asked.get("count"))) }),
    reach: (asked) =>
        asked.get("goal") === "seen == 1"
            ? { steps: longer(asked.get("steps"), 6), verdict: "satisfied" }
            : { problem: "no such name", hint: "did you mean `seen`?" },
};
const searches = [];
const cancelled = [];

const calls = {
    "/api/walk": (asked) => walk(asked.get("steps")),
    "/api/choices": (asked) => walk(asked.get("steps")),
    "/api/zones": (asked) => ({
        steps: asked.get("steps"),
        zones: ["", ...walkOf(asked.get("steps"))].map((_, state) => `x <= ${state}, y - x < 2`),
        why: null,
    }),
    "/api/source": () => ({ file: "a/model.xml", first: 3, lines: ["one", "<two>", "three"], marked: [4, 4] }),
    "/api/search/start": (asked) => ({ id: searches.push(asked) }),
    "/api/search/status": (asked) => {
        const search = searches[Number(asked.get("id")) - 1];
        const endless = search.get("goal") === "never";
        const progress = { seconds: 1.5, explored: 1234, open: 5, stored: 6, best_estimate: null };
        if (endless) return { id: 1, state: "running", before: null, progress, result: null };
        return { id: 1, state: "done", before: null, progress, result: results[search.get("kind")](search) };
    },
    "/api/search/cancel": (asked) => (cancelled.push(asked.get("page")), {}),
    "/api/export": () => ({ schema: "crowfly-trace/1" }),
};

const placesOf = ({ edges }, template) =>
    edges.map((_, edge) => ({
        file: "a/model.xml",
        id: 1,
        begin: 10 * template + edge,
        end: 10 * template + edge + 5,
        line: edge + 1,
        last: edge + 1,
        source: `guard g${edge}`,
    }));

function answer(request, response) {
    const url = new URL(request.url, "http://here");
    const call = calls[url.pathname];
    if (!call)
        return response.end(
            filled({
                ...document,
                trace: { ...document.trace, steps: [] },
                query: null,
                live: { base: "/", queries: [], places: document.model.templates.map(placesOf) },
                structure: overview().structure,
            }),
        );
    const { status = 200, ...body } = call(url.searchParams);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const walkHas = (page, steps) =>
    page.waitForFunction(
        (count) => document.querySelector('[data-testid="position"]').innerText.includes(` of ${count},`),
        steps,
    );

/** Choices, zone and title are those of the selected state. */
async function checkFollowing(page, choices, delays) {
    await page.keyboard.press("Home");
    await page.getByText("What can happen in state 0").waitFor();
    assert.deepEqual(await delays(), ["1", "5/2"]);
    assert.match(await choices.first().innerText(), /step 1\b.*taken next/s);
    assert.match(await page.getByTestId("replaces").innerText(), /replaces the 7 steps/);
    assert.deepEqual(await page.getByTestId("constraints").locator("li").allInnerTexts(), ["x <= 0", "y - x < 2"]);
    await page.keyboard.press("ArrowRight");
    await page.getByText("What can happen in state 1").waitFor();
    await page.waitForFunction(() => document.querySelector(".delay-input").value === "0");
    assert.match(await page.getByTestId("constraints").innerText(), /x <= 1/);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => document.querySelector(".delay-input").value === "1");
}

/** Pointing at a choice marks its edges, a click on one of them fires it; another shows where it is written. */
async function checkMarks(page, choices) {
    await page.keyboard.press("Home");
    await page.getByText("What can happen in state 0").waitFor();
    const { process, edge } = document.trace.steps[0].edges[0];
    const line = (number) => page.locator(`[data-testid="process-${process}"] .edge`).nth(number);
    assert.equal(await page.locator(".edge.pointed").count(), 0);
    await choices.first().hover();
    const arrows = document.trace.steps[0].edges.flatMap(({ edge: first, branch }) => (branch == null ? first : [first, branch]));
    assert.equal(await page.locator(".edge.pointed").count(), arrows.length);
    assert.match(await line(edge).getAttribute("class"), /pointed.*enabled/);
    await page.mouse.move(5, 5);
    assert.equal(await page.locator(".edge.pointed").count(), 0);
    const other = page.locator(".edge[data-press]:not([role])").first();
    await other.dispatchEvent("click");
    assert.equal(await page.locator(".source .marked").innerText(), "4<two>\n");
    await page.getByTestId("close-source").click();
    await line(edge).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get("steps") === "0@1");
    await page.goBack();
    await walkHas(page, 7);
}

/** A search shows how far it is, and can be cancelled. */
async function checkCancel(page) {
    await page.getByTestId("goal").fill("never");
    await page.getByTestId("reach").click();
    await page.getByText("1,234 states, 1.5 s").waitFor();
    await page.getByTestId("cancel").click();
    await page.getByTestId("search-line").waitFor({ state: "detached" });
    assert.equal(cancelled.length, 1);
    assert.equal(cancelled[0], searches.at(-1).get("page"));
}

export async function checkLive(browser) {
    const server = createServer(answer);
    await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
    const home = `http://127.0.0.1:${server.address().port}/`;
    const { page, wrong, close } = await browser.openAddress(home, { allowed: (url) => url.startsWith(`${home}api/`) });
    const at = (hash) => page.waitForURL((url) => url.hash === hash);
    const choices = page.locator('[data-testid="choice"]');
    const delays = () => page.$$eval(".delay-input", (inputs) => inputs.map((input) => input.value));

    await choices.first().waitFor();
    assert.equal(await page.locator(".graphs .drawing").count(), 2);
    assert.deepEqual(await delays(), ["1", "5/2"]);
    await choices.first().getByRole("textbox").fill("9");
    await choices.first().getByRole("button", { name: "take" }).click();
    assert.match(await choices.first().innerText(), /must be in \[1, 9\)/);
    await choices.first().getByRole("textbox").fill("1.5");
    await choices.first().getByRole("button", { name: "take" }).click();
    await at("#steps=0@3/2&step=1");
    assert.deepEqual(await delays(), ["0", "17/8"]);
    assert.match(await page.innerText('[data-testid="clock-0"]'), /3\/2/);

    await page.getByTestId("random").click();
    await at(`#steps=${longer("0@3/2", 20)}&step=8`);
    await page.getByTestId("undo").click();
    await at(`#steps=${longer("0@3/2", 6)}&step=7`);
    await checkFollowing(page, choices, delays);
    await page.getByTestId("goal").fill("seen == 1");
    await page.getByTestId("reach").click();
    await at(`#steps=${longer("", 6)}&step=6`);
    await page.goBack();
    await walkHas(page, 7);
    await checkMarks(page, choices);
    await checkCancel(page);
    assert.deepEqual(wrong, []);

    await page.getByTestId("goal").fill("nothing");
    await page.getByTestId("reach").click();
    await page.locator(".complaint").waitFor();
    assert.match(await page.locator(".complaint").innerText(), /^no such name\n+did you mean seen\?$/);
    assert.equal(await page.locator(".further > div:has(.complaint) .goal").count(), 1);
    const download = page.waitForEvent("download");
    await page.getByTestId("export").click();
    assert.equal((await download).suggestedFilename(), "trace.json");
    await close();
    server.closeAllConnections();
    server.close();
}
