// The lanes of the Gantt chart: of the model's own chart or of resources. What lasts no time is not drawn.

import type { GanttBar, GanttLane, Model } from "../document";
import { hueOf } from "../colours";
import { processName } from "../describe";
import { add, readFraction, show, subtract, toNumber, type Fraction } from "../fraction";
import type { Run } from "../run";

export type LaneKind = "declared" | "resources";

export interface Bar {
    from: number; // the state in which it begins
    to: number; // the first state after it; one more than there are steps: it lasts to the end
    begin: number; // times
    end: number;
    text: string; // what is written on it
    title: string;
    hue: number | null; // null: grey
}

export interface Lane {
    name: string;
    bars: Bar[];
    rows: Bar[][]; // those that last, ascending; bars of one row do not overlap
}

const laneOf = (name: string, bars: Bar[]): Lane => ({ name, bars, rows: [bars.filter(lasts)] });

const lasts = ({ begin, end }: Bar): boolean => begin < end;

/** When a state begins; one more than there are steps: when the trace ends. */
function timeOf(run: Run, state: number): Fraction {
    return state <= run.length ? run.times[state]! : add(run.times[run.length]!, run.rest);
}

// The colours that UPPAAL gives to the first numbers: red, green, blue, purple, orange …
const declaredHues = [25, 145, 255, 305, 55, 340, 100, 5, 125, 200];
const declaredHue = (colour: number): number => declaredHues[colour] ?? hueOf(colour);

export class LaneMaker {
    constructor(
        private readonly model: Model,
        private readonly run: Run,
        private readonly lastsForEver: boolean,
    ) {}

    declared({ name, bars }: GanttLane): Lane {
        const own = `${name}.`; // the lane of a process and conditions on it often have its name
        const made = bars.map((bar) => {
            const { condition = "", colour = 0 } = bar;
            const text = condition.startsWith(own) ? condition.slice(own.length) : condition;
            return this.bar(bar, text, `${name}: ${condition}`, declaredHue(colour));
        });
        return { name, bars: made, rows: inRows(made.filter(lasts)) };
    }

    resource({ name, bars }: GanttLane): Lane {
        const made = bars.map((bar) => {
            const holder = processName(this.model, bar.process ?? 0);
            return this.bar(bar, holder, `${name}: held by ${holder}`, hueOf(bar.process ?? 0));
        });
        return laneOf(name, made);
    }

    private bar(written: GanttBar, text: string, what: string, hue: number | null): Bar {
        const { from, to } = written;
        const isLast = to > this.run.length;
        const forEver = isLast && this.lastsForEver && written.end === undefined;
        const begin = written.begin === undefined ? timeOf(this.run, from) : readFraction(written.begin);
        const end = written.end === undefined ? timeOf(this.run, to) : readFraction(written.end);
        const times = forEver
            ? `from time ${show(begin)} on`
            : `time ${show(begin)} to ${show(end)}, ${show(subtract(end, begin))} long`;
        const steps = isLast ? `from step ${from} to the end` : `step ${from} to step ${to}`;
        const title = `${what}\n${times}\n${steps}`;
        return { from, to, begin: toNumber(begin), end: forEver ? Infinity : toNumber(end), text, title, hue };
    }
}

/** Bars that overlap come below each other, and those of one condition side by side. */
function inRows(bars: Bar[]): Bar[][] {
    const byCondition = new Map<string, Bar[]>();
    for (const bar of bars) {
        const key = `${bar.text} ${bar.hue}`;
        const group = byCondition.get(key);
        if (group) group.push(bar);
        else byCondition.set(key, [bar]);
    }
    const rows: Bar[][] = [[]];
    for (const group of byCondition.values()) {
        const free = rows.findIndex((row) => !overlap([...row, ...group]));
        const row = free < 0 ? rows.length : free;
        rows[row] = [...(rows[row] ?? []), ...group].sort(byBegin);
    }
    return rows;
}

const byBegin = (a: Bar, b: Bar): number => a.begin - b.begin;

const overlap = (bars: Bar[]): boolean =>
    bars.sort(byBegin).some(({ begin }, index, sorted) => index > 0 && sorted[index - 1]!.end > begin);

/** The bars that hold when a state begins. */
export const barsAt = ({ bars }: Lane, run: Run, state: number): Bar[] =>
    bars.filter(({ from, to, begin }) => from <= state && state < to && begin <= run.seconds[state]!);
