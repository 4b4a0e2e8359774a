// The queries of the model, and any other, above the simulator: one line each with its verdict, and below it, when it is
// opened, what was found out.

import { computed, signal, useSignal } from "@preact/signals";
import { timeUnits } from "../describe";
import type { ModelQuery, QueryResult } from "../document";
import { page, timed } from "../store";
import { Prose } from "../text";
import { forget, showWalk } from "./client";
import { complainedOf, ComplaintAt } from "./complaint";
import { SearchLine } from "./progress";
import { decideAll, decideAndShow, deciding, ofQueries, ofTyped, results, search } from "./search";
import { PlaceLink } from "./source";

const few = 2; // lines that are shown before queries have been decided: the drawings below matter more

/** The line that is opened. */
const opened = signal<string | null>(null);
const allShown = signal(false);

const ofModel = computed<ModelQuery[]>(() => page.value.live?.queries ?? []);
const typed = computed<ModelQuery[]>(() =>
    [...results.value.keys()]
        .filter((text) => !ofModel.value.some((query) => query.text === text))
        .map((text) => ({ text, comment: null, expected: null, place: null })),
);
/** Until something is known about them, the first ones stand for all. */
const shown = computed<ModelQuery[]>(() => {
    const isLong = ofModel.value.length > few + 1 && !allShown.value;
    const own = isLong ? ofModel.value.filter(({ text }, index) => index < few || results.value.has(text)) : ofModel.value;
    return [...own, ...typed.value];
});

export function Queries() {
    if (!page.value.live) return null;
    const hidden = ofModel.value.length + typed.value.length - shown.value.length;
    return (
        <section class="panel queries" aria-label="Queries" data-testid="queries">
            <header class="panel-head">
                <h2>Queries</h2>
                <Summary />
                <TypedQuery />
                {ofModel.value.length > 1 && <RunAll queries={ofModel.value} />}
            </header>
            <ComplaintAt at={ofTyped} />
            <SearchLine of={(at) => at === ofQueries || at === ofTyped} />
            <ComplaintAt at={ofQueries} />
            {shown.value.length > 0 && (
                <ul class="query-list">
                    {shown.value.map((query) => (
                        <QueryLine key={query.text} query={query} />
                    ))}
                </ul>
            )}
            {hidden > 0 && (
                <button type="button" class="more" data-testid="all-queries" onClick={() => (allShown.value = true)}>
                    show {hidden} more
                </button>
            )}
        </section>
    );
}

type Mark = "✓" | "✗" | "?";
const markOf = ({ verdict }: QueryResult): Mark =>
    verdict === "satisfied" ? "✓" : verdict === "not satisfied" ? "✗" : "?";
const classOf: Record<Mark, string> = { "✓": "true", "✗": "false", "?": "unknown" };
const words: Record<Mark, string> = { "✓": "satisfied", "✗": "not satisfied", "?": "not decided" };

/** How many queries have which verdict. */
function Summary() {
    const all = [...ofModel.value, ...typed.value].map(({ text }) => results.value.get(text));
    const decided = all.filter((result) => result !== undefined);
    if (decided.length === 0) return <span class="summary note" data-testid="query-summary" />;
    const marks: Mark[] = ["✓", "✗", "?"];
    const unexpected = decided.filter(({ as_expected }) => as_expected === false).length;
    return (
        <span class="summary" role="status" data-testid="query-summary">
            {marks.map((mark) => {
                const count = decided.filter((result) => markOf(result) === mark).length;
                return (
                    count > 0 && (
                        <span key={mark} class={`truth ${classOf[mark]}`} title={`${count} ${words[mark]}`}>
                            {count} {mark}
                        </span>
                    )
                );
            })}
            {decided.length < all.length && <span class="note">of {all.length}</span>}
            {unexpected > 0 && <span class="chip">{unexpected} not as expected</span>}
        </span>
    );
}

const RunAll = ({ queries }: { queries: ModelQuery[] }) => (
    <button
        type="button"
        data-testid="run-all"
        disabled={search.value !== null}
        onClick={() => {
            allShown.value = true;
            void decideAll(queries.map(({ text }) => text));
        }}
    >
        run all
    </button>
);

