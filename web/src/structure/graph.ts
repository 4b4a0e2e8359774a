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
