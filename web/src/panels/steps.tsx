// The list of steps. Only the lines in sight exist; search and filter work on all.

import { computed, signal } from "@preact/signals";
import { changesText, countOf, edgeText, endingSentence, hasDelay } from "../describe";
import type { FiredEdge, Page, Step } from "../document";
import { FilterField } from "../filter";
import { show } from "../fraction";
import { Panel } from "../panel";
import { hasAutomata, model, page, run, selectStep, step, timed, trace } from "../store";
import { Prose } from "../text";
import { rowsOf, Windowed } from "../window";

const search = signal("");
const onlyChanging = signal(false);

const mostEdges = 4; // lines for edges of one step; a broadcast may have hundreds

/** Every step of a circuit takes the same edge: that is not worth a line. */
const movesOf = ({ edges }: Step): FiredEdge[] => (model.value.circuit ? [] : edges);

const searchable = computed(() =>
    trace.value.steps.map((entry) =>
        [
            ...movesOf(entry).map((fired) => edgeText(model.value, fired)),
            entry.channel ?? "",
            changesText(model.value, entry),
        ]
            .join("\n")
            .toLowerCase(),
    ),
);

/** The states listed, by number. The initial state has no step to match, so it is only listed in full. */
const listed = computed<number[]>(() => {
    const wanted = search.value.trim().toLowerCase();
    const all = Array.from({ length: run.value.length + 1 }, (_, number) => number);
    if (!wanted && !onlyChanging.value) return all;
    return all.filter((number) => {
        if (number === 0) return false;
        if (onlyChanging.value && trace.value.steps[number - 1]!.variables.length === 0) return false;
        return !wanted || searchable.value[number - 1]!.includes(wanted);
    });
});

const startsLoop = (number: number): boolean => trace.value.ending === "lasso" && trace.value.loop === number - 1;

function heightOf(number: number): number {
    if (number === 0) return 48;
    const { variables } = trace.value.steps[number - 1]!;
    const edges = movesOf(trace.value.steps[number - 1]!);
    const lines =
        1 + Math.min(edges.length, mostEdges) + (edges.length > mostEdges ? 1 : 0) + (variables.length ? 1 : 0);
    return lines * 18 + 12 + (startsLoop(number) ? 22 : 0);
}

const rows = computed(() => rowsOf(listed.value.length, (row) => heightOf(listed.value[row]!)));

export function Steps() {
    return (
        <Panel name="steps" title="Steps" controls={<Jump />}>
            <Filters />
            <Windowed
                class="step-list"
                role="listbox"
                aria-label="Steps of the trace"
                aria-activedescendant={`step-${step.value}`}
                data-testid="step-list"
                rows={rows.value}
                focus={listed.value.indexOf(step.value)}
            >
                {(first, last) => <Lines first={first} last={last} />}
            </Windowed>
            <Ending />
        </Panel>
    );
}

function Jump() {
    return (
        <label class="jump">
            go to{" "}
            <input
                type="number"
                min={0}
                max={run.value.length}
                value={step.value}
                data-testid="jump"
                aria-label={`Go to step, 0 to ${run.value.length}`}
                onChange={(event) => selectStep(event.currentTarget.valueAsNumber)}
            />
        </label>
    );
}

function Filters() {
    return (
        <div class="filters">
            <FilterField
                value={search}
                hook="step-search"
                placeholder="Search steps  /"
                label="Search in the steps"
                onEnter={selectNextListed}
            />
            {hasAutomata.value && (
                <label>
                    <input
                        type="checkbox"
                        checked={onlyChanging.value}
                        data-testid="only-changing"
                        onChange={(event) => (onlyChanging.value = event.currentTarget.checked)}
                    />{" "}
                    only steps that change variables
                </label>
            )}
            {listed.value.length <= run.value.length && (
                <span class="note" role="status">
                    {listed.value.length} of {run.value.length}
                </span>
            )}
        </div>
    );
}

function selectNextListed(): void {
    const next = listed.value.find((number) => number > step.value) ?? listed.value[0];
    if (next !== undefined) selectStep(next);
}

function Lines({ first, last }: { first: number; last: number }) {
    return (
        <div role="presentation" style={{ height: `${rows.value.height}px`, position: "relative" }}>
            {listed.value.slice(first, last).map((number, index) => (
                <Line key={number} number={number} top={rows.value.top(first + index)} height={heightOf(number)} />
            ))}
        </div>
    );
}

function Line({ number, top, height }: { number: number; top: number; height: number }) {
    const selected = number === step.value;
    return (
        <div
            id={`step-${number}`}
            class={selected ? "step selected" : "step"}
            role="option"
            aria-selected={selected}
            aria-posinset={number + 1}
            aria-setsize={run.value.length + 1}
            data-step={number}
            style={{ top: `${top}px`, height: `${height}px` }}
            onClick={() => selectStep(number)}
        >
            {startsLoop(number) && <div class="loop-mark">↻ the loop starts here</div>}
            {number === 0 ? (
                <InitialLine />
            ) : (
                <StepLine number={number} step={trace.value.steps[number - 1]!} page={page.value} />
            )}
        </div>
    );
}

const InitialLine = () => (
    <>
        <div class="line head">
            <b>0</b>
            {timed.value && <span class="time">time 0</span>}
        </div>
        <div class="line">initial state</div>
    </>
);

function StepLine({ number, step: entry, page: { model: names } }: { number: number; step: Step; page: Page }) {
    const edges = movesOf(entry);
    const more = edges.length - mostEdges;
    const changes = changesText(names, entry);
    return (
        <>
            <div class="line head">
                <b>{number}</b>
                {names.circuit && <span class="time">{countOf(entry.variables.length, "change")}</span>}
                {timed.value && <span class="time">time {show(run.value.times[number]!)}</span>}
                {hasDelay(entry) && <span class="delay">after {entry.delay}</span>}
                {entry.cost && (
                    <span class="delay" title={`${entry.cost.of} so far: ${entry.cost.so_far}`}>
                        {entry.cost.of} {entry.cost.step}, so far {entry.cost.so_far}
                    </span>
                )}
                {entry.channel && (
                    <span class="channel">
                        {entry.channel}
                        {entry.broadcast ? " (broadcast)" : ""}
                    </span>
                )}
            </div>
            {edges.slice(0, mostEdges).map((fired, index) => {
                const text = edgeText(names, fired);
                return (
                    <div key={index} class="line" title={text}>
                        {text}
                    </div>
                );
            })}
            {more > 0 && <div class="line note">and {more} more</div>}
            {changes && (
                <div class="line changes" title={changes}>
                    {changes}
                </div>
            )}
        </>
    );
}

function Ending() {
    if (!page.value.trace) return <p class="ending">There is no trace to show.</p>;
    if (page.value.live) return null;
    return (
        <div class="ending" data-testid="ending">
            <p>{endingSentence(page.value, trace.value)}</p>
            <WhyStuck reasons={trace.value.why_stuck ?? []} />
        </div>
    );
}

function WhyStuck({ reasons }: { reasons: string[] }) {
    if (reasons.length === 0) return null;
    return (
        <>
            <p>Why nothing can happen there:</p>
            <ul>
                {reasons.map((reason, index) => (
                    <li key={index}>
                        <Prose text={reason} />
                    </li>
                ))}
            </ul>
        </>
    );
}
