// What lies over all lanes of the timeline: the selected state, where the loop of a lasso begins, and the part after the
// end, of which the trace says nothing.

import { run, step, trace } from "../store";
import { placeOf, scale, sight, width } from "./sight";

/** A stretch between two places, as far as it is in sight. */
function between(from: number, to: number): { left: string; width: string } {
    const left = Math.min(width.value, Math.max(0, placeOf(from)));
    return { left: `${left}px`, width: `${Math.max(0, Math.min(width.value, placeOf(to)) - left)}px` };
}

/** A line where the selected state begins and a band for as long as it lasts. */
export function Cursor() {
    const { starts } = scale.value;
    const begins = placeOf(starts[step.value]!);
    const inSight = begins >= 0 && begins <= width.value;
    return (
        <div class="cursor-frame" aria-hidden="true">
            <AfterEnd />
            <div class="band" style={between(starts[step.value]!, starts[step.value + 1]!)} />
            {inSight && <div class="cursor" style={{ left: `${begins}px` }} data-testid="timeline-cursor" />}
            <LoopStart />
        </div>
    );
}

function AfterEnd() {
    const { end, length } = scale.value;
    if (end >= length || sight.value.to <= end) return null;
    return <div class="after-end" data-testid="after-end" style={between(end, length)} />;
}

function LoopStart() {
    const { ending, loop } = trace.value;
    if (ending !== "lasso" || loop === null) return null;
    const place = placeOf(scale.value.starts[Math.min(loop, run.value.length)]!);
    if (place < 0 || place > width.value) return null;
    return (
        <div class="loop-start" style={{ left: `${place}px` }}>
            <span>↻ loop</span>
        </div>
    );
}
