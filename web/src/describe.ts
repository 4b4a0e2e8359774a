// Words for steps, locations and endings: one place, so that every panel says the same.

import type { FiredEdge, Model, NodeKind, Page, Query, Step, Structure, Trace, Variable } from "./document";
import { isZero, readFraction } from "./fraction";

/** The last part of a path. */
export const fileName = (path: string): string => path.split(/[\\/]/).pop() || path;

export const processName = (model: Model, process: number): string =>
    model.processes[process]?.name ?? `process ${process}`;

export function locationName(model: Model, process: number, location: number): string {
    const template = model.templates[model.processes[process]?.template ?? -1];
    return template?.locations[location]?.name || `location ${location}`;
}

/** The node an edge leaves and the location it ends in, past a branchpoint if there is one. */
export function edgeEnds(model: Model, fired: FiredEdge): [from: string, to: string] {
    const edges = model.templates[model.processes[fired.process]?.template ?? -1]?.edges ?? [];
    const first = edges[fired.edge];
    const last = fired.branch == null ? first : edges[fired.branch];
    return [locationName(model, fired.process, first?.from ?? -1), locationName(model, fired.process, last?.to ?? -1)];
}

/** `Train(0): Safe -> Appr`, or the name of an operator. What was selected is told apart from the time. */
export function edgeText(model: Model, fired: FiredEdge): string {
    const operator = model.templates[model.processes[fired.process]?.template ?? -1]?.edges[fired.edge]?.name;
    if (operator) return operator;
    const [from, to] = edgeEnds(model, fired);
    const selects = fired.selects?.length ? ` with ${fired.selects.join(", ")}` : "";
    return `${processName(model, fired.process)}: ${from} -> ${to}${selects}`;
}

/** The name of a variable's value, such as `true`, or the number. */
export function valueText(model: Model, cell: number, value: number): string {
    const values = model.variables[cell]?.values;
    return values?.names[value - values.least] ?? String(value);
}

const noFact = "<none of those>"; // as Fast Downward's translator writes it

/** `truck = 2`; of a planning task the fact, which says what it is about. */
function changeText(model: Model, cell: number, value: number): string {
    const text = valueText(model, cell, value);
    if (model.task && model.variables[cell]?.values) return text === noFact ? `no fact of ${subjectOf(model, cell)}` : text;
    return `${model.variables[cell]?.name ?? cell} = ${text}`;
}

export const changesText = (model: Model, step: Step): string =>
    step.variables.map(([cell, value]) => changeText(model, cell, value)).join(", ");

