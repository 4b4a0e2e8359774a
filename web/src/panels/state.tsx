// The selected state as tables: what is watched, variables (those just changed first), clocks and locations.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { locationName, valueText } from "../describe";
import { FilterField } from "../filter";
import { show } from "../fraction";
import { evaluate } from "../names";
import { Panel } from "../panel";
import { model, run, selectedStep, step, watches } from "../store";
import { Name } from "../text";
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
        <Table title="Variables" rows={variableRows()} />
        <Table title="Clocks" rows={clockRows()} />
        <Table title="Locations" rows={locationRows()} />
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
        name: model.value.variables[cell]?.name ?? `variable ${cell}`,
        value: valueText(model.value, cell, changes.at(step.value)),
        hook: `variable-${cell}`,
        changed: changed.has(cell),
        before: changed.has(cell) ? valueText(model.value, cell, changes.at(step.value - 1)) : null,
    }));
}

function clockRows(): Row[] {
    const set = new Set(selectedStep.value?.clocks.map(([cell]) => cell));
    return run.value.clocks.map((_, cell) => ({
        name: model.value.clocks[cell]?.name ?? `clock ${cell}`,
        value: show(run.value.clockAt(cell, step.value)),
        hook: `clock-${cell}`,
        changed: set.has(cell),
        before: set.has(cell) ? show(run.value.clockAt(cell, step.value - 1)) : null,
    }));
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
    const matching = rows.filter(({ name }) => name.toLowerCase().includes(wanted));
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

function ValueTable({ title, children }: { title: string; children: ComponentChildren }) {
    return (
        <table class="values">
            <caption>{title}</caption>
            <colgroup>
                <col class="names" />
                <col />
                <col class="befores" />
            </colgroup>
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

function TableRow({ name, value, hook, changed, before }: Row) {
    return (
        <tr class={changed ? "changed" : ""} data-testid={hook}>
            <th scope="row" title={name}>
                <Name text={name} />
            </th>
            <td class="value">
                <Name text={value} />
            </td>
            <td class="before">
                {changed && (
                    <>
                        <span aria-hidden="true">●</span> was <Name text={before ?? ""} />
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

const dropWatch = (expression: string): void => {
    watches.value = watches.value.filter((kept) => kept !== expression);
};

function Watches() {
    return (
        <>
            <form class="watch-form" onSubmit={addWatch}>
                <input
                    placeholder="Watch a name or an expression"
                    aria-label="Expression to watch"
                    data-testid="watch-input"
                    spellcheck={false}
                    value={draft.value}
                    onInput={(event) => (draft.value = event.currentTarget.value)}
                />
                <button type="submit">watch</button>
            </form>
            {watches.value.length > 0 && (
                <ValueTable title="Watched">
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
        <tr data-testid="watch">
            <th scope="row" title={expression}>
                {expression}
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
