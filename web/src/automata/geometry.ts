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
    width: number;
    height: number;
}

/** A line as it is drawn, and as points close enough to it to see what lies on it. */
export interface Course {
    path: string;
    points: Point[];
    middle: Point;
}

export interface PlacedEdge extends Course {
    labels: PlacedLabel[];
}

export interface Drawing {
    nodes: Point[]; // locations first, then branchpoints
    edges: PlacedEdge[];
    locationLabels: PlacedLabel[][];
    bounds: Box;
    faults: number; // labels that stand on something nevertheless
    moved: number; // how far labels are from where they were wanted, on the average
}

export const radius = 11;
export const branchRadius = 4;
export const lineHeight = 14;

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

export function labelBox({ x, y, width, height, centred }: PlacedLabel): Box {
    const left = centred ? x - width / 2 : x;
    return { left, top: y, right: left + width, bottom: y + height };
}

export function boundsOf(nodes: Point[], lines: Point[], labels: PlacedLabel[]): Box {
    const written = labels.map(labelBox).flatMap(({ left, top, right, bottom }) => [
        { x: left, y: top },
        { x: right, y: bottom },
    ]);
    return boxAround([...nodes.flatMap((node) => cornersOf(node, 2 * radius, 2 * radius)), ...lines, ...written]);
}

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** The point at `length` from a on the way to b. */
export function towards(a: Point, b: Point, length: number): Point {
    const all = distance(a, b) || 1;
    return { x: a.x + ((b.x - a.x) * length) / all, y: a.y + ((b.y - a.y) * length) / all };
}

/** The point of a line at a share of its length. */
export function along(points: Point[], share: number): Point {
    const lengths = points.slice(1).map((point, index) => distance(points[index]!, point));
    let left = lengths.reduce((sum, length) => sum + length, 0) * share;
    for (let index = 0; index < lengths.length; index++) {
        if (left <= lengths[index]!) return towards(points[index]!, points[index + 1]!, left);
        left -= lengths[index]!;
    }
    return points[points.length - 1] ?? { x: 0, y: 0 };
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

/** Points of that line: its corners lie within the curves. */
function roundedPoints(points: Point[], corner = 14): Point[] {
    const line = [points[0]!];
    for (let index = 1; index < points.length - 1; index++) {
        const [before, here, after] = [points[index - 1]!, points[index]!, points[index + 1]!];
        const room = Math.min(corner, distance(before, here) / 2, distance(here, after) / 2);
        const [start, end] = [towards(here, before, room), towards(here, after, room)];
        for (const t of [0, 0.25, 0.5, 0.75, 1]) line.push(between(between(start, here, t), between(here, end, t), t));
    }
    return [...line, points[points.length - 1]!];
}

const between = (a: Point, b: Point, share: number): Point => ({
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
});

export function roundedCourse(corners: Point[]): Course {
    const points = roundedPoints(corners);
    return { path: roundedPath(corners), points, middle: along(points, 0.5) };
}

/** The point of a line that is nearest to another point. */
export function nearestOn(points: Point[], { x, y }: Point): Point {
    let best = points[0] ?? { x: 0, y: 0 };
    for (let index = 1; index < points.length; index++) {
        const [a, b] = [points[index - 1]!, points[index]!];
        const [across, down] = [b.x - a.x, b.y - a.y];
        const share = ((x - a.x) * across + (y - a.y) * down) / (across ** 2 + down ** 2 || 1);
        const point = between(a, b, Math.min(1, Math.max(0, share)));
        if (distance(point, { x, y }) < distance(best, { x, y })) best = point;
    }
    return best;
}

const samples = 12;

/** Points of the curve from a to b that is pulled by p and q. */
function curve(a: Point, p: Point, q: Point, b: Point): Point[] {
    return Array.from({ length: samples + 1 }, (_, index) => {
        const t = index / samples;
        const [i, j, k, l] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
        return { x: i * a.x + j * p.x + k * q.x + l * b.x, y: i * a.y + j * p.y + k * q.y + l * b.y };
    });
}

function curved(start: Point, p: Point, q: Point, end: Point): Course {
    const points = curve(start, p, q, end);
    return { path: `M${at(start)}C${at(p)} ${at(q)} ${at(end)}`, points, middle: points[samples / 2]! };
}

/** An arc from a to b that bows out sideways by `bow`. */
export function bowedCourse(a: Point, b: Point, bow: number): Course {
    const length = distance(a, b) || 1;
    const across = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
    const pull = { x: (a.x + b.x) / 2 + across.x * bow * 2, y: (a.y + b.y) / 2 + across.y * bow * 2 };
    const start = towards(a, pull, radius);
    const end = towards(b, pull, radius + 2);
    const third = (from: Point): Point => ({
        x: from.x + ((pull.x - from.x) * 2) / 3,
        y: from.y + ((pull.y - from.y) * 2) / 3,
    });
    return curved(start, third(start), third(end), end);
}

export const loopHeight = 34; // from the rim of a node to the far end of its loop

/** A loop that leaves the node at an angle, for an edge without nails that comes back to it. */
export function loopCourse(node: Point, angle: number): Course {
    const away = (turn: number, length: number): Point => ({
        x: node.x + Math.cos(angle + turn) * length,
        y: node.y + Math.sin(angle + turn) * length,
    });
    const pull = (radius + loopHeight) * 1.35;
    return curved(away(-0.42, radius), away(-0.5, pull), away(0.5, pull), away(0.42, radius + 2));
}

export const angleTo = (from: Point, to: Point): number => Math.atan2(to.y - from.y, to.x - from.x);

/** How far two directions are apart, at most half a turn. */
const apart = (a: number, b: number): number => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)));

const eighth = Math.PI / 4;
const preferred = [-2, 0, 4, 2, -1, -3, 1, 3].map((turns) => turns * eighth); // above first

/** Directions for loops, where nothing else leaves the node and as far from each other as can be. */
export function freeAngles(taken: number[], count: number): number[] {
    const found: number[] = [];
    for (let number = 0; number < count; number++) {
        const free = (angle: number): number =>
            Math.min(1.6, ...[...taken, ...found].map((other) => apart(angle, other)));
        found.push(preferred.reduce((best, angle) => (free(angle) > free(best) + 0.01 ? angle : best)));
    }
    return found;
}
