// Which part of the trace a chart over time has in sight, and where it is drawn. Each such chart has one.

import { computed, signal } from "@preact/signals";
import { run, step, trace } from "../store";
import type { Span } from "./lanes";
import { Scale } from "./scale";

export class Sight {
    readonly width = signal(800); // of the plot, in pixels
    /** The middle of what is in sight; null: follow the selected state. */
    readonly middle = signal<number | null>(null);
    readonly scale = computed(
        () => new Scale(run.value, trace.value.ending === "waits-forever", this.showsStanding, this.byStates),
    );

    private readonly chosenZoom = signal<number | null>(null);
    /** How many times what is in sight fits into the whole. */
    readonly zoom = computed(() => this.chosenZoom.value ?? Math.max(1, run.value.length / this.readable(this.width.value)));

    private readonly whole = computed(() => this.scale.value.length || 1);
    private readonly from = computed<number>(() => {
        const length = this.whole.value / this.zoom.value;
        if (this.zoom.value === 1) return 0;
        const wanted = this.middle.value ?? this.followed(length);
        return Math.min(this.whole.value - length, Math.max(0, wanted - length / 2));
    });
    readonly span = computed<Span>(() => ({
        from: this.from.value,
        to: this.from.value + this.whole.value / this.zoom.value,
    }));

    /**
     * `readable`: steps side by side that can be told apart, of this width; a longer trace begins enlarged.
     * `showsStanding`: states that last no time have a width. `byStates`: see Scale.
     */
    constructor(
        readonly showsStanding: boolean,
        private readonly readable: (width: number) => number,
        private readonly byStates = false,
    ) {}

    /** Moves on by half a sight only when the selected state comes near its end: the picture rests while one steps. */
    private followed(length: number): number {
        const half = length / 2;
        return (Math.floor((this.scale.value.starts[step.value] ?? 0) / half) + 0.5) * half;
    }

    readonly placeOf = (place: number): number =>
        ((place - this.span.value.from) / (this.span.value.to - this.span.value.from)) * this.width.value;

    zoomTo(factor: number): void {
        this.chosenZoom.value = Math.min(1e6, Math.max(1, this.zoom.value * factor));
        if (this.zoom.value === 1) this.middle.value = null;
    }

    /** Enlarges so that one place stays where it is. */
    zoomAround(factor: number, place: number): void {
        const { from, to } = this.span.value;
        const length = Math.min(this.whole.value, Math.max(this.whole.value / 1e6, (to - from) / factor));
        const left = place - ((place - from) / (to - from)) * length;
        this.show(left, left + length);
    }

    /** Shows exactly this stretch, as far as the picture goes. */
    show(from: number, to: number): void {
        this.chosenZoom.value = Math.min(1e6, Math.max(1, this.whole.value / (to - from)));
        this.middle.value = this.zoom.value === 1 ? null : (from + to) / 2;
    }

    move(share: number): void {
        const { from, to } = this.span.value;
        this.middle.value = Math.min(this.whole.value, Math.max(0, (from + to) / 2 + (to - from) * share));
    }
}
