// The lanes of a chart over time: those in sight, with space for the others, and over all of them the axis and the
// selected state.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Rows } from "../window";
import { Axis } from "./axis";
import { Cursor } from "./cursor";
import { Measure, wheelOver } from "./frame";
import type { Sight } from "./sight";

export { headHeight } from "./cursor";
export const axisHeight = 24;

interface Props {
    sight: Sight;
    rows: Rows;
    first: number;
    last: number; // the first lane after those in sight
    cursor: string; // for tests
    pinned?: ComponentChildren; // lanes that do not scroll
    children: ComponentChildren;
}

const space = (height: number) => <div style={{ height: `${height}px` }} />;

export function Stack({ sight, rows, first, last, cursor, pinned, children }: Props) {
    const inside = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => wheelOver(inside.current!, sight), [sight]);
    return (
        <div ref={inside} class="lanes-inside">
            <Measure sight={sight} />
            {pinned && <div class="pinned">{pinned}</div>}
            {space(rows.top(first))}
            {children}
            {space(rows.height - rows.top(Math.min(last, rows.count)))}
            <Axis sight={sight} />
            <Cursor sight={sight} name={cursor} />
        </div>
    );
}
