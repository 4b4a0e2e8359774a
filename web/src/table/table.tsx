// The trace as a table: a row for each state, a column for each watched expression, and what a step changes is marked.
// Of a planning task the variables that change are columns, so that the table is the plan.

import { computed } from "@preact/signals";
import { countOf, edgeText } from "../describe";
import { show } from "../fraction";
import { Panel } from "../panel";
import { dropWatch, WatchForm } from "../panels/state";
import { model, page, run, selectStep, step, timed, trace } from "../store";
import { Name } from "../text";
import { rowsOf, Windowed } from "../window";
import { columns, type Column } from "./columns";

const rowHeight = 26;
const headHeight = 44;

const rows = computed(() => rowsOf(run.value.length + 1, () => rowHeight));

const numberWidth = 58;
const fixed = computed(() => (timed.value ? [numberWidth, numberWidth] : [numberWidth]));
const happensWidth = computed(() => (model.value.task ? 240 : 180));

/** Number, time if there is any, what happens, and a column for each expression. */
const template = computed(() => {
    const widths = columns.value.map(({ width }) => `minmax(${width}px, 1fr)`).join(" ");
    const first = fixed.value.map((width) => `${width}px`).join(" ");
    return `grid-template-columns: ${first} minmax(min(${happensWidth.value}px, 32vw), 1.2fr) ${widths}`;
});
const least = computed(() => {
    const others = [...fixed.value, ...columns.value.map(({ width }) => width)].reduce((sum, width) => sum + width);
    return `calc(${others}px + min(${happensWidth.value}px, 32vw))`;
});

export function StepTable() {
    if (!page.value.trace || columns.value.length === 0) return null;
    return (
        <Panel name="table" title={model.value.task ? "Plan" : "Table"} controls={<WatchForm hook="table-input" words="Another expression" />}>
            <Windowed
                class="step-table"
                role="group"
                aria-label="Values in each state"
                rows={rows.value}
                focus={step.value}
                above={headHeight}
            >
                {lines}
            </Windowed>
        </Panel>
    );
}

const lines = (first: number, last: number) => <Lines first={first} last={last} />;

const Lines = ({ first, last }: { first: number; last: number }) => (
    <div role="table" aria-rowcount={rows.value.count + 1} class="table-inside" style={`height: ${headHeight + rows.value.height}px; min-width: ${least.value}`}>
        <div role="row" class="table-row heads" style={`${template.value}; height: ${headHeight}px`}>
            <span role="columnheader">step</span>
            {timed.value && <span role="columnheader">time</span>}
            <span role="columnheader">{model.value.task ? "operator" : "what happens"}</span>
            {columns.value.map((column) => (
                <Head key={column.key} column={column} />
            ))}
        </div>
        {Array.from({ length: last - first }, (_, index) => (
            <Line key={first + index} state={first + index} />
        ))}
    </div>
);

const Head = ({ column: { title, watched } }: { column: Column }) => (
    <span role="columnheader" class="column-name" title={title}>
        <span>
            <Name text={title} />
        </span>
        {watched && (
            <button type="button" class="plain" aria-label={`Remove the column ${title}`} onClick={() => dropWatch(title)}>
                ×
            </button>
        )}
    </span>
);

function whatHappens(state: number): string {
    if (state === 0) return "initial state";
    const { edges, variables } = trace.value.steps[state - 1]!;
    return model.value.circuit ? countOf(variables.length, "change") : edges.map((fired) => edgeText(model.value, fired)).join("; ");
}

function Line({ state }: { state: number }) {
    const happens = whatHappens(state);
    return (
        <div
            role="row"
            class={state === step.value ? "table-row selected" : "table-row"}
            data-row={state}
            aria-rowindex={state + 2}
            aria-current={state === step.value ? "step" : undefined}
            style={`${template.value}; top: ${headHeight + rows.value.top(state)}px; height: ${rowHeight}px`}
            onClick={() => selectStep(state)}
        >
            <span role="rowheader" class="state-number">
                {state}
            </span>
            {timed.value && <span role="cell">{show(run.value.times[state]!)}</span>}
            <span role="cell" class="happens" title={happens}>
                {happens}
            </span>
            {columns.value.map(({ key, textAt }) => (
                <Cell key={key} text={textAt(state)} before={state === 0 ? null : textAt(state - 1)} />
            ))}
        </div>
    );
}

function Cell({ text, before }: { text: string; before: string | null }) {
    const changed = before !== null && text !== before;
    return (
        <span role="cell" class={changed ? "cell changed" : "cell"} title={changed ? `${text}, was ${before}` : text}>
            {changed && <span aria-hidden="true">● </span>}
            {text}
        </span>
    );
}
