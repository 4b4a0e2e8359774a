// The four tabs of a narrow page.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";

const names = ["steps", "automata", "time", "state"] as const;
export type Tab = (typeof names)[number];

const chosen = signal<Tab>("steps");

interface Props {
    panels: Partial<Record<Tab, () => ComponentChildren>>; // a tab without panels is left out
}

export function Tabs({ panels }: Props) {
    const offered = names.filter((name) => panels[name]);
    const shown = offered.includes(chosen.value) ? chosen.value : offered[0]!;
    return (
        <>
            <main class="narrow">
                <div class="column" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${shown}`} key={shown}>
                    {panels[shown]!()}
                </div>
            </main>
            <nav class="tabs" aria-label="Parts of the page">
                <div role="tablist" aria-label="Parts of the page">
                    {offered.map((name) => (
                        <TabButton key={name} name={name} shown={shown} offered={offered} />
                    ))}
                </div>
            </nav>
        </>
    );
}

function TabButton({ name, shown, offered }: { name: Tab; shown: Tab; offered: Tab[] }) {
    const selected = name === shown;
    return (
        <button
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={selected}
            aria-controls={selected ? "tab-panel" : undefined}
            tabIndex={selected ? 0 : -1}
            onClick={() => (chosen.value = name)}
            onKeyDown={(event) => walk(event, offered)}
        >
            {name}
        </button>
    );
}

/** Left and right go to the neighbour and not to another step. */
function walk(event: KeyboardEvent, offered: Tab[]): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = offered.findIndex((name) => event.currentTarget === document.getElementById(`tab-${name}`));
    const next = offered[(at + by + offered.length) % offered.length]!;
    chosen.value = next;
    document.getElementById(`tab-${next}`)?.focus();
}
