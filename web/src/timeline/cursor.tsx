// What lies over all lanes of a chart over time: the selected state, the loop of a lasso, and the part after the end,
// of which the trace says nothing.

import { run, step, trace } from "../store";
import type { Sight } from "./sight";

export const headHeight = 18; // above the lanes

/** A stretch between two places, as far as it is in sight. */
function between({ width, placeOf }: Sight, from: number, to: number): { left: string; width: string } {
    const left = Math.min(width.value, Math.max(0, placeOf(from)));
    return { left: `${left}px`, width: `${Math.max(0, Math.min(width.value, placeOf(to)) - left)}px` };
}

/** A line where the selected state begins and a band for as long as it lasts. */
export function Cursor({ sight, name }: { sight: Sight; name: string }) {
    const { starts } = sight.scale.value;
    const begins = sight.placeOf(starts[step.value]!);
    const inSight = begins >= 0 && begins <= sight.width.value;
    return (
        <div class="cursor-frame" aria-hidden="true">
            <AfterEnd sight={sight} />
            <div class="band" style={between(sight, starts[step.value]!, starts[step.value + 1]!)} />
            {inSight && <div class="cursor" style={{ left: `${begins}px` }} data-testid={name} />}
            <Loop sight={sight} />
        </div>
    );
}

/** What comes after the end: nothing that is known, or once more what came before. */
function AfterEnd({ sight }: { sight: Sight }) {
    const { end, length } = sight.scale.value;
    if (end >= length || sight.span.value.to <= end) return null;
    const kind = trace.value.ending === "lasso" ? "after-end again" : "after-end";
    return <div class={kind} data-testid="after-end" style={between(sight, end, length)} />;
}

/** A line back from the end of a lasso to where it goes on, above the lanes, as far as it is in sight. */
function Loop({ sight }: { sight: Sight }) {
    const { ending, loop } = trace.value;
    if (ending !== "lasso" || loop === null) return null;
    const { starts, end } = sight.scale.value;
    const [first, last] = [sight.placeOf(starts[Math.min(loop, run.value.length)]!), sight.placeOf(end)];
    const width = sight.width.value;
    const [left, right] = [Math.max(0, first), Math.min(width, last)];
    if (right < 0 || left > width) return null;
    const [begins, ends] = [first >= 0, last <= width];
    return (
        <>
            {begins && <div class="loop-start" style={{ left: `${first}px` }} />}
            <svg class="loop" width={width} height={headHeight} data-testid="loop">
                <path
                    class="back"
                    d={`M${right} ${ends ? headHeight : 7}V7H${left}${begins ? `V${headHeight - 5}` : ""}`}
                />
                {begins && <path class="tip" d={`M${left - 4} ${headHeight - 6}h8l-4 6z`} />}
                <text x={Math.min(width - 12, Math.max(12, (left + right) / 2))} y={12}>
                    ∞
                </text>
            </svg>
        </>
    );
}
