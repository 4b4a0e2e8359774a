// All of the trace in a few pixels above a chart, and a window over what is in sight: it can be dragged, at its ends as well.

import { computed, type ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { tinted } from "../colours";
import { run, step } from "../store";
import type { Sight } from "./sight";
import type { Span } from "./lanes";

export const minimapHeight = 24;
const mostRows = 12;
const grip = 7; // pixels at either end of the window that move that end

/** A bar from one place of the scale to another. */
export type Piece = [from: number, to: number, hue: number | null];

const column = 2; // pixels: of what is shorter, one that begins there stands for all

/** The hue of each column; undefined: nothing is there. */
function columnsOf(row: Piece[], length: number, width: number): (number | null | undefined)[] {
    let next = 0;
    return Array.from({ length: Math.ceil(width / column) }, (_, index) => {
        const place = (at: number): number => (at * column * length) / width;
        while (next < row.length && row[next]![1] <= place(index)) next++;
        const piece = row[next];
        return piece && piece[0] < place(index + 1) ? piece[2] : undefined;
    });
}

/** One path for each colour: a long trace has thousands of bars. */
function pathsOf(rows: Piece[][], length: number, width: number): [hue: number | null, path: string][] {
    const paths = new Map<number | null, string>();
    const high = minimapHeight / rows.length;
    rows.forEach((row, number) => {
        const columns = columnsOf(row, length, width);
        for (let from = 0, to = 0; from < columns.length; from = to) {
            const hue = columns[from];
            while (to < columns.length && columns[to] === hue) to++;
            if (hue === undefined) continue;
            const [wide, tall] = [(to - from) * column, (high - 0.5).toFixed(1)];
            const box = `M${from * column} ${(number * high).toFixed(1)}h${wide}v${tall}h${-wide}z`;
            paths.set(hue, (paths.get(hue) ?? "") + box);
        }
    });
    return [...paths];
}

type Part = "from" | "to" | "both";

/** The window after its part was dragged by so much. */
function dragged({ from, to }: Span, part: Part, by: number, length: number): Span {
    if (part === "both") {
        const moved = Math.min(length - to, Math.max(-from, by));
        return { from: from + moved, to: to + moved };
    }
    const least = length / 1e4;
    return part === "from"
        ? { from: Math.min(to - least, Math.max(0, from + by)), to }
        : { from, to: Math.max(from + least, Math.min(length, to + by)) };
}

interface Props {
    sight: Sight;
    rows: ReadonlySignal<Piece[][]>;
    name: string;
}

/** Nothing as long as the chart itself shows everything and is easy to read. */
export function Minimap({ sight, rows, name }: Props) {
    const paths = useMemo(
        () => computed(() => pathsOf(rows.value.slice(0, mostRows), sight.scale.value.length || 1, sight.width.value)),
        [sight, rows],
    );
    if (sight.zoom.value === 1 && run.value.length <= 40) return null;
    return (
        <div class="lane minimap" data-testid={`${name}-minimap`}>
            <span class="note">all of it</span>
            <svg width={sight.width.value} height={minimapHeight}>
                <rect class="ground" width="100%" height={minimapHeight} />
                {paths.value.map(([hue, path]) => (
                    <path key={hue} {...tinted(hue)} d={path} />
                ))}
                <Window sight={sight} />
            </svg>
        </div>
    );
}

function Window({ sight }: { sight: Sight }) {
    const group = useRef<SVGGElement>(null);
    useLayoutEffect(() => listen(group.current!, sight), [sight]);
    const length = sight.scale.value.length || 1;
    const place = (at: number): number => (at / length) * sight.width.value;
    const { from, to } = sight.span.value;
    const [left, right] = [place(from), place(to)];
    const wide = Math.max(3, right - left);
    const end = sight.width.value;
    return (
        <g
            ref={group}
            role="slider"
            tabindex={0}
            aria-label="Part of the trace in sight"
            aria-valuemin={0}
            aria-valuemax={run.value.length}
            aria-valuenow={sight.scale.value.stateAt(from)}
            aria-valuetext={`states ${sight.scale.value.stateAt(from)} to ${sight.scale.value.stateAt(to)}`}
            onKeyDown={(event) => onKey(event, sight)}
        >
            <path class="outside" d={`M0 0H${left}V${minimapHeight}H0zM${left + wide} 0H${end}V${minimapHeight}H${left + wide}z`} />
            <path class="here" d={`M${place(sight.scale.value.starts[step.value]!)} 0v${minimapHeight}`} />
            <rect class="window" x={left + 0.5} y={0.5} width={Math.max(2, wide - 1)} height={minimapHeight - 1} rx={3} />
        </g>
    );
}

function onKey(event: KeyboardEvent, sight: Sight): void {
    const moves: Record<string, () => void> = {
        ArrowLeft: () => sight.move(-0.25),
        ArrowRight: () => sight.move(0.25),
        "+": () => sight.zoomTo(2),
        "-": () => sight.zoomTo(0.5),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    move();
}

/** Drags the window, or brings it to where somebody pressed. Returns how to stop listening. */
function listen(group: SVGGElement, sight: Sight): () => void {
    let drag: { part: Part; x: number; span: Span } | null = null;
    const length = () => sight.scale.value.length || 1;
    const unit = () => length() / sight.width.value;
    const onDown = (event: PointerEvent) => {
        if (event.button !== 0) return;
        const x = event.clientX - group.ownerSVGElement!.getBoundingClientRect().left;
        const { from, to } = sight.span.value;
        const [left, right] = [from / unit(), to / unit()];
        const part: Part = Math.abs(x - left) < grip ? "from" : Math.abs(x - right) < grip ? "to" : "both";
        if (part === "both" && (x < left || x > right)) {
            const by = x * unit() - (from + to) / 2;
            const { from: first, to: last } = dragged({ from, to }, "both", by, length());
            sight.show(first, last);
        }
        drag = { part, x, span: sight.span.value };
        group.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent) => {
        if (!drag) return;
        const x = event.clientX - group.ownerSVGElement!.getBoundingClientRect().left;
        const { from, to } = dragged(drag.span, drag.part, (x - drag.x) * unit(), length());
        sight.show(from, to);
    };
    const onUp = () => (drag = null);
    group.addEventListener("pointerdown", onDown);
    group.addEventListener("pointermove", onMove);
    for (const end of ["pointerup", "pointercancel"]) group.addEventListener(end, onUp);
    return () => {
        group.removeEventListener("pointerdown", onDown);
        group.removeEventListener("pointermove", onMove);
        for (const end of ["pointerup", "pointercancel"]) group.removeEventListener(end, onUp);
    };
}
