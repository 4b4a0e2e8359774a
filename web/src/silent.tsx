// Processes that take part in no step of the trace. In a large model the charts leave them out until somebody wants to
// see them.

import { computed, signal } from "@preact/signals";
import { model, trace } from "./store";

const few = 8; // processes: so many are always shown

const shown = signal(false);

const silent = computed<number[]>(() => {
    const { processes } = model.value;
    if (processes.length <= few || trace.value.steps.length === 0) return [];
    const active = new Set(trace.value.steps.flatMap(({ edges }) => edges.map(({ process }) => process)));
    return processes.flatMap((_, process) => (active.has(process) ? [] : [process]));
});

const hidden = computed(() => new Set(shown.value ? [] : silent.value));

/** The processes that charts show. */
export const charted = computed<number[]>(() =>
    model.value.processes.flatMap((_, process) => (hidden.value.has(process) ? [] : [process])),
);

/** The clocks that charts show: those of hidden processes are left out with them. */
export const chartedClocks = computed<number[]>(() => {
    const owners = new Set([...hidden.value].map((process) => model.value.processes[process]!.name));
    return model.value.clocks.flatMap(({ name }, clock) => (owners.has(name.replace(/\.[^.]*$/, "")) ? [] : [clock]));
});

export function SilentSwitch() {
    const count = silent.value.length;
    if (count === 0) return null;
    return (
        <label class="silent-switch">
            <input
                type="checkbox"
                data-testid="show-silent"
                checked={shown.value}
                onChange={(event) => (shown.value = event.currentTarget.checked)}
            />{" "}
            show {count} silent {count === 1 ? "process" : "processes"}
        </label>
    );
}
