// Where things are written: links to lines of the model, and the lines themselves.

import { signal } from "@preact/signals";
import type { Excerpt, Place } from "../document";
import { Panel } from "../panel";
import { model, page } from "../store";
import { ask } from "./client";

const excerpt = signal<Excerpt | null>(null);

/** Of an edge of a process; null where that is not known. */
export const placeOf = (process: number, edge: number): Place | null =>
    placeInTemplate(model.value.processes[process]?.template ?? -1, edge);

export const placeInTemplate = (template: number, edge: number): Place | null =>
    page.value.live?.places?.[template]?.[edge] ?? null;

export async function showPlace(place: Place | null): Promise<void> {
    if (!place) return;
    const { id, begin, end } = place;
    const answer = await ask<Excerpt>("source", { file: String(id), begin: String(begin), end: String(end) });
    if (answer) excerpt.value = answer;
}

const shortName = (path: string): string => path.split("/").pop() ?? path;

export const PlaceLink = ({ place }: { place: Place }) => (
    <button
        type="button"
        class="place"
        data-testid="place"
        title={`Show ${place.file}, line ${place.line}`}
        onClick={() => void showPlace(place)}
    >
        {shortName(place.file)}:{place.line}
    </button>
);

export function SourcePanel() {
    if (!excerpt.value) return null;
    const { file, first, lines, marked } = excerpt.value;
    return (
        <Panel name="source" title={`${file}, line ${marked[0]}`} controls={<Close />}>
            <pre class="source-lines" tabIndex={0} aria-label={`Lines of ${file}`}>
                {lines.map((line, index) => {
                    const number = first + index;
                    const isMarked = number >= marked[0] && number <= marked[1];
                    return (
                        <span key={number} class={isMarked ? "marked" : ""} data-line={number}>
                            <span class="line-number">{number}</span>
                            {line}
                            {"\n"}
                        </span>
                    );
                })}
            </pre>
        </Panel>
    );
}

const Close = () => (
    <button type="button" data-testid="close-source" onClick={() => (excerpt.value = null)}>
        close
    </button>
);
