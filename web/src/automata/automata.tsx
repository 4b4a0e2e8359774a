// The panel of automata: all processes in a grid, those that move in the selected step, or one. Where a template has
// many processes, one drawing shows all of them, until somebody wants to see each.

import { computed, signal } from "@preact/signals";
import { ZoomButtons } from "../canvas";
import { locationName, processName } from "../describe";
import type { FiredEdge } from "../document";
import { enabled, pointed, processesOf } from "../marks";
import { Panel } from "../panel";
import { model, page, run, selectedStep, step } from "../store";
import { automataViews, bearable, margin, readable } from "../view";
import { TemplateDrawing } from "./drawing";
import { drawingOf } from "./layout";
import { roomFor } from "./tokens";

type Choice = "all" | "moving" | number;

const fewDrawings = 6;
const fewCopies = 4; // of one template, drawn one by one
const mostInGrid = 24; // more would be too small to read and slow to draw

const chosen = signal<Choice | null>(null);
const choice = computed<Choice>(
    () => chosen.value ?? (page.value.trace && everything.value.length > fewDrawings ? "moving" : "all"),
);

/** Templates whose processes are drawn one by one although there are many. */
const apart = signal<ReadonlySet<number>>(new Set());

/** The processes of each template. */
const copies = computed(() => {
    const lists = new Map<number, number[]>();
    model.value.processes.forEach(({ template }, process) =>
        lists.set(template, [...(lists.get(template) ?? []), process]),
    );
    return lists;
});

const isCrowd = (template: number): boolean => (copies.value.get(template)?.length ?? 0) > fewCopies;
const isTogether = (template: number): boolean => isCrowd(template) && !apart.value.has(template);

interface Card {
    template: number;
    process: number; // the first one if it shows all
    together: boolean;
}

const cardOf = (process: number, together = false): Card => ({
    template: model.value.processes[process]!.template,
    process,
    together,
});

const everything = computed<Card[]>(() =>
    model.value.processes.flatMap(({ template }, process) => {
        if (!isTogether(template)) return [cardOf(process)];
        return copies.value.get(template)![0] === process ? [cardOf(process, true)] : [];
    }),
);

const visible = computed<Card[]>(() => {
    if (choice.value === "all") return everyTemplateFirst(everything.value).slice(0, mostInGrid);
    if (choice.value !== "moving") return [cardOf(choice.value)];
    const moving = selectedStep.value?.edges.map(({ process }) => process) ?? [];
    const shown = page.value.live ? withNext(moving) : [...new Set(moving)];
    return shown.length ? shown.slice(0, mostInGrid).map((process) => cardOf(process)) : everything.value.slice(0, 4);
});

/** Those that somebody points at come first, then those that move, then those that can move next; a few of them. */
function withNext(moving: number[]): number[] {
    const wanted = new Set([...processesOf(pointed.value), ...moving, ...processesOf(enabled.value.keys())]);
    return [...wanted].slice(0, fewDrawings).sort((a, b) => a - b);
}

/** So that what is cut off are further processes of templates already seen. */
function everyTemplateFirst(cards: Card[]): Card[] {
    if (cards.length <= mostInGrid) return cards;
    const first = cards.filter(({ template, process }) => copies.value.get(template)![0] === process);
    return [...new Set([...first, ...cards])];
}

/** Room in which most drawings can be read as a whole, and which none of them fills alone. */
function roomIn(cards: Card[]): { "--wide": string; "--high": string } {
    const sizes = cards.map(({ template, together }) => {
        const { left, right, top, bottom } = drawingOf(
            model.value.templates[template]!,
            together ? roomOf(template) : null,
        ).bounds;
        return [(right - left + 2 * margin) * bearable, (bottom - top + 2 * margin) * readable] as const;
    });
    const most = (values: number[], least: number, limit: number): string =>
        `${Math.round(Math.min(limit, Math.max(least, ...values) + 1))}px`;
    return {
        "--wide": most(sizes.map(([wide]) => wide), 300, 400),
        "--high": most(sizes.map(([, high]) => high), 200, 400),
    };
}

export function Automata() {
    const cards = visible.value.filter(({ template }) => model.value.templates[template]);
    const hidden = choice.value === "all" ? everything.value.length - visible.value.length : 0;
    return (
        <Panel name="automata" title="Automata" controls={<Controls />}>
            <div class={cards.length === 1 ? "drawings single" : "drawings"} style={roomIn(cards)}>
                {cards.map((card) =>
                    card.together ? (
                        <TemplateCard key={`t${card.template}`} template={card.template} inGrid={cards.length > 1} />
                    ) : (
                        <ProcessCard key={card.process} process={card.process} inGrid={cards.length > 1} />
                    ),
                )}
            </div>
            {hidden > 0 && <p class="note">{hidden} more processes: choose one above to see it.</p>}
        </Panel>
    );
}

