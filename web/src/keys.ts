// One table for what the keys do; the help lists the same table.

import { helpShown, moveBy, page, playing, run, selectStep, togglePlay } from "./store";
import { allViews } from "./view";

interface Key {
    keys: string[];
    shown: string;
    says: string;
    act: () => void;
}

export const searchBox = '[data-testid="step-search"]';

const stepKeys: Key[] = [
    { keys: ["ArrowRight", "ArrowDown", "j"], shown: "→ ↓ j", says: "next step", act: () => walk(1) },
    { keys: ["ArrowLeft", "ArrowUp", "k"], shown: "← ↑ k", says: "previous step", act: () => walk(-1) },
    { keys: ["PageDown"], shown: "Page Down", says: "ten steps on", act: () => walk(10) },
    { keys: ["PageUp"], shown: "Page Up", says: "ten steps back", act: () => walk(-10) },
    { keys: ["Home"], shown: "Home", says: "initial state", act: () => selectStep(0) },
    { keys: ["End"], shown: "End", says: "last state", act: () => selectStep(run.value.length) },
    { keys: [" "], shown: "Space", says: "play, pause", act: togglePlay },
    {
        keys: ["/"],
        shown: "/",
        says: "search in the steps",
        act: () => document.querySelector<HTMLElement>(searchBox)?.focus(),
    },
];

const pageKeys: Key[] = [
    { keys: ["+", "="], shown: "+", says: "enlarge the drawings", act: () => zoom(1.25) },
    { keys: ["-"], shown: "−", says: "shrink the drawings", act: () => zoom(0.8) },
    { keys: ["0"], shown: "0", says: "fit the drawings", act: () => allViews.forEach((views) => views.fit()) },
    { keys: ["?"], shown: "?", says: "show or hide this help", act: () => (helpShown.value = !helpShown.value) },
    { keys: ["Escape"], shown: "Esc", says: "leave a field, close this", act: leave },
];

/** Without a trace the arrows scroll. */
export const keysNow = (): Key[] => (page.value.trace ? [...stepKeys, ...pageKeys] : pageKeys);

const zoom = (factor: number): void => allViews.forEach((views) => views.zoom(factor));

function walk(steps: number): void {
    playing.value = false;
    moveBy(steps);
}

function leave(): void {
    helpShown.value = false;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const typesText = (target: EventTarget | null): boolean =>
    target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=range]), textarea, select");

/** Space and Enter belong to the button that has the focus. */
const pressesButton = (event: KeyboardEvent): boolean =>
    event.key === " " && event.target instanceof HTMLElement && event.target.matches("button, summary, a, input");

export function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key !== "Escape" && (typesText(event.target) || pressesButton(event))) return;
    const key = keysNow().find((entry) => entry.keys.includes(event.key));
    if (!key) return;
    event.preventDefault();
    key.act();
}
