// The columns of the table of steps: the watched expressions, and of a planning task the variables that change.

import { computed } from "@preact/signals";
import { cellText, subjectOf } from "../describe";
import { evaluate } from "../names";
import { model, run, watches } from "../store";
import { factOrder } from "../waves/signals";

export interface Column {
    key: string;
    title: string;
    watched: boolean; // it can be taken away
    width: number; // pixels that it needs
    textAt: (state: number) => string;
}

const widthOf = (characters: number): number => Math.round(Math.min(250, Math.max(80, characters * 7.3 + 30)));

const mostFacts = 40; // columns

const watched = computed<Column[]>(() =>
    watches.value.map((expression) => ({
        key: `watch ${expression}`,
        title: expression,
        watched: true,
        width: widthOf(expression.length + 2),
        textAt: (state) => {
            const result = evaluate(expression, state);
            return result.ok ? result.text : `! ${result.problem}`;
        },
    })),
);

const facts = computed<Column[]>(() => {
    if (!model.value.task) return [];
    return factOrder.value
        .flatMap((cell): Column[] => {
            const changes = run.value.variables[cell]!;
            if (changes.steps.length === 1) return [];
            const textAt = (state: number) => cellText(model.value, cell, changes.at(state));
            const title = subjectOf(model.value, cell);
            const longest = Math.max(title.length / 2, ...[...new Set(changes.values)].map((value) => cellText(model.value, cell, value).length));
            return [{ key: `variable ${cell}`, title, watched: false, width: widthOf(longest + 1), textAt }];
        })
        .slice(0, mostFacts);
});

export const columns = computed(() => [...watched.value, ...facts.value]);
