// The queries of the model, and any other: decided on the server, with what was found out.

import { useSignal } from "@preact/signals";
import { timeUnits } from "../describe";
import type { ModelQuery, QueryResult } from "../document";
import { Panel } from "../panel";
import { page } from "../store";
import { showWalk } from "./client";
import { decideAll, decideAndShow, results, search } from "./search";
import { PlaceLink } from "./source";

export function Queries() {
    const live = page.value.live;
    if (!live) return null;
    const own = live.queries ?? [];
    const others = [...results.value.keys()].filter((text) => !own.some((query) => query.text === text));
    return (
        <Panel name="queries" title="Queries" controls={own.length > 1 && <RunAll queries={own} />}>
            <ul class="query-list">
                {own.map((query, index) => (
                    <QueryLine key={index} query={query} />
                ))}
                {others.map((text) => (
                    <QueryLine key={text} query={{ text, comment: null, expected: null, place: null }} />
                ))}
            </ul>
            {own.length === 0 && others.length === 0 && <p class="note">The model comes without queries.</p>}
            <Another />
        </Panel>
    );
}

const RunAll = ({ queries }: { queries: ModelQuery[] }) => (
    <button
        type="button"
        data-testid="run-all"
        disabled={search.value !== null}
        onClick={() => decideAll(queries.map(({ text }) => text))}
    >
        run all
    </button>
);

function QueryLine({ query }: { query: ModelQuery }) {
    const result = results.value.get(query.text);
    return (
        <li data-testid="model-query">
            <div class="query-head">
                <code>{query.text}</code>
                <button type="button" aria-label={`Run ${query.text}`} onClick={() => decideAndShow(query.text)}>
                    {result ? "run again" : "run"}
                </button>
            </div>
            {query.comment && <p class="note">{query.comment}</p>}
            {query.place && (
                <p class="origins">
                    <PlaceLink place={query.place} />
                    {query.expected !== null && (
                        <span class="note">expected: {query.expected ? "satisfied" : "not satisfied"}</span>
                    )}
                </p>
            )}
            {result && <Result result={result} />}
        </li>
    );
}

const expectation = ({ as_expected }: QueryResult, expected: boolean): string =>
    !expected || as_expected === null ? "" : as_expected ? ", as expected" : ", which was not expected";

function Result({ result }: { result: QueryResult }) {
    const { verdict, reason, remark, values, explored, seconds, trace } = result;
    const wasExpected = (page.value.live?.queries ?? []).some(
        ({ text, expected }) => text === result.text && expected !== null,
    );
    return (
        <div class="query-result" role="status" data-testid="query-result">
            <p>
                <strong>{verdict}</strong>
                {expectation(result, wasExpected)}
                <span class="note">
                    {" "}
                    ({explored.toLocaleString("en")} states, {seconds.toFixed(2)} s)
                </span>
            </p>
            {reason && <p>{reason}</p>}
            {remark && <p data-testid="query-remark">{remark}</p>}
            {values.map(({ expression, inf, sup }, index) => (
                <p key={index}>
                    <code>{expression}</code> {bounds(inf, sup)}
                </p>
            ))}
            {trace && <Found trace={trace} />}
        </div>
    );
}

const bounds = (inf: string | null, sup: string | null): string =>
    [inf !== null && `inf ${inf}`, sup !== null && `sup ${sup}`].filter(Boolean).join(", ");

const endings: Record<string, string> = {
    lasso: ", ends in a loop",
    "waits-forever": ", then time passes for ever",
    stuck: ", then nothing can happen",
};

function Found({ trace }: { trace: NonNullable<QueryResult["trace"]> }) {
    const { length, duration, steps, remark, ending } = trace;
    return (
        <p>
            a trace of {length} step{length === 1 ? "" : "s"}
            {duration && `, ${timeUnits(duration)}`}
            {endings[ending ?? ""] ?? ""}{" "}
            {steps !== null && (
                <button type="button" data-testid="show-trace" onClick={() => showWalk(steps)}>
                    show
                </button>
            )}
            {remark && <span class="note"> ({remark})</span>}
        </p>
    );
}

function Another() {
    const text = useSignal("");
    const submit = (event: Event) => {
        event.preventDefault();
        if (text.value.trim()) void decideAndShow(text.value.trim());
    };
    return (
        <form class="watch-form" onSubmit={submit}>
            <input
                placeholder="Another query: A[] not deadlock"
                aria-label="Another query"
                data-testid="query-input"
                spellcheck={false}
                value={text.value}
                onInput={(event) => (text.value = event.currentTarget.value)}
            />
            <button type="submit" data-testid="run-query">
                run
            </button>
        </form>
    );
}
