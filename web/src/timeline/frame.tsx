// What charts over time have in common: names at the left of lanes, the width of the plots, clicks, and the buttons that
// change what is in sight.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { selectStep, step } from "../store";
import { Pin, type Pins } from "./pins";
import type { Sight } from "./sight";

interface LaneNameProps {
    name: string;
    value: ComponentChildren;
    pins?: Pins;
    pin?: string; // the name to pin it by, if another one
}

export const LaneName = ({ name, value, pins, pin = name }: LaneNameProps) => (
    <div class="lane-name" title={name}>
        <span>{name}</span>
        {pins && <Pin pins={pins} name={pin} title={name} />}
        <b>{value}</b>
    </div>
);

/** Ctrl and the wheel enlarge around the pointer; with Shift, or sideways, it moves. Returns how to stop listening. */
export function wheelOver(lanes: HTMLElement, sight: Sight): () => void {
    const onWheel = (event: WheelEvent) => {
        const plots = lanes.querySelector(".measure > div")!.getBoundingClientRect();
        if (event.ctrlKey || event.metaKey) {
            const { from, to } = sight.span.value;
            const share = Math.min(1, Math.max(0, (event.clientX - plots.left) / plots.width));
            sight.zoomAround(Math.exp(-event.deltaY / 300), from + share * (to - from));
        } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
            if (sight.zoom.value === 1) return;
            sight.move((event.deltaX || event.deltaY) / plots.width);
        } else return;
        event.preventDefault();
    };
    lanes.addEventListener("wheel", onWheel, { passive: false });
    return () => lanes.removeEventListener("wheel", onWheel);
}

/** Learns how wide the plots are. */
export function Measure({ sight }: { sight: Sight }) {
    const bar = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const observer = new ResizeObserver(([entry]) => (sight.width.value = Math.max(100, entry!.contentRect.width)));
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

const nearby = 3; // pixels

/** The state drawn there. Of several that are too narrow to tell apart, the next one: clicking again reaches them all. */
export function selectAt(event: MouseEvent, { span, scale }: Sight): void {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const { from, to } = span.value;
    const pixel = (to - from) / box.width;
    const place = from + (event.clientX - box.left) * pixel;
    const { starts } = scale.value;
    const last = scale.value.stateAt(place);
    let first = last;
    while (first > 0 && starts[first + 1]! - starts[first]! < nearby * pixel && starts[first]! > place - nearby * pixel)
        first--;
    selectStep(step.value >= first && step.value < last ? step.value + 1 : first);
}

/** As much of a text as a bar of this width has room for; nothing if that says too little. */
export function fitted(text: string, width: number): string | null {
    const room = Math.floor((width - 8) / 6.4);
    if (room < Math.min(3, text.length)) return null;
    return text.length > room ? `${text.slice(0, Math.max(1, room - 1))}…` : text;
}

interface ZoomWords {
    more: string;
    less: string;
    chart?: string; // told apart from those of other charts
}

export function ZoomControls({ sight, words: { more, less, chart = "" } }: { sight: Sight; words: ZoomWords }) {
    const { zoom, middle } = sight;
    return (
        <>
            {zoom.value > 1 && (
                <button type="button" aria-label={`Earlier${chart}`} onClick={() => sight.move(-0.5)}>
                    ‹
                </button>
            )}
            {zoom.value > 1 && (
                <button type="button" aria-label={`Later${chart}`} onClick={() => sight.move(0.5)}>
                    ›
                </button>
            )}
            <button type="button" aria-label={more} disabled={zoom.value === 1} onClick={() => sight.zoomTo(0.5)}>
                −
            </button>
            <button type="button" aria-label={less} title="Or Ctrl and the wheel" onClick={() => sight.zoomTo(2)}>
                +
            </button>
            <button
                type="button"
                aria-label={`Follow the selected state${chart}`}
                disabled={middle.value === null}
                onClick={() => (middle.value = null)}
            >
                follow
            </button>
        </>
    );
}
