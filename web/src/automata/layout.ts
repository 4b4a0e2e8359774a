// Places a template: as its author drew it, or by dagre if it was never drawn.

import dagre from "@dagrejs/dagre";
import type { Edge, Label, Template } from "../document";
import {
    boundsOf,
    bowedPath,
    branchRadius,
    lineHeight,
    loopPath,
    middleOf,
    radius,
    roundedPath,
    textSize,
    towards,
    type Drawing,
    type PlacedEdge,
    type PlacedLabel,
    type Point,
} from "./geometry";

const placed = new WeakMap<Template, Drawing>();

/** Processes of one template share one drawing. */
export function drawingOf(template: Template): Drawing {
    const known = placed.get(template);
    if (known) return known;
    const drawing = template.drawn ? asDrawn(template) : laidOut(template);
    placed.set(template, drawing);
    return drawing;
}

const number = (value: number | null | undefined): number => (Number.isFinite(value) ? Number(value) : 0);
const linesOf = (text: string): string[] =>
    String(text)
        .split("\n")
        .filter((line) => line.trim() !== "");
const shown = (labels: Label[] | undefined): Label[] =>
    (labels ?? []).filter(({ kind, text }) => kind !== "comments" && String(text ?? "").trim() !== "");

const isLocation = (template: Template, node: number): boolean => node < template.locations.length;
const reach = (template: Template, node: number): number => (isLocation(template, node) ? radius : branchRadius);

function finished(nodes: Point[], bends: Point[], edges: PlacedEdge[], locationLabels: PlacedLabel[][]): Drawing {
    const labels = [...locationLabels.flat(), ...edges.flatMap((edge) => edge.labels)];
    return {
        nodes,
        edges,
        locationLabels,
        bounds: boundsOf([...nodes, ...bends, ...edges.map((edge) => edge.middle)], labels),
    };
}

// As drawn ----------------------------------------------------------------------------------------------------------

function asDrawn(template: Template): Drawing {
    const nodes = [...template.locations, ...(template.branchpoints ?? [])].map(({ x, y }) => ({
        x: number(x),
        y: number(y),
    }));
    const ranks = ranksOfStraightEdges(template.edges);
    const edges = template.edges.map((edge, index) => drawnEdge(template, nodes, edge, ranks[index]!));
    const labels = template.locations.map((location, index) =>
        locationLabels(template, index, nodes[index]!, shown(location.labels)),
    );
    const bends = template.edges.flatMap((edge) => (edge.nails ?? []).map(([x, y]) => ({ x, y })));
    return finished(nodes, bends, edges, labels);
}

interface Rank {
    rank: number; // among the edges without nails between the same two nodes
    shared: boolean;
}

/** Edges without nails between the same nodes would lie on one another: they are bowed apart by their rank. */
function ranksOfStraightEdges(edges: Edge[]): Rank[] {
    const groups = new Map<string, number[]>();
    edges.forEach((edge, index) => {
        if (edge.nails?.length) return;
        const key = [edge.from, edge.to].sort((a, b) => a - b).join();
        groups.set(key, [...(groups.get(key) ?? []), index]);
    });
    const ranks = edges.map((): Rank => ({ rank: 0, shared: false }));
    for (const group of groups.values())
        group.forEach((index, rank) => (ranks[index] = { rank, shared: group.length > 1 }));
    return ranks;
}

function drawnEdge(template: Template, nodes: Point[], edge: Edge, { rank, shared }: Rank): PlacedEdge {
    const from = nodes[edge.from] ?? { x: 0, y: 0 };
    const to = nodes[edge.to] ?? { x: 0, y: 0 };
    const line = edge.nails?.length
        ? throughNails(template, edge, from, to)
        : edge.from === edge.to
          ? loopPath(from, rank)
          : shared
            ? bowedPath(from, to, (edge.from < edge.to ? 1 : -1) * (rank % 2 ? -1 : 1) * 10 * (1 + (rank >> 1)))
            : throughNails(template, edge, from, to);
    return { ...line, labels: labelsAt(shown(edge.labels), { x: line.middle.x + 6, y: line.middle.y + 4 }) };
}

function throughNails(template: Template, edge: Edge, from: Point, to: Point): { path: string; middle: Point } {
    const nails = (edge.nails ?? []).map(([x, y]) => ({ x: number(x), y: number(y) }));
    const points = [
        towards(from, nails[0] ?? to, reach(template, edge.from)),
        ...nails,
        towards(to, nails[nails.length - 1] ?? from, reach(template, edge.to) + 2),
    ];
    return { path: roundedPath(points), middle: middleOf(points) };
}

