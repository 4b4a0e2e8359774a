// Which part of a drawing is in sight. Drawings may share a view: moving one process moves all of its template.

import { signal, type Signal } from "@preact/signals";
import type { Box } from "./automata/geometry";

export interface View {
    zoom: number; // 1: the whole drawing fits
    x: number; // how far the middle is moved, in the drawing's coordinates
    y: number;
}

const fit: View = { zoom: 1, x: 0, y: 0 };

const bounded = (zoom: number): number => Math.min(12, Math.max(0.25, zoom));

const zoomBy = (view: Signal<View>, factor: number): void => {
    view.value = { ...view.value, zoom: bounded(view.value.zoom * factor) };
};

/** The views of one panel. */
export class Views {
    private readonly views = new Map<number | string, Signal<View>>();

    of(drawing: number | string): Signal<View> {
        let view = this.views.get(drawing);
        if (!view) this.views.set(drawing, (view = signal(fit)));
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

/** Moves what is in sight by a share of it. */
export const moveView = (view: Signal<View>, { width, height }: Frame, across: number, down: number): void => {
    const { zoom, x, y } = view.value;
    view.value = { zoom, x: x + across * width, y: y + down * height };
};

const margin = 14;

export interface Size {
    width: number;
    height: number;
}

export interface Frame extends Size {
    x: number;
    y: number;
}

/** A drawing smaller than `least` is not blown up to fill its panel. */
export function frameOf(bounds: Box, view: View, least: Size): Frame {
    const width = Math.max(least.width, bounds.right - bounds.left + 2 * margin) / view.zoom;
    const height = Math.max(least.height, bounds.bottom - bounds.top + 2 * margin) / view.zoom;
    const middle = { x: (bounds.left + bounds.right) / 2 + view.x, y: (bounds.top + bounds.bottom) / 2 + view.y };
    return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}

/** Zooms so that one point of the drawing stays where it is. */
function zoomAround(view: Signal<View>, factor: number, point: { x: number; y: number }, frame: Frame): void {
    const { zoom, x, y } = view.value;
    const moved = 1 - zoom / bounded(zoom * factor);
    view.value = {
        zoom: bounded(zoom * factor),
        x: x + (point.x - frame.x - frame.width / 2) * moved,
        y: y + (point.y - frame.y - frame.height / 2) * moved,
    };
}

/** Drag to pan, wheel to zoom; among others the wheel scrolls unless Ctrl is held. Returns how to stop listening. */
export function listen(
    svg: SVGSVGElement,
    view: Signal<View>,
    frame: () => Frame,
    wheelNeedsCtrl: boolean,
): () => void {
    const unitsPerPixel = () => {
        const { width, height } = svg.getBoundingClientRect();
        return Math.max(frame().width / (width || 1), frame().height / (height || 1));
    };
    const onWheel = (event: WheelEvent) => {
        if (wheelNeedsCtrl && !event.ctrlKey) return;
        event.preventDefault();
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
        zoomAround(view, Math.exp(-event.deltaY / 400), point, frame());
    };
    const onMove = (event: PointerEvent) => {
        const scale = unitsPerPixel();
        const { zoom, x, y } = view.value;
        view.value = { zoom, x: x - event.movementX * scale, y: y - event.movementY * scale };
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
