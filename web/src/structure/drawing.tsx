// A graph as a picture. Kinds of nodes differ in shape, kinds of edges in their lines and heads; colour adds nothing.

import { Canvas } from "../canvas";
import type { NodeKind, Structure } from "../document";
import { graphViews } from "../view";
import { nodeName, type EdgeKind, type Graph } from "./graph";
import { slant, type GraphDrawing, type PlacedNode } from "./layout";

interface Props {
    name: string;
    title: string;
    structure: Structure;
    graph: Graph;
    drawing: GraphDrawing;
    parts: Map<number, number>; // which nodes lie on cycles, and in which strongly connected part; 0: there is only one
}

export const GraphPicture = ({ name, title, structure, graph, drawing, parts }: Props) => (
    <Canvas title={title} bounds={drawing.bounds} view={graphViews.of(name)} largest={1.3} wheelNeedsCtrl arrowsMove>
        {graph.edges.map(({ from, to, kind }, index) => (
            <g key={index} data-edge={kind}>
                <title>{edgeSentence(structure, graph, from, to, kind)}</title>
                <Line kind={kind} path={drawing.paths[index]!} />
            </g>
        ))}
        {graph.nodes.map((node) => {
            const { kind } = structure.nodes[node]!;
            const full = graph.groups?.get(node)?.join(", ") ?? structure.nodes[node]!.name;
            const part = parts.get(node);
            return (
                <g key={node} data-node={node}>
                    <title>{`${kind} ${full}${part ? `, group ${part}` : ""}`}</title>
                    <Node place={drawing.nodes.get(node)!} part={part} several={graph.groups?.has(node) ?? false} />
                </g>
            );
        })}
    </Canvas>
);

/** Edges go the way of the data; the sentence begins with who acts. */
function edgeSentence(structure: Structure, graph: Graph, from: number, to: number, kind: EdgeKind): string {
    const acts = kind === "causes" || structure.nodes[from]!.kind === "process" ? from : to;
    const name = (node: number): string => nodeName(structure, graph, node);
    return `${name(acts)} ${kind === "causes" ? "changes" : kind} ${name(from + to - acts)}`;
}

const heads: Partial<Record<EdgeKind, string>> = { reads: "open-head", receives: "open-head" };

const Line = ({ kind, path }: { kind: EdgeKind; path: string }) => (
    <path class={`link ${kind}`} d={path} marker-end={kind === "joins" ? undefined : `url(#${heads[kind] ?? "head"})`} />
);

/** A second outline behind it: it stands for several. */
function Node({ place, part, several }: { place: PlacedNode; part: number | undefined; several: boolean }) {
    const { x, y, width, height, text } = place;
    return (
        <>
            {part !== undefined && <Shape {...place} width={width + 8} height={height + 8} ring />}
            {several && <Shape {...place} x={x + 4} y={y - 4} />}
            <Shape {...place} />
            <text class="node-name" x={x} y={y + 4}>
                {text}
            </text>
            {part !== undefined && part > 0 && (
                <text class="part" x={x + width / 2} y={y - height / 2 - 6}>
                    {part}
                </text>
            )}
        </>
    );
}

function Shape({ kind, x, y, width, height, ring }: Omit<PlacedNode, "text"> & { ring?: boolean }) {
    const [across, down] = [width / 2, height / 2];
    const look = `shape ${ring ? "ring" : kind}`;
    if (kind === "clock") return <ellipse class={look} cx={x} cy={y} rx={across} ry={down} />;
    if (kind !== "channel")
        return (
            <rect
                class={look}
                x={x - across}
                y={y - down}
                width={width}
                height={height}
                rx={kind === "variable" ? 10 : 0}
            />
        );
    const side = width - 2 * slant;
    return (
        <path
            class={look}
            d={`M${x - across} ${y}l${slant} ${-down}h${side}l${slant} ${down}l${-slant} ${down}h${-side}z`}
        />
    );
}

/** The signs that occur in the graph, and what they mean. */
export function Legend({ structure, graph }: { structure: Structure; graph: Graph }) {
    const shapes = new Set<NodeKind>(graph.nodes.map((node) => structure.nodes[node]!.kind));
    const lines = new Set(graph.edges.map(({ kind }) => kind));
    return (
        <ul class="legend" aria-hidden="true">
            {[...shapes].map((kind) => (
                <Sign key={kind} name={kind}>
                    <Shape kind={kind} x={20} y={8} width={36} height={14} />
                </Sign>
            ))}
            {[...lines].map((kind) => (
                <Sign key={kind} name={kind === "causes" ? "changes because of it" : kind}>
                    <Line kind={kind} path="M2 8H38" />
                </Sign>
            ))}
        </ul>
    );
}

const Sign = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
    <li>
        <svg width={40} height={16}>
            {children}
        </svg>{" "}
        {name}
    </li>
);
