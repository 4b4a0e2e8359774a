// One signal as a line that is high or low. Where it changes more often than there are pixels a single stroke stands for
// all changes there.

import type { Changes } from "../run";
import type { Sight } from "../timeline/sight";

const high = 4;
const low = 18;
const levelOf = (value: number): number => (value ? high : low);

export interface Wave {
    line: string;
    area: string; // below the line
}

export function waveOf(changes: Changes<number>, sight: Sight): Wave {
    const { scale, span, placeOf, width } = sight;
    const { starts } = scale.value;
    let index = changes.indexAt(scale.value.stateAt(span.value.from));
    let [value, column, dense] = [changes.values[index]!, NaN, false];
    const begins = `M0 ${levelOf(value)}`;
    let path = "";
    for (index++; index < changes.steps.length; index++) {
        const place = starts[changes.steps[index]!]!;
        if (place >= span.value.to) break;
        const pixel = Math.round(placeOf(place));
        if (pixel !== column) path += `${dense ? `V${levelOf(value)}` : ""}H${pixel}V${levelOf(1 - value)}`;
        dense = pixel === column;
        column = pixel;
        value = changes.values[index]!;
    }
    path += `${dense ? `V${levelOf(value)}` : ""}H${Math.round(width.value)}`;
    return { line: begins + path, area: `M0 ${low}V${begins.split(" ")[1]}${path}V${low}Z` };
}
