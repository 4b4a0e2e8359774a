// Moves labels off each other, off locations and off edges. Every block of labels has spots where it may stand, the
// preferred one first; those that collide go to the spot that costs least, given where the others stand, until nobody
// moves any more. A label that collides with nothing stays where its author put it.

import { distance, labelBox, type Box, type PlacedLabel, type Point } from "./geometry";

export interface Spot {
    left: number;
    top: number;
    cost: number; // how far from what was wanted
    centred?: boolean;
}

/** Labels that stand below each other and move together. */
export interface Block {
    labels: PlacedLabel[];
    spots: Spot[];
}

export interface Circle extends Point {
    reach: number;
}

const perCollision = 200;
const perNode = 200;
const perLine = 90;
const perUnitOfLine = 1.5;
const mostPasses = 6;
const mostBlocks = 600; // beyond, lines are not looked at

interface Segment extends Box {
    from: Point;
    to: Point;
}

const segmentsOf = (points: Point[]): Segment[] =>
    points.slice(1).map((to, index) => {
        const from = points[index]!;
        return {
            from,
            to,
            left: Math.min(from.x, to.x),
            right: Math.max(from.x, to.x),
            top: Math.min(from.y, to.y),
            bottom: Math.max(from.y, to.y),
        };
    });

/** How much of the segment lies inside the box. */
function inside({ from, to }: Segment, box: Box): number {
    let [first, last] = [0, 1];
    const edges: [number, number, number][] = [
        [to.x - from.x, box.left - from.x, box.right - from.x],
        [to.y - from.y, box.top - from.y, box.bottom - from.y],
    ];
    for (const [slope, low, high] of edges) {
        if (Math.abs(slope) < 1e-9) {
            if (low > 0 || high < 0) return 0;
            continue;
        }
        const [enters, leaves] = slope > 0 ? [low / slope, high / slope] : [high / slope, low / slope];
        first = Math.max(first, enters);
        last = Math.min(last, leaves);
    }
    return last > first ? (last - first) * distance(from, to) : 0;
}

const apart = 5; // units between texts side by side: closer they read as one

const meet = (a: Box, b: Box): boolean =>
    a.left < b.right + apart && b.left < a.right + apart && a.top < b.bottom && b.top < a.bottom;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

const overlap = (a: Box, b: Box): number =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

class Surroundings {
    private readonly segments: Segment[];

    constructor(
        private readonly boxes: Box[],
        private readonly circles: Circle[],
        lines: Point[][],
    ) {
        this.segments = boxes.length > mostBlocks ? [] : lines.flatMap(segmentsOf);
    }

    /** What it costs to stand there; gives up once that is `enough`. */
    cost(own: number, box: Box, enough: number): number {
        let cost = 0;
        for (let other = 0; other < this.boxes.length && cost < enough; other++)
            if (other !== own && meet(box, this.boxes[other]!)) cost += perCollision + overlap(box, this.boxes[other]!);
        for (const { x, y, reach } of this.circles) {
            if (cost >= enough) return cost;
            const [across, down] = [clamp(x, box.left, box.right), clamp(y, box.top, box.bottom)];
            const away = Math.hypot(across - x, down - y);
            if (away < reach) cost += perNode + 40 * (reach - away);
        }
        const length = this.crossing(box);
        return length > 0 ? cost + perLine + perUnitOfLine * length : cost;
    }

    /** The length of lines through the box: an edge that fires is drawn thick, and keeps clear of what is written. */
    private crossing(box: Box): number {
        const core = { left: box.left - 3, top: box.top - 1.5, right: box.right + 3, bottom: box.bottom + 2 };
        let length = 0;
        for (const segment of this.segments) {
            if (segment.left > core.right || segment.right < core.left) continue;
            if (segment.top > core.bottom || segment.bottom < core.top) continue;
            length += inside(segment, core);
        }
        return length;
    }

    /** What is written there and cannot be read well: on other labels, on a location or on a line. */
    isFaulty(own: number): boolean {
        const box = this.boxes[own]!;
        return (
            this.crossing(box) > 0 ||
            this.boxes.some((other, index) => index !== own && meet(box, other)) ||
            this.circles.some(({ x, y, reach }) => {
                const [across, down] = [clamp(x, box.left, box.right), clamp(y, box.top, box.bottom)];
                return Math.hypot(across - x, down - y) < reach - 5;
            })
        );
    }
}

