// What waveforms show: of a circuit what it puts out, its inputs and its latches, of a planning task its variables, each
// with its changes along the trace. Those that keep their value in the whole trace come last.

import { computed, signal } from "@preact/signals";
import { cellText, onlyFact, subjectOf } from "../describe";
import type { Output } from "../document";
import { Changes } from "../run";
import { model, page, run, trace } from "../store";

export type SignalKind = "bad" | "output" | "input" | "latch" | "fact";

export interface Signal {
    name: string;
    kind: SignalKind;
    changes: Changes<number>;
    textOf?: (value: number) => string; // its values have names, and any number of values is possible
}

export interface Heading {
    title: string;
    open: boolean | null; // a click shows or hides what follows; null: it is always shown
}

export type Row = Signal | Heading;
export const isHeading = (row: Row): row is Heading => "title" in row;

function changesOf({ values }: Output): Changes<number> {
    const changes = new Changes(Number(values[0] ?? 0));
    for (let state = 1; state < values.length; state++)
        if (values[state] !== values[state - 1]) changes.set(state, Number(values[state]));
    return changes;
}

export const outputs = computed<Signal[]>(() =>
    (trace.value.outputs ?? []).map((output) => ({ ...output, changes: changesOf(output) })),
);

/** The facts that the query asks for. */
export const wantedFacts = computed(() => new Set(page.value.query?.atoms.map(({ text }) => text)));

/** The variables of a planning task: those of the goal first, those with a single fact last. */
export const factOrder = computed<number[]>(() => {
    const rank = (cell: number): number => {
        const names = model.value.variables[cell]!.values?.names ?? [];
        return names.some((name) => wantedFacts.value.has(name)) ? 0 : onlyFact(model.value, cell) === null ? 1 : 2;
    };
    return model.value.variables.map((_, cell) => cell).sort((a, b) => rank(a) - rank(b) || a - b);
});

/** An only fact is high while it holds. */
function factSignal(cell: number): Signal {
    const [name, only] = [subjectOf(model.value, cell), onlyFact(model.value, cell)];
    const changes = run.value.variables[cell]!;
    if (only === null) return { name, kind: "fact", changes, textOf: (value) => cellText(model.value, cell, value) };
    const held = new Changes(Number(changes.values[0] === only));
    changes.steps.slice(1).forEach((at, index) => {
        const holds = Number(changes.values[index + 1] === only);
        if (holds !== held.values[held.values.length - 1]) held.set(at, holds);
    });
    return { name, kind: "fact", changes: held };
}

const variables = computed<Signal[]>(() =>
    model.value.task
        ? factOrder.value.map(factSignal)
        : model.value.variables.map(({ name, kind = "latch" }, cell) => ({ name, kind, changes: run.value.variables[cell]! })),
);

/** A name or a fact with this in it. */
const matches = ({ name, changes, textOf }: Signal, wanted: string): boolean =>
    [name, ...(textOf ? changes.values.map(textOf) : [])].some((text) => text.toLowerCase().includes(wanted));

export const filter = signal("");
export const unfolded = signal(false);

const titles: [SignalKind, string][] = [
    ["bad", "Bad states"],
    ["output", "Outputs"],
    ["input", "Inputs"],
    ["latch", "Latches"],
    ["fact", "Facts"],
];

/** What the panel lists: groups of changing signals, then the constant ones, which are folded unless somebody looks. */
export const listed = computed<Row[]>(() => {
    const wanted = filter.value.trim().toLowerCase();
    const matching = [...outputs.value, ...variables.value].filter((one) => matches(one, wanted));
    const constant = matching.filter(({ changes }) => changes.steps.length === 1);
    const rows: Row[] = titles.flatMap(([kind, title]) => {
        const all = matching.filter((one) => one.kind === kind);
        const group = all.filter(({ changes }) => changes.steps.length > 1);
        return group.length ? [{ title: `${title}, ${group.length} of ${all.length} change`, open: null }, ...group] : [];
    });
    if (constant.length === 0) return rows;
    const open = unfolded.value || wanted !== "" || rows.length === 0;
    return [...rows, { title: `Constant in this ${model.value.task ? "plan" : "trace"}: ${constant.length}`, open }, ...(open ? constant : [])];
});
