// A template where its author drew it.

import type { Edge, Label, Template } from "../document";
import {
    angleTo,
    bowedCourse,
    freeAngles,
    loopCourse,
    nearestOn,
    roundedCourse,
    towards,
    type Course,
    type Drawing,
    type Point,
} from "./geometry";
import { textSize } from "./measure";
import { finished, folded, labelsOf, number, reach, shown, type TokenRoom } from "./parts";

const origin: Point = { x: 0, y: 0 };

/** How much farther apart, or closer together, everything stands than the author drew it; texts keep their size. */
export interface Stretch {
    across: number;
    down: number;
    widest: number; // of a line of a label: longer ones are broken
}

export const unstretched: Stretch = { across: 1, down: 1, widest: Infinity };

const stretchedPoint = ({ x, y }: Point, { across, down }: Stretch): Point => ({ x: x * across, y: y * down });

/** Labels stay as far from what they belong to as they were. */
function stretchedLabels(labels: Label[], anchorOf: (label: Point) => Point, stretch: Stretch): Label[] {
    return labels.map((label) => {
        const text = folded(label.text, stretch.widest);
        if (label.x == null || label.y == null) return { ...label, text };
        const [x, y] = [number(label.x), number(label.y)];
        const anchor = anchorOf({ x, y });
        const moved = stretchedPoint(anchor, stretch);
        return { ...label, text, x: moved.x + x - anchor.x, y: moved.y + y - anchor.y };
    });
}

/** Labels of one edge, written about below each other, close up: apart they would not be seen to belong together. */
function aligned(labels: Label[]): Label[] {
    const placed = labels.filter(({ x, y }) => x != null && y != null).sort((a, b) => a.y! - b.y!);
    const [first] = placed;
    if (!first || placed.some(({ x, y }, index) => Math.abs(x! - first.x!) > 60 || y! - first.y! > 36 * (index + 1)))
        return labels;
    let y = first.y!;
    const moved = new Map<Label, Label>();
    for (const label of placed) {
        moved.set(label, { ...label, x: first.x!, y });
        y += textSize(label.text.split("\n"), label.kind).height;
    }
    return labels.map((label) => moved.get(label) ?? label);
}

function stretched(template: Template, stretch: Stretch): Template {
    if (stretch === unstretched) return template;
    const moved = <Kind extends { x?: number | null; y?: number | null }>(kind: Kind): Kind => ({
        ...kind,
        ...stretchedPoint({ x: number(kind.x), y: number(kind.y) }, stretch),
    });
    const nodes = [...template.locations, ...(template.branchpoints ?? [])].map(pointOf);
    return {
        ...template,
        locations: template.locations.map((location, index) => ({
            ...moved(location),
            labels: stretchedLabels(location.labels ?? [], () => nodes[index]!, stretch),
        })),
        branchpoints: (template.branchpoints ?? []).map(moved),
        edges: template.edges.map((edge) => {
            const line = [nodes[edge.from] ?? origin, ...nailsOf(edge), nodes[edge.to] ?? origin];
            return {
                ...edge,
                nails: (edge.nails ?? []).map(([x, y]): [number, number] => [x * stretch.across, y * stretch.down]),
                labels: aligned(stretchedLabels(edge.labels ?? [], (label) => nearestOn(line, label), stretch)),
            };
        }),
    };
}

const pointOf = ({ x, y }: { x?: number | null; y?: number | null }): Point => ({ x: number(x), y: number(y) });

export function asDrawn(original: Template, tokens: TokenRoom, stretch = unstretched): Drawing {
    const template = stretched(original, stretch);
    const nodes = [...template.locations, ...(template.branchpoints ?? [])].map(pointOf);
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
