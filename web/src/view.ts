// Which part of a drawing is in sight. Drawings may share a view: moving one process moves all of its template.

import { signal, type Signal } from "@preact/signals";
import { boxAround, type Box, type Point } from "./automata/geometry";
import { narrow } from "./narrow";

export interface View {
    follows: boolean; // a drawing too large to be read as a whole shows what lies around its current location
    zoom: number; // 1: the whole drawing fits or, if the view follows, it can be read
    x: number; // how far the middle is moved, in the drawing's coordinates
    y: number;
}

const begin: View = { follows: true, zoom: 1, x: 0, y: 0 };
const fit: View = { ...begin, follows: false };

const bounded = (zoom: number): number => Math.min(30, Math.max(0.25, zoom));

const zoomBy = (view: Signal<View>, factor: number): void => {
    view.value = { ...view.value, zoom: bounded(view.value.zoom * factor) };
};

/** The views of one panel. */
export class Views {
    private readonly views = new Map<number | string, Signal<View>>();

    of(drawing: number | string): Signal<View> {
        let view = this.views.get(drawing);
        if (!view) this.views.set(drawing, (view = signal(begin)));
        return view;
    }

    zoom(factor: number): void {
        this.views.forEach((view) => zoomBy(view, factor));
    }

    fit(): void {
        this.views.forEach((view) => (view.value = fit));
    }
}

export const automataViews = new Views();
export const graphViews = new Views();
export const allViews = [automataViews, graphViews];

export const margin = 14;
export const readable = 0.86; // pixels per unit: labels of 11 units are then large enough

/** What is drawn as a whole is at least so large. A telephone is held near, and two fingers enlarge. */
export const bearable = (): number => (narrow.value ? 0.45 : 0.74);
export const far = (): number => (narrow.value ? 0.42 : 0.6); // below, labels cannot be read and are not drawn

export interface Size {
    width: number;
    height: number;
}

export interface Frame extends Size {
    x: number;
    y: number;
    scale: number; // pixels per unit
}

/** What a canvas shows, how large it is on the screen, and what it must keep in sight. */
export interface Sight {
    bounds: Box;
    size: Size;
    largest: number; // pixels per unit: small drawings are not blown up to fill their panel
    focus: Point[];
}

const middleOf = ({ left, top, right, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

function fitScale({ bounds, size, largest }: Sight): number {
    const across = size.width / (bounds.right - bounds.left + 2 * margin);
    return Math.min(largest, across, size.height / (bounds.bottom - bounds.top + 2 * margin));
}

/** The middle of a stretch of the given length around `wanted` that does not leave the drawing without need. */
const clamped = (wanted: number, length: number, from: number, to: number): number =>
    length >= to - from ? (from + to) / 2 : Math.min(to - length / 2, Math.max(from + length / 2, wanted));

const around = 60; // units that are seen around what moves

/** So that all that moves is in sight, as far as it can be read then. */
function followScale({ left, right, top, bottom }: Box, { width, height }: Size): number {
    const all = Math.min(width / (right - left + 2 * around), height / (bottom - top + 2 * around));
    return Math.min(readable, Math.max(bearable(), all));
}

export function frameOf(sight: Sight, view: View): Frame {
    const { bounds, size, focus } = sight;
    const fits = fitScale(sight);
    const follows = view.follows && focus.length > 0 && fits < bearable();
    const near = boxAround(focus);
    const scale = (follows ? followScale(near, size) : fits) * view.zoom;
    const [width, height] = [size.width / scale, size.height / scale];
    const middle = follows
        ? {
              x: clamped(middleOf(near).x, width, bounds.left - margin, bounds.right + margin),
              y: clamped(middleOf(near).y, height, bounds.top - margin, bounds.bottom + margin),
          }
        : middleOf(bounds);
    return { x: middle.x + view.x - width / 2, y: middle.y + view.y - height / 2, width, height, scale };
}

/** The same part, by a view that follows nothing, moved and enlarged. */
function freed(sight: Sight, frame: Frame, factor = 1, moved = { x: 0, y: 0 }): View {
    const middle = middleOf(sight.bounds);
    return {
        follows: false,
        zoom: bounded((frame.scale / fitScale(sight)) * factor),
        x: frame.x + frame.width / 2 - middle.x + moved.x,
        y: frame.y + frame.height / 2 - middle.y + moved.y,
    };
}

/** Moves what is in sight by a share of it. */
export function moveView(view: Signal<View>, sight: Sight, across: number, down: number): void {
    const frame = frameOf(sight, view.peek());
    view.value = freed(sight, frame, 1, { x: across * frame.width, y: down * frame.height });
}

/** Zooms so that one point of the drawing stays where it is. */
function zoomAround(view: Signal<View>, factor: number, point: { x: number; y: number }, sight: Sight): void {
    const frame = frameOf(sight, view.peek());
    const next = freed(sight, frame, factor);
    const moved = 1 - frame.scale / (fitScale(sight) * next.zoom);
    view.value = {
        ...next,
        x: next.x + (point.x - frame.x - frame.width / 2) * moved,
        y: next.y + (point.y - frame.y - frame.height / 2) * moved,
    };
}

/** Drag to pan, wheel to zoom; among others the wheel scrolls unless Ctrl is held. Returns how to stop listening. */
export function listen(
    svg: SVGSVGElement,
    view: Signal<View>,
    sight: () => Sight,
    wheelNeedsCtrl: boolean,
): () => void {
    const onWheel = (event: WheelEvent) => {
        if (wheelNeedsCtrl && !event.ctrlKey) return;
        event.preventDefault();
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
        zoomAround(view, Math.exp(-event.deltaY / 400), point, sight());
    };
    const onMove = (event: PointerEvent) => {
        const frame = frameOf(sight(), view.peek());
        const moved = { x: -event.movementX / frame.scale, y: -event.movementY / frame.scale };
        view.value = freed(sight(), frame, 1, moved);
    };
    const onUp = () => svg.removeEventListener("pointermove", onMove);
    const onDown = (event: PointerEvent) => {
        if (event.button !== 0 || (event.target as Element).closest("[data-press]")) return;
        svg.setPointerCapture(event.pointerId);
        svg.addEventListener("pointermove", onMove);
    };
    svg.addEventListener("wheel", onWheel, { passive: false });
    svg.addEventListener("pointerdown", onDown);
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, onUp);
    return () => {
        onUp();
        svg.removeEventListener("wheel", onWheel);
        svg.removeEventListener("pointerdown", onDown);
        for (const end of ["pointerup", "pointercancel"]) svg.removeEventListener(end, onUp);
    };
}
