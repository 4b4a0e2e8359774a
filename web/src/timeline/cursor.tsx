// What lies over all lanes of a chart over time: the selected state, where the loop of a lasso begins, and the part after the
// end, of which the trace says nothing.

import { run, step, trace } from "../store";
import type { Sight } from "./sight";

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
            <LoopStart sight={sight} />
        </div>
    );
}

function AfterEnd({ sight }: { sight: Sight }) {
    const { end, length } = sight.scale.value;
    if (end >= length || sight.span.value.to <= end) return null;
    return <div class="after-end" data-testid="after-end" style={between(sight, end, length)} />;
}

function LoopStart({ sight }: { sight: Sight }) {
    const { ending, loop } = trace.value;
    if (ending !== "lasso" || loop === null) return null;
    const place = sight.placeOf(sight.scale.value.starts[Math.min(loop, run.value.length)]!);
    if (place < 0 || place > sight.width.value) return null;
    return (
        <div class="loop-start" style={{ left: `${place}px` }}>
            <span>↻ loop</span>
        </div>
    );
}
