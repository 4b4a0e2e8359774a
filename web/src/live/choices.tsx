// What can happen in the selected state, one line per choice. Pointing at a line marks its edges in the drawings; an
// edge that is clicked there fires, or has its choices offered if it has several.

import { computed, effect, signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { edgeText } from "../describe";
import type { Choice, FiredEdge } from "../document";
import { enabled, keyOf, onEdge, pointed, type Key } from "../marks";
import { model, page, timed } from "../store";
import { busy, choices, nextPick, take } from "./client";
import { checkDelay, defaultDelay, intervalText } from "./delay";
import { InputsForm } from "./inputs";
import { PlaceLink, placeOf, showPlace } from "./source";

/** Which delays were typed, by choice; of the state that is shown. */
const delays = computed(() => choices.value?.choices.map((choice) => signal(defaultDelay(choice))) ?? []);

const arrowsOf = ({ process, edge, branch }: FiredEdge): Key[] =>
    branch == null ? [keyOf(process, edge)] : [keyOf(process, edge), keyOf(process, branch)];

const keysOf = (choice: Choice): Key[] => choice.edges.flatMap(arrowsOf);

export function Choices() {
    const { choices: list, may_wait, note } = choices.value!;
    const wait =
        may_wait === "inf"
            ? `Nothing has to happen${timed.value ? ": time may pass for ever" : ""}.`
            : `At most ${may_wait} may pass before something happens.`;
    return (
        <>
            <p class="note" data-testid="may-wait">
                {note ?? `${list.length === 0 ? "No transition can be taken. " : ""}${wait}`}
            </p>
            <ol class="choices" start={0} aria-label="Choices">
                {list.map((choice, index) => (
                    <ChoiceLine key={index} index={index} choice={choice} />
                ))}
            </ol>
            {offered.value && <Offer />}
            {model.value.circuit && <InputsForm />}
        </>
    );
}

const pickOf = (choice: Choice, index: number, delay: string): string => choice.pick ?? `${index}@${delay}`;

const pointAt = (choice: Choice | null): void => {
    pointed.value = new Set(choice ? keysOf(choice) : []);
};

function ChoiceLine({ index, choice }: { index: number; choice: Choice }) {
    const delay = delays.value[index]!;
    const wrong = useSignal<string | null>(null);
    const submit = (event: Event) => {
        event.preventDefault();
        const checked = checkDelay(delay.value, choice);
        wrong.value = "problem" in checked ? checked.problem : null;
        if ("delay" in checked) void take(pickOf(choice, index, checked.delay));
    };
    return (
        <li
            data-testid="choice"
            onPointerEnter={() => pointAt(choice)}
            onPointerLeave={() => pointAt(null)}
            onFocusIn={() => pointAt(choice)}
            onFocusOut={() => pointAt(null)}
        >
            <form onSubmit={submit}>
                <span class="choice-text">
                    {choice.text}
                    {nextPick.value === (choice.pick ?? `${index}`) && <span class="note next">◂ taken next in this walk</span>}
                    {choice.channel && <span class="channel">{choice.channel}</span>}
                </span>
                {!choice.pick && (
                    <>
                        <label>
                            after{" "}
                            <input
                                class="delay-input"
                                aria-label={`Delay for ${choice.text}, in ${intervalText(choice)}`}
                                value={delay.value}
                                onInput={(event) => (delay.value = event.currentTarget.value)}
                            />
                        </label>
                        <span class="note">{intervalText(choice)}</span>
                    </>
                )}
                <button type="submit" disabled={busy.value}>
                    take
                </button>
            </form>
            <Origins choice={choice} />
            {wrong.value && (
                <p class="problem" role="alert">
                    {wrong.value}
                </p>
            )}
        </li>
    );
}

const mostOrigins = 4;

/** Where its edges stand, and what is written there. */
function Origins({ choice }: { choice: Choice }) {
    const placed = choice.edges.filter((fired) => placeOf(fired.process, fired.edge));
    if (placed.length === 0) return null;
    return (
        <p class="origins">
            {placed.slice(0, mostOrigins).map((fired, index) => {
                const place = placeOf(fired.process, fired.edge)!;
                return (
                    <span key={index}>
                        <PlaceLink place={place} /> {place.source && <code>{place.source}</code>}
                    </span>
                );
            })}
            {placed.length > mostOrigins && <span class="note">and {placed.length - mostOrigins} more</span>}
        </p>
    );
}

/** The choices of an edge that was clicked, if it has several. */
const offered = signal<{ title: string; choices: number[]; left: number; top: number } | null>(null);

function Offer() {
    const { title, choices: numbers, left, top } = offered.value!;
    const box = useRef<HTMLDivElement>(null);
    // Before it is painted: a key pressed at once belongs to the menu, not to the page.
    useLayoutEffect(() => box.current?.querySelector("button")?.focus(), [numbers]);
    const onKeyDown = (event: KeyboardEvent) => {
        const buttons = [...box.current!.querySelectorAll("button")];
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (move !== undefined) buttons[(at + move + buttons.length) % buttons.length]?.focus();
        else if (event.key === "Escape") offered.value = null;
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div
            ref={box}
            class="offer"
            role="menu"
            aria-label={title}
            data-testid="offer"
            style={{ left: `${left}px`, top: `${top}px` }}
            onKeyDown={onKeyDown}
            onFocusOut={(event) => {
                if (!box.current?.contains(event.relatedTarget as Node | null)) offered.value = null;
            }}
        >
            <p class="note">{title}</p>
            {numbers.map((number) => (
                <OfferedChoice key={number} number={number} />
            ))}
        </div>
    );
}

function OfferedChoice({ number }: { number: number }) {
    const choice = choices.value?.choices[number];
    if (!choice) return null;
    const selects = choice.edges.flatMap(({ selects: values = [] }) => values);
    return (
        <button
            type="button"
            role="menuitem"
            onPointerEnter={() => pointAt(choice)}
            onFocus={() => pointAt(choice)}
            onClick={() => fire(number)}
        >
            {choice.text}
            {selects.length > 0 && ` [${selects.join(", ")}]`} after {delays.value[number]!.value}
        </button>
    );
}

function fire(number: number): void {
    offered.value = null;
    pointAt(null);
    const checked = checkDelay(delays.value[number]!.value, choices.value!.choices[number]!);
    if ("delay" in checked) void take(`${number}@${checked.delay}`);
}

const offerWidth = 360;

/** An edge that cannot fire shows where it is written. */
function onEdgeClick({ process, edge, choices: numbers }: { process: number; edge: number; choices: number[] }, at: Element) {
    if (numbers.length === 0) return showPlace(placeOf(process, edge));
    if (numbers.length === 1) return fire(numbers[0]!);
    const { left, top, height } = at.getBoundingClientRect();
    const name = edgeText(model.value, { process, edge, role: "internal" });
    offered.value = {
        title: `${numbers.length} choices take ${name.split(": ").pop()}`,
        choices: numbers,
        left: Math.max(8, Math.min(left, innerWidth - offerWidth - 8)),
        top: Math.min(top + height / 2, innerHeight * 0.58),
    };
}

/** Keeps the drawings told which edges can fire. */
export function beginChoices(): void {
    if (!page.value.live) return;
    onEdge.value = onEdgeClick;
    effect(() => {
        const map = new Map<Key, number[]>();
        choices.value?.choices.forEach((choice, index) => {
            for (const key of keysOf(choice)) map.set(key, [...(map.get(key) ?? []), index]);
        });
        enabled.value = map;
        pointed.value = new Set();
        offered.value = null;
    });
}
