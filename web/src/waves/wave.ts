// One signal as a line that is high or low. Where it changes more often than there are pixels a single stroke stands for
// all changes there.

import type { Changes } from "../run";
import { run } from "../store";
import type { Sight } from "../timeline/sight";

const high = 4;
const low = 18;
const levelOf = (value: number): number => (value ? high : low);

/** A value with a name, for as long as it holds. */
export interface Stretch {
    from: number; // state
    value: number;
    left: number;
    right: number; // pixels
}

/** The values in sight; of those that are too narrow to be seen only the last one. */
export function stretchesOf(changes: Changes<number>, { scale, span, placeOf, width }: Sight): Stretch[] {
    const { starts } = scale.value;
    const stretches: Stretch[] = [];
    const first = changes.indexAt(scale.value.stateAt(span.value.from));
    for (let index = first; index < changes.steps.length; index++) {
        const [from, to] = [changes.steps[index]!, changes.steps[index + 1] ?? run.value.length + 1];
        if (starts[from]! >= span.value.to) break;
        const [left, right] = [Math.max(0, placeOf(starts[from]!)), Math.min(width.value, placeOf(starts[to]!))];
        if (stretches.length && right - stretches[stretches.length - 1]!.left < 1) stretches.pop();
        stretches.push({ from, value: changes.values[index]!, left, right });
    }
    return stretches;
}

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
