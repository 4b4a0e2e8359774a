// The graphs in words: what each process touches, and what changes because of what.

import type { Structure } from "../document";
import type { EdgeKind, Graph } from "./graph";

const mostRows = 300; // the filter finds the others

/** Node by node the names it is connected with, by kind. */
type Rows = Map<number, Partial<Record<EdgeKind, string[]>>>;

function rowsOf({ nodes }: Structure, graph: Graph): Rows {
    const rows: Rows = new Map();
    for (const { from, to, kind } of graph.edges) {
        const acts = kind === "causes" || nodes[from]!.kind === "process" ? from : to;
        const row = rows.get(acts) ?? {};
        (row[kind] ??= []).push(nodes[from + to - acts]!.name);
        rows.set(acts, row);
    }
    return rows;
}

const titles: Partial<Record<EdgeKind, string>> = { causes: "changes because of it" };

interface Props {
    title: string;
    hook: string;
    structure: Structure;
    graph: Graph;
    listed: number[];
    kinds: EdgeKind[];
}

export function ConnectionTable({ title, hook, structure, graph, listed, kinds }: Props) {
    const rows = rowsOf(structure, graph);
    const used = kinds.filter((kind) => graph.edges.some((edge) => edge.kind === kind));
    return (
        <details open={hook === "access-table"} data-testid={hook}>
            <summary>{title}</summary>
            <table class="connections">
                <thead>
                    <tr>
                        <th scope="col">{hook === "access-table" ? "process" : "name"}</th>
                        {used.map((kind) => (
                            <th key={kind} scope="col">
                                {titles[kind] ?? kind}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {listed.slice(0, mostRows).map((node) => (
                        <tr key={node}>
                            <th scope="row">{structure.nodes[node]!.name}</th>
                            {used.map((kind) => (
                                <td key={kind}>{rows.get(node)?.[kind]?.join(", ") ?? "–"}</td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
            {listed.length > mostRows && <p class="note">{listed.length - mostRows} more: filter by name.</p>}
        </details>
    );
}
