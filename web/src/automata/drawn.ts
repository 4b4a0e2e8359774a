// A template where its author drew it.

import type { Edge, Template } from "../document";
import {
    angleTo,
    bowedCourse,
    freeAngles,
    loopCourse,
    roundedCourse,
    towards,
    type Course,
    type Drawing,
    type Point,
} from "./geometry";
import { finished, labelsOf, number, reach, shown, type TokenRoom } from "./parts";

const origin: Point = { x: 0, y: 0 };

export function asDrawn(template: Template, tokens: TokenRoom): Drawing {
    const nodes = [...template.locations, ...(template.branchpoints ?? [])].map(({ x, y }) => ({
        x: number(x),
        y: number(y),
    }));
    const ranks = ranksOfStraightEdges(template.edges);
    const loops = loopAngles(template, nodes);
    const courses = template.edges.map((edge, index) =>
        courseOf(template, nodes, edge, ranks[index]!, loops.get(index)),
    );
    const written = {
        locations: template.locations.map(({ labels }, index) => labelsOf(template, index, shown(labels))),
        edges: template.edges.map(({ labels }) => shown(labels)),
    };
    return finished(template, nodes, courses, written, tokens);
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

const isBareLoop = (edge: Edge): boolean => edge.from === edge.to && !edge.nails?.length;

/** Loops without nails leave their node where nothing else does. */
function loopAngles({ edges }: Template, nodes: Point[]): Map<number, number> {
    const angles = new Map<number, number>();
    nodes.forEach((node, index) => {
        const loops = edges.flatMap((edge, number) => (edge.from === index && isBareLoop(edge) ? [number] : []));
        if (loops.length === 0) return;
        const taken = edges.flatMap((edge) => (isBareLoop(edge) ? [] : directionsAt(edge, index, node, nodes)));
        freeAngles(taken, loops.length).forEach((angle, number) => angles.set(loops[number]!, angle));
    });
    return angles;
}

function directionsAt(edge: Edge, index: number, node: Point, nodes: Point[]): number[] {
    const nails = nailsOf(edge);
    return [
        ...(edge.from === index ? [nails[0] ?? nodes[edge.to] ?? origin] : []),
        ...(edge.to === index ? [nails[nails.length - 1] ?? nodes[edge.from] ?? origin] : []),
    ].map((next) => angleTo(node, next));
}

const nailsOf = (edge: Edge): Point[] => (edge.nails ?? []).map(([x, y]) => ({ x: number(x), y: number(y) }));

function courseOf(template: Template, nodes: Point[], edge: Edge, { rank, shared }: Rank, loop?: number): Course {
    const from = nodes[edge.from] ?? origin;
    const to = nodes[edge.to] ?? origin;
    if (loop !== undefined) return loopCourse(from, loop);
    const side = (edge.from < edge.to ? 1 : -1) * (rank % 2 ? -1 : 1);
    if (shared) return bowedCourse(from, to, side * 10 * (1 + (rank >> 1)));
    const nails = nailsOf(edge);
    return roundedCourse([
        towards(from, nails[0] ?? to, reach(template, edge.from)),
        ...nails,
        towards(to, nails[nails.length - 1] ?? from, reach(template, edge.to) + 2),
    ]);
}
