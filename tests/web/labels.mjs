// Drawings of automata by their geometry: no line touches a label, and nothing is cut off. Of pages that the tool wrote:
// node labels.mjs PAGE …

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Browser } from "./browser.mjs";
import { large, philosophers, written } from "./crowds.mjs";
import { example, filled, long, overview } from "./documents.mjs";

const screens = [
    { width: 1280, height: 900 },
    { width: 1000, height: 700 },
    { width: 390, height: 844 },
];

/** Runs in the page: labels that a line of an edge touches, as thick as it is drawn. */
function touched() {
    const hair = 0.5; // pixels of a letter's box that are empty
    return [...document.querySelectorAll(".automata .drawing:not(.far)")].flatMap((svg) => {
        const lines = [...svg.querySelectorAll(".edge .line, .edge .diamond")].map((path) => {
            const toScreen = path.getScreenCTM();
            const count = Math.ceil(path.getTotalLength() / 1.5);
            const points = Array.from({ length: count + 1 }, (_, index) =>
                path.getPointAtLength((path.getTotalLength() * index) / count).matrixTransform(toScreen),
            );
            return { points, reach: (parseFloat(getComputedStyle(path).strokeWidth) * toScreen.a) / 2 };
        });
        const texts = [...svg.querySelectorAll("text.label tspan, .token-name text")];
        return texts.flatMap((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            if (right === left) return [];
            const meets = lines.some(({ points, reach }) =>
                points.some(
                    ({ x, y }) =>
                        x > left - reach + hair && x < right + reach - hair && y > top - reach + 2 * hair && y < bottom + reach - 2 * hair,
                ),
            );
            return meets ? [text.textContent] : [];
        });
    });
}

/** Runs in the page: labels and locations that the frame of their drawing cuts off. */
function cut() {
    return [...document.querySelectorAll(".automata .drawing")].flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll(".location .ring, text.label, .token-name")].flatMap((mark) => {
            const box = mark.getBoundingClientRect();
            const isIn =
                box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
            return isIn || box.width === 0 ? [] : [mark.textContent || "a location"];
        });
    });
}

async function settled(page) {
    for (let before = null, now = ""; before !== now; ) {
        before = now;
        await page.waitForTimeout(60);
        now = await page.evaluate(() =>
            [...document.querySelectorAll(".automata .drawing")].map((svg) => svg.getAttribute("viewBox")).join(),
        );
    }
}

/** At three sizes, in both themes, at the beginning and at the end. */
export async function checkLabels(page, { whole = true } = {}) {
    const ends = (await page.locator('[data-testid="position"]').count()) ? ["End", "Home"] : [""];
    for (const screen of screens) {
        await page.setViewportSize(screen);
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            for (const key of ends) {
                if (key) await page.keyboard.press(key);
                await settled(page);
                const where = `${screen.width} × ${screen.height}, ${colorScheme}, ${key}`;
                assert.deepEqual(await page.evaluate(touched), [], `lines on labels, ${where}`);
                if (whole) assert.deepEqual(await page.evaluate(cut), [], `cut off, ${where}`);
            }
        }
    }
}

/** Labels wider than the room between two edges, where their author wrote them. */
function wideLabels() {
    const document = philosophers(3);
    const [template] = document.model.templates;
    template.drawn = true;
    const places = [[0, 0], [180, -100], [180, 100]];
    template.locations.forEach((location, index) => {
        const [x, y] = places[index];
        Object.assign(location, { x, y, labels: [{ kind: "name", text: location.name, x: x + 10, y: y - 34 }] });
    });
    for (const edge of template.edges) {
        const [[x, y], [u, v]] = [places[edge.from], places[edge.to]];
        edge.labels.forEach((label, index) => Object.assign(label, { x: (x + u) / 2, y: (y + v) / 2 + 14 * index }));
    }
    return document;
}

export const labelTests = (open) => ({
    async "keeps labels off lines, on six models, three screens and in both themes"() {
        for (const document of [example(), philosophers(3), philosophers(14), written(), wideLabels(), long(20, 3)]) {
            const { page, done } = await open(filled(document));
            await checkLabels(page);
            await done();
        }
    },

    async "shows a large drawing around what moves, and processes with many edges in one"() {
        const { page, done } = await open(filled(large()), "#step=9");
        assert.equal(await page.locator(".automata .card").count(), 1);
        await checkLabels(page, { whole: false });
        await done();
    },

    async "leaves what has room enough where its author drew it"() {
        const { page, done } = await open(filled(overview()), "", { viewport: { width: 1600, height: 1000 } });
        await page.locator('[data-testid="process-choice"]').selectOption("0");
        const drawn = await page.$$eval('[data-testid="process-0"] .location .ring', (rings) =>
            rings.map((ring) => [Number(ring.getAttribute("cx")), Number(ring.getAttribute("cy"))]),
        );
        const { model } = overview();
        const { locations } = model.templates[model.processes[0].template];
        assert.deepEqual(drawn, locations.map(({ x, y }) => [x, y]));
        await done();
    },

    async "puts drawings side by side from 600 pixels on"() {
        const { page, done } = await open(filled(written()), "", { viewport: { width: 1280, height: 900 } });
        await settled(page);
        const tops = async () =>
            new Set(await page.$$eval(".automata .card", (cards) => cards.map((card) => card.getBoundingClientRect().top))).size;
        assert.equal(await tops(), 2);
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole("tab", { name: "automata" }).click();
        await settled(page);
        assert.equal(await tops(), 3);
        await done();
    },
});

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const browser = await Browser.start();
    let failures = 0;
    for (const path of process.argv.slice(2)) {
        const { page, wrong, close } = await browser.openFile(path);
        try {
            await checkLabels(page);
            assert.deepEqual(wrong, []);
            console.log(`ok    labels of ${path}`);
        } catch (error) {
            failures++;
            console.log(`FAIL  labels of ${path}\n${error.stack}`);
        }
        await close();
    }
    await browser.stop();
    process.exit(failures ? 1 : 0);
}
