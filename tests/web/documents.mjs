// The documents the tests show, and how they get into the page.

import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

export const viewer = read("../../web/viewer.html");
export const example = () => JSON.parse(read("example.json"));

const place = '<script id="crowfly-data" type="application/json">null</script>';

/** As the tool does it for small documents. */
export function filled(document) {
    const json = JSON.stringify(document).replaceAll("<", "\\u003c");
    return viewer.replace(place, () => place.replace("null", () => json));
}

/** As the tool does it for large ones. */
export function filledCompressed(document) {
    const data = deflateSync(JSON.stringify(document)).toString("base64");
    return viewer.replace(
        place,
        () => `<script id="crowfly-data" type="text/plain" data-encoding="zlib-base64">${data}</script>`,
    );
}

const nasty = [
    '<img src=x onerror="alert(1)">',
    "</script><script>alert(2)</script>",
    "javascript:alert(3)",
    '"><svg onload=alert(4)>',
    "${alert(5)}",
    "__proto__",
];

/** The example as `crowfly info --html` would write it: how its parts hang together, and no trace. */
export function overview() {
    const document = example();
    const named = (kind, names) => names.map((name) => ({ name, kind }));
    const nodes = [
        ...["process", "variable", "clock"].flatMap((kind) =>
            named(
                kind,
                document.model[kind === "process" ? "processes" : `${kind}s`].map(({ name }) => name),
            ),
        ),
        ...named("channel", ["board", "leave", "all"]),
    ];
    const at = (name) => nodes.findIndex((node) => node.name === name);
    const [first, second, third] = nodes.map((_, index) => index);
    const variable = nodes.findIndex(({ kind }) => kind === "variable");
    const clock = nodes.findIndex(({ kind }) => kind === "clock");
    const access = [
        { from: first, to: variable, kind: "writes" },
        { from: variable, to: first, kind: "reads" },
        { from: variable, to: second, kind: "reads" },
        { from: clock, to: second, kind: "reads" },
        { from: first, to: at("board"), kind: "sends" },
        { from: at("board"), to: second, kind: "receives" },
        { from: at("board"), to: third, kind: "receives" },
        { from: second, to: at("all"), kind: "joins" },
    ];
    const causal = [
        [first, variable],
        [variable, first],
        [second, third],
        [third, second],
        [second, second],
        [first, second],
        [third, clock],
    ];
    return { ...document, trace: null, query: null, structure: { nodes, access, causal } };
}

/** Many processes around one variable, each with two of its own. */
export function wide(count) {
    const document = overview();
    const process = (index) => ({ name: `P(${index})`, kind: "process" });
    const nodes = [
        ...Array.from({ length: count }, (_, index) => process(index)),
        { name: "shared", kind: "variable" },
        ...Array.from({ length: 2 * count }, (_, index) => ({
            name: `P(${index >> 1}).v${index % 2}`,
            kind: "variable",
        })),
    ];
    const access = [];
    for (let index = 0; index < count; index++)
        access.push(
            { from: count, to: index, kind: "reads" },
            { from: index, to: count + 1 + 2 * index, kind: "writes" },
            { from: count + 2 + 2 * index, to: index, kind: "reads" },
        );
    const causal = Array.from({ length: count }, (_, index) => [index, (index + 1) % count]);
    return { ...document, structure: { nodes, access, causal } };
}

/** Numbers that look random and are always the same. */
function numbers(seed) {
    let state = seed;
    return (below) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return (state >> 8) % below;
    };
}

/** Processes and variables, connected at random. */
export function dense(count, edges) {
    const next = numbers(count);
    const processes = Math.floor(count / 3);
    const nodes = Array.from({ length: count }, (_, index) =>
        index < processes ? { name: `P(${index})`, kind: "process" } : { name: `v${index}`, kind: "variable" },
    );
    const access = Array.from({ length: edges }, () => {
        const [process, variable] = [next(processes), processes + next(count - processes)];
        return next(2)
            ? { from: process, to: variable, kind: "writes" }
            : { from: variable, to: process, kind: "reads" };
    });
    const causal = Array.from({ length: edges }, () => [next(count), next(count)]);
    return { ...overview(), structure: { nodes, access, causal } };
}

/** A template that nobody drew, of 9 locations and 40 edges at random; loops and repeated edges among them. */
export function tangled(seed) {
    const next = numbers(seed);
    const document = overview();
    document.model.templates[0] = {
        name: "Tangle",
        drawn: false,
        locations: Array.from({ length: 9 }, (_, index) => ({
            ...{ name: `l${index}`, kind: "normal", initial: index === 0, invariant: "", labels: [], color: null },
            ...{ x: null, y: null },
        })),
        branchpoints: [],
        edges: Array.from({ length: 40 }, (_, index) => ({
            ...{ from: next(9), to: next(9), nails: [], controllable: true, color: null },
            labels: [{ kind: "guard", text: `x >= ${index}`, x: null, y: null }],
        })),
    };
    return document;
}

/** A document with every text replaced by one that would like to be markup. */
export function hostile(source = example()) {
    let next = 0;
    const spoil = (value, key) => {
        if (typeof value === "string") return kept.has(key) ? value : nasty[next++ % nasty.length];
        if (Array.isArray(value)) return value.map((entry) => spoil(entry, key));
        if (value === null || typeof value !== "object") return value;
        return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, spoil(entry, name)]));
    };
    const kept = new Set(["schema", "truth", "ending", "delay", "rest", "duration", "clocks", "role"]);
    const document = spoil(source);
    document.model.clocks.forEach((clock, index) => (clock.name = nasty[index]));
    source.structure?.nodes.forEach(({ kind }, index) => (document.structure.nodes[index].kind = kind));
    source.structure?.access.forEach(({ kind }, index) => (document.structure.access[index].kind = kind));
    return document;
}

/** A ring of processes that pass a token, for as many steps as wanted. */
export function long(count, processes = 12) {
    const document = example();
    const location = (name, initial) => ({
        name,
        kind: "normal",
        initial,
        x: initial ? 0 : 120,
        y: 0,
        invariant: "",
        labels: [],
        color: null,
    });
    const edge = (from, to) => ({ from, to, nails: [], controllable: true, labels: [], color: null });
    document.model.templates = [
        {
            name: "Node",
            drawn: true,
            locations: [location("idle", true), location("busy", false)],
            branchpoints: [],
            edges: [edge(0, 1), edge(1, 0)],
        },
    ];
    document.model.processes = Array.from({ length: processes }, (_, index) => ({
        name: `Node(${index})`,
        template: 0,
    }));
    document.model.variables = [{ name: "count" }];
    document.model.clocks = document.model.processes.map(({ name }) => ({ name: `${name}.x` }));
    const zeros = document.model.processes.map(() => 0);
    const busy = [...zeros];
    document.trace.initial = { locations: zeros, variables: [0], clocks: zeros.map(String) };
    document.trace.steps = Array.from({ length: count }, (_, index) => {
        const process = index % processes;
        busy[process] = 1 - busy[process];
        return {
            delay: index % 3 ? "0" : "1/2",
            channel: null,
            broadcast: false,
            edges: [{ process, edge: 1 - busy[process], branch: null, role: "internal", selects: [], line: null }],
            locations: [[process, busy[process]]],
            variables: index % 10 ? [] : [[0, index]],
            clocks: [[process, "0"]],
        };
    });
    document.query.atoms = [{ text: "count > 5", truth: "0".repeat(count) + "1" }];
    document.query.truth = "0".repeat(count) + "1";
    document.search.estimates = Array.from({ length: count + 1 }, (_, index) => count - index);
    return document;
}
