// Which part of the trace is in sight, and where it is drawn.

import { computed, signal } from "@preact/signals";
import { run, step, trace } from "../store";
import type { Span } from "./lanes";
import { Scale } from "./scale";

export const width = signal(800); // of the plot, in pixels

export const scale = computed(() => new Scale(run.value, trace.value.ending === "waits-forever"));

const readable = 40; // steps side by side
const chosenZoom = signal<number | null>(null);
/** How many times the sight fits into the whole; a long trace begins enlarged, so that its bars can be told apart. */
export const zoom = computed(() => chosenZoom.value ?? Math.max(1, run.value.length / readable));

/** The middle of the sight; null: follow the selected state. */
export const middle = signal<number | null>(null);

const whole = computed(() => scale.value.length || 1);

const from = computed<number>(() => {
    const length = whole.value / zoom.value;
    if (zoom.value === 1) return 0;
    const wanted = middle.value ?? followed(length);
    return Math.min(whole.value - length, Math.max(0, wanted - length / 2));
});

export const sight = computed<Span>(() => ({ from: from.value, to: from.value + whole.value / zoom.value }));

/** Moves on by half a sight only when the selected state comes near its end: the picture rests while one steps. */
function followed(length: number): number {
    const half = length / 2;
    return (Math.floor((scale.value.starts[step.value] ?? 0) / half) + 0.5) * half;
}

export const placeOf = (place: number): number =>
    ((place - sight.value.from) / (sight.value.to - sight.value.from)) * width.value;

export function zoomTo(factor: number): void {
    chosenZoom.value = Math.min(1e6, Math.max(1, zoom.value * factor));
    if (zoom.value === 1) middle.value = null;
}

export const moveSight = (share: number): void => {
    const { from: first, to } = sight.value;
    middle.value = Math.min(whole.value, Math.max(0, (first + to) / 2 + (to - first) * share));
};
