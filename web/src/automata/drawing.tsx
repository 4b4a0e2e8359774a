// A template as a picture, with where its processes are and the edges of the selected step marked: one process, or all of
// one template. Every mark has a shape besides its colour: a token in the current location, a diamond on a fired edge, a
// dashed ring where it began.

import { useSignal } from "@preact/signals";
import { Canvas } from "../canvas";
import type { Edge, Location, Template } from "../document";
import { edgeMark, isUnvisited, pressing, type EdgeMark } from "../marks";
import { automataViews } from "../view";
import {
    branchRadius,
    lineHeight,
    radius,
    type Drawing,
    type PlacedEdge,
    type PlacedLabel,
    type Point,
} from "./geometry";
import { largest } from "./grid";
import { TokenRow, type Tokens } from "./tokens";

interface Props {
    title: string;
    template: Template;
    view: string;
    processes: number[]; // that it shows
    current: number[]; // locations
    focus: number[]; // those to keep in sight
    previous: number[];
    fired: number[];
    tokens?: Tokens;
    drawing: Drawing;
    inGrid: boolean; // beside others
}

/** What the pointer is on: its labels are shown even where the others are too small to be read. */
type Hovered = `edge ${number}` | `location ${number}` | null;

export function TemplateDrawing(props: Props) {
    const { title, template, view, processes, current, focus, previous, fired, tokens, drawing, inGrid } = props;
    const hovered = useSignal<Hovered>(null);
    const hover = (what: Hovered) => ({
        onPointerEnter: () => (hovered.value = what),
        onPointerLeave: () => hovered.value === what && (hovered.value = null),
    });
    return (
        <Canvas
            title={title}
            bounds={drawing.bounds}
            view={automataViews.of(view)}
            largest={largest}
            focus={focus.flatMap((location) => drawing.nodes[location] ?? [])}
            wheelNeedsCtrl={inGrid}
        >
            {template.edges.map((edge, index) => (
                <EdgeLine
                    key={index}
                    edge={edge}
                    place={drawing.edges[index]!}
                    fired={fired.includes(index)}
                    mark={edgeMark(processes, index)}
                    hovered={hovered.value === `edge ${index}`}
                    branch={edge.from >= template.locations.length}
                    {...hover(`edge ${index}`)}
                />
            ))}
            <Nodes
                template={template}
                processes={processes}
                drawing={drawing}
                current={current}
                previous={previous}
                counts={tokens?.at}
                hover={(index) => hover(`location ${index}`)}
            />
            {drawing.locationLabels.map((labels, index) => (
                <Labels
                    key={index}
                    labels={labels}
                    strong={current.includes(index) && !tokens}
                    hovered={hovered.value === `location ${index}`}
                />
            ))}
            {tokens &&
                drawing.locationLabels.map((labels, index) => (
                    <TokenRow
                        key={index}
                        slot={labels.find(({ kind }) => kind === "tokens")!}
                        node={drawing.nodes[index]!}
                        tokens={tokens}
                        at={index}
                    />
                ))}
            {drawing.edges.map((edge, index) => (
                <Labels
                    key={index}
                    labels={edge.labels}
                    strong={fired.includes(index)}
                    hovered={hovered.value === `edge ${index}`}
                />
            ))}
        </Canvas>
    );
}

interface Hover {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
}

const rightColor = (color: string | null | undefined): string | undefined =>
    color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;

interface EdgeProps extends Hover {
    edge: Edge;
    place: PlacedEdge;
    fired: boolean;
    mark: EdgeMark;
    hovered: boolean;
    branch: boolean;
}

