// Which part of the time is in sight, and where a time is drawn.

import { computed, signal } from "@preact/signals";
import { run, step } from "../store";
import type { Span } from "./lanes";

export const width = signal(800); // of the plot, in pixels

const readable = 40; // steps side by side
const chosenZoom = signal<number | null>(null);
/** How many times the sight fits into the whole; a long trace begins enlarged, so that its bars can be told apart. */
export const zoom = computed(() => chosenZoom.value ?? Math.max(1, run.value.length / readable));

/** The middle of the sight, in time; null: follow the selected state. */
export const middle = signal<number | null>(null);

const whole = computed(() => run.value.end || 1);

export const sight = computed<Span>(() => {
    const length = whole.value / zoom.value;
    if (zoom.value === 1) return { from: 0, to: length };
    const wanted = middle.value ?? followed(length);
    const from = Math.min(whole.value - length, Math.max(0, wanted - length / 2));
    return { from, to: from + length };
});

/** Moves on by half a sight only when the selected state comes near its end: the picture rests while one steps. */
function followed(length: number): number {
    const half = length / 2;
    return (Math.floor((run.value.seconds[step.value] ?? 0) / half) + 0.5) * half;
}

export const placeOf = (time: number): number =>
    ((time - sight.value.from) / (sight.value.to - sight.value.from)) * width.value;

export function zoomTo(factor: number): void {
    chosenZoom.value = Math.min(1e6, Math.max(1, zoom.value * factor));
    if (zoom.value === 1) middle.value = null;
}

export const moveSight = (share: number): void => {
    const { from, to } = sight.value;
    middle.value = Math.min(whole.value, Math.max(0, (from + to) / 2 + (to - from) * share));
};