export function boxOf(labels: PlacedLabel[]): Box {
    const boxes = labels.map(labelBox);
    return {
        left: Math.min(...boxes.map(({ left }) => left)),
        top: Math.min(...boxes.map(({ top }) => top)),
        right: Math.max(...boxes.map(({ right }) => right)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
}

const at = (box: Box, { left, top }: Spot): Box => ({
    left,
    top,
    right: left + box.right - box.left,
    bottom: top + box.bottom - box.top,
});

export interface Outcome {
    faults: number; // blocks that stand on something nevertheless
    moved: number; // what their spots cost, on the average
}

/** Finds a place for every block and puts its labels there. */
export function settle(blocks: Block[], circles: Circle[], lines: Point[][]): Outcome {
    for (const { spots } of blocks) spots.sort((a, b) => a.cost - b.cost);
    const boxes = blocks.map(({ labels, spots }) => at(boxOf(labels), spots[0]!));
    const chosen = blocks.map(() => 0);
    const around = new Surroundings(boxes, circles, lines);
    for (let pass = 0, moved = true; moved && pass < mostPasses; pass++) {
        moved = false;
        blocks.forEach(({ spots }, index) => {
            const here = spots[chosen[index]!]!;
            let [best, least] = [chosen[index]!, here.cost + around.cost(index, boxes[index]!, Infinity)];
            for (let number = 0; number < spots.length && spots[number]!.cost < least; number++) {
                const spot = spots[number]!;
                const cost = spot.cost + around.cost(index, at(boxes[index]!, spot), least - spot.cost);
                if (cost < least) [best, least] = [number, cost];
            }
            if (best === chosen[index]) return;
            chosen[index] = best;
            boxes[index] = at(boxes[index]!, spots[best]!);
            moved = true;
        });
    }
    blocks.forEach((block, index) => put(block, block.spots[chosen[index]!]!));
    const costs = blocks.reduce((sum, { spots }, index) => sum + spots[chosen[index]!]!.cost, 0);
    return {
        faults: blocks.filter((_, index) => around.isFaulty(index)).length,
        moved: costs / (blocks.length || 1),
    };
}

function put({ labels }: Block, { left, top, centred }: Spot): void {
    const box = boxOf(labels);
    const middle = left + (box.right - box.left) / 2;
    for (const label of labels) {
        label.y += top - box.top;
        if (centred === undefined) label.x += left - box.left;
        else {
            label.centred = centred;
            label.x = centred ? middle : left;
        }
    }
}

const offsets = [0, 2, 4, 7, 11, 16, 22, 30, 40, 54, 72, 95, 120].flatMap((by) => (by ? [by, -by] : [0]));
const shifts = offsets
    .flatMap((x) => offsets.map((y) => ({ x, y, length: Math.hypot(x, y) })))
    .filter(({ length }) => length <= 125)
    .sort((a, b) => a.length - b.length);

/** Where it is, and around that: as near as possible. */
export function spotsNear(labels: PlacedLabel[]): Spot[] {
    const { left, top } = boxOf(labels);
    return shifts.map(({ x, y, length }) => ({ left: left + x, top: top + y, cost: length * 0.7 }));
}

/** On all sides of a point, at some distances from it; below first, or to the right. */
export function spotsAround({ x, y }: Point, clearance: number, labels: PlacedLabel[], below: boolean): Spot[] {
    const box = boxOf(labels);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    return [0, 8, 18, 32, 50].flatMap((further) => {
        const reach = clearance + further;
        const slides = [0, 0.25, -0.25, 0.5, -0.5];
        const across = slides.flatMap((slide) => [
            { left: x - width * (0.5 + slide), top: y + reach, cost: Math.abs(slide) * 8, centred: true },
            { left: x - width * (0.5 + slide), top: y - reach - height, cost: 2 + Math.abs(slide) * 8, centred: true },
        ]);
        const beside = slides.flatMap((slide) => [
            { left: x + reach, top: y - height * (0.5 + slide), cost: 1 + Math.abs(slide) * 8, centred: false },
            { left: x - reach - width, top: y - height * (0.5 + slide), cost: 3 + Math.abs(slide) * 8, centred: false },
        ]);
        const spots = below ? [...across, ...beside] : [...beside, ...across];
        return spots.map((spot, index) => ({ ...spot, cost: spot.cost + further * 0.7 + index * 0.05 }));
    });
}
