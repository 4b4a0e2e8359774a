// A field for a part of a name or a text; what it filters follows while one types.

import type { Signal } from "@preact/signals";

interface Props {
    value: Signal<string>;
    hook: string; // for tests
    placeholder: string;
    label: string;
    onEnter?: () => void;
}

export const FilterField = ({ value, hook, placeholder, label, onEnter }: Props) => (
    <input
        type="search"
        placeholder={placeholder}
        aria-label={label}
        data-testid={hook}
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && onEnter?.()}
    />
);
