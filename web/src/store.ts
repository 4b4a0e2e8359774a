// What all panels share. Panels read these signals and change them only through the functions here.

import { computed, effect, signal } from "@preact/signals";
import { isTimed } from "./describe";
import type { Page } from "./document";
import { readHash, writeHash, type Hash } from "./hash";
import { isCounterexample } from "./reason";
import { emptyTrace, Run } from "./run";

/** Set once before the first panel is drawn; in live mode again with every walk. */
export const loaded = signal<Page | null>(null);
export const page = computed<Page>(() => loaded.value!);
export const model = computed(() => page.value.model);
export const trace = computed(() => page.value.trace ?? emptyTrace(page.value));
/** Without clocks no time passes, and none is shown. */
export const timed = computed(() => isTimed(model.value, trace.value));
/** Circuits and planning tasks have nothing that could be drawn as automata. */
export const hasAutomata = computed(() => !model.value.circuit && !model.value.task);
export const run = computed(() => new Run(trace.value));

/** The selected state: 0 is the initial one, k the one after step k. */
export const step = signal(0);
/** The step that led to the selected state. */
export const selectedStep = computed(() => (step.value === 0 ? null : (trace.value.steps[step.value - 1] ?? null)));

export const playing = signal(false);
export const watches = signal<string[]>([]);
export const helpShown = signal(false);
export const printing = signal(false);

export type Theme = "auto" | "light" | "dark";
export const theme = signal<Theme>("auto");

export function selectStep(number: number): void {
    const last = run.value.length;
    step.value = Math.min(last, Math.max(0, Math.round(Number.isFinite(number) ? number : 0)));
    if (step.value === last) playing.value = false;
}

export const moveBy = (steps: number): void => selectStep(step.value + steps);

export function togglePlay(): void {
    if (!playing.value && step.value === run.value.length) step.value = 0;
    playing.value = !playing.value && run.value.length > 0;
}

const pauseBetweenSteps = 900; // milliseconds

/**
 * Begins to show a document: takes the selection from the address and keeps the address in step with it. Without one a
 * counterexample begins at its end, where its reason is. Returns what the address asked for at first.
 */
export function open(document_: Page): Hash {
    loaded.value = document_;
    const asked = readHash();
    watches.value = asked.watches;
    const first = isCounterexample(document_.query) && !document_.live ? run.value.length : 0;
    selectStep(asked.step ?? first);
    effect(() => writeHash({ step: step.value === first ? null : step.value, watches: watches.value }));
    effect(() => {
        if (!playing.value) return;
        const timer = setInterval(() => moveBy(1), pauseBetweenSteps);
        return () => clearInterval(timer);
    });
    addEventListener("hashchange", () => {
        const { step: wanted, watches: kept } = readHash();
        if (wanted !== null && wanted !== step.value) selectStep(wanted);
        watches.value = kept;
    });
    return asked;
}
