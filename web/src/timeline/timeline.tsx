// Locations as bars and clocks as saw-teeth, over real time, with the selected state as a cursor.

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { locationName, processName } from "../describe";
import { show } from "../fraction";
import { Panel } from "../panel";
import { model, page, run, selectStep, step } from "../store";
import { barsOf, teethOf, ticksOf, type Bar, type Span } from "./lanes";

const width = signal(800); // of the plot, in pixels
const zoom = signal(1);
const middle = signal<number | null>(null); // of the sight, in time; null: follow the selected state

const barHeight = 20;
const toothHeight = 26;

const whole = computed(() => run.value.end || 1);

const sight = computed<Span>(() => {
    const length = whole.value / zoom.value;
    const wanted = middle.value ?? (zoom.value === 1 ? whole.value / 2 : (run.value.seconds[step.value] ?? 0));
    const from = Math.min(whole.value - length, Math.max(0, wanted - length / 2));
    return { from, to: from + length };
});

const placeOf = (time: number): number =>
    ((time - sight.value.from) / (sight.value.to - sight.value.from)) * width.value;

export function Timeline() {
    if (!page.value.trace) return null;
    return (
        <Panel name="timeline" title="Timeline" controls={<Controls />}>
            <div class="lanes" tabIndex={0} role="group" aria-label="Locations and clocks over time">
                <Measure />
                {run.value.locations.map((_, process) => (
                    <ProcessLane key={process} process={process} />
                ))}
                {run.value.clocks.map((_, clock) => (
                    <ClockLane key={clock} clock={clock} />
                ))}
                <Axis />
                <Cursor />
            </div>
        </Panel>
    );
}

function zoomTo(factor: number): void {
    zoom.value = Math.min(1000, Math.max(1, zoom.value * factor));
    if (zoom.value === 1) middle.value = null;
}

const moveSight = (share: number): void => {
    const { from, to } = sight.value;
    middle.value = Math.min(whole.value, Math.max(0, (from + to) / 2 + (to - from) * share));
};

const Controls = () => (
    <>
        {zoom.value > 1 && (
            <button type="button" aria-label="Earlier" onClick={() => moveSight(-0.5)}>
                ‹
            </button>
        )}
        {zoom.value > 1 && (
            <button type="button" aria-label="Later" onClick={() => moveSight(0.5)}>
                ›
            </button>
        )}
        <button type="button" aria-label="Show more time" disabled={zoom.value === 1} onClick={() => zoomTo(0.5)}>
            −
        </button>
        <button type="button" aria-label="Show less time" onClick={() => zoomTo(2)}>
            +
        </button>
        <button
            type="button"
            aria-label="Follow the selected state"
            disabled={middle.value === null}
            onClick={() => (middle.value = null)}
        >
            follow
        </button>
    </>
);

/** Learns how wide the plots are. */
function Measure() {
    const bar = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const observer = new ResizeObserver(([entry]) => (width.value = Math.max(100, entry!.contentRect.width)));
        observer.observe(bar.current!);
        return () => observer.disconnect();
    }, []);
    return (
        <div class="lane measure">
            <span />
            <div ref={bar} />
        </div>
    );
}

function selectAt(event: MouseEvent): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const { from, to } = sight.value;
    const pixel = (to - from) / box.width;
    selectStep(run.value.stepAtTime(from + (event.clientX - box.left + 2) * pixel));
}

function ProcessLane({ process }: { process: number }) {
    const name = processName(model.value, process);
    return (
        <div class="lane">
            <LaneName name={name} value={<CurrentLocation process={process} />} />
            <svg
                height={barHeight}
                width={width.value}
                onClick={selectAt}
                role="img"
                aria-label={`Locations of ${name} over time`}
            >
                {barsOf(run.value.locations[process]!, run.value, sight.value, width.value).map((bar, index) => (
                    <LocationBar key={index} process={process} bar={bar} />
                ))}
            </svg>
        </div>
    );
}

const CurrentLocation = ({ process }: { process: number }) => (
    <>{locationName(model.value, process, run.value.locations[process]!.at(step.value))}</>
);

const LaneName = ({ name, value }: { name: string; value: preact.ComponentChildren }) => (
    <div class="lane-name" title={name}>
        <span>{name}</span>
        <b>{value}</b>
    </div>
);

const tones = 8;

function LocationBar({ process, bar }: { process: number; bar: Bar }) {
    const name =
        bar.location === null
            ? "several locations, too short to tell apart"
            : locationName(model.value, process, bar.location);
    const room = Math.floor((bar.width - 8) / 6.4);
    const tone = bar.location === null ? "dense" : `tone-${bar.location % tones}`;
    return (
        <g class={`bar ${tone}`}>
            <title>{name}</title>
            <rect x={bar.left} y={1} width={bar.width} height={barHeight - 2} />
            {room >= Math.min(3, name.length) && (
                <text x={bar.left + 5} y={14}>
                    {name.length > room ? `${name.slice(0, Math.max(1, room - 1))}…` : name}
                </text>
            )}
        </g>
    );
}

function ClockLane({ clock }: { clock: number }) {
    const name = model.value.clocks[clock]?.name ?? `clock ${clock}`;
    const { path, most } = teethOf(run.value.clocks[clock]!, run.value, sight.value, width.value, toothHeight - 6);
    return (
        <div class="lane clock">
            <LaneName name={name} value={<CurrentClock clock={clock} />} />
            <svg
                height={toothHeight}
                width={width.value}
                onClick={selectAt}
                role="img"
                aria-label={`Clock ${name} over time, at most ${Number(most.toPrecision(4))}`}
            >
                <rect class="hit" width="100%" height={toothHeight} />
                <path class="base" d={`M0 ${toothHeight - 3}H${width.value}`} />
                <path class="teeth" d={path} transform="translate(0 3)" />
            </svg>
        </div>
    );
}

const CurrentClock = ({ clock }: { clock: number }) => <>{show(run.value.clockAt(clock, step.value))}</>;

function Axis() {
    return (
        <div class="lane axis" aria-hidden="true">
            <div class="lane-name">
                <span>time</span>
                <b>{show(run.value.times[step.value]!)}</b>
            </div>
            <svg height={20} width={width.value}>
                {ticksOf(sight.value, width.value).map((tick) => (
                    <g key={tick}>
                        <path d={`M${placeOf(tick)} 0v5`} />
                        <text
                            x={placeOf(tick)}
                            y={17}
                            class={placeOf(tick) > width.value - 20 ? "end" : placeOf(tick) < 20 ? "start" : ""}
                        >
                            {tick}
                        </text>
                    </g>
                ))}
            </svg>
        </div>
    );
}

/** A line where the selected state begins and a band for as long as it lasts. */
function Cursor() {
    const begins = placeOf(run.value.seconds[step.value]!);
    const ends = placeOf(step.value < run.value.length ? run.value.seconds[step.value + 1]! : run.value.end);
    if (ends < 0 || begins > width.value) return null;
    const left = Math.max(0, begins);
    return (
        <div class="cursor-frame" aria-hidden="true">
            <div
                class="band"
                style={{ left: `${left}px`, width: `${Math.max(0, Math.min(width.value, ends) - left)}px` }}
            />
            {begins >= 0 && <div class="cursor" style={{ left: `${begins}px` }} data-testid="timeline-cursor" />}
        </div>
    );
}
