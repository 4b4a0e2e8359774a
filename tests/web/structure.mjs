// The structure panel against the data.

import assert from "node:assert/strict";
import { dense, filled, filledCompressed, hostile, overview, tangled, wide } from "./documents.mjs";

const kinds = ["reads", "writes", "sends", "receives", "joins"];

/** What the panel shows; runs in the page. */
function seen() {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const graph = (name) => ({
        nodes: all(`[data-testid="${name}-graph"] [data-node]`).map((node) => Number(node.dataset.node)),
        edges: all(`[data-testid="${name}-graph"] [data-edge]`).map((edge) => edge.querySelector("title").textContent),
    });
    const table = (name) =>
        all(`[data-testid="${name}-table"] tr`).map((row) => [...row.children].map((cell) => cell.textContent));
    return {
        access: graph("access"),
        causal: graph("causal"),
        accessTable: table("access"),
        causalTable: table("causal"),
    };
}

const orDash = (names) => names.join(", ") || "–";

/** The same, found the plain way. */
function expected({ structure: { nodes, access, causal } }) {
    const name = (node) => nodes[node].name;
    const acting = ({ from, to }) => (nodes[from].kind === "process" ? [from, to] : [to, from]);
    const used = kinds.filter((kind) => access.some((edge) => edge.kind === kind));
    const numbers = nodes.map((_, index) => index);
    const taking = numbers.filter((node) => causal.flat().includes(node));
    const touched = (process, kind) =>
        access
            .filter((edge) => edge.kind === kind && acting(edge)[0] === process)
            .map((edge) => name(acting(edge)[1]));
    const effects = (node) => causal.filter(([from]) => from === node).map(([, to]) => name(to));
    return {
        access: {
            nodes: numbers,
            edges: access.map((edge) => `${name(acting(edge)[0])} ${edge.kind} ${name(acting(edge)[1])}`),
        },
        causal: { nodes: taking, edges: causal.map(([from, to]) => `${name(from)} changes ${name(to)}`) },
        accessTable: [
            ["process", ...used],
            ...numbers
                .filter((node) => nodes[node].kind === "process")
                .map((node) => [name(node), ...used.map((kind) => orDash(touched(node, kind)))]),
        ],
        causalTable: causal.length
            ? [["name", "changes because of it"], ...taking.map((node) => [name(node), orDash(effects(node))])]
            : [],
    };
}

/** The whole panel, of a model small enough to be drawn. */
export async function checkStructure(page, document) {
    if (await page.locator('[data-testid="large"]').count()) return;
    assert.deepEqual(await page.evaluate(seen), expected(document));
}

const shapes = { process: "rect:not([rx='10'])", variable: "rect[rx='10']", clock: "ellipse", channel: "path" };

