// Why the last state answers the query: which of its parts turned there, and with them the formula.

import type { Query, Trace } from "./document";

const mostNamed = 3;

/** Whether a text of one mark per state differs in the state from the one before. */
export const turnsAt = (truth: string, state: number): boolean => state > 0 && truth[state] !== truth[state - 1];

/** A trace that shows that the property does not hold. */
export const isCounterexample = (query: Query | null | undefined): boolean => query?.verdict === "not satisfied";

/** `In step 6 L.PedGreen becomes true: the formula is false.` Nothing if the end does not decide. */
export function turnSentence({ atoms, truth }: Query, { steps, ending }: Trace): string {
    const last = steps.length;
    if (truth.length !== last + 1 || !/[01]/.test(truth[last]!) || ending !== "reached") return "";
    const formula = `the formula is ${truth[last] === "1" ? "true" : "false"}`;
    if (last === 0) return `In the initial state ${formula}.`;
    if (!turnsAt(truth, last)) return "";
    const turned = atoms.filter((atom) => turnsAt(atom.truth, last) && /[01]/.test(atom.truth[last]!));
    if (turned.length === 0) return `In step ${last} ${formula}.`;
    const become = (mark: string, word: string): string[] => {
        const names = turned.filter((atom) => atom.truth[last] === mark).map(({ text }) => `\`${text}\``);
        return names.length ? [`${listed(fewOf(names))} ${names.length > 1 ? "become" : "becomes"} ${word}`] : [];
    };
    return `In step ${last} ${listed([...become("1", "true"), ...become("0", "false")])}: ${formula}.`;
}

const fewOf = (names: string[]): string[] =>
    names.length > mostNamed + 1 ? [...names.slice(0, mostNamed), `${names.length - mostNamed} more`] : names;

const listed = (parts: string[]): string =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