/** Labels at their own places; those without one below each other at `place`. */
function labelsAt(labels: Label[], place: Point, centred = false): PlacedLabel[] {
    let y = place.y;
    return labels.map(({ kind, text, x, y: ownY }) => {
        const lines = linesOf(text);
        if (x != null && ownY != null) return { kind, lines, x: number(x), y: number(ownY), centred: false };
        const label = { kind, lines, x: place.x, y, centred };
        y += lines.length * lineHeight;
        return label;
    });
}

function locationLabels(template: Template, index: number, node: Point, labels: Label[]): PlacedLabel[] {
    const { name, invariant } = template.locations[index]!;
    const all = [...labels];
    if (!all.some(({ kind }) => kind === "invariant") && invariant) all.unshift({ kind: "invariant", text: invariant });
    if (!all.some(({ kind }) => kind === "name") && name) all.unshift({ kind: "name", text: name });
    return labelsAt(all, { x: node.x, y: node.y + radius + 6 }, true);
}

// By dagre ----------------------------------------------------------------------------------------------------------

const withoutPlaces = (labels: Label[] | undefined): Label[] => shown(labels).map(({ kind, text }) => ({ kind, text }));

function laidOut(template: Template): Drawing {
    const graph = new dagre.graphlib.Graph({ multigraph: true });
    graph.setGraph({ rankdir: "LR", nodesep: 46, ranksep: 56, edgesep: 24, marginx: 20, marginy: 20 });
    const count = template.locations.length + (template.branchpoints?.length ?? 0);
    for (let node = 0; node < count; node++)
        graph.setNode(String(node), { width: 2 * reach(template, node) + 12, height: 2 * reach(template, node) + 12 });
    template.edges.forEach((edge, index) =>
        graph.setEdge(String(edge.from), String(edge.to), edgeRoom(edge), String(index)),
    );
    dagre.layout(graph);
    const nodes = Array.from({ length: count }, (_, node) => pointOf(graph.node(String(node))));
    const edges = template.edges.map((edge, index) =>
        laidOutEdge(template, nodes, edge, graph.edge(String(edge.from), String(edge.to), String(index))),
    );
    const labels = template.locations.map((location, index) =>
        locationLabels(template, index, nodes[index]!, withoutPlaces(location.labels)),
    );
    return finished(nodes, [], edges, labels);
}

const pointOf = (place: { x?: number; y?: number } | undefined): Point => ({
    x: number(place?.x),
    y: number(place?.y),
});

function edgeRoom(edge: Edge): { width: number; height: number; labelpos: "c" } {
    const { width, height } = textSize(shown(edge.labels).flatMap(({ text }) => linesOf(text)));
    return { width: width + 8, height: height + 6, labelpos: "c" };
}

function laidOutEdge(
    template: Template,
    nodes: Point[],
    edge: Edge,
    line: { points?: Point[]; x?: number; y?: number },
): PlacedEdge {
    if (edge.from === edge.to)
        return looped(
            nodes[edge.from]!,
            edge,
            template.edges.filter((other) => other.from === edge.from && other.to === edge.to).indexOf(edge),
        );
    const bends = (line.points ?? []).slice(1, -1);
    const points = [
        towards(nodes[edge.from]!, bends[0] ?? nodes[edge.to]!, reach(template, edge.from)),
        ...bends,
        towards(nodes[edge.to]!, bends[bends.length - 1] ?? nodes[edge.from]!, reach(template, edge.to) + 2),
    ];
    const middle = line.x === undefined ? middleOf(points) : pointOf(line);
    const { height } = textSize(shown(edge.labels).flatMap(({ text }) => linesOf(text)));
    return {
        path: roundedPath(points),
        middle,
        labels: labelsAt(withoutPlaces(edge.labels), { x: middle.x, y: middle.y - height - 4 }, true),
    };
}

/** Loops go above their node, as in drawn templates: dagre squeezes them. */
function looped(node: Point, edge: Edge, rank: number): PlacedEdge {
    const line = loopPath(node, rank);
    return {
        ...line,
        labels: labelsAt(withoutPlaces(edge.labels), { x: line.middle.x + 22 + 8 * rank, y: line.middle.y - 8 }),
    };
}
