// The question, its answer, and what holds of it in the selected state.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { truthAt } from "../describe";
import { Panel } from "../panel";
import { TruthStrip } from "../strip";
import { page, step } from "../store";
import { Name } from "../text";

const fewAtoms = 12;
const allAtoms = signal(false);

const marks = { true: "✓", false: "✗", unknown: "?" };

function TruthMark({ truth, step: number }: { truth: string; step: number }) {
    const value = truthAt(truth, number);
    return (
        <span class={`truth ${value}`}>
            <span aria-hidden="true">{marks[value]} </span>
            {value}
        </span>
    );
}

export function QueryPanel() {
    const query = page.value.query;
    if (!query) return null;
    const most = allAtoms.value ? query.atoms.length : fewAtoms;
    return (
        <Panel name="query" title="Query">
            {query.text && (
                <p class="formula">
                    <code data-testid="query-text">{query.text}</code>
                </p>
            )}
            <p class="verdict">
                <strong data-testid="verdict">{query.verdict}</strong>
                {expectation(query.expected, query.verdict)}
            </p>
            <table class="values">
                <caption>In state {step.value}</caption>
                <tbody>
                    {query.atoms.slice(0, most).map(({ text, truth }, index) => (
                        <TruthRow key={index} hook={`atom-${index}`} name={
                                <code>
                                    <Name text={text} />
                                </code>
                            } truth={truth} />
                    ))}
                    {query.truth && <TruthRow hook="formula" name="the whole state formula" truth={query.truth} />}
                </tbody>
            </table>
            {query.atoms.length > fewAtoms && (
                <button type="button" data-testid="all-atoms" onClick={() => (allAtoms.value = !allAtoms.value)}>
                    {allAtoms.value ? "show fewer" : `show all ${query.atoms.length} parts`}
                </button>
            )}
        </Panel>
    );
}

function TruthRow({ hook, name, truth }: { hook: string; name: ComponentChildren; truth: string }) {
    return (
        <tr class={hook === "formula" ? "whole" : ""} data-testid={hook}>
            <th scope="row">
                {name}
                {truth.length > 1 && <TruthStrip truth={truth} />}
            </th>
            <td>
                <TruthMark truth={truth} step={step.value} />
            </td>
        </tr>
    );
}

function expectation(expected: boolean | null | undefined, verdict: string): string {
    if (expected == null || !/^(not )?satisfied$/.test(verdict)) return "";
    return (verdict === "satisfied") === expected ? ", as expected" : ", which was not expected";
}
