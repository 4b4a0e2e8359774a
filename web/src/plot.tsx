// A small line plot. Gaps (null) break the line; one x may be marked.

import { useId } from "preact/hooks";

interface Props {
    title: string;
    points: readonly (readonly [x: number, y: number | null])[];
    xName: string;
    marked?: number | null; // position in points
    stairs?: boolean;
    onPick?: (index: number) => void;
}

const width = 320;
const height = 92;
const inset = { left: 40, right: 10, top: 10, bottom: 20 };
const mostPoints = 600; // about two for each pixel

export function Plot({ title, points, xName, marked = null, stairs = false, onPick }: Props) {
    const id = useId();
    const scale = scaleOf(points);
    const place = marked === null ? null : (points[marked] ?? null);
    const pick = (event: MouseEvent) => onPick?.(nearest(points, scale.xBack(event)));
    return (
        <figure class="plot">
            <figcaption id={id}>
                {title}
                {place && <b> {place[1] === null ? "none" : compact(place[1])}</b>}
            </figcaption>
            <svg
                viewBox={`0 0 ${width} ${height}`}
                role="img"
                aria-labelledby={id}
                onClick={pick}
                class={onPick ? "pickable" : ""}
            >
                <path class="axis" d={`M${inset.left} ${inset.top}V${height - inset.bottom}H${width - inset.right}`} />
                <text class="tick end" x={inset.left - 5} y={inset.top + 4}>
                    {compact(scale.high)}
                </text>
                <text class="tick end" x={inset.left - 5} y={height - inset.bottom}>
                    {compact(scale.low)}
                </text>
                <text class="tick" x={inset.left} y={height - 6}>
                    {compact(scale.first)}
                </text>
                <text class="tick end" x={width - inset.right} y={height - 6}>
                    {compact(scale.last)} {xName}
                </text>
                <path class="line" d={lineThrough(thinned(points), scale, stairs)} />
                {place && <path class="cursor" d={`M${scale.x(place[0])} ${inset.top - 4}V${height - inset.bottom}`} />}
                {place && place[1] !== null && (
                    <circle class="spot" cx={scale.x(place[0])} cy={scale.y(place[1])} r={4} />
                )}
            </svg>
        </figure>
    );
}

interface Scale {
    x: (value: number) => number;
    y: (value: number) => number;
    xBack: (event: MouseEvent) => number;
    low: number;
    high: number;
    first: number;
    last: number;
}

function scaleOf(points: Props["points"]): Scale {
    let [low, high] = [0, 1];
    for (const [, y] of points) if (y !== null) [low, high] = [Math.min(low, y), Math.max(high, y)];
    const first = points[0]?.[0] ?? 0;
    const last = points[points.length - 1]?.[0] ?? 1;
    const across = width - inset.left - inset.right;
    const down = height - inset.top - inset.bottom;
    const range = last - first || 1;
    return {
        low,
        high,
        first,
        last,
        x: (value) => inset.left + ((value - first) / range) * across,
        y: (value) => inset.top + (1 - (value - low) / (high - low)) * down,
        xBack: (event) => {
            const box = (event.currentTarget as SVGElement).getBoundingClientRect();
            return first + ((((event.clientX - box.left) / box.width) * width - inset.left) / across) * range;
        },
    };
}

/** Every n-th point: the plot has only so many pixels. */
function thinned(points: Props["points"]): Props["points"] {
    const every = Math.ceil(points.length / mostPoints);
    return every <= 1 ? points : points.filter((_, index) => index % every === 0 || index === points.length - 1);
}

function lineThrough(points: Props["points"], scale: Scale, stairs: boolean): string {
    let path = "";
    let open = false;
    for (const [x, y] of points) {
        if (y === null) open = false;
        else {
            const [px, py] = [scale.x(x).toFixed(1), scale.y(y).toFixed(1)];
            path += !open ? `M${px} ${py}` : stairs ? `H${px}V${py}` : `L${px} ${py}`;
            open = true;
        }
    }
    return path;
}

function nearest(points: Props["points"], x: number): number {
    let best = 0;
    points.forEach((point, index) => {
        if (Math.abs(point[0] - x) < Math.abs(points[best]![0] - x)) best = index;
    });
    return best;
}

const compactly = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
const compact = (value: number): string => compactly.format(value);
