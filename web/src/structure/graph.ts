// The two graphs of a model, and the part of one that can be drawn: all of a small one, of a large one what lies around
// the names somebody asks for. Everything here works on the whole document, so it is linear in it.

import type { AccessKind, Structure } from "../document";

export type EdgeKind = AccessKind | "causes";

export interface GraphEdge {
    from: number;
    to: number;
    kind: EdgeKind;
}

/** Nodes are numbers in the document's list. */
export interface Graph {
    nodes: number[];
    edges: GraphEdge[];
    /** Nodes that stand for several, and the names of all of them. */
    groups?: ReadonlyMap<number, string[]>;
}

/** `Arb0 … Arb14 (15)` */
export function nodeName({ nodes }: Structure, { groups }: Graph, node: number): string {
    const names = groups?.get(node);
    return names ? `${names[0]} … ${names[names.length - 1]} (${names.length})` : nodes[node]!.name;
}

const mostNodes = 150; // beyond these dagre takes seconds, and nobody can read the result
const mostEdges = 600;

export const fits = ({ nodes, edges }: Graph): boolean => nodes.length <= mostNodes && edges.length <= mostEdges;

export const accessGraph = ({ nodes, access }: Structure): Graph => ({
    nodes: nodes.map((_, node) => node),
    edges: access.filter(({ from, to }) => nodes[from] && nodes[to]),
});

/** Only what takes part. */
export function causalGraph({ nodes, causal }: Structure): Graph {
    const edges = causal
        .filter(([from, to]) => nodes[from] && nodes[to])
        .map(([from, to]): GraphEdge => ({ from, to, kind: "causes" }));
    const taking = new Set(edges.flatMap(({ from, to }) => [from, to]));
    return { nodes: [...taking].sort((a, b) => a - b), edges };
}

const manyNodes = 16; // more are hard to read: then like processes are drawn as one
const fewestAlike = 3;

/** Processes that do the same with the same things, and with variables and clocks of their own, become one node. */
export function grouped(structure: Structure, graph: Graph, apart: ReadonlySet<number>): Graph {
    if (graph.nodes.length <= manyNodes) return graph;
    const near = neighboursIn(graph);
    const owns = ownersOf(structure, graph, near);
    const alike = new Map<string, number[]>();
    for (const node of graph.nodes) {
        if (structure.nodes[node]!.kind !== "process" || apart.has(node)) continue;
        const prefix = structure.nodes[node]!.name.length;
        const does = near.get(node)!.map(({ other, what }) =>
            owns.get(other) === node ? `${what} own${structure.nodes[other]!.name.slice(prefix)}` : `${what} ${other}`,
        );
        const key = does.sort().join("\n");
        alike.set(key, [...(alike.get(key) ?? []), node]);
    }
    const becomes = new Map<number, number>();
    const groups = new Map<number, string[]>();
    const join = (members: number[]) => {
        groups.set(members[0]!, members.map((member) => structure.nodes[member]!.name));
        for (const member of members) becomes.set(member, members[0]!);
    };
    for (const members of alike.values()) {
        if (members.length < fewestAlike) continue;
        join(members);
        for (const own of ownedBy(members[0]!, owns)) {
            const rest = structure.nodes[own]!.name.slice(structure.nodes[members[0]!]!.name.length);
            const same = (member: number, node: number): boolean =>
                structure.nodes[node]!.name === structure.nodes[member]!.name + rest;
            join(members.flatMap((member) => ownedBy(member, owns).filter((node) => same(member, node))));
        }
    }
    return joined(graph, becomes, groups);
}

interface Neighbour {
    other: number;
    what: string;
}

function neighboursIn({ nodes, edges }: Graph): Map<number, Neighbour[]> {
    const near = new Map(nodes.map((node): [number, Neighbour[]] => [node, []]));
    for (const { from, to, kind } of edges) {
        near.get(from)!.push({ other: to, what: `${kind} >` });
        near.get(to)!.push({ other: from, what: `${kind} <` });
    }
    return near;
}

