// Which delay to offer for a choice, and whether one that was typed is feasible.

import type { Choice } from "../document";
import { add, compare, half, multiply, parseFraction, readFraction, show, type Fraction } from "../fraction";

type Interval = Pick<Choice, "least" | "least_strict" | "most" | "most_strict">;

export function intervalText({ least, least_strict, most, most_strict }: Interval): string {
    const opening = least_strict ? "(" : "[";
    return most === null ? `${opening}${least}, ∞)` : `${opening}${least}, ${most}${most_strict ? ")" : "]"}`;
}

/** The least feasible delay; if there is no least one, half a unit more, or the middle where that is too much. */
export function defaultDelay(interval: Interval): string {
    const least = readFraction(interval.least);
    if (!interval.least_strict) return show(least);
    const later = add(least, half);
    if (interval.most === null || compare(later, readFraction(interval.most)) < 0) return show(later);
    return show(multiply(add(least, readFraction(interval.most)), half));
}

/** The delay as the server wants it, or what is wrong with it. */
export function checkDelay(text: string, interval: Interval): { delay: string } | { problem: string } {
    const delay = parseFraction(text);
    if (!delay) return { problem: "A delay is a number such as 2, 1.5 or 3/2." };
    return within(delay, interval)
        ? { delay: show(delay) }
        : { problem: `The delay must be in ${intervalText(interval)}.` };
}

function within(delay: Fraction, { least, least_strict, most, most_strict }: Interval): boolean {
    const below = compare(delay, readFraction(least));
    if (below < 0 || (below === 0 && least_strict)) return false;
    if (most === null) return true;
    const above = compare(delay, readFraction(most));
    return above < 0 || (above === 0 && !most_strict);
}
