// What holds in which state. Every cell (location of a process, variable, clock) keeps the list of its changes; its
// value in a state is found by bisection. So a trace needs memory for what changes, not for states times cells, and
// any state is reached at once.

import type { Page, Trace } from "./document";
import { add, readFraction, subtract, toNumber, zero, type Fraction } from "./fraction";

export class Changes<Value> {
    readonly steps: number[] = [0];
    readonly values: Value[];

    constructor(initial: Value) {
        this.values = [initial];
    }

    set(step: number, value: Value): void {
        this.steps.push(step);
        this.values.push(value);
    }

    /** Position of the last change at or before the step. */
    indexAt(step: number): number {
        return lastAtMost(this.steps, step);
    }

    at(step: number): Value {
        return this.values[this.indexAt(step)]!;
    }
}

/** Position of the last entry that is at most `bound` in an ascending list; 0 if there is none. */
export function lastAtMost(ascending: ArrayLike<number>, bound: number): number {
    let low = 0;
    let high = ascending.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (ascending[middle]! <= bound) low = middle;
        else high = middle - 1;
    }
    return low;
}

export class Run {
    readonly length: number;
    readonly locations: Changes<number>[];
    readonly variables: Changes<number>[];
    readonly clocks: Changes<Fraction>[];
    readonly times: Fraction[] = [zero]; // of each state; the time its step was taken
    readonly seconds: Float64Array; // the same, for plots
    readonly rest: Fraction;
    readonly rested: number; // the same, for plots

    constructor(trace: Trace) {
        this.length = trace.steps.length;
        this.locations = trace.initial.locations.map((value) => new Changes(value));
        this.variables = trace.initial.variables.map((value) => new Changes(value));
        this.clocks = trace.initial.clocks.map((value) => new Changes(readFraction(value)));
        trace.steps.forEach((step, index) => {
            const number = index + 1;
            this.times.push(add(this.times[index]!, readFraction(step.delay)));
            for (const [cell, value] of step.locations) this.locations[cell]?.set(number, value);
            for (const [cell, value] of step.variables) this.variables[cell]?.set(number, value);
            for (const [cell, value] of step.clocks) this.clocks[cell]?.set(number, readFraction(value));
        });
        this.seconds = Float64Array.from(this.times, toNumber);
        this.rest = readFraction(trace.rest);
        this.rested = toNumber(this.rest);
    }

    clockAt(clock: number, step: number): Fraction {
        const changes = this.clocks[clock]!;
        const index = changes.indexAt(step);
        return add(changes.values[index]!, subtract(this.times[step]!, this.times[changes.steps[index]!]!));
    }
}

/** Stands in when there is no trace: every process where it begins, nothing known about values. */
export function emptyTrace(page: Page): Trace {
    const locations = page.model.processes.map(({ template }) =>
        Math.max(0, page.model.templates[template]?.locations.findIndex((location) => location.initial) ?? 0),
    );
    return {
        ending: "stuck",
        loop: null,
        rest: "0",
        duration: "0",
        why_stuck: [],
        initial: { locations, variables: [], clocks: [] },
        steps: [],
    };
}
