// The schedule as a Gantt chart: who holds which resource when, over real time. A click on a bar selects the step with
// which it begins.

import { computed, signal, useComputed } from "@preact/signals";
import { tinted } from "../colours";
import { Panel } from "../panel";
import { model, page, run, selectStep, step, trace } from "../store";
import { axisTicks } from "../timeline/axis";
import { fitted, LaneName, selectAt, ZoomControls } from "../timeline/frame";
import { Bars, type Bar as Drawn } from "../timeline/lanes";
import { Minimap, type Piece } from "../timeline/minimap";
import { Pins } from "../timeline/pins";
import { Sight } from "../timeline/sight";
import { axisHeight, headHeight, Stack } from "../timeline/stack";
import { rowsOf, Windowed } from "../window";
import { barsAt, LaneMaker, type Bar, type Lane, type LaneKind } from "./lanes";

const rowHeight = 22;
const gap = 4; // between lanes

const sight = new Sight(false, () => Infinity);

const maker = computed(() => new LaneMaker(model.value, run.value, trace.value.ending === "waits-forever"));
const lanesOf: Record<LaneKind, { value: Lane[] }> = {
    declared: computed(() => (trace.value.gantt?.declared ?? []).map((lane) => maker.value.declared(lane))),
    resources: computed(() => (trace.value.gantt?.resources ?? []).map((lane) => maker.value.resource(lane))),
};
const titles: Record<LaneKind, string> = {
    declared: "as the model declares",
    resources: "of resources",
};

const hasBars = (kind: LaneKind): boolean => lanesOf[kind].value.some(({ rows }) => rows.some((row) => row.length));
const kinds = computed<LaneKind[]>(() => (["declared", "resources"] as const).filter(hasBars));
const chosen = signal<LaneKind | null>(null);
const kind = computed<LaneKind>(() =>
    chosen.value && kinds.value.includes(chosen.value) ? chosen.value : (kinds.value[0] ?? "declared"),
);
const lanes = computed(() => lanesOf[kind.value].value);

/** Where each process is the timeline shows: without anything else there is no chart. */
export const ganttComesFirst = computed(() => kinds.value.length > 0);

const pins = new Pins();
const split = computed(() => pins.split(lanes.value, ({ name }) => name));

const heightOf = (lane: Lane): number => lane.rows.length * rowHeight + gap;
const rows = computed(() => rowsOf(split.value.free.length, (row) => heightOf(split.value.free[row]!)));
const pinnedHeight = computed(() => split.value.pinned.reduce((sum, lane) => sum + heightOf(lane), 0));

const overview = computed<Piece[][]>(() =>
    lanes.value.flatMap((lane) =>
        lane.rows.map((row) =>
            row.map(({ begin, end, hue }): Piece => [begin, Math.min(end, sight.scale.value.end), hue]),
        ),
    ),
);

export function Gantt() {
    if (!page.value.trace || sight.scale.value.isTimeless) return null;
    const problem = trace.value.gantt?.problem;
    if (kinds.value.length === 0 && !problem) return null;
    return (
        <Panel name="gantt" title="Gantt chart" controls={<Controls />}>
            {problem && (
                <p class="note problem">
                    {trace.value.gantt?.declared.length
                        ? "Of the chart that the model declares something is missing: "
                        : "The chart that the model declares is not shown: "}
                    {problem}
                </p>
            )}
            {kinds.value.length > 0 && <Lanes />}
            {kind.value === "resources" && <Idle />}
        </Panel>
    );
}

function Lanes() {
    return (
        <>
            <Minimap sight={sight} rows={overview} name="gantt" />
            <Windowed
                class="lanes"
                role="group"
                aria-label={`Gantt chart, lanes ${titles[kind.value]}`}
                rows={rows.value}
                focus={-1}
                above={headHeight + pinnedHeight.value}
                below={axisHeight}
            >
                {inSight}
            </Windowed>
        </>
    );
}

function Idle() {
    const count = trace.value.gantt?.idle ?? 0;
    return count > 0 ? <p class="note">{count} more, which nobody holds, are left out.</p> : null;
}

const Controls = () => (
    <>
        {kinds.value.length > 1 && (
            <select
                aria-label="Lanes of the Gantt chart"
                data-testid="gantt-lanes"
                value={kind.value}
                onChange={(event) => (chosen.value = event.currentTarget.value as LaneKind)}
            >
                {kinds.value.map((name) => (
                    <option key={name} value={name}>
                        {titles[name]}
                    </option>
                ))}
            </select>
        )}
        <ZoomControls
            sight={sight}
            words={{ more: "Shrink the Gantt chart", less: "Enlarge the Gantt chart", chart: " in the Gantt chart" }}
        />
    </>
);

const inSight = (first: number, last: number) => <LanesInSight first={first} last={last} />;

function LanesInSight({ first, last }: { first: number; last: number }) {
    const { pinned, free } = split.value;
    return (
        <Stack
            sight={sight}
            rows={rows.value}
            first={first}
            last={last}
            cursor="gantt-cursor"
            pinned={pinned.length > 0 && pinned.map(viewOf)}
        >
            {free.slice(first, last).map(viewOf)}
        </Stack>
    );
}

const viewOf = (lane: Lane) => <LaneView key={`${kind.value} ${lane.name}`} lane={lane} />;

const ticks = computed(() => axisTicks(sight));

function LaneView({ lane }: { lane: Lane }) {
    const height = heightOf(lane);
    return (
        <div class="lane">
            <LaneName name={lane.name} value={<Current lane={lane} />} pins={pins} />
            <svg
                height={height}
                width={sight.width.value}
                onClick={(event) => selectAt(event, sight)}
                role="img"
                aria-label={`${lane.name} over time`}
            >
                <rect class="hit" width="100%" height={height} />
                <path class="grid" d={ticks.value.map(({ place }) => `M${place} 0V${height}`).join("")} />
                {lane.rows.flatMap((row, number) =>
                    drawnOf(row).map((bar) => <BarView key={`${number} ${bar.left}`} bar={bar} top={number * rowHeight} />),
                )}
            </svg>
        </div>
    );
}

/** Texts that are signals change on their own: nothing else is drawn again. */
const Current = ({ lane }: { lane: Lane }) => (
    <>
        {useComputed(() =>
            barsAt(lane, run.value, step.value)
                .map(({ text }) => text)
                .join(", "),
        )}
    </>
);

function drawnOf(row: Bar[]): Drawn<Bar>[] {
    const span = sight.span.value; // places are times here
    const drawn = new Bars<Bar>(span, sight.width.value);
    for (const bar of row)
        if (bar.begin <= span.to && bar.end >= span.from)
            drawn.add(bar.begin, Math.min(bar.end, sight.scale.value.end), bar);
    return drawn.bars;
}

function BarView({ bar: { left, width, what }, top }: { bar: Drawn<Bar>; top: number }) {
    const select = (event: MouseEvent): void => {
        event.stopPropagation();
        if (what) selectStep(what.from);
    };
    const text = what && fitted(what.text, width);
    const look = what ? tinted(what.hue) : { class: "dense" };
    return (
        <g
            {...look}
            class={`gantt-bar ${look.class}`}
            data-from={what?.from}
            data-to={what?.to}
            onClick={what ? select : undefined}
        >
            <title>{what?.title ?? "several, too short to tell apart"}</title>
            <rect x={left} y={top + 2} width={width} height={rowHeight - 2} rx={Math.min(3, width / 2)} />
            {text && (
                <text x={left + 5} y={top + 16.5}>
                    {text}
                </text>
            )}
        </g>
    );
}
