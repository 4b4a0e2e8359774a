// Draws only the rows of a long list that are in sight. Rows have different but known heights, so that the scroll
// bar is right and a row is found by bisection.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { lastAtMost } from "./run";
import { printing } from "./store";

export interface Rows {
    readonly count: number;
    top(row: number): number;
    readonly height: number;
}

export function rowsOf(count: number, heightOf: (row: number) => number): Rows & { tops: Float64Array } {
    const tops = new Float64Array(count + 1);
    for (let row = 0; row < count; row++) tops[row + 1] = tops[row]! + heightOf(row);
    return { count, tops, top: (row) => tops[row]!, height: tops[count]! };
}

const spare = 200; // pixels drawn beyond either end, so that scrolling shows no gaps
const mostPrinted = 2000; // rows; more is paper nobody reads

interface Props {
    rows: ReturnType<typeof rowsOf>;
    /** Kept in sight. */
    focus: number;
    onResize?: (width: number) => void;
    above?: number; // pixels of the scroll area before the first row
    children: (first: number, last: number) => ComponentChildren;
    [attribute: `aria-${string}` | `data-${string}`]: string | undefined;
    class?: string;
    role?: "listbox" | "group";
}

export function Windowed({ rows, focus, above = 0, onResize, children, ...attributes }: Props) {
    const box = useRef<HTMLDivElement>(null);
    const scroll = useSignal({ top: 0, height: 600 });
    const look = () => {
        const { scrollTop, clientHeight } = box.current!;
        if (scrollTop !== scroll.value.top || clientHeight !== scroll.value.height)
            scroll.value = { top: scrollTop, height: clientHeight };
    };
    useLayoutEffect(() => {
        const observer = new ResizeObserver(() => {
            onResize?.(box.current!.clientWidth);
            look();
        });
        observer.observe(box.current!);
        return () => observer.disconnect();
    }, []);
    useLayoutEffect(() => {
        if (focus >= 0) keepInSight(box.current!, above + rows.top(focus), above + rows.top(focus + 1), above);
        look();
    }, [focus, rows]);
    const [first, last] = inSight(rows, scroll.value.top - above, scroll.value.height);
    const drawn = useMemo(() => children(first, last), [first, last, children]);
    return (
        <div ref={box} tabIndex={0} onScroll={look} {...attributes}>
            {drawn}
        </div>
    );
}

function inSight(rows: ReturnType<typeof rowsOf>, top: number, height: number): [first: number, last: number] {
    if (printing.value) return [0, Math.min(rows.count, mostPrinted)];
    const first = lastAtMost(rows.tops, top - spare);
    const last = lastAtMost(rows.tops, top + height + spare) + 1;
    return [first, Math.min(rows.count, last)];
}

function keepInSight(box: HTMLElement, top: number, bottom: number, covered: number): void {
    if (top - covered < box.scrollTop) box.scrollTop = top - covered;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
