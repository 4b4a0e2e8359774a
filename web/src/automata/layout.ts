// Places a template: as its author drew it, or by dagre if it was never drawn. Of some ways to do so it takes the one
// that can be read best in the room there is: nothing stands on anything else, and all is in sight.

import type { Template } from "../document";
import { margin, readable, type Size } from "../view";
import { asDrawn, unstretched, type Stretch } from "./drawn";
import { boxAround, type Drawing } from "./geometry";
import { laidOut, type Manner } from "./laid_out";
import type { TokenRoom } from "./parts";

/** A way to place it, and how far it is from what an author or a reader wants. */
interface Way {
    cost: number;
    grows: number; // how much larger it is than the natural one; below 1: smaller
    core: Size; // how large it is at least
    make: () => Drawing;
}

const stretches: [across: number, down: number][] = [
    ...[[1, 1], [1.15, 1.15], [0.85, 1], [1, 0.85], [0.85, 0.85], [1.3, 1], [1, 1.3], [1.3, 1.3], [0.7, 1], [1, 0.7]],
    ...[[0.7, 0.7], [0.7, 1.2], [0.7, 1.5], [1.2, 0.7], [0.55, 0.8], [0.55, 0.55], [0.55, 1.2], [0.42, 0.42]],
    ...[[1.6, 1.3], [1.3, 1.6], [1.6, 1.6], [2, 2], [2.5, 2.5]],
] as [number, number][];

const foldedWidth = 110; // of the lines of labels, where that helps

function waysDrawn(template: Template, tokens: TokenRoom): Way[] {
    const { left, right, top, bottom } = boxAround(template.locations.map(({ x, y }) => ({ x: x ?? 0, y: y ?? 0 })));
    const way = (stretch: Stretch, cost: number): Way => ({
        cost,
        grows: stretch.across * stretch.down,
        core: { width: (right - left) * stretch.across + 72, height: (bottom - top) * stretch.down + 72 },
        make: () => asDrawn(template, tokens, stretch),
    });
    const [first, ...others] = stretches.flatMap(([across, down]) => {
        const distortion = 0.5 * Math.abs(Math.log(across / down)) + 0.2 * Math.abs(Math.log(across * down));
        return [Infinity, foldedWidth].map((widest) =>
            way(across === 1 && down === 1 && widest === Infinity ? unstretched : { across, down, widest },
                distortion + (widest === Infinity ? 0 : 0.08)),
        );
    });
    return [first!, ...others.sort((a, b) => a.cost - b.cost)];
}

function waysLaidOut(template: Template, tokens: TokenRoom): Way[] {
    const core = { width: 0, height: 0 };
    const way = (manner: Manner, cost: number): Way => ({
        cost,
        grows: manner.gaps,
        core,
        make: () => laidOut(template, tokens, manner),
    });
    return [1, 1.4, 0.75, 2].flatMap((gaps, rank) =>
        ([foldedWidth, 60] as const).flatMap((widest) =>
            (["LR", "TB"] as const).map((rankdir) =>
                way({ rankdir, gaps, widest }, 0.05 * rank + (widest === 60 ? 0.06 : 0)),
            ),
        ),
    );
}

/** Pixels per unit if all of it is shown in this room. */
export function scaleIn({ bounds: { left, right, top, bottom } }: Drawing, { width, height }: Size): number {
    return Math.min(width / (right - left + 2 * margin), height / (bottom - top + 2 * margin));
}

/** What is wrong with a drawing of this scale: little, if it is as large as can be and could be larger still. */
const smallness = (scale: number): number =>
    scale < readable ? 6 * (readable - scale) + 0.2 : 0.15 * Math.max(0, 1.1 - scale);

/** Labels away from where they were wanted are less bad than too small ones, as long as they are near. */
const astray = ({ moved }: Drawing): number => 0.03 * Math.max(0, moved - 8);

const good = 0.06;
const mostWays = 16;
const effort = 12_000; // how much is tried, in pairs of texts and lines

function bestOf(template: Template, natural: Drawing, ways: Way[], room: Size): Drawing {
    const texts = template.locations.length + template.edges.length;
    let left = Math.min(mostWays, Math.max(template.drawn ? 4 : 1, Math.floor(effort / (texts * texts))));
    const isSmall = scaleIn(natural, room) < readable;
    const whole = (drawing: Drawing, cost: number): number =>
        cost + drawing.faults + astray(drawing) + smallness(scaleIn(drawing, room));
    let [best, least] = [natural, whole(natural, 0)];
    for (const { cost, grows, core, make } of ways) {
        if (left === 0) break;
        if (isSmall ? grows > 1.05 : grows < 0.95) continue;
        if (cost + smallness(Math.min(room.width / core.width, room.height / core.height)) + good >= least) continue;
        left--;
        const drawing = make();
        const bad = whole(drawing, cost);
        if (bad < least) [best, least] = [drawing, bad];
    }
    return best;
}

const placed = new WeakMap<Template, Map<string, Drawing>>();

const step = 20; // pixels: rooms that differ by less share a drawing

const rounded = ({ width, height }: Size): Size => ({
    width: Math.max(step, Math.floor(width / step) * step),
    height: Math.max(step, Math.floor(height / step) * step),
});

const waysOf = (template: Template, tokens: TokenRoom): Way[] =>
    template.drawn ? waysDrawn(template, tokens) : waysLaidOut(template, tokens);

function kept(template: Template, key: string, make: () => Drawing): Drawing {
    let known = placed.get(template);
    if (!known) placed.set(template, (known = new Map<string, Drawing>()));
    let drawing = known.get(key);
    if (!drawing) known.set(key, (drawing = make()));
    return drawing;
}

/** As it is where there is room for everything. */
export const naturalDrawing = (template: Template, tokens: TokenRoom): Drawing =>
    kept(template, `${tokens}`, () => waysOf(template, tokens)[0]!.make());

/** Processes of one template share one drawing; one that shows all of them has room for their names. */
export function drawingOf(template: Template, tokens: TokenRoom, wanted: Size): Drawing {
    const room = rounded(wanted);
    const key = `${tokens} ${room.width} ${room.height}`;
    const natural = naturalDrawing(template, tokens);
    return kept(template, key, () => bestOf(template, natural, waysOf(template, tokens).slice(1), room));
}