/** Variables and clocks that only the process they belong to has to do with, and that process. */
function ownersOf({ nodes }: Structure, graph: Graph, near: Map<number, Neighbour[]>): Map<number, number> {
    const owners = new Map<number, number>();
    for (const node of graph.nodes) {
        const others = new Set(near.get(node)!.map(({ other }) => other));
        const [owner] = others;
        if (others.size !== 1 || nodes[node]!.kind === "process") continue;
        if (nodes[node]!.name.startsWith(`${nodes[owner!]!.name}.`)) owners.set(node, owner!);
    }
    return owners;
}

const ownedBy = (process: number, owners: Map<number, number>): number[] =>
    [...owners].flatMap(([node, owner]) => (owner === process ? [node] : []));

function joined({ nodes, edges }: Graph, becomes: Map<number, number>, groups: Map<number, string[]>): Graph {
    const nodeOf = (node: number): number => becomes.get(node) ?? node;
    const kept = new Map<string, GraphEdge>();
    for (const { from, to, kind } of edges) {
        const edge = { from: nodeOf(from), to: nodeOf(to), kind };
        kept.set(`${edge.from} ${edge.to} ${kind}`, edge);
    }
    return { nodes: nodes.filter((node) => nodeOf(node) === node), edges: [...kept.values()], groups };
}

/** The names that are the wanted one, or else contain it. */
export function matching({ nodes }: Structure, among: number[], wanted: string): number[] {
    const text = wanted.toLowerCase();
    const exact = among.filter((node) => nodes[node]!.name.toLowerCase() === text);
    return exact.length ? exact : among.filter((node) => nodes[node]!.name.toLowerCase().includes(text));
}

/** What can be drawn around these nodes: as far as the given distances say, the first of them that fits; else null. */
export function partAround(graph: Graph, centre: number[], distances: number[]): Graph | null {
    return distances.map((distance) => around(graph, centre, distance)).find(fits) ?? null;
}

function around(graph: Graph, centre: number[], distance: number): Graph {
    let near = new Set(centre);
    for (let round = 0; round < distance; round++) {
        const next = new Set(near);
        for (const { from, to } of graph.edges) {
            if (near.has(from)) next.add(to);
            if (near.has(to)) next.add(from);
        }
        near = next;
    }
    return {
        nodes: graph.nodes.filter((node) => near.has(node)),
        edges: graph.edges.filter(({ from, to }) => near.has(from) && near.has(to)),
    };
}

/** Strongly connected parts of at least two nodes, the largest first (Kosaraju, without recursion). */
export function cyclicParts({ nodes, edges }: Graph): number[][] {
    const [ahead, back] = [new Map<number, number[]>(), new Map<number, number[]>()];
    for (const node of nodes) ahead.set(node, []), back.set(node, []);
    for (const { from, to } of edges) ahead.get(from)!.push(to), back.get(to)!.push(from);
    const seen = new Set<number>();
    const finished = nodes.flatMap((node) => postorder(node, ahead, seen));
    seen.clear();
    return finished
        .reverse()
        .map((node) => postorder(node, back, seen))
        .filter((part) => part.length > 1)
        .sort((a, b) => b.length - a.length);
}

/** The nodes reached from one, those not seen before, each after what is reached from it. */
function postorder(start: number, next: Map<number, number[]>, seen: Set<number>): number[] {
    const order: number[] = [];
    const path: [node: number, tried: number][] = [];
    const enter = (node: number) => {
        if (!seen.has(node)) seen.add(node), path.push([node, 0]);
    };
    for (enter(start); path.length; ) {
        const top = path[path.length - 1]!;
        const following = next.get(top[0])![top[1]++];
        if (following !== undefined) enter(following);
        else order.push(path.pop()![0]);
    }
    return order;
}
