// Places a template: as its author drew it, or by dagre if it was never drawn.

import type { Template } from "../document";
import { asDrawn } from "./drawn";
import type { Drawing } from "./geometry";
import { laidOut } from "./laid_out";

const placed = new WeakMap<Template, Drawing>();

/** Processes of one template share one drawing. */
export function drawingOf(template: Template): Drawing {
    const known = placed.get(template);
    if (known) return known;
    const drawing = template.drawn ? asDrawn(template) : laidOut(template);
    placed.set(template, drawing);
    return drawing;
}
