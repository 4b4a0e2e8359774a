// How the drawings share the panel: in as many columns as let them be read, each as high as its drawing needs. What is
// too wide for a column gets all of them.

import type { Size } from "../view";
import { margin, readable } from "../view";
import type { Box } from "./geometry";

export interface Cell extends Size {
    wide: boolean; // over all columns
}

export interface Grid {
    columns: number;
    cells: Cell[];
    height: number; // of all rows
}

export const gap = 10;
export const largest = 1.15; // pixels per unit
const captionHeight = 33;
const narrowest = 250; // pixels of a column
export const leastHeight = 130; // pixels

const widthOf = ({ left, right }: Box): number => right - left + 2 * margin;
const heightOf = ({ top, bottom }: Box): number => bottom - top + 2 * margin;

/** How large a drawing becomes; texts can come a little closer together than in the drawing given. */
const scaleFor = (box: Box, { width, height }: Size): number =>
    Math.min(largest, (1.2 * width) / widthOf(box), (1.2 * height) / heightOf(box));

function gridWith(columns: number, boxes: Box[], { width, height }: Size): Grid & { cost: number } {
    const column = Math.floor((width - gap * (columns - 1)) / columns) - 2;
    let small = 0;
    const cells = boxes.map((box): Cell => {
        const wide = columns > 1 && scaleFor(box, { width: column, height }) < 0.78 * readable;
        const room = { width: wide ? width - 2 : column, height };
        const scale = scaleFor(box, room);
        small += Math.max(0, readable - scale);
        const needed = Math.max(leastHeight, Math.ceil(heightOf(box) * scale));
        return { wide, width: room.width, height: Math.min(height, needed) };
    });
    const whole = heightOfRows(cells, columns);
    return { columns, cells, height: whole, cost: whole / height + (6 * small) / boxes.length };
}

function heightOfRows(cells: Cell[], columns: number): number {
    let [whole, row, taken] = [0, 0, 0];
    const end = () => {
        whole += row ? row + captionHeight + gap : 0;
        [row, taken] = [0, 0];
    };
    for (const { wide, height } of cells) {
        if (wide || taken === columns) end();
        [row, taken] = [Math.max(row, height), taken + 1];
        if (wide) end();
    }
    end();
    return whole;
}

/** `boxes`: of the drawings as they come; `room`: the width of the panel, and how high a drawing may be. */
export function gridOf(boxes: Box[], room: Size): Grid {
    const most = Math.max(1, Math.min(boxes.length, Math.floor((room.width + gap) / (narrowest + gap))));
    const grids = Array.from({ length: most }, (_, index) => gridWith(index + 1, boxes, room));
    return grids.reduce((best, grid) => (grid.cost < best.cost ? grid : best));
}
