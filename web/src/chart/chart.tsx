// The message sequence chart: a lane per process, an arrow per synchronisation, a dot per internal move, a gap per
// delay.

import { useComputed } from "@preact/signals";
import { locationHue, tinted } from "../colours";
import { locationName } from "../describe";
import { Panel } from "../panel";
import { charted, SilentSwitch } from "../silent";
import { model, page, selectStep, step, trace } from "../store";
import { Windowed } from "../window";
import { Move } from "./move";
import {
    available,
    chartWidth,
    headHeight,
    isLasso,
    laneMiddle,
    laneWidth,
    loopHeight,
    rows,
    selectedLanes,
} from "./rows";

export function Chart() {
    if (!page.value.trace) return null;
    return (
        <Panel name="chart" title="Message sequence chart" controls={<SilentSwitch />}>
            <Windowed
                class="chart-scroll"
                role="group"
                aria-label="Message sequence chart, one lane for each process"
                rows={rows.value}
                focus={step.value}
                focusAcross={selectedLanes.value}
                above={headHeight}
                onResize={(width) => (available.value = width)}
            >
                {lanes}
            </Windowed>
        </Panel>
    );
}

const lanes = (first: number, last: number) => <Lanes first={first} last={last} />;

const Lanes = ({ first, last }: { first: number; last: number }) => (
    <div style={{ width: `${chartWidth.value}px` }}>
        <Heads />
        <Body first={first} last={last} />
    </div>
);

const Heads = () => (
    <div class="lane-heads" style={{ height: `${headHeight}px` }}>
        {charted.value.map((process) => {
            const { name } = model.value.processes[process]!;
            return (
                <div key={process} class="lane-head" title={name} style={{ width: `${laneWidth.value}px` }}>
                    <span>{name}</span>
                </div>
            );
        })}
    </div>
);

function Body({ first, last }: { first: number; last: number }) {
    const height = rows.value.height + (isLasso.value ? loopHeight : 0);
    const visible = Array.from({ length: last - first }, (_, index) => first + index);
    return (
        <svg class="chart-body" width={chartWidth.value} height={height} role="presentation">
            <SelectedRow />
            {charted.value.map((process) => (
                <path key={process} class="lifeline" d={`M${laneMiddle(process)} 0V${rows.value.height}`} />
            ))}
            {visible.map((row) => (
                <Row key={row} row={row} />
            ))}
            <LoopMark />
        </svg>
    );
}

/** Its class is a signal: when another step is selected nothing but the class of two rows changes. */
function Row({ row }: { row: number }) {
    const kind = useComputed(() => (row === step.value ? "move selected" : "move"));
    return (
        <g class={kind} data-row={row} onClick={() => selectStep(row)}>
            <rect
                class="hit"
                x={0}
                y={rows.value.top(row)}
                width={chartWidth.value}
                height={rows.value.top(row + 1) - rows.value.top(row)}
            />
            {row === 0 ? <Beginning /> : <Move row={row} step={trace.value.steps[row - 1]!} />}
        </g>
    );
}

function SelectedRow() {
    const top = rows.value.top(step.value);
    const height = rows.value.top(step.value + 1) - top;
    return (
        <g class="selected-row">
            <rect x={0} y={top} width={chartWidth.value} height={height} />
            <path d={`M1.5 ${top}v${height}`} />
        </g>
    );
}

const Beginning = () => (
    <>
        {charted.value.map((process) => (
            <LocationPill
                key={process}
                process={process}
                y={16}
                location={trace.value.initial.locations[process] ?? 0}
            />
        ))}
    </>
);

export function LocationPill({ process, y, location }: { process: number; y: number; location: number }) {
    const text = locationName(model.value, process, location);
    const look = tinted(locationHue(model.value, process, location));
    const most = Math.floor((laneWidth.value - 20) / 6.3);
    const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    const width = short.length * 6.3 + 14;
    const x = laneMiddle(process);
    return (
        <g {...look} class={`pill ${look.class}`}>
            <title>{text}</title>
            <rect x={x - width / 2} y={y - 9} width={width} height={18} rx={9} />
            <text x={x} y={y + 4}>
                {short}
            </text>
        </g>
    );
}

/** A line from the last step back to where the loop begins. */
function LoopMark() {
    const { loop } = trace.value;
    if (!isLasso.value || loop === null) return null;
    const [top, bottom] = [rows.value.top(loop + 1), rows.value.height];
    const right = chartWidth.value - 8;
    return (
        <g class="loop-line" data-testid="chart-loop">
            <path class="begins" d={`M0 ${top}H${right - 7}`} />
            <path class="back" d={`M0 ${bottom + 8}H${right - 8}q8 0 8 -8V${top + 8}q0 -8 -8 -8`} />
            <path class="tip" d={`M${right - 8} ${top - 4}v8l-7 -4z`} />
            <text class="before" x={right - 10} y={top + 14}>
                ∞ loop
            </text>
            <text x={8} y={bottom + 21}>
                {`∞ for ever: on from state ${loop}`}
            </text>
        </g>
    );
}
