// Places a graph by dagre, with room for the names, and ends the edges on the outlines of their nodes.

import { boxAround, cornersOf, roundedPath, type Box, type Point } from "../automata/geometry";
import { textWidth } from "../automata/measure";
import type { NodeKind, Structure } from "../document";
import { place, type Connection, type Direction, type Line } from "../place";
import type { Size } from "../view";
import { nodeName, type EdgeKind, type Graph } from "./graph";

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

/** From left to right or from top to bottom, whichever comes out larger in the room there is. */
function betterFit(along: (rankdir: Direction) => GraphDrawing, room: Size): GraphDrawing {
    const shrinks = ({ bounds }: GraphDrawing): number =>
        Math.max((bounds.right - bounds.left) / room.width, (bounds.bottom - bounds.top) / room.height);
    const [across, down] = [along("LR"), along("TB")];
    return shrinks(across) <= shrinks(down) ? across : down;
}

const manyEdges = 100; // dagre takes a second for these, and far more for more

export function laidOutGraph(structure: Structure, graph: Graph): GraphDrawing {
    const along = (rankdir: Direction) => laidOutAlong(structure, graph, rankdir);
    return graph.edges.length > manyEdges ? along("LR") : betterFit(along, least);
}

function laidOutAlong(structure: Structure, graph: Graph, rankdir: Direction): GraphDrawing {
    const touched = new Set(graph.edges.flatMap(({ from, to }) => [from, to]));
    const connected = graph.nodes.filter((node) => touched.has(node));
    const shapeOf = (node: number) => unplaced(nodeName(structure, graph, node), structure.nodes[node]!.kind);
    const shapes = connected.map(shapeOf);
    const position = new Map(connected.map((node, index) => [node, index]));
    const edges = graph.edges.map(({ from, to }) => ({
        from: position.get(from)!,
        to: position.get(to)!,
        room: { width: 4, height: 4 },
    }));
    const told = edges.length > manyEdges ? forestOf(shapes.length, edges) : edges;
    const placed = place(rankdir, { nodesep: 18, ranksep: 56, edgesep: 10 }, shapes, told);
    if (told !== edges) widen(placed.nodes, placed.lines);
    const nodes = shapes.map((shape, index) => ({ ...shape, ...placed.nodes[index]! }));
    const lineOf = new Map(told.map((edge, index) => [edge, placed.lines[index]!]));
    const lines = edges.map((edge, index) =>
        drawnLine(nodes[edge.from]!, lineOf.get(edge)?.bends ?? [], nodes[edge.to]!, graph.edges[index]!.kind),
    );
    const alone = graph.nodes.filter((node) => !touched.has(node));
    const others = inRowsBelow(boundsOf(nodes, lines), alone.map(shapeOf));
    const all = [...nodes, ...others];
    return {
        nodes: new Map([...connected, ...alone].map((node, index) => [node, all[index]!])),
        paths: lines.map((points) => roundedPath(points, 18)),
        bounds: boundsOf(all, lines),
    };
}

/** A narrow column of many nodes gets room for its lines. */
function widen(nodes: Point[], lines: Line[]): void {
    const span = (values: number[]): number => Math.max(...values) - Math.min(...values);
    const stretch = span(nodes.map(({ y }) => y)) / (1.6 * span(nodes.map(({ x }) => x)) || 1);
    if (stretch > 1) for (const point of [...nodes, ...lines.flatMap(({ bends }) => bends)]) point.x *= stretch;
}

/** What nothing is connected with stands below, where no line passes. */
function inRowsBelow({ left, right, bottom }: Box, shapes: PlacedNode[]): PlacedNode[] {
    let [x, y] = [left, bottom + 30];
    return shapes.map((shape) => {
        if (x > left && x + shape.width > Math.max(right, left + least.width)) [x, y] = [left, y + shape.height + 14];
        x += shape.width + 14;
        return { ...shape, x: x - 14 - shape.width / 2, y };
    });
}

/** As many edges as connect what all of them connect; the others are then drawn straight. */
function forestOf(count: number, edges: Connection[]): Connection[] {
    const tree = Array.from({ length: count }, (_, node) => node);
    const rootOf = (node: number): number => (tree[node] === node ? node : (tree[node] = rootOf(tree[node]!)));
    return edges.filter(({ from, to }) => {
        const [first, second] = [rootOf(from), rootOf(to)];
        tree[first] = second;
        return first !== second;
    });
}

function unplaced(name: string, kind: NodeKind): PlacedNode {
    const text = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
    const beside = kind === "clock" || kind === "channel" ? 34 : 18;
    return { kind, text, x: 0, y: 0, width: textWidth(text, "name") + beside, height: 28 };
}

/** Causes leave room for a second outline. */
function drawnLine(from: PlacedNode, bends: Point[], to: PlacedNode, kind: EdgeKind): Point[] {
    if (from === to) return loopAt(from);
    const gap = kind === "causes" ? 5 : 0;
    return [outline(from, bends[0] ?? to, gap), ...bends, outline(to, bends[bends.length - 1] ?? from, gap + 2)];
}

function loopAt({ x, y, width, height }: PlacedNode): Point[] {
    const [right, top] = [x + width / 2, y - height / 2];
    return [
        { x: right - 16, y: top - 5 },
        { x: right - 16, y: top - 20 },
        { x: right + 22, y: top - 20 },
        { x: right + 22, y },
        { x: right + 7, y },
    ];
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

const boundsOf = (nodes: PlacedNode[], lines: Point[][]): Box =>
    boxAround([...nodes.flatMap((node) => cornersOf(node, node.width / 2 + 6, node.height / 2 + 6)), ...lines.flat()]);
