// What can happen in the selected state, one line per choice. Pointing at a line marks its edges in the drawings; an
// edge that is clicked there fires, or has its choices offered if it has several.

import { computed, effect, signal, untracked } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { edgeText } from "../describe";
import type { Choice, FiredEdge } from "../document";
import { FilterField } from "../filter";
import { enabled, keyOf, onEdge, pointed, type Key } from "../marks";
import { model, page, timed } from "../store";
import { Name } from "../text";
import { busy, choices, complain, complaints, forget, nextPick, take } from "./client";
import { complainedOf, ComplaintAt } from "./complaint";
import { checkDelay, defaultDelay, intervalText } from "./delay";
import { InputsForm } from "./inputs";
import { PlaceLink, placeOf, showPlace } from "./source";

/** Which delays were typed, by choice; of the state that is shown. */
const delays = computed(() => choices.value?.choices.map((choice) => signal(defaultDelay(choice))) ?? []);

const arrowsOf = ({ process, edge, branch }: FiredEdge): Key[] =>
    branch == null ? [keyOf(process, edge)] : [keyOf(process, edge), keyOf(process, branch)];

const keysOf = (choice: Choice): Key[] => choice.edges.flatMap(arrowsOf);

/** The part of the page for one choice begins like this. */
const ofChoice = "choice ";

const many = 8; // choices that are shown at first
const filter = signal("");
const allShown = signal(false);

/** The numbers of the choices that are shown, and how many others there are. */
const shown = computed(() => {
    const wanted = filter.value.toLowerCase();
    const found = [...(choices.value?.choices ?? []).entries()]
        .filter(([, { text, channel }]) => `${text} ${channel ?? ""}`.toLowerCase().includes(wanted))
        .map(([index]) => index);
    const most = allShown.value ? found.length : many;
    return { numbers: found.slice(0, most), others: Math.max(0, found.length - most), found: found.length };
});

export function Choices() {
    const { choices: list, note } = choices.value!;
    const { numbers, others, found } = shown.value;
    const remark = note ?? whatIfNone(choices.value!);
    return (
        <>
            {remark && (
                <p class="note" data-testid="may-wait">
                    {remark}
                </p>
            )}
            {list.length > many && (
                <div class="choice-filter">
                    <FilterField
                        value={filter}
                        hook="choice-filter"
                        placeholder={`Filter ${list.length} choices`}
                        label="Filter the choices"
                    />
                    {filter.value && <span class="note">{found} fit</span>}
                </div>
            )}
            <ol class="choices" start={0} aria-label="Choices">
                {numbers.map((index) => (
                    <ChoiceLine key={index} index={index} choice={list[index]!} />
                ))}
            </ol>
            {(others > 0 || (allShown.value && found > many)) && (
                <button
                    type="button"
                    class="more"
                    data-testid="all-choices"
                    onClick={() => (allShown.value = !allShown.value)}
                >
                    {others > 0 ? `show ${others} more` : "show fewer"}
                </button>
            )}
            {model.value.circuit && <InputsForm />}
        </>
    );
}

function whatIfNone({ choices: list, may_wait }: { choices: Choice[]; may_wait: string }): string {
    const none = list.length === 0 ? "No transition can be taken. " : "";
    if (!timed.value) return none.trim();
    return may_wait === "inf"
        ? `${none}Nothing has to happen: time may pass for ever.`
        : `${none}At most ${may_wait} may pass before something happens.`;
}

const pickOf = (choice: Choice, index: number, delay: string): string => choice.pick ?? `${index}@${delay}`;

/** Texts of several choices, which differ only in the values that are chosen. */
const repeated = computed(() => {
    const texts = choices.value?.choices.map(({ text }) => text) ?? [];
    return new Set(texts.filter((text, index) => texts.indexOf(text) !== index));
});

function selectsOf({ edges }: Choice): string {
    const values = edges.flatMap(({ selects = [] }) => selects);
    return values.length > 0 ? ` [${values.join(", ")}]` : "";
}

const pointAt = (choice: Choice | null): void => {
    pointed.value = new Set(choice ? keysOf(choice) : []);
};

/** The button lies over the whole line, below its field and its links. */
function ChoiceLine({ index, choice }: { index: number; choice: Choice }) {
    const delay = delays.value[index]!;
    const at = `${ofChoice}${index}`;
    const submit = (event: Event) => {
        event.preventDefault();
        const checked = checkDelay(delay.value, choice);
        complain(at, "problem" in checked ? checked.problem : null);
        if ("delay" in checked) void take(pickOf(choice, index, checked.delay), at);
    };
    const isNext = nextPick.value === (choice.pick ?? `${index}`);
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
                    <Name text={repeated.value.has(choice.text) ? choice.text + selectsOf(choice) : choice.text} />
                </span>
                {choice.channel && <span class="channel">{choice.channel}</span>}
                {isNext && <span class="note next">◂ taken next in this walk</span>}
                {!choice.pick && timed.value && (
                    <span class="delay-field">
                        <label>
                            after{" "}
                            <input
                                class="delay-input"
                                aria-label={`Delay for ${choice.text}, in ${intervalText(choice)}`}
                                value={delay.value}
                                onInput={(event) => {
                                    delay.value = event.currentTarget.value;
                                    forget(at);
                                }}
                                {...complainedOf(at)}
                            />
                        </label>
                        <span class="note">{intervalText(choice)}</span>
                    </span>
                )}
                <button type="submit" class="take" title={`Take ${choice.text}`} disabled={busy.value}>
                    take
                </button>
            </form>
            <ComplaintAt at={at} />
            <Origins choice={choice} />
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

/** Outside of all panels, which would cut it off. */
export const Offer = () => offered.value && <OfferBox {...offered.value} />;

function OfferBox({ title, choices: numbers, left, top }: NonNullable<typeof offered.value>) {
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
    return (
        <button
            type="button"
            role="menuitem"
            onPointerEnter={() => pointAt(choice)}
            onFocus={() => pointAt(choice)}
            onClick={() => fire(number)}
        >
            {choice.text}
            {selectsOf(choice)}
            {timed.value && ` after ${delays.value[number]!.value}`}
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

/** What was wrong with delays in another state. */
const forgetDelays = (): void => [...complaints.value.keys()].filter((at) => at.startsWith(ofChoice)).forEach(forget);

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
        allShown.value = false;
        untracked(forgetDelays);
        filter.value = "";
    });
}
