// Which locations and edges a trace visits, how often, and which it never does; in live mode a long random run, too.

import { computed, effect, signal, useSignal } from "@preact/signals";
import type { Counts, Edge, Template } from "../document";
import { NumberField } from "../live/live";
import { countAtRandom } from "../live/search";
import { PlaceLink, placeInTemplate } from "../live/source";
import { visits } from "../marks";
import { Panel } from "../panel";
import { model, page, step, trace } from "../store";

/** How often the trace enters each location and takes each edge. */
const ofTrace = computed<Counts>(() => {
    const { initial, steps } = trace.value;
    const at = [...initial.locations];
    const counts: Counts = { locations: at.map(() => []), edges: at.map(() => []), steps: steps.length, runs: 1 };
    const add = (list: number[][], process: number, number: number) => {
        const own = list[process];
        if (own) own[number] = (own[number] ?? 0) + 1;
    };
    at.forEach((location, process) => add(counts.locations, process, location));
    for (const { edges, locations } of steps) {
        for (const [process, location] of locations) at[process] = location;
        for (const { process, edge, branch } of edges) {
            add(counts.locations, process, at[process]!);
            add(counts.edges, process, edge);
            if (branch != null) add(counts.edges, process, branch);
        }
    }
    return counts;
});

const random = signal<{ counts: Counts; title: string } | null>(null);
const shown = computed<Counts>(() => random.value?.counts ?? ofTrace.value);
const marks = signal(false);

/** Keeps the drawings told what was never visited. */
export function beginCoverage(): void {
    effect(() => {
        const { locations, edges } = shown.value;
        visits.value = marks.value
            ? {
                  location: (process, number) => locations[process]?.[number] ?? 0,
                  edge: (process, number) => edges[process]?.[number] ?? 0,
              }
            : null;
    });
}

interface Row {
    name: string;
    count: number;
    edge: number | null;
}

interface Group {
    template: number;
    name: string;
    locations: Row[];
    edges: Row[];
}

const nodeName = ({ locations }: Template, node: number): string =>
    node < locations.length ? locations[node]!.name || `location ${node}` : "branchpoint";

const arrowName = (template: Template, { from, to, labels = [] }: Edge): string => {
    const sync = labels.find(({ kind }) => kind === "synchronisation")?.text;
    return `${nodeName(template, from)} → ${nodeName(template, to)}${sync ? ` (${sync})` : ""}`;
};

/** Processes of one template together. */
const groups = computed<Group[]>(() => {
    const { templates, processes } = model.value;
    const sums = (list: number[][], template: number, count: number): number[] => {
        const totals = new Array<number>(count).fill(0);
        processes.forEach((process, index) => {
            if (process.template !== template) return;
            list[index]?.forEach((value, number) => (totals[number] = (totals[number] ?? 0) + (value ?? 0)));
        });
        return totals;
    };
    return templates.flatMap((template, number) => {
        if (!processes.some((process) => process.template === number)) return [];
        const locations = sums(shown.value.locations, number, template.locations.length);
        const edges = sums(shown.value.edges, number, template.edges.length);
        return {
            template: number,
            name: template.name,
            locations: template.locations.map((_, node) => ({
                name: nodeName(template, node),
                count: locations[node]!,
                edge: null,
            })),
            edges: template.edges.map((edge, index) => ({
                name: arrowName(template, edge),
                count: edges[index]!,
                edge: index,
            })),
        };
    });
});

const visited = (rows: Row[]): string => `${rows.filter(({ count }) => count > 0).length} of ${rows.length}`;

export function CoveragePanel() {
    if (!page.value.trace) return null;
    const rows = (kind: "locations" | "edges") => groups.value.flatMap((group) => group[kind]);
    return (
        <Panel name="coverage" title="Coverage" controls={<MarkBox />}>
            <p data-testid="coverage-sum">
                {random.value ? random.value.title : page.value.live ? "This walk" : "The trace"} visits{" "}
                <b>{visited(rows("locations"))}</b> locations and <b>{visited(rows("edges"))}</b> edges.
            </p>
            {groups.value.map((group) => (
                <GroupDetails key={group.template} group={group} />
            ))}
            {page.value.live && <LongRun />}
        </Panel>
    );
}

const MarkBox = () => (
    <label class="note">
        <input
            type="checkbox"
            data-testid="mark-unvisited"
            checked={marks.value}
            onChange={(event) => (marks.value = event.currentTarget.checked)}
        />{" "}
        mark what is not
    </label>
);

const GroupDetails = ({ group }: { group: Group }) => (
    <details>
        <summary>
            {group.name}: {visited(group.locations)} locations, {visited(group.edges)} edges
        </summary>
        <table class="values">
            <thead class="hidden">
                <tr>
                    <th scope="col">name</th>
                    <th scope="col">visits</th>
                </tr>
            </thead>
            <tbody>
                {[...group.locations, ...group.edges].map((row, index) => (
                    <tr key={index} class={row.count === 0 ? "never" : ""}>
                        <th scope="row">
                            {row.name} <RowPlace template={group.template} edge={row.edge} />
                        </th>
                        <td class="value">{row.count === 0 ? "never" : row.count.toLocaleString("en")}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    </details>
);

function RowPlace({ template, edge }: { template: number; edge: number | null }) {
    const place = edge === null ? null : placeInTemplate(template, edge);
    return place && <PlaceLink place={place} />;
}

/** Too long to be walked through, but what it visits is counted. */
function LongRun() {
    const count = useSignal(10000);
    const seed = useSignal(1);
    const submit = async (event: Event) => {
        event.preventDefault();
        const from = step.value;
        const counts = await countAtRandom(count.value, seed.value);
        if (!counts) return;
        const runs = counts.runs > 1 ? ` in ${counts.runs} runs` : "";
        random.value = { counts, title: `A random run of ${counts.steps} steps${runs} from state ${from}` };
    };
    return (
        <form class="long-run" onSubmit={submit}>
            <label>
                count <NumberField value={count} least={1} /> random steps
            </label>
            <label>
                seed <NumberField value={seed} least={0} />
            </label>
            <button type="submit" data-testid="count-random">
                count
            </button>
            {random.value && (
                <button type="button" data-testid="count-walk" onClick={() => (random.value = null)}>
                    back to the walk
                </button>
            )}
        </form>
    );
}