function QueryLine({ query }: { query: ModelQuery }) {
    const { text } = query;
    const result = results.value.get(text);
    const isOpen = opened.value === text;
    const run = () => {
        opened.value = text;
        void decideAndShow(text);
    };
    return (
        <li data-testid="model-query" class={isOpen ? "open" : ""}>
            <div class="query-head">
                <VerdictMark text={text} result={result} />
                <button
                    type="button"
                    class="query-text"
                    aria-expanded={isOpen}
                    title={text}
                    onClick={() => (opened.value = isOpen ? null : text)}
                >
                    <code>{text}</code>
                </button>
                {result && <Short result={result} />}
                <button type="button" class="run" aria-label={`Run ${text}`} onClick={run}>
                    {result ? "again" : "run"}
                </button>
            </div>
            {isOpen && <Details query={query} result={result} />}
        </li>
    );
}

function VerdictMark({ text, result }: { text: string; result: QueryResult | undefined }) {
    if (deciding.value === text) return <span class="mark" title="is being decided">…</span>;
    if (!result) return <span class="mark" title="not decided yet">·</span>;
    const mark = markOf(result);
    return (
        <span class={`mark truth ${classOf[mark]}`} role="img" aria-label={result.verdict} title={result.verdict} data-testid="query-mark">
            {mark}
        </span>
    );
}

/** What fits into the line: that the verdict was not expected, and the values of `sup` and `inf`. */
const Short = ({ result: { as_expected, values } }: { result: QueryResult }) => (
    <>
        {values.length === 1 && <span class="note">{bounds(values[0]!.inf, values[0]!.sup)}</span>}
        {as_expected === false && <span class="chip">not as expected</span>}
    </>
);

const Details = ({ query, result }: { query: ModelQuery; result: QueryResult | undefined }) => (
    <div class="query-details">
        {query.comment && <p class="note">{query.comment}</p>}
        {query.place && (
            <p class="origins">
                <PlaceLink place={query.place} />
                {query.expected !== null && (
                    <span class="note">expected: {query.expected ? "satisfied" : "not satisfied"}</span>
                )}
            </p>
        )}
        {result && <Result result={result} wasExpected={query.expected !== null} />}
        {!result && !query.comment && !query.place && <p class="note">It was not decided yet.</p>}
    </div>
);

const expectation = ({ as_expected }: QueryResult, expected: boolean): string =>
    !expected || as_expected === null ? "" : as_expected ? ", as expected" : ", which was not expected";

function Result({ result, wasExpected }: { result: QueryResult; wasExpected: boolean }) {
    const { verdict, reason, hint, remark, values, explored, seconds, trace } = result;
    return (
        <div class="query-result" role="status" data-testid="query-result">
            <p>
                <strong>{verdict}</strong>
                {expectation(result, wasExpected)}
                <span class="note">
                    {" "}
                    ({explored.toLocaleString("en")} state{explored === 1 ? "" : "s"}, {seconds.toFixed(2)} s)
                </span>
            </p>
            {reason && (
                <p>
                    <Prose text={reason} />
                </p>
            )}
            {hint && (
                <p class="note">
                    <Prose text={hint} />
                </p>
            )}
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
            {duration && timed.value && `, ${timeUnits(duration)}`}
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

function TypedQuery() {
    const text = useSignal("");
    const submit = async (event: Event) => {
        event.preventDefault();
        const query = text.value.trim();
        if (query && (await decideAndShow(query, ofTyped))) opened.value = query;
    };
    return (
        <form class="query-form" onSubmit={submit}>
            <input
                placeholder={timed.value ? "Another query: A[] not deadlock" : "Another query"}
                aria-label="Another query"
                data-testid="query-input"
                spellcheck={false}
                value={text.value}
                onInput={(event) => {
                    text.value = event.currentTarget.value;
                    forget(ofTyped);
                }}
                {...complainedOf(ofTyped)}
            />
            <button type="submit" data-testid="run-query">
                run
            </button>
        </form>
    );
}
