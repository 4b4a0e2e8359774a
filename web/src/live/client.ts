// Talks to `crowfly serve`. The server keeps no state: the walk so far goes along with every request, and the walk
// is in the address, so that the browser's Back is an undo and a link shows the same walk.

import { computed, effect, signal, untracked } from "@preact/signals";
import type { Choices, Query, QueryResult, Walk, Zones } from "../document";
import { readHash, writeHash, type Hash } from "../hash";
import { loaded, run, selectStep, step } from "../store";

export const walk = signal<Walk | null>(null);
export const busy = signal(false);

export interface Complaint {
    text: string;
    hint: string | null;
}
/** What went wrong, by the part of the page that caused it: the message appears there. */
export const complaints = signal<ReadonlyMap<string, Complaint>>(new Map());

export function complain(at: string, text: string | null, hint: string | null = null): void {
    if (text !== null) complaints.value = new Map(complaints.value).set(at, { text, hint });
    else forget(at);
}

export function forget(at: string): void {
    if (complaints.value.has(at)) complaints.value = new Map([...complaints.value].filter(([part]) => part !== at));
}

/** The part of the page for all that concerns the walk. */
export const ofWalk = "walk";

export const address = (call: string, parameters: Record<string, string>): string => {
    const { base = "/", version } = loaded.value?.live ?? {};
    const all = version == null ? parameters : { ...parameters, version: String(version) };
    return `${base.replace(/\/*$/, "/")}api/${call}?${new URLSearchParams(all)}`;
};

const silence = "The server does not answer. Is crowfly serve still running?";

/** Null: there is a problem, which is shown at that part of the page. */
export async function ask<Answer extends object>(
    call: string,
    parameters: Record<string, string>,
    at = ofWalk,
): Promise<Answer | null> {
    try {
        const response = await fetch(address(call, parameters));
        const answer = (await response.json()) as Answer & { problem?: string | null; hint?: string | null };
        const problem = answer.problem ?? (response.ok ? null : `The server answered ${response.status}.`);
        complain(at, problem, answer.hint);
        return problem === null ? answer : null;
    } catch {
        complain(at, silence);
        return null;
    }
}

/** Queries whose trace was walked, by its steps: what holds along it is shown with it. */
const traces = new Map<string, QueryResult>();

export function rememberTrace(result: QueryResult): void {
    if (result.trace?.steps != null && result.query) traces.set(result.trace.steps, result);
}

function withQuery(answer: Walk): Pick<Walk, "trace"> & { query: Query | null } {
    const found = traces.get(answer.steps);
    if (!found?.trace) return { trace: answer.trace, query: null };
    const { ending, loop, rest, why_stuck } = found.trace;
    return { trace: { ...answer.trace, ending: ending ?? "reached", loop, rest, why_stuck }, query: found.query };
}

/** Shows the walk and selects the given state, the last one if none is given. */
export async function showWalk(steps: string, select: number | null = null, at = ofWalk): Promise<void> {
    busy.value = true;
    const answer = await ask<Walk>("walk", { steps }, at);
    busy.value = false;
    if (!answer || !loaded.value) return;
    walk.value = answer;
    loaded.value = { ...loaded.value, ...withQuery(answer) };
    writeHash({ steps: answer.steps, step: null }, readHash().steps !== null && readHash().steps !== answer.steps);
    selectStep(select ?? run.value.length);
}

const current = (): string => walk.value?.steps ?? "";
/** How a circuit begins, if not with what it begins with by itself: `s3c;` */
const startOf = (steps: string): string => /^s\w*;/.exec(steps)?.[0] ?? "";
const picksOf = (steps: string): string[] => steps.slice(startOf(steps).length).split(",").filter(Boolean);
const firstOf = (steps: string, count: number): string => startOf(steps) + picksOf(steps).slice(0, count).join(",");

/** The walk up to the selected state: everything goes on from there. */
export const walked = computed<string>(() => firstOf(walk.value?.steps ?? "", step.value));

/** The choice that the walk has made after the selected state: its number or, in a circuit, its inputs. */
export const nextPick = computed(() => picksOf(walk.value?.steps ?? "")[step.value]?.split("@")[0]);

export const take = (pick: string, at = ofWalk): Promise<void> =>
    showWalk(startOf(walked.value) + [...picksOf(walked.value), pick].join(","), null, at);

export const undo = (): Promise<void> => showWalk(firstOf(current(), picksOf(current()).length - 1));

export const exportAddress = (): string => address("export", { steps: current() });

/** What can happen in the selected state. Null: that is not known yet. */
export const choices = signal<Choices | null>(null);
const known = new Map<string, Choices>();
const mostKnown = 500;

async function findChoices(steps: string): Promise<void> {
    const found = known.get(steps) ?? (walk.value?.steps === steps ? walk.value : null);
    choices.value = found;
    if (found) return void known.set(steps, found);
    const answer = await ask<Choices>("choices", { steps });
    if (!answer) return;
    if (known.size >= mostKnown) known.clear();
    known.set(steps, answer);
    if (walked.value === steps) choices.value = answer;
}

/** The symbolic states along the walk. */
export const zones = signal<Zones | null>(null);

async function findZones(steps: string): Promise<void> {
    zones.value = null;
    const answer = await ask<Zones>("zones", { steps });
    if (answer && current() === steps) zones.value = answer;
}

export function beginLive(asked: Hash): void {
    void showWalk(asked.steps ?? loaded.value?.live?.steps ?? "", asked.step);
    effect(() => {
        const steps = walked.value;
        if (walk.value) untracked(() => void findChoices(steps));
    });
    effect(() => {
        const steps = walk.value?.steps;
        if (steps !== undefined) untracked(() => void findZones(steps));
    });
    addEventListener("popstate", () => {
        const steps = readHash().steps ?? "";
        if (steps !== current()) void showWalk(steps, readHash().step);
    });
}
