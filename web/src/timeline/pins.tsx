// Lanes that stay at the top of a chart while the others scroll.

import { signal } from "@preact/signals";

export class Pins {
    private readonly names = signal<ReadonlySet<string>>(new Set());

    has(name: string): boolean {
        return this.names.value.has(name);
    }

    toggle(name: string): void {
        const kept = new Set(this.names.value);
        if (!kept.delete(name)) kept.add(name);
        this.names.value = kept;
    }

    /** Those that are pinned, and the others, each in their order. */
    split<Lane>(lanes: Lane[], nameOf: (lane: Lane) => string): { pinned: Lane[]; free: Lane[] } {
        return {
            pinned: lanes.filter((lane) => this.has(nameOf(lane))),
            free: lanes.filter((lane) => !this.has(nameOf(lane))),
        };
    }
}

export function Pin({ pins, name, title }: { pins: Pins; name: string; title: string }) {
    const pressed = pins.has(name);
    return (
        <button
            type="button"
            class="pin"
            aria-pressed={pressed}
            aria-label={`Keep ${title} in sight`}
            title={pressed ? "Let it scroll again" : "Keep this lane in sight while the others scroll"}
            onClick={() => pins.toggle(name)}
        >
            <svg viewBox="0 0 16 16" width={11} height={11} aria-hidden="true">
                <path d="M5 1.5h6v1.4l-1 .8v3.6l2.5 2.2v1.4H8.8L8 15l-.8-4.1H3.5V9.5L6 7.3V3.7l-1-.8z" />
            </svg>
        </button>
    );
}
