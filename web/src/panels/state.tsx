// The selected state as tables: what is watched, variables (those just changed first), clocks and locations.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { cellText, locationName, subjectOf } from "../describe";
import { FilterField } from "../filter";
import { add, isZero, readFraction, show } from "../fraction";
import { evaluate } from "../names";
import { Panel } from "../panel";
import { model, run, selectedStep, step, watches } from "../store";
import { longestPart, Name } from "../text";
import { outputs } from "../waves/signals";

const filter = signal("");
const fewRows = 60; // of one table: those that changed are among them, the filter finds the others
const mostRows = 1000;
const all = signal<ReadonlySet<string>>(new Set()); // tables to show with more rows

interface Row {
    name: string;
    value: string;
    hook: string;
    changed: boolean;
    before: string | null;
    was?: string; // before `before`, if that is not "was"
    hint?: string; // instead of the name, when pointed at
}

export function State() {
    return (
        <Panel
            name="state"
            title="State"
            controls={
                <FilterField value={filter} hook="state-filter" placeholder="Filter names" label="Filter the names" />
            }
        >
            <Watches />
            {model.value.circuit ? <SignalTables /> : <NetworkTables />}
        </Panel>
    );
}

const NetworkTables = () => (
    <>
        <Table title={model.value.task ? "Facts" : "Variables"} rows={variableRows()} />
        <Table title="Clocks" rows={clockRows()} />
        {!model.value.task && <Table title="Locations" rows={locationRows()} />}
    </>
);

function SignalTables() {
    const rows = variableRows();
    const ofKind = (kind: string) => rows.filter((_, cell) => model.value.variables[cell]?.kind === kind);
    return (
        <>
            <Table title="Outputs" rows={outputRows()} />
            <Table title="Inputs" rows={ofKind("input")} />
            <Table title="Latches" rows={ofKind("latch")} />
        </>
    );
}

const outputRows = (): Row[] =>
    outputs.value.map(({ name, changes }, index) => {
        const before = step.value > 0 ? changes.at(step.value - 1) : changes.at(0);
        const value = changes.at(step.value);
        return { name, value: `${value}`, hook: `output-${index}`, changed: value !== before, before: `${before}` };
    });

function variableRows(): Row[] {
    const changed = new Set(selectedStep.value?.variables.map(([cell]) => cell));
    return run.value.variables.map((changes, cell) => ({
        name: subjectOf(model.value, cell),
        hint: model.value.variables[cell]?.name ?? "",
        value: cellText(model.value, cell, changes.at(step.value)),
        hook: `variable-${cell}`,
        changed: changed.has(cell),
        before: changed.has(cell) ? cellText(model.value, cell, changes.at(step.value - 1)) : null,
    }));
}

/** A clock that a step sets had, just before, grown by the delay of the step. */
function clockRows(): Row[] {
    const set = new Set(selectedStep.value?.clocks.map(([cell]) => cell));
    const delay = readFraction(selectedStep.value?.delay);
    return run.value.clocks.map((_, cell) => {
        const value = run.value.clockAt(cell, step.value);
        const before = set.has(cell) ? add(run.value.clockAt(cell, step.value - 1), delay) : null;
        return {
            name: model.value.clocks[cell]?.name ?? `clock ${cell}`,
            value: show(value),
            hook: `clock-${cell}`,
            changed: before !== null,
            before: before && show(before),
            was: isZero(value) ? "reset, was" : "was",
        };
    });
}

function locationRows(): Row[] {
    const moved = new Set(selectedStep.value?.locations.map(([process]) => process));
    const names = model.value;
    return run.value.locations.map((changes, process) => ({
        name: names.processes[process]?.name ?? `process ${process}`,
        value: locationName(names, process, changes.at(step.value)),
        hook: `location-${process}`,
        changed: moved.has(process),
        before: moved.has(process) ? locationName(names, process, changes.at(step.value - 1)) : null,
    }));
}

