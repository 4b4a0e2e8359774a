// The search under way, at the part of the page that began it, and the button that ends it.

import type { SearchStatus } from "../document";
import { cancel, search } from "./search";

export function SearchLine({ of }: { of: (at: string) => boolean }) {
    if (!search.value || !of(search.value.at)) return null;
    const { title, status } = search.value;
    return (
        <p class="search-line" role="status" data-testid="search-line">
            <span>
                {title}
                <span class="note"> {status ? progressOf(status) : ""}</span>
            </span>
            <button type="button" data-testid="cancel" onClick={() => cancel()}>
                cancel
            </button>
        </p>
    );
}

function progressOf({ state, before, progress }: SearchStatus): string {
    if (state === "waiting") return before ? `waits for ${before} other${before === 1 ? "" : "s"}` : "waits for its turn";
    if (!progress) return "";
    return `${progress.explored.toLocaleString("en")} states, ${progress.seconds.toFixed(1)} s`;
}