export const structureTests = (open) => ({
    async "shows a model without a trace: sizes, automata, graphs, tables"() {
        const { page, done } = await open(filled(overview()));
        const document = overview();
        await checkStructure(page, document);
        const { model, structure } = document;
        assert.equal(
            await page.innerText('[data-testid="sizes"]'),
            `${model.templates.length} templates, ${model.processes.length} processes, ` +
                `${model.variables.length} variables, ${model.clocks.length} clocks, 3 channels`,
        );
        assert.equal(await page.innerText("h1"), model.path);
        const initial = model.processes.map(({ template }) => {
            const { locations } = model.templates[template];
            return locations.find((location) => location.initial).name;
        });
        assert.deepEqual(await page.locator(".card .where").allInnerTexts(), initial);
        for (const absent of ["steps", "timeline", "chart", "state", "position", "announcement"])
            assert.equal(await page.locator(`[data-testid="${absent}"]`).count(), 0, absent);
        for (const [index, { kind }] of structure.nodes.entries())
            assert.equal(
                await page.locator(`[data-testid="access-graph"] [data-node="${index}"] > ${shapes[kind]}`).count(),
                1,
                `node ${index} has the shape of a ${kind}`,
            );
        await done();
    },

    async "tells kinds of edges apart by their lines, and says how in a legend"() {
        const { page, done } = await open(filled(overview()));
        const look = (selector) =>
            page.$$eval(selector, (links) =>
                links.map((link) => {
                    const { strokeDasharray, strokeWidth } = getComputedStyle(link);
                    return [strokeDasharray, strokeWidth, link.getAttribute("marker-end")].join();
                }),
            );
        const looks = [];
        for (const kind of kinds) {
            const [drawn] = new Set(await look(`[data-testid="access-graph"] [data-edge="${kind}"] .link`));
            assert.deepEqual(await look(`[data-testid="access-graph"] .legend .${kind}`), [drawn]);
            looks.push(drawn);
        }
        assert.equal(new Set(looks).size, kinds.length);
        await done();
    },

    async "marks the strongly connected parts of the causes"() {
        const { page, done } = await open(filled(overview()));
        const marked = await page.$$eval('[data-testid="causal-graph"] [data-node]', (nodes) =>
            nodes.map((node) => [Number(node.dataset.node), node.querySelector(".part")?.textContent ?? null]),
        );
        const inPart = (wanted) => marked.filter(([, part]) => part === wanted).map(([node]) => node);
        const sets = ["1", "2"].map((part) => inPart(part).join());
        const { nodes } = overview().structure;
        const variable = nodes.findIndex(({ kind }) => kind === "variable");
        assert.deepEqual(sets.sort(), [`0,${variable}`, "1,2"]);
        assert.equal(inPart(null).length, 1);
        await done();
    },

    async "moves and enlarges graphs with keys, and names everything"() {
        const { page, done } = await open(filled(overview()));
        const graph = page.locator('[data-testid="access-graph"] .drawing');
        const view = async () => (await graph.getAttribute("viewBox")).split(" ").map(Number);
        const fit = await view();
        await graph.focus();
        await page.keyboard.press("ArrowRight");
        assert.ok((await view())[0] > fit[0]);
        await page.keyboard.press("+");
        assert.ok((await view())[2] < fit[2]);
        await page.getByRole("button", { name: "Fit the graphs" }).click();
        assert.deepEqual(await view(), fit);
        assert.equal(await page.getByRole("region", { name: "Structure", exact: true }).count(), 1);
        assert.equal(await page.getByRole("img", { name: /^Who reads.*nodes and.*edges/ }).count(), 1);
        assert.equal(await page.getByRole("combobox", { name: /around this name/ }).count(), 1);
        await page.keyboard.press("?");
        assert.doesNotMatch(await page.getByRole("dialog").innerText(), /next step/);
        await done();
    },

    async "filters by a name"() {
        const { page, done } = await open(filled(overview()));
        const { nodes } = overview().structure;
        await page.fill('[data-testid="structure-filter"]', nodes[2].name);
        const shown = await page.evaluate(seen);
        assert.deepEqual(
            shown.access.nodes.map((node) => nodes[node].name),
            [nodes[0].name, nodes[1].name, nodes[2].name, "board"],
        );
        assert.deepEqual(shown.causal.nodes.slice(0, 2), [1, 2]);
        assert.equal(shown.accessTable.length, 2);
        await page.fill('[data-testid="structure-filter"]', "no such name");
        assert.match(await page.innerText('[data-testid="access-graph"]'), /Nothing here has such a name/);
        await done();
    },

    async "does not draw a large model at once"() {
        const { page, done } = await open(filledCompressed(wide(2000)));
        assert.match(await page.innerText('[data-testid="large"]'), /6001 nodes and 6000 edges/);
        assert.equal(await page.inputValue('[data-testid="structure-filter"]'), "P(0)");
        assert.deepEqual((await page.evaluate(seen)).access.nodes, [0, 2000, 2001, 2002]);
        await page.fill('[data-testid="structure-filter"]', "P(17)");
        assert.deepEqual((await page.evaluate(seen)).access.nodes, [17, 2000, 2035, 2036]);
        assert.deepEqual((await page.evaluate(seen)).causal.nodes, [16, 17, 18]);
        await page.fill('[data-testid="structure-filter"]', "");
        assert.match(await page.innerText('[data-testid="access-graph"]'), /Too large to draw/);
        assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 12_000);
        await done();
    },

    async "draws the largest graphs it draws at all within seconds"() {
        for (const document of [wide(49), dense(150, 600)]) {
            const begun = Date.now();
            const { page, done } = await open(filled(document));
            await checkStructure(page, document);
            assert.equal(await page.locator('[data-testid="large"]').count(), 0);
            assert.ok(Date.now() - begun < 10_000, `${Date.now() - begun} ms`);
            await done();
        }
    },

    async "lays out templates with loops and many edges between the same locations"() {
        for (let seed = 1; seed <= 6; seed++) {
            const { page, done } = await open(filled(tangled(seed)));
            const places = await page.$$eval('[data-testid="process-0"] .ring', (rings) =>
                rings.map((ring) => `${ring.getAttribute("cx")} ${ring.getAttribute("cy")}`),
            );
            assert.equal(new Set(places).size, 9);
            const paths = await page.$$eval('[data-testid="process-0"] .edge path', (edges) =>
                edges.map((edge) => edge.getAttribute("d")),
            );
            assert.equal(new Set(paths).size, 40);
            assert.ok(paths.every((path) => !path.includes("NaN")));
            await done();
        }
    },

    async "is not moved by hostile names in the structure"() {
        const document = hostile(overview());
        const { page, done } = await open(filled(document));
        assert.equal(await page.locator("img, iframe, #app script, a[href]").count(), 0);
        assert.equal(await page.locator("script").count(), 2);
        const { accessTable } = await page.evaluate(seen);
        assert.deepEqual(
            accessTable.slice(1).map(([name]) => name),
            document.structure.nodes.filter(({ kind }) => kind === "process").map(({ name }) => name),
        );
        await page.fill('[data-testid="structure-filter"]', document.structure.nodes[0].name);
        assert.ok((await page.evaluate(seen)).access.nodes.includes(0));
        await done();
    },

    async "shows an empty structure"() {
        const { page, done } = await open(
            filled({ ...overview(), structure: { nodes: [], access: [], causal: [] } }),
        );
        assert.match(await page.innerText('[data-testid="causal-graph"]'), /nothing to draw/);
        await done();
    },
});
