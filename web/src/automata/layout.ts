// Places a template: as its author drew it, or by dagre if it was never drawn.

import type { Template } from "../document";
import { asDrawn } from "./drawn";
import type { Drawing } from "./geometry";
import { laidOut } from "./laid_out";
import type { TokenRoom } from "./parts";

const placed = new WeakMap<Template, Map<TokenRoom, Drawing>>();

/** Processes of one template share one drawing; one that shows all of them has room for their names. */
export function drawingOf(template: Template, tokens: TokenRoom = null): Drawing {
    let known = placed.get(template);
    if (!known) placed.set(template, (known = new Map<TokenRoom, Drawing>()));
    let drawing = known.get(tokens);
    if (!drawing) known.set(tokens, (drawing = template.drawn ? asDrawn(template, tokens) : laidOut(template, tokens)));
    return drawing;
}
