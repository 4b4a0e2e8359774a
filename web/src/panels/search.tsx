// How the search went: its strategies, the estimates along the trace, and what was sampled while it ran.

import { computed } from "@preact/signals";
import type { Sample } from "../document";
import { Panel } from "../panel";
import { Plot } from "../plot";
import { page, selectStep, step } from "../store";
import { Schedule } from "./schedule";

const report = computed(() => page.value.search ?? null);

const estimates = computed(
    () => report.value?.estimates?.map((value, index): [number, number | null] => [index, value]) ?? [],
);

const sampled = (column: number) =>
    computed(() => {
        const samples: Sample[] = report.value?.samples ?? [];
        return samples.map((sample): [number, number | null] => [sample[0], sample[column] ?? null]);
    });

const ofLayers = (column: 1 | 2) =>
    computed(() => (report.value?.layers ?? []).map((layer): [number, number] => [layer[0], layer[column]]));

const layered = [
    { title: "Nodes of the diagram of each set of states", points: ofLayers(1) },
    { title: "States of each set", points: ofLayers(2) },
];

const columns = [
    { title: "best estimate", points: sampled(3) },
    { title: "waiting", points: sampled(2) },
    { title: "explored", points: sampled(1) },
    { title: "depth", points: sampled(4) },
];

const worthPlots = 0.1; // seconds

/** How long the search took; what nobody measured counts as long. */
const seconds = computed(() => {
    const { samples = [], schedule = [] } = report.value ?? {};
    if (samples.length + schedule.length === 0) return Infinity;
    const last = samples[samples.length - 1]?.[0] ?? 0;
    return Math.max(last, schedule.reduce((sum, run) => sum + run.seconds, 0));
});

export function SearchPanel() {
    const long = seconds.value >= worthPlots;
    const shown = columns.filter(({ points }) => long && points.value.length > 1 && points.value.some(([, y]) => y));
    const layers = layered.filter(({ points }) => long && points.value.length > 1);
    const runs = report.value?.schedule ?? [];
    if (estimates.value.length + shown.length + layers.length + runs.length === 0) return null;
    const words = runs.length > 0 ? null : report.value?.search;
    const how = [words, report.value?.heuristic].filter(Boolean).join(", ");
    return (
        <Panel name="search" title="Search">
            {how && <p class="note">{how}</p>}
            {runs.length > 0 && <Schedule runs={runs} drawn={long} />}
            {estimates.value.length > 0 && (
                <Plot
                    title="Estimate along the trace:"
                    points={estimates.value}
                    xName="steps"
                    marked={step.value}
                    stairs
                    onPick={selectStep}
                />
            )}
            {estimates.value[step.value]?.[1] === null && (
                <p class="note">This state is a dead end for the heuristic.</p>
            )}
            {layers.map(({ title, points }) => (
                <Plot key={title} title={title} points={points.value} xName="sets" />
            ))}
            {shown.map(({ title, points }) => (
                <Plot key={title} title={`${title}, over time`} points={points.value} xName="s" />
            ))}
        </Panel>
    );
}
