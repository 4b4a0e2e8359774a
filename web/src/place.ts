// Places nodes and lines by dagre. Some versions of it fail on loops and on several edges from one node to another: it is
// told of neither. Loops are for the caller to draw; of several edges all but the first get a node of their own on the
// way, in place of their label.

import { Graph, layout } from "@dagrejs/dagre";
import type { Point } from "./automata/geometry";
import type { Size } from "./view";

export interface Connection {
    from: number;
    to: number;
    room: Size; // for its label
}

export interface Line {
    bends: Point[]; // without the ends
    middle: Point; // of its label
}

export interface Gaps {
    nodesep: number;
    ranksep: number;
    edgesep: number;
}

export type Direction = "LR" | "TB";

export interface Placed {
    nodes: Point[];
    lines: Line[];
}

export function place(rankdir: Direction, gaps: Gaps, nodes: Size[], edges: Connection[]): Placed {
    const graph = new Graph();
    graph.setGraph({ rankdir, ...gaps, marginx: 20, marginy: 20 });
    nodes.forEach((size, node) => graph.setNode(String(node), { ...size }));
    edges.forEach((edge, index) => tell(graph, edge, index));
    try {
        layout(graph);
    } catch {
        return inRows(nodes, edges);
    }
    return {
        nodes: nodes.map((_, node) => pointOf(graph.node(String(node)))),
        lines: edges.map((edge, index) => lineOf(graph, edge, index)),
    };
}

const wayOf = (index: number): string => `way ${index}`;

function tell(graph: Graph, { from, to, room }: Connection, index: number): void {
    if (from === to) return;
    const [first, last] = [String(from), String(to)];
    if (!graph.hasEdge(first, last))
        return void graph.setEdge(first, last, { ...room, labelpos: room.width > 4 ? "r" : "c", labeloffset: 4 });
    graph.setNode(wayOf(index), { width: room.width + 8, height: room.height + 8 });
    graph.setEdge(first, wayOf(index), {});
    graph.setEdge(wayOf(index), last, {});
}

const pointOf = (place: { x?: number; y?: number }): Point => ({ x: place.x ?? 0, y: place.y ?? 0 });

const bendsOf = (graph: Graph, from: string, to: string): Point[] =>
    (graph.edge(from, to)?.points as Point[] | undefined)?.slice(1, -1) ?? [];

function lineOf(graph: Graph, { from, to }: Connection, index: number): Line {
    const [first, last, way] = [String(from), String(to), wayOf(index)];
    if (from === to) return { bends: [], middle: pointOf(graph.node(first)) };
    if (!graph.hasNode(way)) return { bends: bendsOf(graph, first, last), middle: pointOf(graph.edge(first, last)) };
    const middle = pointOf(graph.node(way));
    return { bends: [...bendsOf(graph, first, way), middle, ...bendsOf(graph, way, last)], middle };
}

/** Should dagre fail nevertheless: not pretty, but all there. */
function inRows(nodes: Size[], edges: Connection[]): Placed {
    const across = Math.ceil(Math.sqrt(nodes.length));
    const wide = Math.max(...nodes.map(({ width }) => width)) + 60;
    const high = Math.max(...nodes.map(({ height }) => height)) + 60;
    const points = nodes.map((_, node) => ({ x: (node % across) * wide, y: Math.floor(node / across) * high }));
    const middle = (from: Point, to: Point): Point => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    return {
        nodes: points,
        lines: edges.map(({ from, to }) => ({ bends: [], middle: middle(points[from]!, points[to]!) })),
    };
}
