// What both ways of placing a template share: its labels, the reach of its nodes, and the bounds of the whole.

import type { Label, Template } from "../document";
import {
    boundsOf,
    branchRadius,
    lineHeight,
    radius,
    type Drawing,
    type PlacedEdge,
    type PlacedLabel,
    type Point,
} from "./geometry";

export const number = (value: number | null | undefined): number => (Number.isFinite(value) ? Number(value) : 0);
export const linesOf = (text: string): string[] =>
    String(text)
        .split("\n")
        .filter((line) => line.trim() !== "");
export const shown = (labels: Label[] | undefined): Label[] =>
    (labels ?? []).filter(({ kind, text }) => kind !== "comments" && String(text ?? "").trim() !== "");

const isLocation = (template: Template, node: number): boolean => node < template.locations.length;
export const reach = (template: Template, node: number): number => (isLocation(template, node) ? radius : branchRadius);

export function finished(
    nodes: Point[],
    bends: Point[],
    edges: PlacedEdge[],
    locationLabels: PlacedLabel[][],
): Drawing {
    const labels = [...locationLabels.flat(), ...edges.flatMap((edge) => edge.labels)];
    return {
        nodes,
        edges,
        locationLabels,
        bounds: boundsOf([...nodes, ...bends, ...edges.map((edge) => edge.middle)], labels),
    };
}

/** Labels at their own places; those without one below each other at `place`. */
export function labelsAt(labels: Label[], place: Point, centred = false): PlacedLabel[] {
    let y = place.y;
    return labels.map(({ kind, text, x, y: ownY }) => {
        const lines = linesOf(text);
        if (x != null && ownY != null) return { kind, lines, x: number(x), y: number(ownY), centred: false };
        const label = { kind, lines, x: place.x, y, centred };
        y += lines.length * lineHeight;
        return label;
    });
}

export function locationLabels(template: Template, index: number, node: Point, labels: Label[]): PlacedLabel[] {
    const { name, invariant } = template.locations[index]!;
    const all = [...labels];
    if (!all.some(({ kind }) => kind === "invariant") && invariant) all.unshift({ kind: "invariant", text: invariant });
    if (!all.some(({ kind }) => kind === "name") && name) all.unshift({ kind: "name", text: name });
    return labelsAt(all, { x: node.x, y: node.y + radius + 6 }, true);
}
