// A template where its author drew it.

import type { Edge, Template } from "../document";
import {
    bowedPath,
    loopPath,
    middleOf,
    roundedPath,
    towards,
    type Drawing,
    type PlacedEdge,
    type Point,
} from "./geometry";
import { finished, labelsAt, locationLabels, number, reach, shown } from "./parts";

export function asDrawn(template: Template): Drawing {
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
