// The strategies of the default search: when each of them ran, how much it explored, and what came of it.

import type { StrategyRun } from "../document";

const width = 320;
const height = 14;
const thinnest = 1.5; // a turn that took no effort to speak of can still be seen

const endOf = (runs: StrategyRun[]): number =>
    Math.max(1, ...runs.flatMap(({ intervals }) => intervals.map(({ end }) => end)));

/** `drawn`: with a bar for each; a short search is told in words. */
export function Schedule({ runs, drawn }: { runs: StrategyRun[]; drawn: boolean }) {
    const end = endOf(runs);
    return (
        <figure class="schedule" data-testid="schedule">
            <figcaption>{drawn ? "Strategies, over the effort of all" : "Strategies"}</figcaption>
            <ol>
                {runs.map((run) => (
                    <li key={run.strategy} class={run.answered ? "answered" : ""} data-testid="strategy">
                        <span class="strategy" title={run.description}>
                            {run.strategy}
                        </span>
                        <span class="count">{explored(run)}</span>
                        {drawn && <Bar run={run} end={end} />}
                        <span class="outcome">{learnt(run)}</span>
                    </li>
                ))}
            </ol>
        </figure>
    );
}

function Bar({ run, end }: { run: StrategyRun; end: number }) {
    const place = (effort: number): number => (effort / end) * width;
    return (
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={spoken(run, end)}>
            <path class="base" d={`M0 ${height - 1}H${width}`} />
            {run.intervals.map((interval) => {
                const length = Math.max(thinnest, place(interval.end - interval.begin));
                return (
                    <rect
                        key={interval.begin}
                        x={Math.min(place(interval.begin), width - length)}
                        width={length}
                        y={1}
                        height={height - 2}
                        opacity={density(interval)}
                    />
                );
            })}
        </svg>
    );
}

/** Paler where others ran in between. */
const density = ({ begin, end, effort }: StrategyRun["intervals"][number]): number =>
    end > begin ? Math.max(0.25, Math.min(1, effort / (end - begin))) : 1;

const plural = (count: number, word: string): string =>
    `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

const explored = (run: StrategyRun): string => `${plural(run.explored, "state")}, ${run.seconds < 0.01 ? "<0.01" : run.seconds.toFixed(2)} s`;

/** "2 turns, 35 percent of the effort" */
const spoken = (run: StrategyRun, end: number): string =>
    `${run.strategy}: ${plural(run.turns, "turn")}, ${Math.round((run.effort / end) * 100)} percent of the effort`;

function learnt({ outcome, answered, reason, best_estimate: best }: StrategyRun): string {
    switch (outcome) {
        case "found":
            return answered ? "found it" : "found it, which was not enough";
        case "proved":
            return "proved that there is none";
        case "failed":
            return "the model went wrong";
        case "improved":
            return "found a shorter path afterwards";
        case "memory":
            return "given up for lack of memory";
        case "cancelled":
            return best == null ? "stopped" : `stopped, best estimate ${best}`;
        default:
            return reason ?? "not sure";
    }
}
