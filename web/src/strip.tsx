// Truth along the whole trace, as a strip: high where it holds, a line where not, dashes where nobody knows.

import { useMemo } from "preact/hooks";
import { selectStep, step } from "./store";

const width = 300;
const height = 12;
const finest = 300; // stretches: what is narrower cannot be seen

interface Stretch {
    from: number;
    to: number; // the first state after it
    mark: string;
}

/** Stretches of states with the same truth; in a long trace, of states that are drawn in one place. */
export function stretchesOf(truth: string): Stretch[] {
    const least = truth.length / finest;
    const stretches: Stretch[] = [];
    for (let state = 0; state < truth.length; state++) {
        const last = stretches[stretches.length - 1];
        if (last && (last.mark === truth[state] || last.to - last.from < least)) last.to = state + 1;
        else stretches.push({ from: state, to: state + 1, mark: truth[state]! });
    }
    return stretches;
}

export function TruthStrip({ truth }: { truth: string }) {
    const place = (state: number): number => (state / truth.length) * width;
    const stretches = useMemo(
        () =>
            stretchesOf(truth).map(({ from, to, mark }) => (
                <StretchMark key={from} mark={mark} left={place(from)} right={place(to)} />
            )),
        [truth],
    );
    const pick = (event: MouseEvent) => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        selectStep(Math.floor(((event.clientX - box.left) / box.width) * truth.length));
    };
    return (
        <svg
            class="strip"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            onClick={pick}
        >
            <rect class="hit" width={width} height={height} />
            {stretches}
            <rect class="here" x={place(step.value)} width={Math.max(2, width / truth.length)} height={height} />
        </svg>
    );
}

function StretchMark({ mark, left, right }: { mark: string; left: number; right: number }) {
    if (mark === "1") return <rect class="holds" x={left} y={3} width={right - left} height={height - 3} />;
    return <path class={mark === "0" ? "fails" : "unknown"} d={`M${left} ${height - 1}H${right}`} />;
}
