// What is wrong, below the input that caused it.

import { Prose } from "../text";
import { complaints } from "./client";

/** The attributes of an input whose message appears at that part of the page. */
export const complainedOf = (at: string) =>
    complaints.value.has(at) ? { "aria-invalid": true, "aria-describedby": idOf(at) } : {};

const idOf = (at: string): string => `complaint-${at.replace(/\W+/g, "-")}`;

export function ComplaintAt({ at }: { at: string }) {
    const found = complaints.value.get(at);
    if (!found) return null;
    const { text, hint } = found;
    return (
        <div class="complaint" role="alert" id={idOf(at)} data-testid="live-problem">
            <p class="problem">
                <Prose text={text} />
            </p>
            {hint && (
                <p class="note" data-testid="hint">
                    <Prose text={hint} />
                </p>
            )}
        </div>
    );
}
