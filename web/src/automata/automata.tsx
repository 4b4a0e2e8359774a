// The panel of automata: all processes in a grid, those that move in the selected step, or one. Where a template has
// many processes, one drawing shows all of them, until somebody wants to see each.

import { computed, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ZoomButtons } from "../canvas";
import { locationName, processName } from "../describe";
import type { FiredEdge, Template } from "../document";
import { enabled, pointed, processesOf } from "../marks";
import { Panel } from "../panel";
import { model, page, run, selectedStep, step } from "../store";
import { automataViews, bearable, margin, readable, type Size } from "../view";
import { TemplateDrawing } from "./drawing";
import type { Drawing } from "./geometry";
import { gridOf, largest, leastHeight, type Cell } from "./grid";
import { drawingOf, naturalDrawing, scaleIn } from "./layout";
import type { TokenRoom } from "./parts";
import { roomFor } from "./tokens";

type Choice = "all" | "moving" | number;

const fewDrawings = 6;
const fewCopies = 4; // of one template, drawn one by one
const fewEdges = 10; // of such a template: more cannot be read in small drawings side by side
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

function isCrowd(template: number): boolean {
    const count = copies.value.get(template)?.length ?? 0;
    return count > fewCopies || (count > 1 && model.value.templates[template]!.edges.length > fewEdges);
}
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

const templateOf = ({ template }: Card): Template => model.value.templates[template]!;
/** Room for the names of processes beside a location, in a drawing of this width. */
function tokensOf({ template, together }: Card, width: number): TokenRoom {
    if (!together) return null;
    const { least, most } = roomOf(template);
    return Math.min(most, Math.max(least, Math.round(width / 45) * 10));
}

const panelWidth = signal(656);
const headings = 60; // pixels above the drawings
const roomHeight = signal(500); // of what scrolls, or of the page
const screenHeight = signal(innerHeight);
addEventListener("resize", () => (screenHeight.value = innerHeight));

/** A drawing takes at most this part of the screen; where there is one column it may be higher. */
const mostHeight = computed(() =>
    Math.min(560, Math.max(220, Math.round(screenHeight.value * (panelWidth.value < 500 ? 0.62 : 0.46)))),
);

const moves = ({ template, process, together }: Card): boolean =>
    (selectedStep.value?.edges ?? []).some((fired) =>
        together ? model.value.processes[fired.process]?.template === template : fired.process === process,
    );

const cards = computed(() => visible.value.filter(({ template }) => model.value.templates[template]));

const grid = computed(() => {
    const room = { width: panelWidth.value, height: mostHeight.value };
    const boxes = cards.value.map((card) => naturalDrawing(templateOf(card), tokensOf(card, room.width)).bounds);
    return gridOf(boxes, room);
});

/** If not all are in sight at once, those that move come first. */
const moversFirst = computed(() => grid.value.height + headings > roomHeight.value);

export function Automata() {
    const hidden = choice.value === "all" ? everything.value.length - visible.value.length : 0;
    const list = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const column = list.current!.closest(".above") ?? document.documentElement;
        const observer = new ResizeObserver(() => {
            panelWidth.value = list.current!.clientWidth;
            roomHeight.value = column.clientHeight;
        });
        observer.observe(list.current!);
        observer.observe(column);
        return () => observer.disconnect();
    }, []);
    return (
        <Panel name="automata" title="Automata" controls={<Controls />}>
            <div ref={list} class="drawings" style={{ "--columns": String(grid.value.columns) }}>
                {cards.value.map((card, index) =>
                    card.together ? (
                        <TemplateCard key={`t${card.template}`} card={card} cell={grid.value.cells[index]!} />
                    ) : (
                        <ProcessCard key={card.process} card={card} cell={grid.value.cells[index]!} />
                    ),
                )}
            </div>
            {hidden > 0 && <p class="note">{hidden} more processes: choose one above to see it.</p>}
        </Panel>
    );
}

/** How a card lies in the grid, and the drawing that suits the place: no higher than it needs to be read. */
function placed(card: Card, cell: Cell): { drawing: Drawing; style: Record<string, string> } {
    const drawingIn = (room: Size): Drawing => drawingOf(templateOf(card), tokensOf(card, cell.width), room);
    let room = { width: cell.width, height: Math.min(mostHeight.value, Math.max(180, 1.35 * cell.height)) };
    let drawing = drawingIn(room);
    if (scaleIn(drawing, room) < readable) {
        room = { ...room, height: mostHeight.value };
        drawing = drawingIn(room);
    }
    const { top, bottom } = drawing.bounds;
    const scale = Math.min(largest, scaleIn(drawing, room));
    const needed = Math.max(leastHeight, Math.ceil((bottom - top + 2 * margin) * scale));
    const high = scale < bearable() ? Math.min(room.height, Math.ceil((bottom - top + 2 * margin) * readable)) : needed;
    const order = moversFirst.value && moves(card) ? "-1" : "0";
    return { drawing, style: { "--high": `${high}px`, "grid-column": cell.wide ? "1 / -1" : "auto", order } };
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

interface CardProps {
    card: Card;
    cell: Cell;
}

function ProcessCard({ card, cell }: CardProps) {
    const { process } = card;
    const { drawing, style } = placed(card, cell);
    const templateNumber = model.value.processes[process]!.template;
    const fired = (selectedStep.value?.edges ?? []).filter((edge) => edge.process === process);
    const name = processName(model.value, process);
    const place = locationName(model.value, process, locationOf(process));
    return (
        <figure class={fired.length ? "card moves" : "card"} data-testid={`process-${process}`} style={style}>
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
                focus={fired.length ? [locationBefore(process), locationOf(process)] : [locationOf(process)]}
                previous={fired.length ? [locationBefore(process)] : []}
                fired={arrowsOf(fired)}
                drawing={drawing}
                inGrid={cards.value.length > 1}
            />
        </figure>
    );
}

/** All processes of one template. */
function TemplateCard({ card, cell }: CardProps) {
    const number = card.template;
    const { drawing, style } = placed(card, cell);
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
        <figure class={fired.length ? "card moves" : "card"} data-testid={`template-${number}`} style={style}>
            <figcaption>
                <strong>{template.name}</strong> <span class="where">{`${processes.length} processes`}</span>
                {fired.length > 0 && <span class="mark">◆ {moversText(movers.map(nameOf))}</span>}
                <button
                    type="button"
                    data-testid={`apart-${number}`}
                    title="One drawing for each process"
                    onClick={() => {
                        apart.value = new Set([...apart.value, number]);
                        chosen.value = "all";
                    }}
                >
                    each
                </button>
            </figcaption>
            <TemplateDrawing
                title={`The ${processes.length} processes of ${template.name}`}
                template={template}
                processes={processes}
                view={`all of ${number}`}
                current={[...at.keys()]}
                focus={movers.length ? [...movers.map(locationBefore), ...movers.map(locationOf)] : [...at.keys()].slice(0, 1)}
                previous={movers.map(locationBefore)}
                fired={arrowsOf(fired)}
                tokens={{ at, moved: new Set(movers.map(nameOf)) }}
                drawing={drawing}
                inGrid={cards.value.length > 1}
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
const roomOf = (template: number): { least: number; most: number } => rooms.value.get(template)!;

function moversText(names: string[]): string {
    if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more move`;
    return `${names.join(", ")} ${names.length > 1 ? "move" : "moves"}`;
}
