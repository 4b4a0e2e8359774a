// Where the parts of a template are drawn, in the model's own coordinates (y grows downward).

export interface Point {
    x: number;
    y: number;
}

export interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

export interface PlacedLabel extends Point {
    kind: string;
    lines: string[];
    centred: boolean;
}

export interface PlacedEdge {
    path: string;
    middle: Point;
    labels: PlacedLabel[];
}

export interface Drawing {
    nodes: Point[]; // locations first, then branchpoints
    edges: PlacedEdge[];
    locationLabels: PlacedLabel[][];
    bounds: Box;
}

export const radius = 11;
export const branchRadius = 4;
export const lineHeight = 14;
const characterWidth = 6.4;

export const textSize = (lines: string[]): { width: number; height: number } => ({
    width: Math.max(0, ...lines.map((line) => line.length)) * characterWidth,
    height: lines.length * lineHeight,
});

/** The least box around all of them, each of which may be a corner. */
export function boxAround(corners: Point[]): Box {
    const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const { x, y } of corners) {
        box.left = Math.min(box.left, x);
        box.top = Math.min(box.top, y);
        box.right = Math.max(box.right, x);
        box.bottom = Math.max(box.bottom, y);
    }
    return corners.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : box;
}

/** Two opposite corners of what reaches so far from its middle. */
export const cornersOf = ({ x, y }: Point, across: number, down: number): Point[] => [
    { x: x - across, y: y - down },
    { x: x + across, y: y + down },
];

export function boundsOf(points: Point[], labels: PlacedLabel[]): Box {
    const written = labels.flatMap((label) => {
        const { width, height } = textSize(label.lines);
        const left = label.centred ? label.x - width / 2 : label.x;
        return [
            { x: left, y: label.y },
            { x: left + width, y: label.y + height },
        ];
    });
    return boxAround([...points.flatMap((point) => cornersOf(point, 2 * radius, 2 * radius)), ...written]);
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The point at `length` from a on the way to b. */
export function towards(a: Point, b: Point, length: number): Point {
    const all = distance(a, b) || 1;
    return { x: a.x + ((b.x - a.x) * length) / all, y: a.y + ((b.y - a.y) * length) / all };
}

export function middleOf(points: Point[]): Point {
    const lengths = points.slice(1).map((point, index) => distance(points[index]!, point));
    let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
    for (let index = 0; index < lengths.length; index++) {
        if (left <= lengths[index]!) return towards(points[index]!, points[index + 1]!, left);
        left -= lengths[index]!;
    }
    return points[0] ?? { x: 0, y: 0 };
}

const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** A line through the points with rounded corners. */
export function roundedPath(points: Point[], corner = 14): string {
    const parts = [`M${at(points[0]!)}`];
    for (let index = 1; index < points.length - 1; index++) {
        const [before, here, after] = [points[index - 1]!, points[index]!, points[index + 1]!];
        const room = Math.min(corner, distance(before, here) / 2, distance(here, after) / 2);
        parts.push(`L${at(towards(here, before, room))}Q${at(here)} ${at(towards(here, after, room))}`);
    }
    parts.push(`L${at(points[points.length - 1]!)}`);
    return parts.join("");
}

/** An arc from a to b that bows out sideways by `bow`. */
export function bowedPath(a: Point, b: Point, bow: number): { path: string; middle: Point } {
    const length = distance(a, b) || 1;
    const across = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
    const pull = { x: (a.x + b.x) / 2 + across.x * bow * 2, y: (a.y + b.y) / 2 + across.y * bow * 2 };
    const start = towards(a, pull, radius);
    const end = towards(b, pull, radius + 2);
    const middle = { x: (start.x + end.x + 2 * pull.x) / 4, y: (start.y + end.y + 2 * pull.y) / 4 };
    return { path: `M${at(start)}Q${at(pull)} ${at(end)}`, middle };
}

/** A loop above a node, for an edge without nails that comes back to it. */
export function loopPath(node: Point, rank: number): { path: string; middle: Point } {
    const wide = 16 + 6 * rank;
    const high = 44 + 16 * rank;
    const start = towards(node, { x: node.x - wide, y: node.y - high }, radius);
    const end = towards(node, { x: node.x + wide, y: node.y - high }, radius + 2);
    const pull = [-2, 2].map((side) => at({ x: node.x + side * wide, y: node.y - high })).join(" ");
    return { path: `M${at(start)}C${pull} ${at(end)}`, middle: { x: node.x, y: node.y - high * 0.78 } };
}
