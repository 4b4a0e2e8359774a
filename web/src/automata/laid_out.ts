// A template that nobody drew, laid out by dagre.

import type { Edge, Label, Template } from "../document";
import { boxOf, type Spot } from "./avoid";
import {
    loopCourse,
    loopHeight,
    roundedCourse,
    towards,
    type Course,
    type Drawing,
    type PlacedLabel,
    type Point,
} from "./geometry";
import { place, type Direction, type Line } from "../place";
import type { Size } from "../view";
import { finished, folded, labelsOf, reach, shown, stacked, type TokenRoom } from "./parts";

const withoutPlaces = (labels: Label[] | undefined, widest: number): Label[] =>
    shown(labels).map(({ kind, text }) => ({ kind, text: folded(text, widest) }));

/** How a template is laid out: which way its edges go, how far apart things are, and how long lines of labels are. */
export interface Manner {
    rankdir: Direction;
    gaps: number;
    widest: number;
}

export function laidOut(template: Template, tokens: TokenRoom, { rankdir, gaps, widest }: Manner): Drawing {
    const count = template.locations.length + (template.branchpoints?.length ?? 0);
    const written = {
        locations: template.locations.map(({ labels }, index) =>
            labelsOf(template, index, withoutPlaces(labels, widest)),
        ),
        edges: template.edges.map(({ labels }) => withoutPlaces(labels, widest)),
    };
    const sizes = written.edges.map((labels) => sizeOf(stacked(labels)));
    const rooms = Array.from({ length: count }, (_, node) =>
        nodeRoom(template, node, written.locations[node] ?? [], sizes, tokens, rankdir),
    );
    const connections = template.edges.map(({ from, to }, index) => ({ from, to, room: edgeRoom(sizes[index]!) }));
    const { nodes, lines } = place(rankdir, scaled(gaps), rooms, connections);
    const courses = template.edges.map((edge, index) => courseOf(template, nodes, edge, rankdir, lines[index]!));
    const wanted = (edge: number, labels: PlacedLabel[]): Spot[] =>
        template.edges[edge]!.from === template.edges[edge]!.to ? [] : [spotInRoom(lines[edge]!, labels)];
    return finished(template, nodes, courses, { ...written, wanted }, tokens);
}

const scaled = (gaps: number) => ({ nodesep: 34 * gaps, ranksep: 26 * gaps, edgesep: 20 * gaps });

function sizeOf(labels: PlacedLabel[]): Size {
    if (labels.length === 0) return { width: 0, height: 0 };
    const { left, top, right, bottom } = boxOf(labels);
    return { width: right - left, height: bottom - top };
}

const isLoopAt = (node: number, { from, to }: Edge): boolean => from === node && to === node;

/**
 * Room for the labels below a node, and as much above it, because dagre wants the node in the middle; for loops where
 * no line comes from: above and below a node if lines go from left to right, else beside it.
 */
function nodeRoom(
    template: Template,
    node: number,
    labels: Label[],
    edges: Size[],
    tokens: TokenRoom,
    rankdir: Direction,
): Size {
    const size = 2 * reach(template, node) + 12;
    if (node >= template.locations.length) return { width: size, height: size };
    const text = sizeOf(stacked(labels));
    const loops = edges.filter((_, index) => isLoopAt(node, template.edges[index]!));
    const high = Math.max(text.height + (tokens === null ? 0 : 20), ...loops.map(({ height }) => height));
    const wide = Math.max(text.width, tokens ?? 0);
    if (loops.length === 0) return { width: Math.max(size, wide), height: size + 2 * high };
    const widest = Math.max(...loops.map(({ width }) => width));
    const highest = Math.max(...loops.map(({ height }) => height));
    return rankdir === "LR"
        ? { width: Math.max(size, wide, widest) + 8, height: size + 2 * (loopHeight + highest + 8) }
        : { width: size + 2 * (loopHeight + widest + 8), height: size + 2 * high };
}

const edgeRoom = ({ width, height }: Size): Size => ({ width: width + 4, height: height + 2 });

function spotInRoom({ middle }: Line, labels: PlacedLabel[]): Spot {
    const { width, height } = sizeOf(labels);
    return { left: middle.x - width / 2, top: middle.y - height / 2, cost: 0, centred: false };
}

function courseOf(template: Template, nodes: Point[], edge: Edge, rankdir: Direction, { bends }: Line): Course {
    const [from, to] = [nodes[edge.from]!, nodes[edge.to]!];
    if (edge.from === edge.to) return loopCourse(from, loopAngle(template, edge, rankdir));
    return roundedCourse([
        towards(from, bends[0] ?? to, reach(template, edge.from)),
        ...bends,
        towards(to, bends[bends.length - 1] ?? from, reach(template, edge.to) + 2),
    ]);
}

/** Loops take turns on the two sides of their node that lines do not come from, and spread there like a fan. */
function loopAngle(template: Template, edge: Edge, rankdir: Direction): number {
    const loops = template.edges.filter((other) => isLoopAt(edge.from, other));
    const rank = loops.indexOf(edge);
    const onSide = Math.ceil((loops.length - (rank % 2)) / 2);
    const side = (rankdir === "LR" ? -Math.PI / 2 : 0) + (rank % 2) * Math.PI;
    return side + ((rank >> 1) - (onSide - 1) / 2) * Math.min(0.9, 2.8 / onSide);
}
