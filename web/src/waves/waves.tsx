// The signals of a circuit as waveforms over the steps, one lane each, with the selected state as a cursor.

import { computed } from "@preact/signals";
import { FilterField } from "../filter";
import { Panel } from "../panel";
import { model, page, step } from "../store";
import { axisTicks } from "../timeline/axis";
import { LaneName, selectAt, ZoomControls } from "../timeline/frame";
import { Sight } from "../timeline/sight";
import { axisHeight, headHeight, Stack } from "../timeline/stack";
import { rowsOf, Windowed } from "../window";
import { filter, isHeading, listed, unfolded, type Heading, type Row, type Signal } from "./signals";
import { waveOf } from "./wave";

const laneHeight = 22;
const headingHeight = 26;
const narrowest = 6; // pixels of a state: a longer trace begins enlarged

const sight = new Sight(true, (width) => width / narrowest, true);

const rows = computed(() =>
    rowsOf(listed.value.length, (row) => (isHeading(listed.value[row]!) ? headingHeight : laneHeight)),
);

/** Room for the longest name, as far as there is. */
const names = computed(() => {
    const longest = Math.max(8, ...listed.value.map((row) => (isHeading(row) ? 0 : row.name.length)));
    return `--names: min(${Math.round(longest * 6.7 + 56)}px, 38%)`;
});

export function Waves() {
    if (!page.value.trace || !model.value.circuit) return null;
    return (
        <Panel name="waves" title="Signals" controls={<Controls />}>
            <div class="waves-frame" style={names.value}>
                <Windowed
                    class="lanes"
                    role="group"
                    aria-label="Signals over the steps"
                    rows={rows.value}
                    focus={-1}
                    above={headHeight}
                    below={axisHeight}
                >
                    {lanes}
                </Windowed>
            </div>
            {listed.value.length === 0 && <p class="note">No signal has such a name.</p>}
        </Panel>
    );
}

const Controls = () => (
    <>
        <FilterField value={filter} hook="signal-filter" placeholder="Filter signals" label="Filter the signals" />
        <ZoomControls sight={sight} words={{ more: "Show more steps", less: "Show fewer steps" }} />
    </>
);

const lanes = (first: number, last: number) => <Lanes first={first} last={last} />;

const Lanes = ({ first, last }: { first: number; last: number }) => (
    <Stack sight={sight} rows={rows.value} first={first} last={last} cursor="waves-cursor">
        {listed.value.slice(first, last).map(lineOf)}
    </Stack>
);

const lineOf = (row: Row) =>
    isHeading(row) ? <HeadingLine key={row.title} {...row} /> : <Lane key={`${row.kind} ${row.name}`} signal={row} />;

const HeadingLine = ({ title, open }: Heading) => (
    <h3 class="wave-heading" style={{ height: `${headingHeight}px` }}>
        {open === null ? (
            title
        ) : (
            <button
                type="button"
                class="plain"
                data-testid="fold"
                aria-expanded={open}
                onClick={() => (unfolded.value = !open)}
            >
                {open ? "▾" : "▸"} {title}
            </button>
        )}
    </h3>
);

const ticks = computed(() => axisTicks(sight).map(({ place }) => `M${Math.round(place)} 0V${laneHeight}`).join(""));

function Lane({ signal: { name, kind, changes } }: { signal: Signal }) {
    const wave = waveOf(changes, sight);
    return (
        <div class={`lane wave ${kind}`} data-signal={name}>
            <LaneName name={name} value={<Current changes={changes} />} />
            <svg
                height={laneHeight}
                width={sight.width.value}
                onClick={(event) => selectAt(event, sight)}
                role="img"
                aria-label={`${name} over the steps`}
            >
                <rect class="hit" width="100%" height={laneHeight} />
                <path class="grid" d={ticks.value} />
                <path class="area" d={wave.area} />
                <path class="trail" d={wave.line} />
            </svg>
        </div>
    );
}

/** The value in the selected state and, if the step has changed it, the one before. */
function Current({ changes }: { changes: Signal["changes"] }) {
    const [value, before] = [changes.at(step.value), changes.at(Math.max(0, step.value - 1))];
    return <>{value === before ? value : `${before} → ${value}`}</>;
}