function EdgeLine({ edge, place, fired, mark, hovered, branch, ...hover }: EdgeProps) {
    const kind = [
        mark.class,
        fired && "fired",
        hovered && "hovered",
        edge.controllable === false && "uncontrollable",
        branch && "branch",
    ]
        .filter(Boolean)
        .join(" ");
    const { x, y } = place.middle;
    return (
        <g class={`edge ${kind}`} data-fired={fired || undefined} {...hover} {...pressing(mark)}>
            <path class="near" d={place.path} />
            <path
                class="line"
                d={place.path}
                style={fired ? undefined : { stroke: rightColor(edge.color) }}
                marker-end={fired ? "url(#fired-head)" : "url(#head)"}
            />
            {fired && <path class="diamond" d={`M${x - 7} ${y}L${x} ${y - 7}L${x + 7} ${y}L${x} ${y + 7}z`} />}
        </g>
    );
}

function Nodes({
    template,
    processes,
    drawing,
    current,
    previous,
    counts,
    hover,
}: {
    template: Template;
    processes: number[];
    drawing: Drawing;
    current: number[];
    previous: number[];
    counts: Tokens["at"] | undefined;
    hover: (location: number) => Hover;
}) {
    const count = template.locations.length;
    return (
        <g>
            {template.locations.map((location, index) => (
                <LocationMark
                    key={index}
                    location={location}
                    place={drawing.nodes[index]!}
                    current={current.includes(index)}
                    left={previous.includes(index) && !current.includes(index)}
                    count={counts?.get(index)?.length ?? 1}
                    unvisited={isUnvisited(processes, index)}
                    {...hover(index)}
                />
            ))}
            {drawing.nodes.slice(count).map(({ x, y }, index) => (
                <circle key={index} class="branchpoint" cx={x} cy={y} r={branchRadius} />
            ))}
        </g>
    );
}

const letterOf = (kind: string): string => (kind === "urgent" ? "U" : kind === "committed" ? "C" : "");

interface LocationProps extends Hover {
    location: Location;
    place: Point;
    current: boolean;
    left: boolean;
    count: number; // of the processes there, if it is current
    unvisited: boolean;
}

function LocationMark({ location, place, current, left, count, unvisited, ...hover }: LocationProps) {
    const { x, y } = place;
    const letter = letterOf(location.kind) || (current && count > 1 ? String(count) : "");
    const kind = [current && "current", unvisited && "unvisited"].filter(Boolean).join(" ");
    return (
        <g class={`location ${kind}`} data-current={current || undefined} {...hover}>
            <title>
                {[location.name, location.kind, location.initial ? "initial" : "", current ? "current" : ""]
                    .filter((word) => word && word !== "normal")
                    .join(", ")}
            </title>
            {current && <circle class="halo" cx={x} cy={y} r={radius + 6} />}
            {left && <circle class="left" cx={x} cy={y} r={radius + 5} />}
            <circle
                class="ring"
                cx={x}
                cy={y}
                r={radius}
                style={current ? undefined : { fill: rightColor(location.color) }}
            />
            {location.initial && !(letter && current) && <circle class="inner" cx={x} cy={y} r={radius - 3.5} />}
            {current && !letter && <circle class="token" cx={x} cy={y} r={4} />}
            {letter && (
                <text class={letter.length > 2 ? "letter long" : "letter"} x={x} y={y + 4}>
                    {letter}
                </text>
            )}
        </g>
    );
}

function Labels({ labels, strong, hovered }: { labels: PlacedLabel[]; strong: boolean; hovered: boolean }) {
    const kind = [strong && "strong", hovered && "hovered"].filter(Boolean).join(" ");
    return (
        <g class={`labels ${kind}`}>
            {labels
                .filter(({ lines }) => lines.length > 0)
                .map((label, index) => (
                    <text
                        key={index}
                        class={`label ${label.kind.replace(/\W/g, "")} ${label.centred ? "centred" : ""}`}
                        x={label.x}
                        y={label.y}
                    >
                        <title>{label.kind}</title>
                        {label.lines.map((line, row) => (
                            <tspan key={row} x={label.x} dy={row === 0 ? lineHeight - 3 : lineHeight}>
                                {line}
                            </tspan>
                        ))}
                    </text>
                ))}
        </g>
    );
}
