// Places a graph by dagre, with room for the names, and ends the edges on the outlines of their nodes.

import { Graph as LayoutGraph, layout } from "@dagrejs/dagre";
import { roundedPath, textSize, type Box, type Point } from "../automata/geometry";
import { betterFit } from "../automata/laid_out";
import type { NodeKind, Structure } from "../document";
import type { Size } from "../view";
import type { EdgeKind, Graph } from "./graph";

export interface PlacedNode extends Point, Size {
    kind: NodeKind;
    text: string;
}

export interface GraphDrawing {
    nodes: Map<number, PlacedNode>;
    paths: string[]; // of the edges, in their order
    bounds: Box;
}

export const least: Size = { width: 560, height: 340 }; // about what a graph gets
export const slant = 12; // how far the tips of a channel stick out
const longest = 30; // characters

/** Of a large graph only one direction is tried. */
export function laidOutGraph(structure: Structure, graph: Graph): GraphDrawing {
    const along = (rankdir: "LR" | "TB") => laidOutAlong(structure, graph, rankdir);
    return graph.edges.length > 150 ? along("LR") : betterFit(along, least);
}

function laidOutAlong(structure: Structure, graph: Graph, rankdir: "LR" | "TB"): GraphDrawing {
    const placing = new LayoutGraph({ multigraph: true });
    placing.setGraph({ rankdir, nodesep: 18, ranksep: 44, edgesep: 10, marginx: 8, marginy: 8 });
    const nodes = new Map(graph.nodes.map((node) => [node, unplaced(structure.nodes[node]!)]));
    nodes.forEach((node, index) => placing.setNode(String(index), node));
    graph.edges.forEach(({ from, to }, index) =>
        placing.setEdge(String(from), String(to), { width: 4, height: 4 }, String(index)),
    );
    layout(placing); // writes the places into the nodes
    const lines = graph.edges.map(({ from, to, kind }, index): Point[] => {
        const points: Point[] = placing.edge(String(from), String(to), String(index))?.points ?? [];
        return from === to ? points : trimmed(nodes.get(from)!, points.slice(1, -1), nodes.get(to)!, kind);
    });
    return { nodes, paths: lines.map((points) => roundedPath(points, 18)), bounds: boundsOf(nodes, lines) };
}

function unplaced({ name, kind }: { name: string; kind: NodeKind }): PlacedNode {
    const text = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
    const beside = kind === "clock" || kind === "channel" ? 34 : 18;
    return { kind, text, x: 0, y: 0, width: textSize([text]).width * 1.05 + beside, height: 28 };
}

/** Causes leave room for a second outline. */
function trimmed(from: PlacedNode, bends: Point[], to: PlacedNode, kind: EdgeKind): Point[] {
    const gap = kind === "causes" ? 5 : 0;
    return [outline(from, bends[0] ?? to, gap), ...bends, outline(to, bends[bends.length - 1] ?? from, gap + 2)];
}

/** Where the line from a node's middle towards a point leaves its shape, and a little further. */
function outline(node: PlacedNode, point: Point, gap: number): Point {
    const [across, down] = [point.x - node.x, point.y - node.y];
    const [x, y] = [Math.abs(across) / (node.width / 2), Math.abs(down) / (node.height / 2)];
    const tip = (y * slant) / (node.width / 2);
    const inside = node.kind === "clock" ? Math.hypot(x, y) : Math.max(y, node.kind === "channel" ? x + tip : x);
    const share = 1 / (inside || 1) + gap / (Math.hypot(across, down) || 1);
    return { x: node.x + across * share, y: node.y + down * share };
}

function boundsOf(nodes: Map<number, PlacedNode>, lines: Point[][]): Box {
    const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const include = (x: number, y: number) => {
        box.left = Math.min(box.left, x);
        box.top = Math.min(box.top, y);
        box.right = Math.max(box.right, x);
        box.bottom = Math.max(box.bottom, y);
    };
    for (const { x, y, width, height } of nodes.values())
        include(x - width / 2 - 6, y - height / 2 - 6), include(x + width / 2 + 6, y + height / 2 + 6);
    for (const { x, y } of lines.flat()) include(x, y);
    return box.left === Infinity ? { left: 0, top: 0, right: 1, bottom: 1 } : box;
}
