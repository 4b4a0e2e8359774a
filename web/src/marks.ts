// What other panels say about edges and locations in the drawings: which edges can fire, which ones somebody points at,
// and what was never visited. A drawing shows one process or several of one template.

import { signal } from "@preact/signals";
import { edgeText } from "./describe";
import { model } from "./store";

/** `process/number`, of an edge or a location. */
export type Key = string;
export const keyOf = (process: number, number: number): Key => `${process}/${number}`;
export const processesOf = (keys: Iterable<Key>): number[] => [...keys].map((key) => parseInt(key));

/** Edges of the choice that somebody points at. */
export const pointed = signal<ReadonlySet<Key>>(new Set());

/** Edges that can fire, with the numbers of the choices they take part in. */
export const enabled = signal<ReadonlyMap<Key, number[]>>(new Map());

/** What to do when somebody clicks an edge: the choices it takes part in may be none. */
export const onEdge = signal<((edge: { process: number; edge: number; choices: number[] }, at: Element) => void) | null>(
    null,
);

/** How often something was visited; null: that is not shown. */
export interface Visits {
    location: (process: number, number: number) => number;
    edge: (process: number, number: number) => number;
}
export const visits = signal<Visits | null>(null);

export interface EdgeMark {
    class: string;
    name: string;
    choices: number[];
    press: ((at: Element) => void) | null;
}

export function edgeMark(processes: number[], edge: number): EdgeMark {
    const keys = processes.map((process) => keyOf(process, edge));
    const choices = [...new Set(keys.flatMap((key) => enabled.value.get(key) ?? []))];
    const act = onEdge.value;
    const classes = [
        keys.some((key) => pointed.value.has(key)) && "pointed",
        choices.length > 0 && "enabled",
        visits.value && processes.every((process) => visits.value!.edge(process, edge) === 0) && "unvisited",
    ];
    return {
        class: classes.filter(Boolean).join(" "),
        name: edgeText(model.value, { process: processes[0] ?? -1, edge, role: "internal" }),
        choices,
        press: act && ((at) => act({ process: processes[0]!, edge, choices }, at)),
    };
}

export const isUnvisited = (processes: number[], location: number): boolean =>
    visits.value !== null && processes.every((process) => visits.value!.location(process, location) === 0);

/** What makes an edge a button; nothing where nobody wants to know. */
export function pressing(mark: EdgeMark) {
    const { press, name, choices } = mark;
    if (!press) return {};
    const onClick = (event: MouseEvent) => press(event.currentTarget as Element);
    if (choices.length === 0) return { "data-press": true, onClick };
    const onKeyDown = (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        press(event.currentTarget as Element);
    };
    return { "data-press": true, role: "button", tabindex: 0, "aria-label": `Fire ${name}`, onClick, onKeyDown } as const;
}
