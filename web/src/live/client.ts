// Talks to `crowfly serve`. The server keeps no state: the walk so far goes along with every request, and the walk
// is in the address, so that the browser's Back is an undo and a link shows the same walk.

import { signal } from "@preact/signals";
import type { Walk } from "../document";
import { readHash, writeHash, type Hash } from "../hash";
import { loaded, run, selectStep } from "../store";

export const walk = signal<Walk | null>(null);
export const problem = signal<string | null>(null);
export const busy = signal(false);

const address = (call: string, parameters: Record<string, string>): string => {
    const base = loaded.value?.live?.base ?? "/";
    return `${base.replace(/\/*$/, "/")}api/${call}?${new URLSearchParams(parameters)}`;
};

async function ask<Answer extends object>(call: string, parameters: Record<string, string>): Promise<Answer | null> {
    busy.value = true;
    try {
        const response = await fetch(address(call, parameters));
        const answer = (await response.json()) as Answer & { problem?: string | null };
        problem.value = answer.problem ?? (response.ok ? null : `The server answered ${response.status}.`);
        return problem.value === null ? answer : null;
    } catch {
        problem.value = "The server does not answer. Is crowfly serve still running?";
        return null;
    } finally {
        busy.value = false;
    }
}

/** Shows the walk and selects the given state, the last one if none is given. */
export async function showWalk(steps: string, select: number | null = null): Promise<void> {
    const answer = await ask<Walk>("walk", { steps });
    if (!answer || !loaded.value) return;
    walk.value = answer;
    loaded.value = { ...loaded.value, trace: answer.trace, query: answer.query ?? null };
    writeHash({ steps: answer.steps, step: null }, readHash().steps !== null && readHash().steps !== answer.steps);
    selectStep(select ?? run.value.length);
}

const current = (): string => walk.value?.steps ?? "";
const choicesOf = (steps: string): string[] => (steps === "" ? [] : steps.split(","));

export const take = (choice: number, delay: string): Promise<void> =>
    showWalk([...choicesOf(current()), `${choice}@${delay}`].join(","));

/** Keeps the first steps of the walk and forgets the others. */
export const keepFirst = (count: number): Promise<void> => showWalk(choicesOf(current()).slice(0, count).join(","));

export const undo = (): Promise<void> => keepFirst(choicesOf(current()).length - 1);

export async function runAtRandom(count: number, seed: number): Promise<void> {
    const answer = await ask<{ steps: string }>("random", {
        steps: current(),
        count: String(count),
        seed: String(seed),
    });
    if (answer) await showWalk(answer.steps);
}

export async function runTo(goal: string): Promise<void> {
    const answer = await ask<{ steps?: string; verdict?: string }>("reach", { steps: current(), goal });
    if (answer?.steps !== undefined && answer.steps !== null) await showWalk(answer.steps);
    else if (answer) problem.value = `No way there: ${answer.verdict ?? "unknown"}.`;
}

export const exportAddress = (): string => address("export", { steps: current() });

export function beginLive(asked: Hash): void {
    void showWalk(asked.steps ?? loaded.value?.live?.steps ?? "", asked.step);
    addEventListener("popstate", () => {
        const steps = readHash().steps ?? "";
        if (steps !== current()) void showWalk(steps, readHash().step);
    });
}
