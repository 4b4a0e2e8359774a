// How the drawings of a panel stand beside each other: at least two columns where there is room for them, a wide
// drawing over several, and each row no higher than what stands in it.

import { bearable, readable } from "../view";

/** Of a drawing with its margins, in its own units. */
export interface Extent {
    wide: number;
    high: number;
}

export interface Cell {
    span: number; // columns
    high: number; // pixels
}

const gap = 8;
const frame = 2; // both borders of a card
const roomForTwo = 600;
const [narrowColumn, wideColumn] = [300, 400]; // pixels
const [lowest, highest] = [110, 480];
const caption = 40; // of a card, with the gap below it
/** Pixels down in which all that move should stand: what query and timeline leave of the window. */
const roomOfMovers = (window: number): number => 0.64 * window - 150;
const share = 0.38; // of the window that a drawing takes, if it can then be read
export const largest = 1.05; // pixels per unit of a drawing among others

/** Pixels of the panel's inside across, and of the window down. */
export interface Room {
    wide: number;
    high: number;
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function columnsIn(extents: Extent[], room: number): number {
    const wide = within(Math.max(0, ...extents.map((extent) => extent.wide * bearable.value)), narrowColumn, wideColumn);
    const most = Math.max(room >= roomForTwo ? 2 : 1, Math.floor((room + gap) / (wide + gap)));
    return Math.min(most, extents.length);
}

function cellOf({ wide, high }: Extent, columns: number, room: Room, widest = columns): Cell {
    const column = (room.wide - gap * (columns - 1)) / columns;
    const inside = (span: number): number => span * column + (span - 1) * gap - frame;
    let span = 1;
    while (span < widest && inside(span) < wide * bearable.value) span++;
    const scale = Math.min(largest, inside(span) / wide);
    const most = within(share * room.high, bearable.value * high, highest);
    if (scale >= bearable.value) return { span, high: within(high * scale, lowest, most) };
    return { span: 1, high: within(high * readable, 220, within(share * room.high, 220, 400)) }; // not shown as a whole
}

/** The first cards are those of processes that move: if they are too high to be seen together, none is wide. */
export function arranged(extents: Extent[], movers: number, room: Room): { columns: number; cells: Cell[] } {
    const columns = Math.max(1, columnsIn(extents, room.wide));
    const cells = extents.map((extent) => cellOf(extent, columns, room));
    const high = cells.slice(0, movers).reduce((sum, cell) => sum + ((cell.high + caption) * cell.span) / columns, 0);
    if (movers < 2 || high <= roomOfMovers(room.high)) return { columns, cells };
    return { columns, cells: cells.map((cell, at) => (at < movers ? cellOf(extents[at]!, columns, room, 1) : cell)) };
}
