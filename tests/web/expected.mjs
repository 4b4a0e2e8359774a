// What the panels must show, found the plain way: by replaying the trace from its beginning. The viewer does it
// otherwise.

const gcd = (a, b) => (b ? gcd(b, a % b) : a);

function add(a, b) {
    const [[p, q], [r, s]] = [a, b].map((text) => [...text.split("/"), "1"].slice(0, 2).map(Number));
    const [over, under] = [p * s + r * q, q * s];
    const divisor = gcd(over, under) || 1;
    return under === divisor ? String(over / divisor) : `${over / divisor}/${under / divisor}`;
}

const truths = { 0: "false", 1: "true", "?": "unknown" };

export class Expected {
    constructor(document) {
        this.document = document;
        this.length = document.trace.steps.length;
    }

    time(step) {
        return this.document.trace.steps.slice(0, step).reduce((time, { delay }) => add(time, delay), "0");
    }

    at(step) {
        const { model, trace, query } = this.document;
        const state = structuredClone(trace.initial);
        for (const entry of trace.steps.slice(0, step)) {
            state.clocks = state.clocks.map((value) => add(value, entry.delay));
            for (const kind of ["locations", "variables", "clocks"])
                for (const [cell, value] of entry[kind]) state[kind][cell] = value;
        }
        const templates = model.processes.map(({ template }) => model.templates[template]);
        const places = state.locations.map((location, process) => templates[process].locations[location].name);
        const firedEdges = step === 0 ? [] : trace.steps[step - 1].edges;
        const firedBy = (process) =>
            firedEdges
                .filter((edge) => edge.process === process)
                .flatMap(({ edge, branch }) => (branch === null ? [edge] : [edge, branch]))
                .sort((a, b) => a - b);
        const numbered = (kind, values) =>
            Object.fromEntries(values.map((value, index) => [`${kind}-${index}`, String(value)]));
        return {
            variables: numbered("variable", state.variables),
            clocks: numbered("clock", state.clocks),
            locations: numbered("location", places),
            truths: Object.fromEntries([
                ...query.atoms.map(({ truth }, index) => [`atom-${index}`, truths[truth[step]]]),
                ["formula", truths[query.truth[step]]],
            ]),
            drawn: places,
            marked: state.locations,
            fired: places.map((_, process) => firedBy(process)),
            lanes: [...places, ...state.clocks, this.time(step)],
            selected: [step],
            chartRow: [step],
        };
    }
}
