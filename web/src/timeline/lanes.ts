// What the timeline draws, cut down to what can be seen: stretches narrower than a pixel are drawn as one.

import type { Changes, Run } from "../run";
import { isZero, show, toNumber } from "../fraction";
import type { Scale } from "./scale";
import type { Sight } from "./sight";

export interface Span {
    from: number; // places of the scale
    to: number;
}

export interface Bar<What> {
    left: number; // pixels
    width: number;
    what: What | null; // null: several, too short to tell apart
}

const narrow = 2; // pixels

/** The bars of one lane between the places in sight. */
export function barsOf<What>(changes: Changes<What>, { scale, span, width }: Sight): Bar<What>[] {
    const { starts, length } = scale.value;
    const placeOf = (index: number): number =>
        index < changes.steps.length ? starts[changes.steps[index]!]! : length;
    const drawn = new Bars<What>(span.value, width.value);
    for (
        let index = changes.indexAt(scale.value.stateAt(span.value.from));
        index < changes.steps.length && placeOf(index) <= span.value.to;
        index++
    )
        drawn.add(placeOf(index), placeOf(index + 1), changes.values[index]!);
    return drawn.bars;
}

/** Bars of one row, from left to right. */
export class Bars<What> {
    readonly bars: Bar<What>[] = [];

    constructor(
        private readonly sight: Span,
        private readonly width: number,
    ) {}

    /** Between two places of the scale. */
    add(from: number, to: number, what: What): void {
        const pixels = this.width / (this.sight.to - this.sight.from);
        const left = Math.max(0, (from - this.sight.from) * pixels);
        const width = Math.max(0, Math.min(this.width, (to - this.sight.from) * pixels) - left);
        const last = this.bars[this.bars.length - 1];
        const isApart = !last || last.width >= narrow || left - last.left - last.width >= narrow;
        if (width >= narrow || isApart) this.bars.push({ left, width: Math.max(1, width), what });
        else if (left + width - last.left < narrow) last.what = null;
        else this.bars.push({ left, width: Math.max(1, width), what: null });
    }
}

/** The saw-teeth of one clock as a path, and the greatest value in sight. */
export function teethOf(
    run: Run,
    clock: number,
    { scale, span, width }: Sight,
    height: number,
    mayStop: (step: number) => boolean,
): { path: string; most: number } {
    const { from, to } = span.value;
    const corners = cornersOf(run, clock, scale.value, span.value, mayStop);
    const most = Math.max(...corners.map(([, value]) => value), 0) || 1;
    const pixels = width.value / (to - from);
    const points = corners.map(([place, value]): [number, number] => [
        (place - from) * pixels,
        height - (value / most) * height,
    ]);
    return { path: pathThrough(points), most };
}

type Corner = [place: number, value: number];

/** In each state the clock grows from its first value there with the time that passes, or stands. */
function cornersOf(run: Run, clock: number, scale: Scale, sight: Span, mayStop: (step: number) => boolean): Corner[] {
    const corners: Corner[] = [];
    const changes = run.clocks[clock]!;
    for (let state = scale.stateAt(sight.from); state <= scale.stateAt(sight.to); state++) {
        const value = toNumber(run.clockAt(clock, state));
        const changed = changes.steps[changes.indexAt(state + 1)] === state + 1;
        const stood = changed && state < run.length && stoodStill(run, clock, state + 1, mayStop);
        const end = state < run.length ? scale.starts[state + 1]! : scale.end;
        turn(corners, [scale.starts[state]!, value]);
        turn(corners, [end, value + (stood ? 0 : scale.delayIn(state))]);
    }
    return corners;
}

/** A corner on the straight line between its neighbours is none. */
function turn(corners: Corner[], next: Corner): void {
    const [before, last] = corners.slice(-2);
    if (last && last[0] === next[0] && last[1] === next[1]) return;
    const straight =
        before &&
        last &&
        last[0] > before[0] &&
        Math.abs(((last[1] - before[1]) * (next[0] - before[0])) / (last[0] - before[0]) - (next[1] - before[1])) < 1e-9;
    if (straight) corners.pop();
    corners.push(next);
}

/**
 * Whether the clock was stopped in the delay before this step: its value is known only after the step, and is then what
 * it was. A value of 0 says nothing, because most clocks are set to 0: there the invariants decide.
 */
function stoodStill(run: Run, clock: number, step: number, mayStop: (step: number) => boolean): boolean {
    const before = run.clockAt(clock, step - 1);
    return show(before) === show(run.clockAt(clock, step)) && (!isZero(before) || mayStop(step - 1));
}

/** Within one pixel only the highest and the lowest point count. */
function pathThrough(points: [number, number][]): string {
    let path = "";
    let column = NaN;
    let [low, high] = [0, 0];
    for (const [x, y] of points) {
        if (Math.round(x) === column && y >= low && y <= high && points.length > 2000) continue;
        [low, high] = Math.round(x) === column ? [Math.min(low, y), Math.max(high, y)] : [y, y];
        column = Math.round(x);
        path += `${path ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    return path;
}

/** Round numbers for the axis, about so far apart. */
export function ticksOf(first: number, last: number, rough: number): number[] {
    const power = 10 ** Math.floor(Math.log10(rough));
    const unit = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
    const ticks: number[] = [];
    for (let tick = Math.ceil(first / unit - 1e-9); tick * unit <= last + unit * 1e-9 && ticks.length < 100; tick++)
        ticks.push(Number((tick * unit).toPrecision(12)));
    return ticks;
}
