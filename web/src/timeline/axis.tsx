// The axis below the lanes: times, and where time stands still while steps are taken. If no time passes at all it counts
// the steps.

import { add, show } from "../fraction";
import { run, step, trace } from "../store";
import { ticksOf, type Span } from "./lanes";
import type { Sight } from "./sight";

interface Tick {
    value: number;
    text?: string; // if it is not that of the value
    place: number; // pixels
}

const apart = 60; // pixels between numbers, at least

function timeTicks({ span, scale, width, placeOf }: Sight): Tick[] {
    const { from, to } = span.value;
    const [first, last] = [scale.value.timeAt(from), scale.value.timeAt(to)];
    return ticksOf(first, last, ((to - from) / width.value) * apart).map((value) => ({
        value,
        place: placeOf(scale.value.placeOfTime(value)),
    }));
}

function stepTicks({ span, scale, width, placeOf }: Sight): Tick[] {
    const { from, to } = span.value;
    const [first, last] = [scale.value.stateAt(from), scale.value.stateAt(to)];
    return ticksOf(first, last, ((to - from) / width.value) * apart)
        .filter(Number.isInteger)
        .map((value) => ({ value, place: placeOf(scale.value.starts[value]!) }));
}

/** The numbers that are written below the lanes, and where. */
export function axisTicks(sight: Sight): Tick[] {
    const ticks = sight.scale.value.isTimeless ? stepTicks(sight) : timeTicks(sight);
    const inSight = ({ place }: Tick): boolean => place >= -1 && place <= sight.width.value + 1;
    const last = endTick(sight);
    if (!last || !inSight(last)) return thinned(ticks.filter(inSight));
    return [...thinned(ticks.filter((tick) => inSight(tick) && tick.place < last.place - apart / 2)), last];
}

/** Stretches of states that last no time. */
function standing({ span, scale }: Sight): Span[] {
    const stretches: Span[] = [];
    const { starts } = scale.value;
    const last = Math.min(run.value.length - 1, scale.value.stateAt(span.value.to));
    for (let state = scale.value.stateAt(span.value.from); state <= last; state++) {
        if (scale.value.delayIn(state) > 0) continue;
        const [from, to] = [starts[state]!, starts[state + 1]!];
        const before = stretches[stretches.length - 1];
        if (before && before.to === from) before.to = to;
        else stretches.push({ from, to });
    }
    return stretches;
}

export function Axis({ sight }: { sight: Sight }) {
    const timeless = sight.scale.value.isTimeless;
    return (
        <div class="lane axis" aria-hidden="true">
            <div class="lane-name">
                <span>{timeless ? "step" : "time"}</span>
                <b>{timeless ? step.value : show(run.value.times[step.value]!)}</b>
            </div>
            <svg height={24} width={sight.width.value}>
                {!timeless &&
                    sight.showsStanding &&
                    standing(sight).map(({ from, to }) => (
                        <path key={from} class="standing" d={`M${sight.placeOf(from)} 2H${sight.placeOf(to)}`}>
                            <title>time stands still</title>
                        </path>
                    ))}
                <Ticks ticks={axisTicks(sight)} width={sight.width.value} />
            </svg>
        </div>
    );
}

/** Where the trace ends, if time alone counts; time that passes for ever ends nowhere. */
function endTick({ scale, showsStanding, placeOf }: Sight): Tick | null {
    const { end, length } = scale.value;
    if (trace.value.ending === "waits-forever") return { value: Infinity, text: "∞", place: placeOf(end) };
    if (showsStanding || end >= length) return null;
    const time = add(run.value.times[run.value.length]!, run.value.rest);
    return { value: Infinity, text: show(time), place: placeOf(end) };
}

/** Without numbers that would stand on the one before. */
function thinned(ticks: Tick[]): Tick[] {
    const kept: Tick[] = [];
    for (const tick of ticks) if (tick.place - (kept[kept.length - 1]?.place ?? -Infinity) >= apart / 2) kept.push(tick);
    return kept;
}

const Ticks = ({ ticks, width }: { ticks: Tick[]; width: number }) => (
    <>
        {ticks.map(({ value, text, place }) => (
            <g key={value}>
                <path d={`M${place} 0v7`} />
                <text x={place} y={19} class={`${text ? "last " : ""}${place > width - 20 ? "end" : place < 20 ? "start" : ""}`}>
                    {text ?? value}
                </text>
            </g>
        ))}
    </>
);
