// The list of steps. Only the lines in sight exist; search and filter work on all.

import { computed, signal } from "@preact/signals";
import { changesText, countOf, edgeText, hasDelay } from "../describe";
import type { FiredEdge, Step } from "../document";
import { FilterField } from "../filter";
import { show } from "../fraction";
import { searchBox } from "../keys";
import { Panel } from "../panel";
import { hasAutomata, model, page, run, selectStep, step, timed, trace } from "../store";
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

const endsLoop = (number: number): boolean => trace.value.ending === "lasso" && number === run.value.length;

const lineHeight = 17;

/** Whether the step has a last line, for what lies beside its edges. */
const hasTail = (entry: Step): boolean =>
    hasDelay(entry) || !!entry.cost || entry.variables.length > 0 || (!!entry.channel && movesOf(entry).length < 2);

function heightOf(number: number): number {
    if (number === 0) return lineHeight + 9;
    const entry = trace.value.steps[number - 1]!;
    const edges = movesOf(entry).length;
    const lines = Math.max(1, Math.min(edges, mostEdges)) + (edges > mostEdges ? 1 : 0) + (hasTail(entry) ? 1 : 0);
    return lines * lineHeight + 9 + (startsLoop(number) ? 22 : 0) + (endsLoop(number) ? 22 : 0);
}

const rows = computed(() => rowsOf(listed.value.length, (row) => heightOf(listed.value[row]!)));

export function Steps() {
    return (
        <Panel name="steps" title="Steps" controls={<Controls />}>
            <Filters />
            <Windowed
                class="step-list"
                role="listbox"
                aria-label="Steps of the trace"
                aria-activedescendant={`step-${step.value}`}
                data-testid="step-list"
                data-digits={String(String(run.value.length).length)}
                rows={rows.value}
                focus={listed.value.indexOf(step.value)}
            >
                {(first, last) => <Lines first={first} last={last} />}
            </Windowed>
            {!page.value.trace && <p class="ending">There is no trace to show.</p>}
        </Panel>
    );
}

const Controls = () => (
    <>
        <button
            type="button"
            class="to-filter"
            title="Search and filter the steps (/)"
            onClick={() => document.querySelector<HTMLElement>(searchBox)?.focus()}
        >
            filter
        </button>
        <Jump />
    </>
);

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
    const filters = search.value !== "" || onlyChanging.value;
    return (
        <div class={filters ? "filters used" : "filters"}>
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
                    only steps with changes
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
            {startsLoop(number) && <div class="loop-mark">∞ the loop starts here</div>}
            <b class="number">{number}</b>
            {number === 0 ? <InitialLine /> : <StepLines number={number} step={trace.value.steps[number - 1]!} />}
            {number > 0 && endsLoop(number) && <div class="loop-mark">↰ ∞ on from state {trace.value.loop}</div>}
        </div>
    );
}

const timeText = (number: number): string => `time ${show(run.value.times[number]!)}`;

const InitialLine = () => (
    <div class="line">
        <span class="text">initial state</span>
        {timed.value && <span class="time">{timeText(0)}</span>}
    </div>
);

function StepLines({ number, step: entry }: { number: number; step: Step }) {
    const edges = movesOf(entry);
    const more = edges.length - mostEdges;
    const texts = edges.slice(0, mostEdges).map((fired) => edgeText(model.value, fired));
    const roomiest = texts.length > 1 && texts[0]!.length < texts[1]!.length ? 0 : 1;
    return (
        <>
            {texts.map((text, index) => (
                <div key={index} class="line">
                    <span class="text" title={text}>
                        {text}
                    </span>
                    {index === roomiest && entry.channel && <Channel step={entry} />}
                </div>
            ))}
            {edges.length === 0 && <div class="line">{countOf(entry.variables.length, "change")}</div>}
            {more > 0 && <div class="line note">and {more} more</div>}
            {hasTail(entry) && <Tail number={number} step={entry} />}
        </>
    );
}

const Channel = ({ step: { channel, broadcast } }: { step: Step }) => (
    <span class="channel" title={`${channel}${broadcast ? " (broadcast)" : ""}`}>
        {channel}
        {broadcast ? " (broadcast)" : ""}
    </span>
);

/** What lies beside the edges: the delay before them, the cost, the channel if there is no second edge, the changes. */
function Tail({ number, step: entry }: { number: number; step: Step }) {
    const changes = changesText(model.value, entry);
    return (
        <div class="line tail">
            {hasDelay(entry) && (
                <span class="delay">
                    after {entry.delay}, {timeText(number)}
                </span>
            )}
            {entry.cost && (
                <span class="delay" title={`${entry.cost.of} so far: ${entry.cost.so_far}`}>
                    {entry.cost.of} {entry.cost.step}, so far {entry.cost.so_far}
                </span>
            )}
            {entry.channel && movesOf(entry).length < 2 && <Channel step={entry} />}
            {changes && (
                <span class="changes text" title={changes}>
                    {changes}
                </span>
            )}
        </div>
    );
}
