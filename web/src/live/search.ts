// Searches on the server: they are started, asked for until they end, and cancelled when somebody wants that, starts
// another one, or leaves the page.

import { signal } from "@preact/signals";
import type { Counts, QueryResult, SearchStatus } from "../document";
import { address, ask, complain, forget, rememberTrace, showWalk, walked } from "./client";

/** The search under way: what it is for, and how far it is. */
export interface Search {
    title: string;
    at: string; // the part of the page that began it
    status: SearchStatus | null;
}
export const search = signal<Search | null>(null);

const page = String(Math.random()).slice(2);
let latest = 0;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
const longestPause = 250;

/** Its result. Null: it was cancelled, or there is a problem, which is shown at that part of the page. */
async function find<Result extends object>(
    title: string,
    at: string,
    parameters: Record<string, string>,
): Promise<Result | null> {
    const own = ++latest;
    forget(at);
    search.value = { title, at, status: null };
    const result = await follow<Result>(own, search.value, parameters);
    if (own === latest) search.value = null;
    return result;
}

async function follow<Result extends object>(
    own: number,
    begun: Search,
    parameters: Record<string, string>,
): Promise<Result | null> {
    const started = await ask<{ id: number }>("search/start", { ...parameters, page }, begun.at);
    if (!started) return null;
    for (let wait = 15; own === latest; wait = Math.min(longestPause, wait * 2)) {
        await pause(wait);
        const status = await ask<SearchStatus>("search/status", { id: String(started.id) }, begun.at);
        if (!status || own !== latest) return null;
        if (status.state === "cancelled") return null;
        if (status.state === "done") return finished<Result>(status.result, begun.at);
        search.value = { ...begun, status };
    }
    return null;
}

function finished<Result extends object>(result: unknown, at: string): Result | null {
    const { problem = null, hint } = result as { problem?: string | null; hint?: string | null };
    complain(at, problem, hint);
    return problem === null ? (result as Result) : null;
}

const cancelAddress = (): string => address("search/cancel", { page });

export async function cancel(): Promise<void> {
    latest++;
    search.value = null;
    await fetch(cancelAddress()).catch(() => undefined);
}

addEventListener("pagehide", () => {
    if (search.value) void fetch(cancelAddress(), { keepalive: true }).catch(() => undefined);
});

export async function runAtRandom(count: number, seed: number): Promise<void> {
    const parameters = { kind: "random", steps: walked.value, count: String(count), seed: String(seed) };
    const found = await find<{ steps: string }>("Walking at random", "random", parameters);
    if (found) await showWalk(found.steps, null, "random");
}

export async function runTo(goal: string): Promise<void> {
    const found = await find<{ steps: string }>(`Searching for ${goal}`, "goal", {
        kind: "reach",
        steps: walked.value,
        goal,
    });
    if (found) await showWalk(found.steps, null, "goal");
}

/** What was found out about queries, by their text. */
export const results = signal<ReadonlyMap<string, QueryResult>>(new Map());

/** The query that is being decided. */
export const deciding = signal<string | null>(null);

/** A query with a mistake has no result; what is wrong with it is shown at that part of the page. */
export async function decide(query: string, at: string): Promise<QueryResult | null> {
    deciding.value = query;
    const result = await find<QueryResult>("Deciding", at, { kind: "query", query });
    if (deciding.value === query) deciding.value = null;
    if (!result) return null;
    if (result.verdict === "error" && at === ofTyped) return void complain(at, result.reason, result.hint), null;
    rememberTrace(result);
    results.value = new Map([...results.value, [query, result]]);
    return result;
}

/** The parts of the page for queries: those of the list, and the one that is typed. */
export const ofQueries = "queries";
export const ofTyped = "typed query";

/** Decides a query and, if there is a trace, walks it. False: it was cancelled, or there is a mistake in it. */
export async function decideAndShow(query: string, at = ofQueries): Promise<boolean> {
    const result = await decide(query, at);
    const steps = result?.trace?.steps;
    if (steps != null) await showWalk(steps, null, at);
    return result !== null;
}

/** One after the other, until one is cancelled. */
export async function decideAll(queries: string[]): Promise<void> {
    for (const query of queries) if (!(await decide(query, ofQueries))) return;
}

export const countAtRandom = (count: number, seed: number): Promise<Counts | null> =>
    find<Counts>("Running at random", "coverage", {
        kind: "coverage",
        steps: walked.value,
        count: String(count),
        seed: String(seed),
    });