const factParts = /^([^(]*)\(([^()]*)\)$/;
const objectsOf = (fact: string): string[] => factParts.exec(fact)?.[2]?.split(/,\s*/).filter(Boolean) ?? [];
const predicateOf = (fact: string): string => factParts.exec(fact)?.[1] ?? fact;

/** What all facts of a variable are about: `truck0` of at(truck0, a) and at(truck0, b); else its name. */
export const subjectOf = (model: Model, cell: number): string => subjectsOf(model)[cell] ?? `variable ${cell}`;

const knownSubjects = new WeakMap<Model, string[]>();

/** Of variables about the same the predicates are named, too. */
function subjectsOf(model: Model): string[] {
    const known = knownSubjects.get(model);
    if (known) return known;
    const plain = model.variables.map((variable) => (model.task && subjectOfFacts(variable)) || variable.name);
    const counts = new Map<string, number>();
    for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
    const subjects = plain.map((name, cell) => (counts.get(name) === 1 ? name : withPredicates(name, model.variables[cell]!)));
    knownSubjects.set(model, subjects);
    return subjects;
}

const factsOf = ({ values }: Variable): string[] =>
    (values?.names ?? []).filter((name) => name !== noFact && !name.startsWith("not "));

const withPredicates = (subject: string, variable: Variable): string =>
    `${subject} (${[...new Set(factsOf(variable).map(predicateOf))].join(", ") || variable.name})`;

/** The value by which a variable says that its only fact holds; null: it has several facts, or is of no task. */
export function onlyFact(model: Model, cell: number): number | null {
    const variable = model.variables[cell];
    if (!model.task || !variable?.values || factsOf(variable).length !== 1) return null;
    return variable.values.least + variable.values.names.indexOf(factsOf(variable)[0]!);
}

/** A value in a table beside the name of its variable: of an only fact whether it holds. */
export function cellText(model: Model, cell: number, value: number): string {
    const only = onlyFact(model, cell);
    if (only !== null && /^var\d+$/.test(model.variables[cell]!.name)) return String(value === only);
    const text = valueText(model, cell, value);
    return model.task && text === noFact ? "none" : text;
}

/** The translator numbers its variables; other names say what they are. */
function subjectOfFacts(variable: Variable): string | null {
    const facts = factsOf(variable);
    if (!/^var\d+$/.test(variable.name) || facts.length === 0) return null;
    if (facts.length === 1) return facts[0]!;
    const shared = facts.map(objectsOf).reduce((all, some) => all.filter((object) => some.includes(object)));
    return shared.join(" ") || null;
}

/** Whether time passes, in the model or in this trace of it. */
export const isTimed = (model: Model, { duration }: Trace): boolean => model.clocks.length > 0 || duration !== "0";

export const hasDelay = (step: Step): boolean => !isZero(readFraction(step.delay));

export const passes = (amount: string): string => `${timeUnits(amount)} ${amount === "1" ? "passes" : "pass"}`;

export const timeUnits = (amount: string): string => `${amount} time ${amount === "1" ? "unit" : "units"}`;

export const countOf = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
const stepsOf = (steps: number): string => countOf(steps, "step");

/** `1 template, 4 processes, 2 variables (4 cells), 3 clocks, 4 channels`, or `8 latches, 2 inputs` */
export function sizesOf(model: Model, { nodes }: Structure): string {
    if (model.circuit) {
        const latches = model.variables.filter(({ kind }) => kind === "latch").length;
        return `${latches} latch${latches === 1 ? "" : "es"}, ${countOf(model.variables.length - latches, "input")}`;
    }
    const count = (kind: NodeKind, cells: number): string => {
        const whole = nodes.filter((node) => node.kind === kind).length;
        return countOf(whole, kind) + (cells > whole ? ` (${cells} cells)` : "");
    };
    if (model.task)
        return `${countOf(model.variables.length, "variable")}, ${countOf(model.templates[0]?.edges.length ?? 0, "operator")}`;
    const running = model.processes.length;
    const counts = [
        countOf(model.templates.length, "template"),
        `${running} process${running === 1 ? "" : "es"}`,
        count("variable", model.variables.length),
        count("clock", model.clocks.length),
        count("channel", 0),
    ];
    return counts.filter((text) => !text.startsWith("0 ")).join(", ");
}

/** The whole step as a sentence, for those who hear the page. */
export function stepSentence(page: Page, trace: Trace, number: number, time: string): string {
    const at = isTimed(page.model, trace) ? `, time ${time}` : "";
    if (number === 0) return `Initial state${at}.`;
    const step = trace.steps[number - 1];
    if (!step) return "";
    const changes = changesText(page.model, step);
    const begin = `Step ${number} of ${trace.steps.length}${at}: `;
    if (page.model.circuit) return `${begin}${changes || "nothing changes"}.`;
    const moves = step.edges.map((fired) => edgeText(page.model, fired).replace("->", "to")).join("; ");
    const channel = step.channel ? `, on ${step.channel}` : "";
    return `${begin}${moves}${channel}${changes ? `; ${changes}` : ""}.`;
}

/** How the trace ends, why it may stop there, and what that says about the query. */
export function endingSentence({ model, query }: Page, trace: Trace): string {
    const length = trace.steps.length;
    const violated = query?.verdict === "not satisfied" ? " This violates the property." : "";
    switch (trace.ending) {
        case "reached":
            return reachedSentence(model, trace, query);
        case "lasso":
            return lassoSentence(trace.loop ?? 0, length) + violated;
        case "waits-forever":
            return `After ${stepsOf(length)} no more step is taken${isTimed(model, trace) ? ": time passes for ever" : ""}.${violated}`;
        case "stuck":
            return `After ${stepsOf(length)} there is a deadlock: ${stuck(isTimed(model, trace))}${violated}`;
        default:
            return `The trace ends after ${stepsOf(length)}.`;
    }
}

const stuck = (timed: boolean): string =>
    `the system is stuck, no step can be taken${timed ? ", now or after any delay" : ""}.`;

/** A trace to a state: a witness of what was asked for, or a counterexample. */
function reachedSentence(model: Model, trace: Trace, query: Query | null): string {
    const name = model.task ? "plan" : "trace";
    const lasts = isTimed(model, trace) ? `; it lasts ${timeUnits(trace.duration)}` : "";
    const rest = isZero(readFraction(trace.rest)) ? "" : ` and a rest of ${timeUnits(trace.rest)}`;
    const after = `after ${stepsOf(trace.steps.length)}${rest}`;
    if (trace.error) return `The trace leads to an error ${after}: ${trace.error}.`;
    const violates = query?.verdict === "not satisfied";
    if (trace.why_stuck?.length)
        return `The ${name} ends in a deadlock ${after}${violates ? ", which violates the property" : ""}${lasts}.`;
    return `The ${name} ${violates ? "violates the property" : query ? "reaches its goal" : "ends"} ${after}${lasts}.`;
}

function lassoSentence(before: number, length: number): string {
    const loop = length - before === 1 ? `Step ${length} repeats` : `Steps ${before + 1} to ${length} repeat`;
    return `${loop} for ever: after step ${length} the trace goes on from state ${before}.`;
}

export type Truth = "true" | "false" | "unknown";

/** The truth at one state, from a text with one character per state. */
export function truthAt(truth: string, step: number): Truth {
    const mark = truth[step];
    return mark === "1" ? "true" : mark === "0" ? "false" : "unknown";
}
