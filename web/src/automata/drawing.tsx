// One process as a picture: its template, with the current location and the edges of the selected step marked.
// Every mark has a shape besides its colour: a token in the current location, a diamond on a fired edge, a dashed
// ring where it began.

import { Canvas } from "../canvas";
import type { Edge, Location, Template } from "../document";
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
import { edgeMark, isUnvisited, pressing, type EdgeMark } from "../marks";
import { drawingOf } from "./layout";

interface Props {
    title: string;
    template: Template;
    templateNumber: number;
    processes: number[]; // that it shows
    current: number;
    previous: number | null;
    fired: number[];
    inGrid: boolean;
}

const smallest = { grid: { width: 380, height: 230 }, single: { width: 680, height: 380 } };

export function ProcessDrawing(props: Props) {
    const { template, current, previous, fired } = props;
    const drawing = drawingOf(template);
    return (
        <Canvas
            title={props.title}
            bounds={drawing.bounds}
            view={automataViews.of(props.templateNumber)}
            least={props.inGrid ? smallest.grid : smallest.single}
            wheelNeedsCtrl={props.inGrid}
        >
            {template.edges.map((edge, index) => (
                <EdgeLine
                    key={index}
                    edge={edge}
                    place={drawing.edges[index]!}
                    fired={fired.includes(index)}
                    mark={edgeMark(props.processes, index)}
                    branch={edge.from >= template.locations.length}
                />
            ))}
            <Nodes
                template={template}
                processes={props.processes}
                drawing={drawing}
                current={current}
                previous={previous}
            />
            {drawing.locationLabels.map((labels, index) => (
                <Labels key={index} labels={labels} strong={index === current} />
            ))}
            {drawing.edges.map((edge, index) => (
                <Labels key={index} labels={edge.labels} strong={fired.includes(index)} />
            ))}
        </Canvas>
    );
}

const rightColor = (color: string | null | undefined): string | undefined =>
    color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;

interface EdgeProps {
    edge: Edge;
    place: PlacedEdge;
    fired: boolean;
    mark: EdgeMark;
    branch: boolean;
}

function EdgeLine({ edge, place, fired, mark, branch }: EdgeProps) {
    const kind = [mark.class, fired && "fired", edge.controllable === false && "uncontrollable", branch && "branch"]
        .filter(Boolean)
        .join(" ");
    const { x, y } = place.middle;
    return (
        <g class={`edge ${kind}`} data-fired={fired || undefined} {...pressing(mark)}>
            {mark.press && <path class="hit-area" d={place.path} />}
            <path
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
}: {
    template: Template;
    processes: number[];
    drawing: Drawing;
    current: number;
    previous: number | null;
}) {
    const count = template.locations.length;
    return (
        <g>
            {template.locations.map((location, index) => (
                <LocationMark
                    key={index}
                    location={location}
                    place={drawing.nodes[index]!}
                    current={index === current}
                    left={index === previous && index !== current}
                    unvisited={isUnvisited(processes, index)}
                />
            ))}
            {drawing.nodes.slice(count).map(({ x, y }, index) => (
                <circle key={index} class="branchpoint" cx={x} cy={y} r={branchRadius} />
            ))}
        </g>
    );
}

const letters = { normal: "", urgent: "U", committed: "C" };

function LocationMark({
    location,
    place,
    current,
    left,
    unvisited,
}: {
    location: Location;
    place: Point;
    current: boolean;
    left: boolean;
    unvisited: boolean;
}) {
    const { x, y } = place;
    const letter = letters[location.kind] ?? "";
    return (
        <g class={`location ${current ? "current" : ""} ${unvisited ? "unvisited" : ""}`} data-current={current || undefined}>
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
            {location.initial && <circle class="inner" cx={x} cy={y} r={radius - 3.5} />}
            {current && !letter && <circle class="token" cx={x} cy={y} r={4} />}
            {letter && (
                <text class="letter" x={x} y={y + 4}>
                    {letter}
                </text>
            )}
        </g>
    );
}

function Labels({ labels, strong }: { labels: PlacedLabel[]; strong: boolean }) {
    return (
        <g class={strong ? "labels strong" : "labels"}>
            {labels.map((label, index) => (
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
