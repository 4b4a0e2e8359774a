// What both ways of placing a template share: its labels, the reach of its nodes, and the bounds of the whole.

import type { Label, Template } from "../document";
import { boxOf, settle, spotsAround, spotsNear, type Block, type Spot } from "./avoid";
import {
    along,
    boundsOf,
    branchRadius,
    labelBox,
    lineHeight,
    radius,
    type Course,
    type Drawing,
    type PlacedEdge,
    type PlacedLabel,
    type Point,
} from "./geometry";
import { textSize, textWidth } from "./measure";

/** Room beside every location for the names of the processes there; null: the drawing shows one process. */
export type TokenRoom = number | null;

export const number = (value: number | null | undefined): number => (Number.isFinite(value) ? Number(value) : 0);
const linesOf = (text: string): string[] =>
    String(text)
        .split("\n")
        .filter((line) => line.trim() !== "");
export const shown = (labels: Label[] | undefined): Label[] =>
    (labels ?? []).filter(({ kind, text }) => kind !== "comments" && String(text ?? "").trim() !== "");

const isLocation = (template: Template, node: number): boolean => node < template.locations.length;
export const reach = (template: Template, node: number): number => (isLocation(template, node) ? radius : branchRadius);

/** The labels of a location: its name and invariant even if the document does not list them as labels. */
export function labelsOf(template: Template, index: number, labels: Label[]): Label[] {
    const { name, named, invariant } = template.locations[index]!;
    const all = [...labels];
    if (!all.some(({ kind }) => kind === "invariant") && invariant) all.unshift({ kind: "invariant", text: invariant });
    if (!all.some(({ kind }) => kind === "name") && name)
        all.unshift({ kind: named === false ? "unnamed" : "name", text: name });
    return all;
}

/** Pieces of a label between its commas and conjunctions, in no more than so many brackets. */
function piecesOf(line: string, deepest: number): string[] {
    const pieces: string[] = [];
    let [begin, depth] = [0, 0];
    for (let at = 0; at < line.length; at++) {
        if ("([{".includes(line[at]!)) depth++;
        if (")]}".includes(line[at]!)) depth--;
        const isComma = line[at] === ",";
        const isBreak = isComma || /^ (&&|\|\||and |or |imply )/.test(line.slice(at, at + 7));
        if (depth > deepest || !isBreak || at === begin) continue;
        pieces.push(line.slice(begin, isComma ? at + 1 : at));
        begin = at + 1;
    }
    return [...pieces, line.slice(begin)].map((piece) => piece.trim()).filter(Boolean);
}

/** Breaks the lines of a label that are longer than that, where a reader expects it. */
export function folded(text: string, widest: number): string {
    const lines = linesOf(text).flatMap((line) => {
        const rows: string[] = [];
        const whole = piecesOf(line, 0);
        const pieces = whole.flatMap((piece) => (textWidth(piece, "label") > widest ? piecesOf(piece, 1) : piece));
        for (const piece of pieces) {
            const joined = rows.length ? `${rows[rows.length - 1]} ${piece}` : piece;
            if (rows.length && textWidth(joined, "label") <= widest) rows[rows.length - 1] = joined;
            else rows.push(piece);
        }
        return rows;
    });
    return lines.join("\n");
}

const isPlaced = ({ x, y }: Label): boolean => x != null && y != null;

function sized({ kind, text }: Label, x: number, y: number, centred: boolean): PlacedLabel {
    const lines = linesOf(text);
    return { kind, lines, x, y, centred, ...textSize(lines, kind) };
}

/** Labels below each other. */
export function stacked(labels: Label[], centred = false): PlacedLabel[] {
    let y = 0;
    return labels.map((label) => {
        const placed = sized(label, 0, y, centred);
        y += placed.height;
        return placed;
    });
}

const foreign = 45; // what it costs not to stand near the place an author chose
const near = 16; // units: labels written so close together move together

