// The frame every panel has: a landmark with a heading and, at its right, the panel's controls.

import type { ComponentChildren } from "preact";

interface Props {
    name: string; // short, stable: for tests and styles
    title: string;
    controls?: ComponentChildren;
    children: ComponentChildren;
}

export function Panel({ name, title, controls, children }: Props) {
    return (
        <section class={`panel ${name}`} aria-label={title} data-testid={name}>
            <header class="panel-head">
                <h2>{title}</h2>
                {controls && <div class="controls">{controls}</div>}
            </header>
            {children}
        </section>
    );
}
