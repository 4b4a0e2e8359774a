// The signals of a circuit: what it puts out, its inputs and its latches, each with its changes along the trace. Those
// that keep their value in the whole trace come last.

import { computed, signal } from "@preact/signals";
import type { Output } from "../document";
import { Changes } from "../run";
import { model, run, trace } from "../store";

export type SignalKind = "bad" | "output" | "input" | "latch";

export interface Signal {
    name: string;
    kind: SignalKind;
    changes: Changes<number>;
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

const variables = computed<Signal[]>(() =>
    model.value.variables.map(({ name, kind = "latch" }, cell) => ({ name, kind, changes: run.value.variables[cell]! })),
);

export const filter = signal("");
export const unfolded = signal(false);

const titles: [SignalKind, string][] = [
    ["bad", "Bad states"],
    ["output", "Outputs"],
    ["input", "Inputs"],
    ["latch", "Latches"],
];

/** What the panel lists: groups of changing signals, then the constant ones, which are folded unless somebody looks. */
export const listed = computed<Row[]>(() => {
    const wanted = filter.value.trim().toLowerCase();
    const matching = [...outputs.value, ...variables.value].filter(({ name }) => name.toLowerCase().includes(wanted));
    const constant = matching.filter(({ changes }) => changes.steps.length === 1);
    const rows: Row[] = titles.flatMap(([kind, title]) => {
        const all = matching.filter((one) => one.kind === kind);
        const group = all.filter(({ changes }) => changes.steps.length > 1);
        return group.length ? [{ title: `${title}, ${group.length} of ${all.length} change`, open: null }, ...group] : [];
    });
    if (constant.length === 0) return rows;
    const open = unfolded.value || wanted !== "" || rows.length === 0;
    return [...rows, { title: `Constant in this trace: ${constant.length}`, open }, ...(open ? constant : [])];
});
