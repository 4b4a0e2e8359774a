// Locations as bars and clocks as saw-teeth, over real time and, where that stands still, by steps, with the selected state
// as a cursor.

import { computed, useComputed, type ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { locationHue, tinted } from "../colours";
import { locationName, processName } from "../describe";
import { show } from "../fraction";
import { Panel } from "../panel";
import type { Changes } from "../run";
import { charted, chartedClocks, SilentSwitch } from "../silent";
import { model, page, run, selectedStep, step } from "../store";
import { rowsOf, Windowed } from "../window";
import { fitted, LaneName, selectAt, ZoomControls } from "./frame";
import { barsOf, teethOf, type Bar } from "./lanes";
import { Minimap, type Piece } from "./minimap";
import { awaitedOf, conclusionText, conclusionWord } from "./pending";
import { Pins } from "./pins";
import type { Scale } from "./scale";
import { Sight } from "./sight";
import { axisHeight, headHeight, Stack } from "./stack";

const barHeight = 20;
const toothHeight = 26;

const sight = new Sight(true, () => 40);
const pins = new Pins();

type Row = { kind: "premise" | "conclusion" } | { kind: "process" | "clock"; number: number };

const keyOf = (row: Row): string => ("number" in row ? `${row.kind} ${row.number}` : row.kind);
const heightOf = ({ kind }: Row): number => (kind === "clock" ? toothHeight : barHeight);

const awaited = computed(() => awaitedOf(page.value.query));

/** Lanes of a query `p --> q`, of processes, then of clocks. */
const all = computed<Row[]>(() => [
    ...(awaited.value ? ([{ kind: "premise" }, { kind: "conclusion" }] as const) : []),
    ...charted.value.map((number): Row => ({ kind: "process", number })),
    ...chartedClocks.value.map((number): Row => ({ kind: "clock", number })),
]);

const split = computed(() => pins.split(all.value, keyOf));
const rows = computed(() => rowsOf(split.value.free.length, (row) => heightOf(split.value.free[row]!)));
const pinnedHeight = computed(() => split.value.pinned.reduce((sum, row) => sum + heightOf(row), 0));

/** The lane of the process that moves. */
const focus = computed(() => {
    const moving = selectedStep.value?.edges[0]?.process ?? -1;
    return split.value.free.findIndex((row) => row.kind === "process" && row.number === moving);
});

const overview = computed<Piece[][]>(() =>
    charted.value.map((process) => piecesOf(run.value.locations[process]!, sight.scale.value, process)),
);

function piecesOf({ steps, values }: Changes<number>, { starts, length }: Scale, process: number): Piece[] {
    return steps.map((from, index): Piece => {
        const to = steps[index + 1];
        const hue = locationHue(model.value, process, values[index]!);
        return [starts[from]!, to === undefined ? length : starts[to]!, hue];
    });
}

export function Timeline() {
    if (!page.value.trace) return null;
    return (
        <Panel name="timeline" title="Timeline" controls={<Controls />}>
            <Minimap sight={sight} rows={overview} name="timeline" />
            <Windowed
                class="lanes"
                role="group"
                aria-label="Locations and clocks over time"
                rows={rows.value}
                focus={focus.value}
                above={headHeight + pinnedHeight.value}
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
    const { pinned, free } = split.value;
    return (
        <Stack
            sight={sight}
            rows={rows.value}
            first={first}
            last={last}
            cursor="timeline-cursor"
            pinned={pinned.length > 0 && pinned.map(laneOf)}
        >
            {free.slice(first, last).map(laneOf)}
        </Stack>
    );
}

function laneOf(row: Row) {
    const key = keyOf(row);
    if (row.kind === "process") return <ProcessLane key={key} process={row.number} />;
    if (row.kind === "clock") return <ClockLane key={key} clock={row.number} />;
    if (row.kind === "premise") return <PremiseLane key={key} />;
    return <ConclusionLane key={key} />;
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
            <LaneName
                name={name}
                value={<CurrentLocation process={process} />}
                pins={pins}
                pin={`process ${process}`}
            />
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

function LocationBar({ process, bar }: { process: number; bar: Bar<number> }) {
    const { what } = bar;
    return what === null ? (
        <BarView bar={bar} name="several locations, too short to tell apart" look={{ class: "dense" }} />
    ) : (
        <BarView
            bar={bar}
            name={locationName(model.value, process, what)}
            look={tinted(locationHue(model.value, process, what))}
        />
    );
}

interface BarProps {
    bar: Bar<unknown>;
    name: string;
    look: { class: string; style?: string };
}

function BarView({ bar: { left, width }, name, look }: BarProps) {
    const text = fitted(name, width);
    return (
        <g {...look} class={`bar ${look.class}`}>
            <title>{name}</title>
            <rect x={left} y={1} width={width} height={barHeight - 2} rx={Math.min(2, width / 2)} />
            {text && (
                <text x={left + 5} y={14}>
                    {text}
                </text>
            )}
        </g>
    );
}

/** The frame of a lane of the query. */
function AskedLane({ name, value, says, children }: AskedLaneProps) {
    return (
        <div class="lane asked">
            <LaneName name={name} value={value} pins={pins} />
            <svg height={barHeight} width={sight.width.value} onClick={click} role="img" aria-label={says}>
                <rect class="hit" width="100%" height={barHeight} />
                {children}
            </svg>
        </div>
    );
}

interface AskedLaneProps {
    name: string;
    value: ReadonlySignal<string>;
    says: string;
    children: ComponentChildren;
}

const PremiseLane = () => (
    <AskedLane
        name="premise"
        value={useComputed(() => (awaited.value!.premise.at(step.value) ? "holds" : "–"))}
        says="Where the premise holds"
    >
        {barsOf(awaited.value!.premise, sight)
            .filter(({ what }) => what)
            .map((bar) => (
                <BarView key={bar.left} bar={bar} name="premise holds" look={{ class: "premise" }} />
            ))}
    </AskedLane>
);

const ConclusionLane = () => (
    <AskedLane
        name="conclusion"
        value={useComputed(() => conclusionWord(awaited.value!.conclusion.at(step.value)))}
        says="Since when the conclusion is waited for, and where it holds"
    >
        {barsOf(awaited.value!.conclusion, sight).map((bar, index) =>
            bar.what === "open" || bar.what === null ? null : (
                <BarView
                    key={index}
                    bar={bar}
                    name={`conclusion ${conclusionText(bar.what)}`}
                    look={{ class: bar.what === "true" ? "met" : "pending" }}
                />
            ),
        )}
    </AskedLane>
);

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
            <LaneName name={name} value={<CurrentClock clock={clock} />} pins={pins} pin={`clock ${clock}`} />
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
