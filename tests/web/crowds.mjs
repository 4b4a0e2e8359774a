// Documents with many processes, large templates, and traces in which time stands still.

import { example } from "./documents.mjs";

const location = (name, more = {}) => ({
    ...{ name, named: true, kind: "normal", initial: false, x: null, y: null, invariant: "", labels: [], color: null },
    ...more,
});

const label = (kind, text, x = null, y = null) => ({ kind, text, x, y });

const edge = (from, to, ...labels) => ({ from, to, nails: [], controllable: true, labels, color: null });

const template = (name, locations, edges, drawn = false) => ({ name, drawn, locations, branchpoints: [], edges });

/** A step of one process along an edge of its template. */
const step = (document, process, number, delay = "0") => {
    const { template: of } = document.model.processes[process];
    return {
        ...{ delay, channel: null, broadcast: false, variables: [], clocks: [] },
        edges: [{ process, edge: number, branch: null, role: "internal", selects: [], line: null }],
        locations: [[process, document.model.templates[of].edges[number].to]],
    };
};

function documentOf(templates, processes, variables = [], clocks = []) {
    const document = example();
    document.model = {
        ...{ path: "model.xml", sha256: null, templates },
        processes: processes.map(([name, of]) => ({ name, template: of })),
        variables: variables.map((name) => ({ name })),
        clocks: clocks.map((name) => ({ name })),
    };
    document.query = { text: "E<> goal", verdict: "satisfied", expected: null, atoms: [], truth: "" };
    document.search = null;
    document.trace = {
        ...{ ending: "reached", loop: null, rest: "0", duration: "0", why_stuck: [], steps: [] },
        initial: {
            locations: processes.map(() => 0),
            variables: variables.map(() => 0),
            clocks: clocks.map(() => "0"),
        },
    };
    return document;
}

const philosopher = () =>
    template(
        "Phil",
        [location("thinking", { initial: true }), location("one"), location("eating")],
        [
            edge(0, 1, label("guard", "!taken[left]"), label("assignment", "taken[left] = true")),
            edge(1, 2, label("guard", "!taken[right]"), label("assignment", "taken[right] = true")),
            edge(2, 0, label("assignment", "taken[left] = false, taken[right] = false")),
        ],
    );

/** Philosophers who each take a fork, in no time, as many of them as wanted. */
export function philosophers(count, active = count) {
    const numbers = Array.from({ length: count }, (_, index) => index);
    const document = documentOf(
        [philosopher()],
        numbers.map((index) => [`Phil${index}`, 0]),
        numbers.map((index) => `taken[${index}]`),
    );
    document.trace.steps = numbers
        .slice(0, active)
        .map((index) => ({ ...step(document, count - 1 - index, 0), variables: [[count - 1 - index, 1]] }));
    document.query.text = `E<> ${numbers.map((index) => `Phil${index}.one`).join(" && ")}`;
    document.query.atoms = numbers.map((index) => ({
        text: `Phil${index}.one`,
        truth: "0".repeat(Math.min(active + 1, count - index)) + "1".repeat(Math.max(0, active + 1 - count + index)),
    }));
    document.query.truth = "0".repeat(active) + (active === count ? "1" : "0");
    return document;
}

/** One process that takes some steps at once and waits between others: delays as texts. */
export function delays(list, ending = "reached", rest = "0") {
    const towns = ["first", "second", "third"].map((name, index) => location(name, { initial: index === 0 }));
    const walker = template("Walker", towns, [edge(0, 1), edge(1, 2), edge(2, 0)]);
    const document = documentOf([walker], [["W", 0]], [], ["W.x"]);
    document.trace.steps = list.map((delay, index) => ({ ...step(document, 0, index % 3, delay), clocks: [[0, "0"]] }));
    Object.assign(document.trace, { ending, rest });
    return document;
}

/** Names of a record in an array, two words each. */
export function records(count) {
    const names = Array.from({ length: count }, (_, index) => [
        `receivingBuffer[${index}].length`,
        `receivingBuffer[${index}].element_count`,
    ]).flat();
    return documentOf([philosopher()], [["Phil0", 0]], [...names, "averyverylongnamewithoutanyparts"]);
}

/** A lamp, people who call each other, and a template whose author wrote all labels on the same place. */
export function written() {
    const lamp = template(
        "Lamp",
        [location("off", { initial: true }), location("dim"), location("bright")],
        [
            edge(0, 1, label("synchronisation", "press?"), label("assignment", "x = 0")),
            edge(1, 2, label("guard", "x < 5"), label("synchronisation", "press?")),
            edge(1, 0, label("guard", "x >= 5"), label("synchronisation", "press?")),
            edge(2, 0, label("synchronisation", "press?")),
        ],
    );
    const person = template(
        "Person",
        [location("here", { initial: true, invariant: "x <= 7" })],
        [
            edge(
                ...[0, 0, label("select", "other : person_t"), label("guard", "other != me && calls < 2 * N")],
                ...[label("synchronisation", "dial[other]!"), label("assignment", "told = known[me], calls++")],
            ),
            edge(0, 0, label("synchronisation", "dial[me]?"), label("assignment", "known[me] |= told")),
            edge(0, 0, label("guard", "x > 3"), label("synchronisation", "quit!")),
        ],
    );
    const careless = template(
        "Careless",
        [
            location("left", { initial: true, x: 0, y: 0, labels: [label("name", "left", 5, -6)] }),
            location("right", { x: 160, y: 0, labels: [label("name", "right", 150, -6)] }),
        ],
        [
            edge(0, 1, label("guard", "x >= 5 && y <= 9", 20, -6), label("assignment", "x = 0", 24, -2)),
            edge(1, 0, label("synchronisation", "go[me]!", 60, -4)),
            edge(0, 0, label("guard", "y > 3", 30, -8)),
        ],
        true,
    );
    return documentOf([lamp, person, careless], [["Lamp", 0], ["Person", 1], ["Careless", 2]]);
}

/** A drawn template of a grid of locations, far too large to be read as a whole. */
export function large(side = 7) {
    const at = (index) => [(index % side) * 260, Math.floor(index / side) * 150];
    const places = Array.from({ length: side * side }, (_, index) => {
        const [x, y] = at(index);
        const named = index % 3 > 0;
        const name = named ? `place${index}` : `_id${index}`;
        return location(name, { named, initial: index === 0, x, y, labels: named ? [label("name", name, x - 20, y - 32)] : [] });
    });
    const edges = places.slice(1).map((_, index) => {
        const [[x, y], [u, v]] = [at(index), at(index + 1)];
        return edge(index, index + 1, label("guard", `clock_${index} >= ${index}`, (x + u) / 2 - 40, (y + v) / 2 - 20));
    });
    const document = documentOf([template("Grid", places, edges, true)], [["G", 0], ["H", 0]]);
    document.trace.steps = edges.map((_, index) => step(document, 0, index));
    return document;
}
