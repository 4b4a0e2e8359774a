// Colours that stand for locations and processes: the same in every chart, far apart for neighbours, and none of them red,
// because nothing is wrong with a location. The initial location is grey.

import type { Model } from "./document";

const hues = [250, 90, 155, 305, 205, 65, 125, 280, 180, 330];

/** Of a number, always the same. */
export const hueOf = (number: number): number => hues[number % hues.length]!;

/** null: grey. */
export function locationHue(model: Model, process: number, location: number): number | null {
    const locations = model.templates[model.processes[process]?.template ?? -1]?.locations ?? [];
    if (locations[location]?.initial) return null;
    const first = locations.findIndex(({ initial }) => initial);
    return hueOf(first >= 0 && first < location ? location - 1 : location);
}

/** What colours a bar or a pill: see style/charts.css. */
export const tinted = (hue: number | null): { class: string; style?: string } =>
    hue === null ? { class: "calm" } : { class: "tinted", style: `--hue:${hue}` };
