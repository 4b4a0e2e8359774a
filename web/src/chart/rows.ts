// Where things stand in the message sequence chart: lanes across, steps downward.

import { computed, signal } from "@preact/signals";
import { hasDelay } from "../describe";
import { charted } from "../silent";
import { model, selectedStep, trace } from "../store";
import { rowsOf } from "../window";

export const headHeight = 30;
const moveHeight = 46;
const delayHeight = 22;
const initialHeight = 30;

/** Row 0 is the initial state, row k step k; a delay makes room above the move. */
export const rows = computed(() =>
    rowsOf(trace.value.steps.length + 1, (row) =>
        row === 0 ? initialHeight : moveHeight + (hasDelay(trace.value.steps[row - 1]!) ? delayHeight : 0),
    ),
);

/** The trace goes on from an earlier state; below the last step there is room to say so. */
export const isLasso = computed(() => {
    const { ending, loop, steps } = trace.value;
    return ending === "lasso" && loop !== null && loop < steps.length;
});
export const loopHeight = 30;

const longestName = computed(() => Math.max(0, ...model.value.processes.map(({ name }) => name.length)));
const needed = computed(() => Math.min(200, Math.max(116, longestName.value * 7 + 24)));

/** How wide the panel is, in pixels; few lanes spread out in it. */
export const available = signal(0);
const widest = 340;
export const laneWidth = computed(() =>
    Math.max(needed.value, Math.min(widest, Math.floor(available.value / Math.max(1, charted.value.length)))),
);
/** Which lane a process has; none if it is silent and hidden. */
const laneOf = computed(() => new Map(charted.value.map((process, lane) => [process, lane])));
export const laneMiddle = (process: number): number => ((laneOf.value.get(process) ?? 0) + 0.5) * laneWidth.value;
export const chartWidth = computed(() => charted.value.length * laneWidth.value);

export const moveOf = (row: number): number =>
    rows.value.top(row) + (row === 0 ? 0 : rows.value.top(row + 1) - rows.value.top(row) - moveHeight);

/** The lanes that take part in the selected step, from the first to the last, in pixels. */
export const selectedLanes = computed<[left: number, right: number] | undefined>(() => {
    const lanes = (selectedStep.value?.edges ?? []).map(({ process }) => laneOf.value.get(process) ?? 0);
    if (lanes.length === 0) return undefined;
    return [Math.min(...lanes) * laneWidth.value, (Math.max(...lanes) + 1) * laneWidth.value];
});
