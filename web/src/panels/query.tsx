// The question, its answer and the reason, under the header; and what holds of the question in the selected state.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { endingSentence, truthAt } from "../describe";
import type { Query } from "../document";
import { narrow } from "../narrow";
import { Panel } from "../panel";
import { isCounterexample, turnsAt, turnSentence } from "../reason";
import { page, step, trace } from "../store";
import { TruthStrip } from "../strip";
import { Name, Prose } from "../text";

const fewAtoms = 5;
const allAtoms = signal(false);
const fewReasons = 3;

const marks = { true: "✓", false: "✗", unknown: "?" };

/** Under the header: on a narrow page without the parts of the formula. */
export function QueryBar() {
    const { query, trace: shown, live } = page.value;
    const ends = shown !== null && !live;
    if (!query && !ends) return null;
    return (
        <section class="query" aria-label="Query" data-testid="query">
            {query && <Asked query={query} />}
            {ends && <Ending query={query} />}
            {query && !narrow.value && <Truths query={query} />}
        </section>
    );
}

/** The parts of the formula, as a panel of a narrow page. */
export function TruthPanel() {
    const query = page.value.query;
    if (!query || (!query.truth && query.atoms.length === 0)) return null;
    return (
        <Panel name="truth-panel" title="Formula">
            <Truths query={query} />
        </Panel>
    );
}

const Asked = ({ query: { text, verdict, expected } }: { query: Query }) => (
    <div class="asked">
        <Verdict verdict={verdict} />
        {expectation(expected, verdict)}
        {text && (
            <code class="formula" data-testid="query-text" tabIndex={0}>
                <Name text={text} />
            </code>
        )}
    </div>
);

const tones: Record<string, [tone: string, mark: string]> = {
    satisfied: ["good", "✓"],
    "not satisfied": ["bad", "✗"],
};

function Verdict({ verdict }: { verdict: string }) {
    const [tone, mark] = tones[verdict] ?? ["open", "?"];
    return (
        <span class={`chip ${tone}`}>
            <span aria-hidden="true">{mark} </span>
            <strong data-testid="verdict">{verdict}</strong>
        </span>
    );
}

/** How the trace ends, and what made it the answer. */
function Ending({ query }: { query: Query | null }) {
    const reasons = trace.value.why_stuck ?? [];
    return (
        <div class={isCounterexample(query) ? "ending bad" : "ending"} data-testid="ending">
            <p>
                <Prose text={endingSentence(page.value, trace.value)} />{" "}
                {query && reasons.length === 0 && <Prose text={turnSentence(query, trace.value)} />}
            </p>
            {reasons.length > 0 && <WhyStuck reasons={reasons} />}
        </div>
    );
}

/** A long list is shown on demand. */
function WhyStuck({ reasons }: { reasons: string[] }) {
    const list = (
        <ul class="reasons">
            {reasons.map((reason, index) => (
                <li key={index}>
                    <Prose text={reason} />
                </li>
            ))}
        </ul>
    );
    if (reasons.length <= fewReasons) return list;
    return (
        <details>
            <summary>Why nothing can happen there: {reasons.length} reasons</summary>
            {list}
        </details>
    );
}

function Truths({ query: { atoms, truth } }: { query: Query }) {
    if (!truth && atoms.length === 0) return null;
    const most = allAtoms.value ? atoms.length : fewAtoms;
    return (
        <div class="truths" role="group" aria-label={`What holds in state ${step.value}`}>
            {truth && <TruthCell hook="formula" name="formula" truth={truth} />}
            {atoms.slice(0, most).map((atom, index) => (
                <TruthCell
                    key={index}
                    hook={`atom-${index}`}
                    name={
                        <code>
                            <Name text={atom.text} />
                        </code>
                    }
                    truth={atom.truth}
                />
            ))}
            {atoms.length > fewAtoms && (
                <button type="button" data-testid="all-atoms" onClick={() => (allAtoms.value = !allAtoms.value)}>
                    {allAtoms.value ? "show fewer" : `show all ${atoms.length} parts`}
                </button>
            )}
        </div>
    );
}

/** One part: what it is, whether it holds in the selected state, and where along the trace it does. */
function TruthCell({ hook, name, truth }: { hook: string; name: ComponentChildren; truth: string }) {
    const value = truthAt(truth, step.value);
    const kind = [hook === "formula" && "whole", turnsAt(truth, step.value) && "turned"].filter(Boolean).join(" ");
    return (
        <div class={`truth-cell ${kind}`} data-testid={hook}>
            <span class="truth-name">{name}</span>
            <span class={`truth ${value}`}>
                <span aria-hidden="true">{marks[value]} </span>
                {value}
            </span>
            {truth.length > 1 && <TruthStrip truth={truth} />}
        </div>
    );
}

function expectation(expected: boolean | null | undefined, verdict: string) {
    if (expected == null || !tones[verdict]) return null;
    return <span class="note">{(verdict === "satisfied") === expected ? "as expected" : "not expected"}</span>;
}
