// Of a query `p --> q`: where its premise holds, and since when its conclusion has been waited for.

import type { Query } from "../document";
import { Changes } from "../run";

/** What holds of the conclusion in a state: it is true, nobody waits for it, or somebody does since that state. */
export type Conclusion = "true" | "open" | number;

export interface Awaited {
    premise: Changes<boolean>;
    conclusion: Changes<Conclusion>;
}

/** null: the query is none of that kind. */
export function awaitedOf(query: Query | null): Awaited | null {
    const premise = query?.premise;
    if (!query || !premise || premise.length !== query.truth.length) return null;
    const kept: Awaited = { premise: new Changes(premise[0] === "1"), conclusion: new Changes(nextOf(query, 0, "open")) };
    for (let state = 1; state < premise.length; state++) {
        if (premise[state] !== premise[state - 1]) kept.premise.set(state, premise[state] === "1");
        const before = kept.conclusion.values[kept.conclusion.values.length - 1]!;
        const now = nextOf(query, state, before);
        if (now !== before) kept.conclusion.set(state, now);
    }
    return kept;
}

function nextOf({ premise, truth }: Query, state: number, before: Conclusion): Conclusion {
    if (truth[state] === "1") return "true";
    if (typeof before === "number") return before;
    return premise![state] === "1" ? state : "open";
}

export const conclusionText = (conclusion: Conclusion): string =>
    conclusion === "true" ? "holds" : conclusion === "open" ? "not waited for" : `pending since step ${conclusion}`;

/** The same where there is little room. */
export const conclusionWord = (conclusion: Conclusion): string =>
    typeof conclusion === "number" ? "pending" : conclusion === "true" ? "holds" : "–";
