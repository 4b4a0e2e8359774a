// The question, its answer, and what holds of it in the selected state.

import { truthAt } from "../describe";
import { Panel } from "../panel";
import { page, step } from "../store";

const marks = { true: "✓", false: "✗", unknown: "?" };

export function TruthMark({ truth, step: number }: { truth: string; step: number }) {
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
                    {query.atoms.map(({ text, truth }, index) => (
                        <tr key={index} data-testid={`atom-${index}`}>
                            <th scope="row">
                                <code>{text}</code>
                            </th>
                            <td>
                                <TruthMark truth={truth} step={step.value} />
                            </td>
                        </tr>
                    ))}
                    {query.truth && (
                        <tr class="whole" data-testid="formula">
                            <th scope="row">the whole formula</th>
                            <td>
                                <TruthMark truth={query.truth} step={step.value} />
                            </td>
                        </tr>
                    )}
                </tbody>
            </table>
        </Panel>
    );
}

function expectation(expected: boolean | null | undefined, verdict: string): string {
    if (expected == null || !/^(not )?satisfied$/.test(verdict)) return "";
    return (verdict === "satisfied") === expected ? ", as expected" : ", which was not expected";
}
