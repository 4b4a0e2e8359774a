// What the timeline draws, cut down to what can be seen: stretches narrower than a pixel are drawn as one.

import type { Changes, Run } from "../run";
import { lastAtMost } from "../run";
import { isZero, show, toNumber } from "../fraction";

export interface Span {
    from: number; // seconds
    to: number;
}

export interface Bar {
    left: number; // pixels
    width: number;
    location: number | null; // null: several, too short to tell apart
}

const narrow = 2; // pixels

/** The bars of one process between the times in sight. */
export function barsOf(changes: Changes<number>, run: Run, sight: Span, width: number): Bar[] {
    const scale = width / (sight.to - sight.from);
    const timeOf = (index: number): number =>
        index < changes.steps.length ? run.seconds[changes.steps[index]!]! : run.end;
    const bars: Bar[] = [];
    for (
        let index = firstInSight(changes, run, sight.from);
        index < changes.steps.length && timeOf(index) <= sight.to;
        index++
    ) {
        const left = Math.max(0, (timeOf(index) - sight.from) * scale);
        const right = Math.min(width, (timeOf(index + 1) - sight.from) * scale);
        add(bars, { left, width: Math.max(0, right - left), location: changes.values[index]! });
    }
    return bars;
}

/** The last change before the sight begins: what holds when it begins. */
const firstInSight = (changes: Changes<unknown>, run: Run, from: number): number =>
    changes.indexAt(Math.max(0, lastAtMost(run.seconds, from) - 1));

function add(bars: Bar[], bar: Bar): void {
    const last = bars[bars.length - 1];
    if (bar.width >= narrow || !last || last.width >= narrow) {
        bars.push({ ...bar, width: Math.max(bar.width, bar.width < narrow ? 1 : bar.width) });
        return;
    }
    if (bar.left + bar.width - last.left < narrow) last.location = null;
    else bars.push({ ...bar, width: Math.max(1, bar.width), location: null });
}

/** The saw-teeth of one clock as a path, and the greatest value in sight. */
export function teethOf(
    run: Run,
    clock: number,
    sight: Span,
    width: number,
    height: number,
    mayStop: (step: number) => boolean,
): { path: string; most: number } {
    const corners = cornersOf(run, clock, sight, mayStop);
    const most = Math.max(...corners.map(([, value]) => value), 0) || 1;
    const scale = width / (sight.to - sight.from);
    const points = corners.map(([time, value]): [number, number] => [
        (time - sight.from) * scale,
        height - (value / most) * height,
    ]);
    return { path: pathThrough(points), most };
}

type Corner = [time: number, value: number];

function cornersOf(run: Run, clock: number, sight: Span, mayStop: (step: number) => boolean): Corner[] {
    const changes = run.clocks[clock]!;
    const corners: Corner[] = [];
    for (let index = firstInSight(changes, run, sight.from); index < changes.steps.length; index++) {
        const time = run.seconds[changes.steps[index]!]!;
        if (time > sight.to) break;
        const value = toNumber(changes.values[index]!);
        const change = changes.steps[index + 1];
        const stood = change !== undefined && stoodStill(run, clock, change, mayStop);
        const next = change === undefined ? run.end : run.seconds[stood ? change - 1 : change]!;
        corners.push([time, value], [next, value + next - time]);
    }
    return corners;
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

/** Round numbers for the axis, about one for every 90 pixels. */
export function ticksOf(sight: Span, width: number): number[] {
    const rough = ((sight.to - sight.from) / width) * 90;
    const power = 10 ** Math.floor(Math.log10(rough));
    const unit = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
    const ticks: number[] = [];
    for (let tick = Math.ceil(sight.from / unit); tick * unit <= sight.to + unit * 1e-9 && ticks.length < 100; tick++)
        ticks.push(Number((tick * unit).toPrecision(12)));
    return ticks;
}
