// Where the processes of one template are: beside each location the names of those that are there, as many as there is
// room for, those that just moved first.

import type { PlacedLabel, Point } from "./geometry";
import { textWidth } from "./measure";

export interface Tokens {
    at: Map<number, string[]>; // by location
    moved: Set<string>;
}

const size = 10 / 11; // of their font, compared to labels
const [padding, gap, height] = [5, 3, 15];
const listed = 60; // names in the tooltip

const nameWidth = (name: string): number => textWidth(name, "token") * size;

/** Room for one name, or for about three, and how many more there are. */
export function roomFor(names: string[]): { least: number; most: number } {
    const longest = Math.max(0, ...names.map(nameWidth)) + 2 * padding + gap;
    const room = (count: number): number => Math.ceil(Math.min(200, Math.min(count, names.length) * longest + 30));
    return { least: room(1), most: room(3) };
}

interface Pill {
    name: string;
    left: number;
    width: number;
}

/** As many as fit, and how many do not. */
function pillsIn(names: string[], room: number): { pills: Pill[]; more: number; end: number } {
    const pills: Pill[] = [];
    let left = 0;
    for (const name of names) {
        const width = nameWidth(name) + 2 * padding;
        const rest = pills.length + 1 < names.length ? 30 : 0;
        if (pills.length > 0 && left + width + rest > room) break;
        pills.push({ name, left, width });
        left += width + gap;
    }
    return { pills, more: names.length - pills.length, end: left };
}

interface Props {
    slot: PlacedLabel;
    node: Point;
    tokens: Tokens;
    at: number;
}

/** The names stand as near to their location as their room allows. */
function leftOf({ x, width, centred }: PlacedLabel, node: Point, taken: number): number {
    const left = centred ? x - width / 2 : x;
    return Math.min(left + width - taken, Math.max(left, node.x - taken / 2));
}

export function TokenRow({ slot, node, tokens, at }: Props) {
    const here = tokens.at.get(at) ?? [];
    if (here.length === 0) return null;
    const names = [...here.filter((name) => tokens.moved.has(name)), ...here.filter((name) => !tokens.moved.has(name))];
    const { pills, more, end } = pillsIn(names, slot.width);
    const left = leftOf(slot, node, end + (more ? 24 : -gap));
    const all = here.length > listed ? `${here.slice(0, listed).join(", ")} …` : here.join(", ");
    return (
        <g class="tokens" data-location={at} transform={`translate(${left} ${slot.y + 1.5})`}>
            <title>{`${here.length} here: ${all}`}</title>
            {pills.map((pill) => (
                <g key={pill.name} class={tokens.moved.has(pill.name) ? "token-name moved" : "token-name"}>
                    <rect x={pill.left} width={pill.width} height={height} rx={height / 2} />
                    <text x={pill.left + pill.width / 2} y={11}>
                        {pill.name}
                    </text>
                </g>
            ))}
            {more > 0 && (
                <text class="more" x={end} y={11}>
                    +{more}
                </text>
            )}
        </g>
    );
}
