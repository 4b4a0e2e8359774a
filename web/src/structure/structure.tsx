// The panel of the model's structure: who reads, writes, sends and receives what, and what changes because of what.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { ZoomButtons } from "../canvas";
import { Panel } from "../panel";
import { page } from "../store";
import { graphViews } from "../view";
import { GraphPicture, Legend } from "./drawing";
import { accessGraph, causalGraph, cyclicParts, fits, matching, partAround, type Graph } from "./graph";
import { laidOutGraph } from "./layout";
import { ConnectionTable } from "./tables";

const structure = computed(() => page.value.structure ?? { nodes: [], access: [], causal: [] });
const access = computed(() => accessGraph(structure.value));
const causal = computed(() => causalGraph(structure.value));
const allFits = computed(() => fits(access.value) && fits(causal.value));
const processes = computed(() => access.value.nodes.filter((node) => structure.value.nodes[node]!.kind === "process"));

/** What was typed into the filter; as long as nothing was, a large model shows its first process. */
const typed = signal<string | null>(null);
const wanted = computed(
    () => typed.value?.trim() ?? (allFits.value ? "" : (structure.value.nodes[processes.value[0] ?? 0]?.name ?? "")),
);

const matched = (among: number[]): number[] =>
    wanted.value ? matching(structure.value, among, wanted.value) : among;

/** The part to draw; null: too large. */
const drawn = (graph: ReadonlySignal<Graph>, distances: number[]) =>
    computed(() => {
        const part = wanted.value ? partAround(graph.value, matched(graph.value.nodes), distances) : graph.value;
        if (!part || !fits(part)) return null;
        return { graph: part, drawing: laidOutGraph(structure.value, part) };
    });

// A process, what it touches, and who else touches that.
const drawnAccess = drawn(access, [2, 1]);
const drawnCausal = drawn(causal, [1]);

const parts = computed(() => cyclicParts(causal.value));
const partOf = computed(() => {
    const numberOf = (index: number): number => (parts.value.length === 1 ? 0 : index + 1);
    return new Map(parts.value.flatMap((part, index) => part.map((node): [number, number] => [node, numberOf(index)])));
});
const noParts = new Map<number, number>();

export function StructurePanel() {
    if (!page.value.structure) return null;
    return (
        <Panel name="structure" title="Structure" controls={<Controls />}>
            {!allFits.value && (
                <p class="note" role="status" data-testid="large">
                    {`The model is too large to draw at once (${sizeOf(access.value)} between processes and what they use, ${sizeOf(causal.value)} between causes): the filter chooses a process, or another name, and what lies around it.`}
                </p>
            )}
            <div class="graphs">
                <GraphCard
                    name="access"
                    title="Who reads, writes, sends and receives what"
                    of={access.value}
                    shown={drawnAccess.value}
                    parts={noParts}
                />
                <GraphCard
                    name="causal"
                    title="What changes because of what"
                    of={causal.value}
                    shown={drawnCausal.value}
                    parts={partOf.value}
                />
            </div>
            <p class="note">
                Arrays, records and families of channels appear as a whole. Drag or, with the focus on a graph, the arrow
                keys move it; Ctrl and the wheel enlarge it. {partsSentence()}
            </p>
            <ConnectionTable
                title="The processes and what they use, as a table"
                hook="access-table"
                structure={structure.value}
                graph={access.value}
                listed={matched(processes.value)}
                kinds={["reads", "writes", "sends", "receives", "joins"]}
            />
            {causal.value.edges.length > 0 && (
                <ConnectionTable
                    title="Causes and what changes because of them, as a table"
                    hook="causal-table"
                    structure={structure.value}
                    graph={causal.value}
                    listed={matched(causal.value.nodes)}
                    kinds={["causes"]}
                />
            )}
        </Panel>
    );
}

const sizeOf = ({ nodes, edges }: Graph): string => `${nodes.length} nodes and ${edges.length} edges`;

function partsSentence(): string {
    const count = parts.value.length;
    if (count === 0) return causal.value.edges.length ? "No causes go round in a circle." : "";
    if (count === 1) return "What has a second outline changes because of itself, by way of others.";
    return `${count} groups change because of themselves: a second outline and the number of the group mark them.`;
}

const Controls = () => (
    <>
        <input
            type="search"
            list="structure-names"
            placeholder="Filter by name"
            aria-label="Show only what lies around this name"
            data-testid="structure-filter"
            value={wanted.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
        />
        <datalist id="structure-names">
            {processes.value.map((node) => (
                <option key={node} value={structure.value.nodes[node]!.name} />
            ))}
        </datalist>
        <ZoomButtons views={graphViews} what="graphs" />
    </>
);

interface CardProps {
    name: string;
    title: string;
    of: Graph;
    shown: (typeof drawnAccess)["value"];
    parts: Map<number, number>;
}

function GraphCard({ name, title, of, shown, parts: marked }: CardProps) {
    const empty = shown?.graph.nodes.length === 0;
    return (
        <figure class="card" data-testid={`${name}-graph`}>
            <figcaption>
                <strong>{title}</strong>
            </figcaption>
            {shown && !empty ? (
                <>
                    <GraphPicture
                        name={name}
                        title={`${title}: ${sizeOf(shown.graph)}. The tables below say the same in words.`}
                        structure={structure.value}
                        parts={marked}
                        {...shown}
                    />
                    <Legend structure={structure.value} graph={shown.graph} />
                </>
            ) : (
                <p class="note">{empty ? nothing(of) : `Too large to draw: ${advice()}`}</p>
            )}
        </figure>
    );
}

const nothing = (of: Graph): string => (of.nodes.length ? "Nothing here has such a name." : "There is nothing to draw.");
const advice = (): string => (wanted.value ? "filter by a name that fewer have, or use the table." : "filter by a name.");
