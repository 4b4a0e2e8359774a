// Which part of each template's drawing is in sight. Shared by the processes of a template: moving one moves them all.

import { signal, type Signal } from "@preact/signals";
import type { Box } from "./geometry";

export interface View {
    zoom: number; // 1: the whole drawing fits
    x: number; // how far the middle is moved, in the model's coordinates
    y: number;
}

const fit: View = { zoom: 1, x: 0, y: 0 };
const views = new Map<number, Signal<View>>();

export function viewOf(template: number): Signal<View> {
    let view = views.get(template);
    if (!view) views.set(template, (view = signal(fit)));
    return view;
}

const bounded = (zoom: number): number => Math.min(12, Math.max(0.25, zoom));

export const zoomBy = (view: Signal<View>, factor: number): void => {
    view.value = { ...view.value, zoom: bounded(view.value.zoom * factor) };
};

export const zoomAll = (factor: number): void => views.forEach((view) => zoomBy(view, factor));
export const fitAll = (): void => views.forEach((view) => (view.value = fit));

// A tiny template is not blown up to fill a large panel.
const smallest = { grid: { width: 380, height: 230 }, single: { width: 680, height: 380 } };
const margin = 14;

export interface Frame {
    x: number;
    y: number;
    width: number;
    height: number;
}

export function frameOf(bounds: Box, view: View, inGrid: boolean): Frame {
    const least = inGrid ? smallest.grid : smallest.single;
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

/** Drag to pan, wheel to zoom. In a grid the wheel scrolls unless Ctrl is held. Returns how to stop listening. */
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
        if (event.button !== 0) return;
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
