// How much room texts take, in the units of a drawing: asked of the browser, because fonts differ between machines.

import { lineHeight } from "./geometry";

const nameFont = "600 12px system-ui, sans-serif";
let labelFont = "";
let canvas: CanvasRenderingContext2D | null = null;
const known = new Map<string, number>();

function widthOf(text: string, font: string): number {
    canvas ??= document.createElement("canvas").getContext("2d");
    if (!canvas) return text.length * 7;
    canvas.font = font;
    return canvas.measureText(text).width;
}

/** The font that style/automata.css gives to a label of this kind; bold, as labels are when they are marked. */
function fontOf(kind: string): string {
    if (kind === "name") return nameFont;
    labelFont ||= `700 11px ${getComputedStyle(document.documentElement).getPropertyValue("--mono") || "monospace"}`;
    return labelFont;
}

export function textWidth(text: string, kind: string): number {
    const key = `${kind === "name" ? "n" : "l"}${text}`;
    let width = known.get(key);
    if (width === undefined) known.set(key, (width = widthOf(text, fontOf(kind))));
    return width;
}

export const textSize = (lines: string[], kind: string): { width: number; height: number } => ({
    width: Math.max(0, ...lines.map((line) => textWidth(line, kind))),
    height: lines.length * lineHeight,
});
