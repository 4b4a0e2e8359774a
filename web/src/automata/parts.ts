// What both ways of placing a template share: its labels, the reach of its nodes, and the bounds of the whole.

import type { Label, Template } from "../document";
import { settle, spotsAround, spotsNear, type Block, type Spot } from "./avoid";
import {
    along,
    boundsOf,
    branchRadius,
    lineHeight,
    radius,
    type Course,
    type Drawing,
    type PlacedEdge,
    type PlacedLabel,
    type Point,
} from "./geometry";
import { textSize } from "./measure";

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

/** Each label with a place of its own is a block of its own, the others are one. */
function blocksOf(labels: Label[], spotsFor: (stack: PlacedLabel[]) => Spot[]): Block[] {
    const blocks = labels.filter(isPlaced).map((label): Block => {
        const placed = [sized(label, number(label.x), number(label.y), false)];
        return { labels: placed, spots: spotsNear(placed) };
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
    settle(
        [...atLocations.flat(), ...atEdges.flat()],
        circles,
        courses.map(({ points }) => points),
    );
    const labelsIn = (blocks: Block[]): PlacedLabel[] => blocks.flatMap(({ labels }) => labels);
    const edges = courses.map((course, index): PlacedEdge => ({ ...course, labels: labelsIn(atEdges[index]!) }));
    const locationLabels = atLocations.map(labelsIn);
    const labels = [...locationLabels.flat(), ...edges.flatMap((edge) => edge.labels)];
    return { nodes, edges, locationLabels, bounds: boundsOf(nodes, courses.flatMap(({ points }) => points), labels) };
}
