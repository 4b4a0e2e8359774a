// The panel of automata: all processes in a grid, those that move in the selected step, or one. Where a template has
// many processes, one drawing shows all of them, until somebody wants to see each.

import { computed, signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ZoomButtons } from "../canvas";
import { locationName, processName } from "../describe";
import type { FiredEdge } from "../document";
import { enabled, pointed, processesOf } from "../marks";
import { Panel } from "../panel";
import { model, page, run, selectedStep, step } from "../store";
import { automataViews, margin } from "../view";
import { TemplateDrawing } from "./drawing";
import { arranged, type Cell, type Extent, type Room } from "./grid";
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
    if (choice.value === "all") return moversFirst(everyTemplateFirst(everything.value)).slice(0, mostInGrid);
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

const movers = computed(() => new Set(selectedStep.value?.edges.map(({ process }) => process)));

const moves = ({ process, template, together }: Card): boolean =>
    (together ? copies.value.get(template)! : [process]).some((one) => movers.value.has(one));

function moversFirst(cards: Card[]): Card[] {
    const first = cards.filter(moves).sort((a, b) => extentOf(b).wide - extentOf(a).wide); // so that no gaps remain
    return [...first, ...cards.filter((card) => !first.includes(card))];
}

/** So that what is cut off are further processes of templates already seen. */
function everyTemplateFirst(cards: Card[]): Card[] {
    if (cards.length <= mostInGrid) return cards;
    const first = cards.filter(({ template, process }) => copies.value.get(template)![0] === process);
    return [...new Set([...first, ...cards])];
}

function extentOf({ template, together }: Card): Extent {
    const { left, right, top, bottom } = drawingOf(
        model.value.templates[template]!,
        together ? roomOf(template) : null,
    ).bounds;
    return { wide: right - left + 2 * margin, high: bottom - top + 2 * margin };
}

export function Automata() {
    const cards = visible.value.filter(({ template }) => model.value.templates[template]);
    const hidden = choice.value === "all" ? everything.value.length - visible.value.length : 0;
    const { box, room } = useRoom();
    const { columns, cells } = arranged(cards.map(extentOf), cards.filter(moves).length, room.value);
    return (
        <Panel name="automata" title="Automata" controls={<Controls />}>
            <div
                ref={box}
                class={cards.length === 1 ? "drawings single" : "drawings"}
                style={{ "--columns": String(columns) }}
            >
                {cards.map((card, index) =>
                    card.together ? (
                        <TemplateCard
                            key={`t${card.template}`}
                            template={card.template}
                            cell={cells[index]!}
                            inGrid={cards.length > 1}
                        />
                    ) : (
                        <ProcessCard
                            key={card.process}
                            process={card.process}
                            cell={cells[index]!}
                            inGrid={cards.length > 1}
                        />
                    ),
                )}
            </div>
            {hidden > 0 && <p class="note">{hidden} more processes: choose one above to see it.</p>}
        </Panel>
    );
}

function useRoom() {
    const box = useRef<HTMLDivElement>(null);
    const room = useSignal<Room>({ wide: 640, high: innerHeight });
    useLayoutEffect(() => {
        const look = () => {
            const { wide, high } = room.peek();
            const now = { wide: box.current!.clientWidth || wide, high: innerHeight };
            if (now.wide !== wide || now.high !== high) room.value = now;
        };
        look();
        const observer = new ResizeObserver(look);
        observer.observe(box.current!);
        observer.observe(document.documentElement);
        return () => observer.disconnect();
    }, []);
    return { box, room };
}

const placeOf = ({ span, high }: Cell) => ({ gridColumn: `span ${span}`, "--high": `${Math.round(high)}px` });

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

function ProcessCard({ process, cell, inGrid }: { process: number; cell: Cell; inGrid: boolean }) {
    const templateNumber = model.value.processes[process]!.template;
    const fired = (selectedStep.value?.edges ?? []).filter((edge) => edge.process === process);
    const name = processName(model.value, process);
    const place = locationName(model.value, process, locationOf(process));
    return (
        <figure
            class={fired.length ? "card moves" : "card"}
            style={placeOf(cell)}
            data-testid={`process-${process}`}
        >
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
                watched={fired.length ? [locationBefore(process), locationOf(process)] : [locationOf(process)]}
                previous={fired.length ? [locationBefore(process)] : []}
                fired={arrowsOf(fired)}
                inGrid={inGrid}
            />
        </figure>
    );
}

/** All processes of one template. */
function TemplateCard({ template: number, cell, inGrid }: { template: number; cell: Cell; inGrid: boolean }) {
    const template = model.value.templates[number]!;
    const processes = copies.value.get(number)!;
    const fired = (selectedStep.value?.edges ?? []).filter(({ process }) => processes.includes(process));
    const moved = fired.map(({ process }) => process);
    const nameOf = (process: number): string => processName(model.value, process);
    const at = new Map<number, string[]>();
    for (const process of processes) {
        const location = locationOf(process);
        const names = at.get(location);
        if (names) names.push(nameOf(process));
        else at.set(location, [nameOf(process)]);
    }
    return (
        <figure
            class={fired.length ? "card moves" : "card"}
            style={placeOf(cell)}
            data-testid={`template-${number}`}
        >
            <figcaption>
                <strong>{template.name}</strong> <span class="where">{`${processes.length} processes`}</span>
                {fired.length > 0 && <span class="mark">◆ {moversText(moved.map(nameOf))}</span>}
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
                current={[...moved.map(locationOf), ...at.keys()]}
                watched={moved.length ? moved.flatMap((one) => [locationBefore(one), locationOf(one)]) : [...at.keys()].slice(0, 1)}
                previous={moved.map(locationBefore)}
                fired={arrowsOf(fired)}
                tokens={{ room: roomOf(number), at, moved: new Set(moved.map(nameOf)) }}
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
