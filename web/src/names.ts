// Looks up the names of watched expressions: variables, clocks, and `process.location` as a truth.

import { computed } from "@preact/signals";
import { valueText } from "./describe";
import { number, parseExpression, showValue, truth, type Lookup, type Value } from "./expression";
import { whole } from "./fraction";
import { model, run } from "./store";

type Cell = (step: number) => Value;

const squeeze = (name: string): string => name.replace(/\s+/g, "");

const cells = computed(() => {
    const known = new Map<string, Cell>();
    const { processes, templates, variables, clocks } = model.value;
    const current = run.value;
    processes.forEach(({ name, template }, process) =>
        templates[template]?.locations.forEach((location, index) =>
            known.set(squeeze(`${name}.${location.name}`), (step) =>
                truth(current.locations[process]?.at(step) === index),
            ),
        ),
    );
    current.clocks.forEach((_, clock) =>
        known.set(squeeze(clocks[clock]?.name ?? ""), (step) => number(current.clockAt(clock, step))),
    );
    current.variables.forEach((changes, variable) =>
        known.set(squeeze(variables[variable]?.name ?? ""), (step) =>
            number(whole(Math.trunc(Number(changes.at(step)) || 0))),
        ),
    );
    return known;
});

const lookupAt =
    (step: number): Lookup =>
    (name) =>
        cells.value.get(squeeze(name))?.(step) ?? null;

export type Watched = { ok: true; text: string } | { ok: false; problem: string };

/** A variable alone has the name of its value, if that has one. */
const named = computed(() => {
    const cells = model.value.variables.map(({ name }, cell): [string, number] => [squeeze(name), cell]);
    return new Map(cells.filter(([, cell]) => model.value.variables[cell]!.values));
});

export function evaluate(expression: string, step: number): Watched {
    const cell = named.value.get(squeeze(expression));
    if (cell !== undefined && run.value.variables[cell])
        return { ok: true, text: valueText(model.value, cell, run.value.variables[cell].at(step)) };
    try {
        return { ok: true, text: showValue(parseExpression(expression)(lookupAt(step))) };
    } catch (error) {
        return { ok: false, problem: (error as Error).message };
    }
}