function Table({ title, rows }: { title: string; rows: Row[] }) {
    if (rows.length === 0) return null;
    const wanted = filter.value.trim().toLowerCase();
    const matching = rows.filter(({ name, hint = "" }) => `${name}\n${hint}`.toLowerCase().includes(wanted));
    const ordered = [...matching.filter((row) => row.changed), ...matching.filter((row) => !row.changed)];
    if (ordered.length === 0) return null;
    const most = all.value.has(title) ? mostRows : fewRows;
    return (
        <ValueTable title={title}>
            {ordered.slice(0, most).map((row) => (
                <TableRow key={row.hook} {...row} />
            ))}
            {ordered.length > most && (
                <tr>
                    <td colSpan={3} class="note">
                        {ordered.length - most} more: filter by name
                        {most < mostRows && (
                            <>
                                {" or "}
                                <button type="button" onClick={() => (all.value = new Set([...all.value, title]))}>
                                    show them
                                </button>
                            </>
                        )}
                    </td>
                </tr>
            )}
        </ValueTable>
    );
}

/** The table of all states lies below the drawings. */
const ToTable = () => (
    <button
        type="button"
        class="plain"
        data-testid="to-table"
        onClick={() => document.querySelector('[data-testid="table"]')?.scrollIntoView({ block: "nearest" })}
    >
        in all states
    </button>
);

interface ValueTableProps {
    title: string;
    control?: ComponentChildren;
    children: ComponentChildren;
}

function ValueTable({ title, control, children }: ValueTableProps) {
    return (
        <table class="values">
            <caption>
                {title} {control}
            </caption>
            <thead class="hidden">
                <tr>
                    <th scope="col">name</th>
                    <th scope="col">value</th>
                    <th scope="col">before</th>
                </tr>
            </thead>
            <tbody>{children}</tbody>
        </table>
    );
}

const narrow = 16; // characters that stand beside the value

/** A long name gets a line of its own, and so does what stood there before. */
function shapeOf(name: string, value: string, before = ""): string {
    if (value.length + before.length > 2 * narrow) return "long stacked";
    return longestPart(name) > narrow || value.length + before.length > narrow + 4 ? "long" : "";
}

function TableRow({ name, value, hook, changed, before, was = "was", hint = name }: Row) {
    return (
        <tr class={`${changed ? "changed" : ""} ${shapeOf(name, value, before ? `${was} ${before}` : "")}`} data-testid={hook}>
            <th scope="row" title={hint}>
                <Name text={name} />
            </th>
            <td class="value">
                <Name text={value} />
            </td>
            <td class="before">
                {changed && (
                    <>
                        <span aria-hidden="true">●</span> {was} <Name text={before ?? ""} />
                    </>
                )}
            </td>
        </tr>
    );
}

const draft = signal("");

function addWatch(event: Event): void {
    event.preventDefault();
    const expression = draft.value.trim();
    if (expression && !watches.value.includes(expression)) watches.value = [...watches.value, expression];
    draft.value = "";
}

export const dropWatch = (expression: string): void => {
    watches.value = watches.value.filter((kept) => kept !== expression);
};

export const WatchForm = ({ hook, words }: { hook: string; words: string }) => (
    <form class="watch-form" onSubmit={addWatch}>
        <input
            placeholder={words}
            aria-label="Expression to watch"
            data-testid={hook}
            spellcheck={false}
            value={draft.value}
            onInput={(event) => (draft.value = event.currentTarget.value)}
        />
        <button type="submit">watch</button>
    </form>
);

function Watches() {
    return (
        <>
            <WatchForm hook="watch-input" words="Watch a name or an expression" />
            {watches.value.length > 0 && (
                <ValueTable title="Watched" control={<ToTable />}>
                    {watches.value.map((expression) => (
                        <Watch key={expression} expression={expression} />
                    ))}
                </ValueTable>
            )}
        </>
    );
}

function Watch({ expression }: { expression: string }) {
    const result = evaluate(expression, step.value);
    return (
        <tr class={shapeOf(expression, "")} data-testid="watch">
            <th scope="row" title={expression}>
                <Name text={expression} />
            </th>
            <td class={result.ok ? "value" : "value problem"}>{result.ok ? result.text : result.problem}</td>
            <td class="before">
                <button
                    type="button"
                    class="plain"
                    aria-label={`Stop watching ${expression}`}
                    onClick={() => dropWatch(expression)}
                >
                    ×
                </button>
            </td>
        </tr>
    );
}
