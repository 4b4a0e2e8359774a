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
const ahead = 40; // pixels beyond the row kept in sight: one sees what comes next
const mostPrinted = 2000; // rows; more is paper nobody reads

interface Props {
    rows: ReturnType<typeof rowsOf>;
    /** Kept in sight. */
    focus: number;
    /** The same for a stretch across, in pixels. */
    focusAcross?: readonly [left: number, right: number] | undefined;
    onResize?: (width: number) => void;
    above?: number; // pixels of the scroll area before the first row
    below?: number; // pixels at its lower end that cover rows
    children: (first: number, last: number) => ComponentChildren;
    [attribute: `aria-${string}` | `data-${string}`]: string | undefined;
    class?: string;
    role?: "listbox" | "group";
}

export function Windowed({ rows, focus, focusAcross, above = 0, below = 0, onResize, children, ...attributes }: Props) {
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
        if (focus >= 0) keepInSight(box.current!, above + rows.top(focus), below + above + rows.top(focus + 1), above);
        if (focusAcross) keepInSightAcross(box.current!, focusAcross);
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

/** Scrolls no more than needed; what was far away comes to rest in the upper third, with its surroundings. */
function keepInSight(box: HTMLElement, top: number, bottom: number, covered: number): void {
    const [from, to] = [box.scrollTop + covered, box.scrollTop + box.clientHeight];
    if (top >= from && bottom <= to) return;
    const far = top < from - box.clientHeight || bottom > to + box.clientHeight;
    if (far) box.scrollTop = top - covered - box.clientHeight / 3;
    else if (top < from) box.scrollTop = top - covered - ahead;
    else box.scrollTop = bottom + ahead - box.clientHeight;
}

function keepInSightAcross(box: HTMLElement, [left, right]: readonly [number, number]): void {
    const fits = left >= box.scrollLeft && right <= box.scrollLeft + box.clientWidth;
    if (!fits) box.scrollLeft = (left + Math.min(right, left + box.clientWidth) - box.clientWidth) / 2;
}
