// Locations as bars and clocks as saw-teeth, over real time and, where that stands still, by steps, with the selected state
// as a cursor.

import { computed, useComputed } from "@preact/signals";
import { locationName, processName } from "../describe";
import { show } from "../fraction";
import { Panel } from "../panel";
import { charted, chartedClocks, SilentSwitch } from "../silent";
import { model, page, run, selectedStep, step } from "../store";
import { rowsOf, Windowed } from "../window";
import { fitted, LaneName, selectAt, ZoomControls } from "./frame";
import { barsOf, teethOf, type Bar } from "./lanes";
import { Sight } from "./sight";
import { axisHeight, headHeight, Stack } from "./stack";

const barHeight = 20;
const toothHeight = 26;

const sight = new Sight(true, () => 40);

/** Lanes of processes, then of clocks. */
const rows = computed(() =>
    rowsOf(charted.value.length + chartedClocks.value.length, (row) =>
        row < charted.value.length ? barHeight : toothHeight,
    ),
);

/** The lane of the process that moves. */
const focus = computed(() => charted.value.indexOf(selectedStep.value?.edges[0]?.process ?? -1));

export function Timeline() {
    if (!page.value.trace) return null;
    return (
        <Panel name="timeline" title="Timeline" controls={<Controls />}>
            <Windowed
                class="lanes"
                role="group"
                aria-label="Locations and clocks over time"
                rows={rows.value}
                focus={focus.value}
                above={headHeight}
                below={axisHeight}
            >
                {lanes}
            </Windowed>
        </Panel>
    );
}

const lanes = (first: number, last: number) => <Lanes first={first} last={last} />;

/** Only those in sight exist. */
function Lanes({ first, last }: { first: number; last: number }) {
    const [processes, clocks] = [charted.value, chartedClocks.value];
    return (
        <Stack sight={sight} rows={rows.value} first={first} last={last} cursor="timeline-cursor">
            {processes.slice(first, last).map((process) => (
                <ProcessLane key={`p${process}`} process={process} />
            ))}
            {clocks.slice(Math.max(0, first - processes.length), Math.max(0, last - processes.length)).map((clock) => (
                <ClockLane key={`c${clock}`} clock={clock} />
            ))}
        </Stack>
    );
}

const Controls = () => (
    <>
        <SilentSwitch />
        <ZoomControls sight={sight} words={{ more: "Show more time", less: "Show less time" }} />
    </>
);

const click = (event: MouseEvent): void => selectAt(event, sight);

function ProcessLane({ process }: { process: number }) {
    const name = processName(model.value, process);
    return (
        <div class="lane">
            <LaneName name={name} value={<CurrentLocation process={process} />} />
            <svg
                height={barHeight}
                width={sight.width.value}
                onClick={click}
                role="img"
                aria-label={`Locations of ${name} over time`}
            >
                {barsOf(run.value.locations[process]!, sight).map((bar, index) => (
                    <LocationBar key={index} process={process} bar={bar} />
                ))}
            </svg>
        </div>
    );
}

/** Texts that are signals change on their own: nothing else is drawn again. */
const CurrentLocation = ({ process }: { process: number }) => (
    <>{useComputed(() => locationName(model.value, process, run.value.locations[process]!.at(step.value)))}</>
);

const tones = 8;

function LocationBar({ process, bar }: { process: number; bar: Bar<number> }) {
    const name =
        bar.what === null
            ? "several locations, too short to tell apart"
            : locationName(model.value, process, bar.what);
    const text = fitted(name, bar.width);
    const tone = bar.what === null ? "dense" : `tone-${bar.what % tones}`;
    return (
        <g class={`bar ${tone}`}>
            <title>{name}</title>
            <rect x={bar.left} y={1} width={bar.width} height={barHeight - 2} />
            {text && (
                <text x={bar.left + 5} y={14}>
                    {text}
                </text>
            )}
        </g>
    );
}

/** Whether some invariant in this state speaks of the rate of the clock, by its name within the process: x' == 0 */
function mayStop(clock: string, state: number): boolean {
    const short = clock.replace(/\[.*/, "").split(".").pop()!;
    return model.value.processes.some(({ template }, process) => {
        const location = run.value.locations[process]?.at(state) ?? -1;
        const invariant = model.value.templates[template]?.locations[location]?.invariant ?? "";
        return invariant.split("'").some((text, index, all) => index + 1 < all.length && endsWithName(text, short));
    });
}

const endsWithName = (text: string, name: string): boolean =>
    text.replace(/\s*(\[[^\]]*\]\s*)*$/, "").split(/\W/).pop() === name;

function ClockLane({ clock }: { clock: number }) {
    const name = model.value.clocks[clock]?.name ?? `clock ${clock}`;
    const { path, most } = teethOf(run.value, clock, sight, toothHeight - 6, (state) => mayStop(name, state));
    return (
        <div class="lane clock">
            <LaneName name={name} value={<CurrentClock clock={clock} />} />
            <svg
                height={toothHeight}
                width={sight.width.value}
                onClick={click}
                role="img"
                aria-label={`Clock ${name} over time, at most ${Number(most.toPrecision(4))}`}
            >
                <rect class="hit" width="100%" height={toothHeight} />
                <path class="base" d={`M0 ${toothHeight - 3}H${sight.width.value}`} />
                <path class="teeth" d={path} transform="translate(0 3)" />
            </svg>
        </div>
    );
}

const CurrentClock = ({ clock }: { clock: number }) => (
    <>{useComputed(() => show(run.value.clockAt(clock, step.value)))}</>
);
