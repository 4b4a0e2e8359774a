// The axis below the lanes: times, and where time stands still while steps are taken. If no time passes at all it counts
// the steps.

import { show } from "../fraction";
import { run, step } from "../store";
import { ticksOf } from "./lanes";
import { placeOf, scale, sight, width } from "./sight";

interface Tick {
    value: number;
    place: number; // pixels
}

const apart = 60; // pixels between numbers, at least

function timeTicks(): Tick[] {
    const { from, to } = sight.value;
    const [first, last] = [scale.value.timeAt(from), scale.value.timeAt(to)];
    return ticksOf(first, last, ((to - from) / width.value) * apart).map((value) => ({
        value,
        place: placeOf(scale.value.placeOfTime(value)),
    }));
}

function stepTicks(): Tick[] {
    const { from, to } = sight.value;
    const [first, last] = [scale.value.stateAt(from), scale.value.stateAt(to)];
    return ticksOf(first, last, ((to - from) / width.value) * apart)
        .filter(Number.isInteger)
        .map((value) => ({ value, place: placeOf(scale.value.starts[value]!) }));
}

/** Stretches of states that last no time. */
function standing(): { from: number; to: number }[] {
    const stretches: { from: number; to: number }[] = [];
    const { starts } = scale.value;
    const last = Math.min(run.value.length - 1, scale.value.stateAt(sight.value.to));
    for (let state = scale.value.stateAt(sight.value.from); state <= last; state++) {
        if (scale.value.delayIn(state) > 0) continue;
        const [from, to] = [starts[state]!, starts[state + 1]!];
        const before = stretches[stretches.length - 1];
        if (before && before.to === from) before.to = to;
        else stretches.push({ from, to });
    }
    return stretches;
}

export function Axis() {
    const timeless = scale.value.isTimeless;
    return (
        <div class="lane axis" aria-hidden="true">
            <div class="lane-name">
                <span>{timeless ? "step" : "time"}</span>
                <b>{timeless ? step.value : show(run.value.times[step.value]!)}</b>
            </div>
            <svg height={24} width={width.value}>
                {!timeless &&
                    standing().map(({ from, to }) => (
                        <path key={from} class="standing" d={`M${placeOf(from)} 2H${placeOf(to)}`}>
                            <title>time stands still</title>
                        </path>
                    ))}
                <Ticks ticks={thinned((timeless ? stepTicks() : timeTicks()).filter(inSight))} />
            </svg>
        </div>
    );
}

const inSight = ({ place }: Tick): boolean => place >= -1 && place <= width.value + 1;

/** Without numbers that would stand on the one before. */
function thinned(ticks: Tick[]): Tick[] {
    const kept: Tick[] = [];
    for (const tick of ticks) if (tick.place - (kept[kept.length - 1]?.place ?? -Infinity) >= apart / 2) kept.push(tick);
    return kept;
}

const Ticks = ({ ticks }: { ticks: Tick[] }) => (
    <>
        {ticks.map(({ value, place }) => (
            <g key={value}>
                <path d={`M${place} 0v7`} />
                <text x={place} y={19} class={place > width.value - 20 ? "end" : place < 20 ? "start" : ""}>
                    {value}
                </text>
            </g>
        ))}
    </>
);
