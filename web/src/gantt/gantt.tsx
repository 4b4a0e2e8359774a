// The schedule as a Gantt chart: who holds which resource when, over real time. A click on a bar selects the step with
// which it begins.

import { computed, signal, useComputed } from "@preact/signals";
import { Panel } from "../panel";
import { charted, SilentSwitch } from "../silent";
import { model, page, run, selectStep, step, trace } from "../store";
import { axisTicks } from "../timeline/axis";
import { fitted, LaneName, selectAt, ZoomControls } from "../timeline/frame";
import { Bars, type Bar as Drawn } from "../timeline/lanes";
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
    processes: computed(() => charted.value.map((process) => maker.value.process(process))),
};
const titles: Record<LaneKind, string> = {
    declared: "as the model declares",
    resources: "of resources",
    processes: "of processes",
};

const hasBars = (kind: LaneKind): boolean => lanesOf[kind].value.some(({ rows }) => rows.some((row) => row.length));
const kinds = computed<LaneKind[]>(() => [
    ...(["declared", "resources"] as const).filter(hasBars),
    "processes" as const,
]);
const chosen = signal<LaneKind | null>(null);
const kind = computed<LaneKind>(() =>
    chosen.value && kinds.value.includes(chosen.value) ? chosen.value : kinds.value[0]!,
);
const lanes = computed(() => lanesOf[kind.value].value);

/** There is more in it than where each process is, which the timeline shows as well. */
export const ganttComesFirst = computed(() => kinds.value.length > 1);

const heightOf = (lane: Lane): number => lane.rows.length * rowHeight + gap;
const rows = computed(() => rowsOf(lanes.value.length, (row) => heightOf(lanes.value[row]!)));

export function Gantt() {
    if (!page.value.trace || sight.scale.value.isTimeless) return null;
    const problem = trace.value.gantt?.problem;
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
            <Windowed
                class="lanes"
                role="group"
                aria-label={`Gantt chart, lanes ${titles[kind.value]}`}
                rows={rows.value}
                focus={-1}
                above={headHeight}
                below={axisHeight}
            >
                {inSight}
            </Windowed>
            {kind.value === "resources" && <Idle />}
        </Panel>
    );
}

function Idle() {
    const count = trace.value.gantt?.idle ?? 0;
    return count > 0 ? <p class="note">{count} more, which nobody holds, are left out.</p> : null;
}

const Controls = () => (
    <>
        {kind.value === "processes" && <SilentSwitch />}
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
    return (
        <Stack sight={sight} rows={rows.value} first={first} last={last} cursor="gantt-cursor">
            {lanes.value.slice(first, last).map((lane, index) => (
                <LaneView key={`${kind.value} ${first + index}`} lane={lane} />
            ))}
        </Stack>
    );
}

const ticks = computed(() => axisTicks(sight));

function LaneView({ lane }: { lane: Lane }) {
    const height = heightOf(lane);
    return (
        <div class="lane">
            <LaneName name={lane.name} value={<Current lane={lane} />} />
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
    return (
        <g
            class={`gantt-bar ${what ? (what.hue === null ? "calm" : "") : "dense"}`}
            style={what?.hue == null ? undefined : `--hue:${what.hue}`}
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
