// Where the states of a trace stand side by side. A delay is as wide as it lasts. Where time stands still every state is
// given the same small width, so that states that last no time are seen, too, if the chart wants them to be. After the end there is a margin in which no
// time is drawn, because the trace does not say what happens then; except if it says that time passes for ever, or if
// the chart shows states rather than time: then the last one is as wide as the others.

import { lastAtMost, type Run } from "../run";

export class Scale {
    /** Of each state where it begins, and once more: where the last one ends. */
    readonly starts: Float64Array;
    readonly end: number; // what lies beyond is not part of the trace
    readonly length: number; // of the whole picture

    constructor(
        private readonly run: Run,
        goesOn: boolean,
        showsStanding: boolean,
        private readonly byStates = false,
    ) {
        const { seconds, length } = run;
        this.starts = new Float64Array(length + 2);
        const still = showsStanding ? this.widthOfStanding() : 0;
        for (let state = 0; state < length; state++)
            this.starts[state + 1] = this.starts[state]! + (seconds[state + 1]! - seconds[state]! || still);
        const margin = Math.max(still, this.starts[length]! / Math.max(16, showsStanding ? length / 2 : 0));
        const lasts = run.rested || (goesOn ? Math.max(margin, this.starts[length]! / 8) : byStates ? 1 : 0);
        this.end = this.starts[length]! + lasts;
        this.length = goesOn || byStates ? this.end : this.end + margin;
        this.starts[length + 1] = lasts > 0 ? this.end : this.length;
    }

    /** All states that last no time together take no more room than the delays. */
    private widthOfStanding(): number {
        const { seconds, length } = this.run;
        let standing = 0;
        for (let state = 0; state < length; state++) if (seconds[state + 1] === seconds[state]) standing++;
        const duration = seconds[length]! + this.run.rested;
        if (duration === 0) return 1;
        const delays = length - standing + (this.run.rested > 0 ? 1 : 0);
        return Math.min((0.6 * duration) / delays, standing ? duration / standing : Infinity);
    }

    /** The state drawn at this place. */
    stateAt(place: number): number {
        return Math.min(this.run.length, lastAtMost(this.starts, place));
    }

    /** Where this time is reached; of several states at that time the first one counts. */
    placeOfTime(time: number): number {
        const { seconds, length } = this.run;
        let state = lastAtMost(seconds, time);
        while (state > 0 && seconds[state - 1] === time) state--;
        return Math.min(this.starts[state]! + time - seconds[state]!, state < length ? Infinity : this.end);
    }

    /** The time at this place. */
    timeAt(place: number): number {
        const state = this.stateAt(place);
        const { seconds, length } = this.run;
        const stands = state < length && seconds[state + 1] === seconds[state];
        return seconds[state]! + (stands ? 0 : Math.max(0, Math.min(place, this.end) - this.starts[state]!));
    }

    /** How much time passes in a state. */
    delayIn(state: number): number {
        const { seconds, length } = this.run;
        return state < length ? seconds[state + 1]! - seconds[state]! : this.end - this.starts[length]!;
    }

    get isTimeless(): boolean {
        return this.byStates || (this.run.seconds[this.run.length] === 0 && this.end === this.starts[this.run.length]);
    }
}
