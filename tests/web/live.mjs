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

const calls = {
    "/api/walk": (asked) => walk(asked.get("steps")),
    "/api/random": (asked) => ({ steps: longer(asked.get("steps"), Number(asked.get("count"))) }),
    "/api/reach": (asked) =>
        asked.get("goal") === "seen == 1"
            ? { steps: longer(asked.get("steps"), 6), verdict: "satisfied" }
            : { status: 400, problem: "no such name" },
    "/api/export": () => ({ schema: "crowfly-trace/1" }),
};

function answer(request, response) {
    const url = new URL(request.url, "http://here");
    const call = calls[url.pathname];
    if (!call)
        return response.end(
            filled({
                ...document,
                trace: { ...document.trace, steps: [] },
                query: null,
                live: { base: "/" },
                structure: overview().structure,
            }),
        );
    const { status = 200, ...body } = call(url.searchParams);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
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
    await page.keyboard.press("Home");
    await page.getByTestId("cut").click();
    await at("#steps=");
    await page.getByTestId("goal").fill("seen == 1");
    await page.getByTestId("reach").click();
    await at(`#steps=${longer("", 6)}&step=6`);
    await page.goBack();
    await at("#steps=");
    assert.deepEqual(wrong, []);

    await page.getByTestId("goal").fill("nothing");
    await page.getByTestId("reach").click();
    await page.getByText("no such name").waitFor();
    const download = page.waitForEvent("download");
    await page.getByTestId("export").click();
    assert.equal((await download).suggestedFilename(), "trace.json");
    await close();
    server.closeAllConnections();
    server.close();
}
