// `crowfly serve --watch`: the page follows the file of the model. A new version is shown at once, with as much of the
// walk as is possible in it, unless somebody is typing; mistakes in the file are shown, and the version before stays.

import { computed, signal } from "@preact/signals";
import { countOf } from "../describe";
import type { CarriedWalk, Version } from "../document";
import { writeHash } from "../hash";
import { Panel } from "../panel";
import { model, page, step } from "../store";
import { Prose } from "../text";
import { address, walk } from "./client";
import { decideAll, results } from "./search";

const pause = 700; // milliseconds between two looks
const quick = 2; // seconds: such queries are decided again in a new version

const served = signal<Version | null>(null);
const isNewer = computed(() => served.value !== null && served.value.version !== page.value.live?.version);

/** What happened to the walk when this version was loaded. */
const carried = signal<CarriedWalk | null>(null);

const noteKey = "crowfly-carried";
interface Note {
    carried: CarriedWalk | null;
    queries: string[];
}

async function get<Answer>(call: string, parameters: Record<string, string>): Promise<Answer | null> {
    try {
        const response = await fetch(address(call, parameters));
        return response.ok ? ((await response.json()) as Answer) : null;
    } catch {
        return null; // the server has ended, or is being started again
    }
}

const isTyping = (): boolean =>
    document.activeElement instanceof HTMLInputElement &&
    document.activeElement.matches(":not([type])") &&
    document.activeElement.value !== "";

async function look(): Promise<void> {
    const found = await get<Version>("version", {});
    if (found) served.value = found;
    if (isNewer.value && !isTyping()) await showNewer();
}

async function showNewer(): Promise<void> {
    const from = String(page.value.live?.version);
    const found = await get<CarriedWalk>("carry", { from, steps: walk.value?.steps ?? "" });
    const queries = [...results.value.values()].filter(({ seconds }) => seconds < quick).map(({ text }) => text);
    sessionStorage.setItem(noteKey, JSON.stringify({ carried: found, queries } satisfies Note));
    writeHash({ steps: found?.steps ?? "", step: Math.min(step.value, found?.kept ?? 0) });
    location.reload();
}

export function beginWatch(): void {
    if (page.value.live?.version == null) return;
    const note = JSON.parse(sessionStorage.getItem(noteKey) ?? "null") as Note | null;
    sessionStorage.removeItem(noteKey);
    if (note) {
        carried.value = note.carried;
        void decideAll(note.queries);
    }
    const again = async (): Promise<void> => {
        await look();
        setTimeout(again, pause);
    };
    void again();
}

export function WatchLine() {
    if (page.value.live?.version == null) return null;
    if (isNewer.value) return <Newer />;
    if (served.value?.mistakes.length) return <Mistakes texts={served.value.mistakes} />;
    return carried.value && <Carried walk={carried.value} />;
}

const Newer = () => (
    <p class="watch-line" role="status" data-testid="watch">
        <span>{model.value.path} was saved again.</span>
        <button type="button" data-testid="show-newer" onClick={() => showNewer()}>
            show the new version
        </button>
    </p>
);

function Mistakes({ texts }: { texts: string[] }) {
    const title = `${countOf(texts.length, "mistake")} in the saved file; the version before is shown`;
    return (
        <Panel name="mistakes" title={title}>
            {texts.map((text, index) => (
                <pre key={index} tabIndex={0} aria-label="Mistake">
                    {text}
                </pre>
            ))}
        </Panel>
    );
}

const Carried = ({ walk: { kept, of, why } }: { walk: CarriedWalk }) => (
    <p class="watch-line" role="status" data-testid="watch">
        <span>
            This is the model as it was saved last.
            {of > 0 && (kept === of ? " The walk is as before." : ` Of the walk ${kept} of ${countOf(of, "step")} are left: `)}
            {of > 0 && kept < of && why && <Prose text={`${why}.`} />}
        </span>
        <button type="button" aria-label="Close" onClick={() => (carried.value = null)}>
            close
        </button>
    </p>
);
