// Searches on the server: they are started, asked for until they end, and cancelled when somebody wants that, starts
// another one, or leaves the page.

import { signal } from "@preact/signals";
import type { Counts, QueryResult, SearchStatus } from "../document";
import { address, ask, problem, rememberTrace, showWalk, walked } from "./client";

/** The search under way: what it is for, and how far it is. */
export interface Search {
    title: string;
    status: SearchStatus | null;
}
export const search = signal<Search | null>(null);

const page = String(Math.random()).slice(2);
let latest = 0;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
const longestPause = 250;

/** Its result. Null: it was cancelled, or there is a problem, which is shown. */
async function find<Result extends object>(title: string, parameters: Record<string, string>): Promise<Result | null> {
    const own = ++latest;
    search.value = { title, status: null };
    const result = await follow<Result>(own, title, parameters);
    if (own === latest) search.value = null;
    return result;
}

async function follow<Result extends object>(
    own: number,
    title: string,
    parameters: Record<string, string>,
): Promise<Result | null> {
    const started = await ask<{ id: number }>("search/start", { ...parameters, page });
    if (!started) return null;
    for (let wait = 15; own === latest; wait = Math.min(longestPause, wait * 2)) {
        await pause(wait);
        const status = await ask<SearchStatus>("search/status", { id: String(started.id) });
        if (!status || own !== latest) return null;
        if (status.state === "cancelled") return null;
        if (status.state === "done") return finished<Result>(status.result);
        search.value = { title, status };
    }
    return null;
}

function finished<Result extends object>(result: unknown): Result | null {
    problem.value = (result as { problem?: string | null }).problem ?? null;
    return problem.value === null ? (result as Result) : null;
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
    const found = await find<{ steps: string }>("Walking at random", parameters);
    if (found) await showWalk(found.steps);
}

export async function runTo(goal: string): Promise<void> {
    const found = await find<{ steps: string }>(`Searching for ${goal}`, { kind: "reach", steps: walked.value, goal });
    if (found) await showWalk(found.steps);
}

/** What was found out about queries, by their text. */
export const results = signal<ReadonlyMap<string, QueryResult>>(new Map());

export async function decide(query: string): Promise<QueryResult | null> {
    const result = await find<QueryResult>(`Deciding ${query}`, { kind: "query", query });
    if (!result) return null;
    rememberTrace(result);
    results.value = new Map([...results.value, [query, result]]);
    return result;
}

/** Decides a query and, if there is a trace, walks it. */
export async function decideAndShow(query: string): Promise<void> {
    const steps = (await decide(query))?.trace?.steps;
    if (steps != null) await showWalk(steps);
}

/** One after the other, until one is cancelled. */
export async function decideAll(queries: string[]): Promise<void> {
    for (const query of queries) if (!(await decide(query))) return;
}

export const countAtRandom = (count: number, seed: number): Promise<Counts | null> =>
    find<Counts>("Running at random", {
        kind: "coverage",
        steps: walked.value,
        count: String(count),
        seed: String(seed),
    });