/** Labels with places of their own, in groups of those that an author wrote side by side. */
function groupsOf(labels: PlacedLabel[]): PlacedLabel[][] {
    const groups: PlacedLabel[][] = [];
    for (const label of [...labels].sort((a, b) => a.y - b.y)) {
        const box = labelBox(label);
        const group = groups.find((other) => {
            const { left, right, top, bottom } = boxOf(other);
            const beside = box.left < right + near && left < box.right + near;
            return beside && box.top < bottom + near && top < box.bottom + near;
        });
        if (group) group.push(label);
        else groups.push([label]);
    }
    groups.forEach(spread);
    return groups;
}

/** Those that would stand on each other come below each other. */
function spread(group: PlacedLabel[]): void {
    group.forEach((label, index) => {
        for (const other of group.slice(0, index))
            if (label.x < other.x + other.width && other.x < label.x + label.width)
                label.y = Math.max(label.y, other.y + other.height);
    });
}

/** What an author wrote side by side is a block of its own, and so is what has no place yet. */
function blocksOf(labels: Label[], spotsFor: (stack: PlacedLabel[]) => Spot[]): Block[] {
    const placed = labels.filter(isPlaced).map((label) => sized(label, number(label.x), number(label.y), false));
    const blocks = groupsOf(placed).map((group): Block => {
        const others = spotsFor(group)
            .filter((_, index) => index % 3 === 0)
            .map(({ left, top, cost }) => ({ left, top, cost: cost + foreign }));
        return { labels: group, spots: [...spotsNear(group), ...others] };
    });
    const free = stacked(labels.filter((label) => !isPlaced(label)));
    return free.length ? [...blocks, { labels: free, spots: spotsFor(free) }] : blocks;
}

const locationClearance = radius + 9;
const edgeClearance = 9;
const shares = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];

/** Beside a line, best at its middle. */
const spotsAlong = ({ points, middle }: Course, labels: PlacedLabel[]): Spot[] =>
    shares.flatMap((share) =>
        spotsAround(share === 0.5 ? middle : along(points, share), edgeClearance, labels, false).map((spot) => ({
            ...spot,
            cost: spot.cost + Math.abs(share - 0.5) * 40,
        })),
    );

function tokenBlock(node: Point, room: number): Block {
    const labels = [{ kind: "tokens", lines: [], x: 0, y: 0, centred: false, width: room, height: lineHeight + 4 }];
    return { labels, spots: spotsAround(node, locationClearance + 1, labels, true) };
}

export interface Written {
    locations: Label[][];
    edges: Label[][];
    wanted?: (edge: number, labels: PlacedLabel[]) => Spot[]; // where a layout left room for them
}

/** Places what is written beside the nodes and the lines. */
export function finished(
    template: Template,
    nodes: Point[],
    courses: Course[],
    written: Written,
    tokens: TokenRoom,
): Drawing {
    const atLocations = written.locations.map((labels, index) => [
        ...blocksOf(labels, (stack) => spotsAround(nodes[index]!, locationClearance, stack, true)),
        ...(tokens === null ? [] : [tokenBlock(nodes[index]!, tokens)]),
    ]);
    const atEdges = written.edges.map((labels, index) =>
        blocksOf(labels, (stack) => [...(written.wanted?.(index, stack) ?? []), ...spotsAlong(courses[index]!, stack)]),
    );
    const circles = [
        ...nodes.map((node, index) => ({ ...node, reach: reach(template, index) + 9 })),
        ...courses.map(({ middle }) => ({ ...middle, reach: 7 })), // where an edge is marked when it fires
    ];
    const { faults, moved } = settle(
        [...atLocations.flat(), ...atEdges.flat()],
        circles,
        courses.map(({ points }) => points),
    );
    const labelsIn = (blocks: Block[]): PlacedLabel[] => blocks.flatMap(({ labels }) => labels);
    const edges = courses.map((course, index): PlacedEdge => ({ ...course, labels: labelsIn(atEdges[index]!) }));
    const locationLabels = atLocations.map(labelsIn);
    const labels = [...locationLabels.flat(), ...edges.flatMap((edge) => edge.labels)];
    const bounds = boundsOf(nodes, courses.flatMap(({ points }) => points), labels);
    return { nodes, edges, locationLabels, bounds, faults, moved };
}
