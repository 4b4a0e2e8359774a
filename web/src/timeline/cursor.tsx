// The selected state in the timeline, and where the loop of a lasso begins.

import { run, step, trace } from "../store";
import { placeOf, width } from "./sight";

/** A line where the selected state begins and a band for as long as it lasts. */
export function Cursor() {
    const begins = placeOf(run.value.seconds[step.value]!);
    const ends = placeOf(step.value < run.value.length ? run.value.seconds[step.value + 1]! : run.value.end);
    const left = Math.min(width.value, Math.max(0, begins));
    const inSight = begins >= 0 && begins <= width.value;
    return (
        <div class="cursor-frame" aria-hidden="true">
            <div
                class="band"
                style={{ left: `${left}px`, width: `${Math.max(0, Math.min(width.value, ends) - left)}px` }}
            />
            {inSight && <div class="cursor" style={{ left: `${begins}px` }} data-testid="timeline-cursor" />}
            <LoopStart />
        </div>
    );
}

function LoopStart() {
    const { ending, loop } = trace.value;
    if (ending !== "lasso" || loop === null) return null;
    const place = placeOf(run.value.seconds[loop] ?? 0);
    if (place < 0 || place > width.value) return null;
    return (
        <div class="loop-start" style={{ left: `${place}px` }}>
            <span>↻ loop</span>
        </div>
    );
}
