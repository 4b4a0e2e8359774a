// A template that nobody drew, laid out by dagre.

import type { Edge, Label, Template } from "../document";
import {
    loopPath,
    roundedPath,
    textSize,
    towards,
    type Box,
    type Drawing,
    type PlacedEdge,
    type Point,
} from "./geometry";
import { place, type Direction, type Line } from "../place";
import type { Size } from "../view";
import { finished, labelsAt, linesOf, locationLabels, reach, shown } from "./parts";

/** Nobody chose where lines break: after commas, before conjunctions. */
const broken = (text: string): string => text.replace(/,\s+/g, ",\n").replace(/\s+(&&|\|\|)\s+/g, "\n$1 ");

const withoutPlaces = (labels: Label[] | undefined): Label[] =>
    shown(labels).map(({ kind, text }) => ({ kind, text: broken(text) }));

const card = { width: 380, height: 230 }; // about what a drawing gets

export const laidOut = (template: Template): Drawing =>
    betterFit((rankdir) => laidOutAlong(template, rankdir), card);

/** From left to right or from top to bottom, whichever comes out larger in the room there is. */
export function betterFit<Kind extends { bounds: Box }>(along: (rankdir: Direction) => Kind, room: Size): Kind {
    const shrinks = ({ bounds }: Kind): number =>
        Math.max((bounds.right - bounds.left) / room.width, (bounds.bottom - bounds.top) / room.height);
    const [across, down] = [along("LR"), along("TB")];
    return shrinks(across) <= shrinks(down) ? across : down;
}

function laidOutAlong(template: Template, rankdir: Direction): Drawing {
    const count = template.locations.length + (template.branchpoints?.length ?? 0);
    const rooms = Array.from({ length: count }, (_, node) => nodeRoom(template, node));
    const connections = template.edges.map((edge) => ({ from: edge.from, to: edge.to, room: edgeRoom(edge) }));
    const { nodes, lines } = place(rankdir, { nodesep: 46, ranksep: 26, edgesep: 24 }, rooms, connections);
    const edges = template.edges.map((edge, index) => laidOutEdge(template, nodes, edge, rankdir, lines[index]!));
    const labels = template.locations.map((location, index) =>
        locationLabels(template, index, nodes[index]!, withoutPlaces(location.labels)),
    );
    return finished(nodes, lines.flatMap(({ bends }) => bends), edges, labels);
}

/** Room for the labels below a node; and as much above it, because dagre wants the node in the middle. */
function nodeRoom(template: Template, node: number): Size {
    const size = 2 * reach(template, node) + 12;
    if (node >= template.locations.length) return { width: size, height: size };
    const lines = locationLabels(
        template,
        node,
        { x: 0, y: 0 },
        withoutPlaces(template.locations[node]!.labels),
    ).flatMap((label) => label.lines);
    const { width, height } = textSize(lines);
    return { width: Math.max(size, width), height: size + 2 * height };
}

function edgeRoom(edge: Edge): Size {
    const { width, height } = textSize(withoutPlaces(edge.labels).flatMap(({ text }) => linesOf(text)));
    return { width: width + 8, height: height + 6 };
}

function laidOutEdge(
    template: Template,
    nodes: Point[],
    edge: Edge,
    rankdir: Direction,
    { bends, middle }: Line,
): PlacedEdge {
    if (edge.from === edge.to)
        return looped(
            nodes[edge.from]!,
            edge,
            template.edges.filter((other) => other.from === edge.from && other.to === edge.to).indexOf(edge),
        );
    const points = [
        towards(nodes[edge.from]!, bends[0] ?? nodes[edge.to]!, reach(template, edge.from)),
        ...bends,
        towards(nodes[edge.to]!, bends[bends.length - 1] ?? nodes[edge.from]!, reach(template, edge.to) + 2),
    ];
    const { height } = textSize(withoutPlaces(edge.labels).flatMap(({ text }) => linesOf(text)));
    return {
        path: roundedPath(points),
        middle,
        labels: labelsAt(
            withoutPlaces(edge.labels),
            { x: middle.x, y: rankdir === "LR" ? middle.y - height - 4 : middle.y - height / 2 },
            true,
        ),
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
