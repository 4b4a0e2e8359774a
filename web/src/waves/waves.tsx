// The signals of a circuit as waveforms over the steps, one lane each, with the selected state as a cursor; of a planning
// task the facts, each for as long as it holds.

import { computed } from "@preact/signals";
import { FilterField } from "../filter";
import { Panel } from "../panel";
import { hasAutomata, model, page, step } from "../store";
import { axisTicks } from "../timeline/axis";
import { fitted, LaneName, selectAt, ZoomControls } from "../timeline/frame";
import { Sight } from "../timeline/sight";
import { axisHeight, headHeight, Stack } from "../timeline/stack";
import { rowsOf, Windowed } from "../window";
import { filter, isHeading, listed, unfolded, wantedFacts, type Heading, type Row, type Signal } from "./signals";
import { stretchesOf, waveOf, type Stretch } from "./wave";

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
    return `--names: min(${Math.round(longest * (model.value.task ? 7.3 : 6.7) + (model.value.task ? 24 : 56))}px, 38%)`;
});

export function Waves() {
    if (!page.value.trace || hasAutomata.value) return null;
    return (
        <Panel name="waves" title={model.value.task ? "Facts" : "Signals"} controls={<Controls />}>
            <div class="waves-frame" style={names.value}>
                <Windowed
                    class="lanes"
                    role="group"
                    aria-label={`${model.value.task ? "Facts" : "Signals"} over the steps`}
                    rows={rows.value}
                    focus={-1}
                    above={headHeight}
                    below={axisHeight}
                >
                    {lanes}
                </Windowed>
            </div>
            {listed.value.length === 0 && <p class="note">No {model.value.task ? "fact" : "signal"} has such a name.</p>}
        </Panel>
    );
}

const what = computed(() => (model.value.task ? "facts" : "signals"));

const Controls = () => (
    <>
        <FilterField value={filter} hook="signal-filter" placeholder={`Filter ${what.value}`} label={`Filter the ${what.value}`} />
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

/** A wave, or the names of the values one after the other. */
const Lane = ({ signal }: { signal: Signal }) =>
    signal.textOf ? <FactLane signal={signal} textOf={signal.textOf} /> : <WaveLane signal={signal} />;

function FactLane({ signal: { name, changes }, textOf }: { signal: Signal; textOf: (value: number) => string }) {
    return (
        <div class="lane wave fact" data-signal={name}>
            <LaneName name={name} value="" />
            <svg
                height={laneHeight}
                width={sight.width.value}
                onClick={(event) => selectAt(event, sight)}
                role="img"
                aria-label={`${name} over the steps`}
            >
                <rect class="hit" width="100%" height={laneHeight} />
                <path class="grid" d={ticks.value} />
                {stretchesOf(changes, sight).map((stretch) => (
                    <Fact key={stretch.from} stretch={stretch} text={textOf(stretch.value)} />
                ))}
            </svg>
        </div>
    );
}

/** Pointed at both ends, where it changes. */
function Fact({ stretch: { from, left, right }, text }: { stretch: Stretch; text: string }) {
    const tip = Math.min(4, (right - left) / 2);
    const [begin, end] = [left + (from === 0 ? 0 : tip), right - tip];
    const shown = fitted(text, right - left);
    const kind = `${wantedFacts.value.has(text) ? " wanted" : ""}${from === 0 ? " initial" : ""}`;
    return (
        <g class={`held${kind}`} data-from={from}>
            <title>{`${text}, from state ${from}`}</title>
            <path d={`M${left} ${from === 0 ? 3 : 11}L${begin} 3H${end}L${right} 11L${end} 19H${begin}L${left} ${from === 0 ? 19 : 11}Z`} />
            {shown && (
                <text x={left + 6} y={15}>
                    {shown}
                </text>
            )}
        </g>
    );
}

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

function WaveLane({ signal: { name, kind, changes } }: { signal: Signal }) {
    const wave = waveOf(changes, sight);
    return (
        <div class={`lane wave ${kind}`} data-signal={name}>
            <LaneName name={name} value={kind === "fact" ? "" : <Current changes={changes} />} />
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