function Controls() {
    return (
        <>
            {choice.value === "all" && [...apart.value].some(isCrowd) && (
                <button type="button" data-testid="together" onClick={() => (apart.value = new Set())}>
                    one drawing per template
                </button>
            )}
            <select
                aria-label="Processes shown"
                data-testid="process-choice"
                value={String(choice.value)}
                onChange={(event) => choose(event.currentTarget.value)}
            >
                <Options />
            </select>
            <ZoomButtons views={automataViews} what="automata" />
        </>
    );
}

const Options = () => (
    <>
        <option value="all">all processes</option>
        {page.value.trace && (
            <option value="moving">{page.value.live ? "those that move next" : "those that move"}</option>
        )}
        {model.value.processes.map(({ name }, process) => (
            <option key={process} value={String(process)}>
                {name}
            </option>
        ))}
    </>
);

function choose(value: string): void {
    chosen.value = value === "all" || value === "moving" ? value : Number(value);
}

const arrowsOf = (fired: FiredEdge[]): number[] =>
    fired.flatMap(({ edge, branch }) => (branch == null ? [edge] : [edge, branch]));

const locationOf = (process: number): number => run.value.locations[process]?.at(step.value) ?? 0;
const locationBefore = (process: number): number => run.value.locations[process]?.at(Math.max(0, step.value - 1)) ?? 0;

function ProcessCard({ process, inGrid }: { process: number; inGrid: boolean }) {
    const templateNumber = model.value.processes[process]!.template;
    const fired = (selectedStep.value?.edges ?? []).filter((edge) => edge.process === process);
    const name = processName(model.value, process);
    const place = locationName(model.value, process, locationOf(process));
    return (
        <figure class={fired.length ? "card moves" : "card"} data-testid={`process-${process}`}>
            <figcaption>
                <strong>{name}</strong> <span class="where">{place}</span>
                {fired.length > 0 && <span class="mark">◆ moves</span>}
            </figcaption>
            <TemplateDrawing
                title={`${name}, in ${place}`}
                template={model.value.templates[templateNumber]!}
                processes={[process]}
                view={String(templateNumber)}
                current={[locationOf(process)]}
                previous={fired.length ? [locationBefore(process)] : []}
                fired={arrowsOf(fired)}
                inGrid={inGrid}
            />
        </figure>
    );
}

/** All processes of one template. */
function TemplateCard({ template: number, inGrid }: { template: number; inGrid: boolean }) {
    const template = model.value.templates[number]!;
    const processes = copies.value.get(number)!;
    const fired = (selectedStep.value?.edges ?? []).filter(({ process }) => processes.includes(process));
    const movers = fired.map(({ process }) => process);
    const nameOf = (process: number): string => processName(model.value, process);
    const at = new Map<number, string[]>();
    for (const process of processes) {
        const location = locationOf(process);
        const names = at.get(location);
        if (names) names.push(nameOf(process));
        else at.set(location, [nameOf(process)]);
    }
    return (
        <figure class={fired.length ? "card moves" : "card"} data-testid={`template-${number}`}>
            <figcaption>
                <strong>{template.name}</strong> <span class="where">{`${processes.length} processes`}</span>
                {fired.length > 0 && <span class="mark">◆ {moversText(movers.map(nameOf))}</span>}
                <button
                    type="button"
                    data-testid={`apart-${number}`}
                    onClick={() => {
                        apart.value = new Set([...apart.value, number]);
                        chosen.value = "all";
                    }}
                >
                    one drawing each
                </button>
            </figcaption>
            <TemplateDrawing
                title={`The ${processes.length} processes of ${template.name}`}
                template={template}
                processes={processes}
                view={`all of ${number}`}
                current={[...movers.map(locationOf), ...at.keys()]}
                previous={movers.map(locationBefore)}
                fired={arrowsOf(fired)}
                tokens={{ room: roomOf(number), at, moved: new Set(movers.map(nameOf)) }}
                inGrid={inGrid}
            />
        </figure>
    );
}

const rooms = computed(
    () =>
        new Map(
            [...copies.value].map(([template, list]) => [
                template,
                roomFor(list.map((process) => processName(model.value, process))),
            ]),
        ),
);
const roomOf = (template: number): number => rooms.value.get(template)!;

function moversText(names: string[]): string {
    if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more move`;
    return `${names.join(", ")} ${names.length > 1 ? "move" : "moves"}`;
}
