// The lanes of a chart over time: those in sight, with space for the others, and over all of them the axis and the
// selected state.

import type { ComponentChildren } from "preact";
import type { Rows } from "../window";
import { Axis } from "./axis";
import { Cursor } from "./cursor";
import { Measure } from "./frame";
import type { Sight } from "./sight";

export const headHeight = 14;
export const axisHeight = 24;

interface Props {
    sight: Sight;
    rows: Rows;
    first: number;
    last: number; // the first lane after those in sight
    cursor: string; // for tests
    children: ComponentChildren;
}

const space = (height: number) => <div style={{ height: `${height}px` }} />;

export const Stack = ({ sight, rows, first, last, cursor, children }: Props) => (
    <div class="lanes-inside">
        <Measure sight={sight} />
        {space(rows.top(first))}
        {children}
        {space(rows.height - rows.top(Math.min(last, rows.count)))}
        <Axis sight={sight} />
        <Cursor sight={sight} name={cursor} />
    </div>
);
