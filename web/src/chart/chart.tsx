// The message sequence chart: a lane per process, an arrow per synchronisation, a dot per internal move, a gap per
// delay.

import { useComputed } from "@preact/signals";
import { locationName } from "../describe";
import { Panel } from "../panel";
import { charted, SilentSwitch } from "../silent";
import { model, page, selectStep, step, trace } from "../store";
import { Windowed } from "../window";
import { Move } from "./move";
import { available, chartWidth, headHeight, laneMiddle, laneWidth, rows, selectedLanes } from "./rows";

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
    const height = rows.value.height;
    const visible = Array.from({ length: last - first }, (_, index) => first + index);
    return (
        <svg class="chart-body" width={chartWidth.value} height={height} role="presentation">
            <SelectedRow />
            {charted.value.map((process) => (
                <path key={process} class="lifeline" d={`M${laneMiddle(process)} 0V${height}`} />
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
                text={locationName(model.value, process, trace.value.initial.locations[process] ?? 0)}
            />
        ))}
    </>
);

export function LocationPill({ process, y, text }: { process: number; y: number; text: string }) {
    const most = Math.floor((laneWidth.value - 20) / 6.3);
    const short = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    const width = short.length * 6.3 + 14;
    const x = laneMiddle(process);
    return (
        <g class="pill">
            <title>{text}</title>
            <rect x={x - width / 2} y={y - 9} width={width} height={18} rx={9} />
            <text x={x} y={y + 4}>
                {short}
            </text>
        </g>
    );
}

function LoopMark() {
    const { ending, loop, steps } = trace.value;
    if (ending !== "lasso" || loop === null || loop >= steps.length) return null;
    const y = rows.value.top(loop + 1);
    return (
        <g class="loop-line">
            <path d={`M0 ${y}H${chartWidth.value}`} />
            <text x={8} y={y + 12}>
                ↻ loop
            </text>
        </g>
    );
}
