// What rings, frames, hatching and colours mean. The samples have the classes of what they stand for, and so its look in
// both themes. Only what can occur on the page is listed.

import type { ComponentChildren } from "preact";
import { radius } from "./automata/geometry";
import { page } from "./store";

interface Entry {
    says: string;
    sample: ComponentChildren;
}

interface Group {
    title: string;
    entries: Entry[];
}

export const Legend = () => (
    <>
        {groups().map(({ title, entries }) => (
            <section key={title}>
                <h3>{title}</h3>
                <ul class="samples">
                    {entries.map(({ says, sample }) => (
                        <li key={says}>
                            <span class="sample" aria-hidden="true">
                                {sample}
                            </span>
                            {says}
                        </li>
                    ))}
                </ul>
            </section>
        ))}
    </>
);

function groups(): Group[] {
    const { model, trace, query, live } = page.value;
    const network = !model.circuit && !model.task;
    const all: [boolean, string, (Entry | false)[]][] = [
        [network, "Locations", locations(model.templates.some(({ locations: all_ }) => all_.length > 1))],
        [network, "Edges and drawings", [...(trace ? fired : []), ...edges, ...(live ? enabled : []), ...unvisited]],
        [network, "Labels", labels],
        [!!trace, network ? "Timeline and Gantt chart" : "Waves", [...(network ? bars : []), ...time]],
        [!!trace && network, "Messages", messages],
        [!!query, "Truth of the query", truth],
    ];
    return all
        .filter(([occurs]) => occurs)
        .map(([, title, entries]) => ({ title, entries: entries.filter((entry) => entry !== false) }));
}

const Picture = ({ children }: { children: ComponentChildren }) => (
    <svg viewBox="-26 -20 52 40" width={39} height={30}>
        {children}
    </svg>
);

const ring = (r: number, kind: string) => <circle class={kind} r={r} />;

const location = (says: string, kind: string, inside: ComponentChildren): Entry => ({
    says,
    sample: (
        <Picture>
            <g class={`location ${kind}`}>
                {ring(radius, "ring")}
                {inside}
            </g>
        </Picture>
    ),
});

const letter = (text: string) => (
    <text class="letter" y={4}>
        {text}
    </text>
);

const locations = (several: boolean): (Entry | false)[] => [
    location("two rings: initial location", "", ring(radius - 3.5, "inner")),
    location("filled, with a halo and a dot: current location", "current", (
        <>
            {ring(radius + 6, "halo")}
            {ring(4, "token")}
        </>
    )),
    several && location("dashed ring: the location before the step", "", ring(radius + 5, "left")),
    location("U: urgent, no time passes there", "", letter("U")),
    location("C: committed, left at once", "", letter("C")),
    location("a number: how many processes are there", "current", (
        <>
            {ring(radius + 6, "halo")}
            {letter("3")}
        </>
    )),
];

const edge = (says: string, kind: string, mark: ComponentChildren = null): Entry => ({
    says,
    sample: (
        <Picture>
            <g class={`edge ${kind}`}>
                <path class="line" d="M-24 0H18" marker-end={kind === "fired" ? "url(#fired-head)" : "url(#head)"} />
                {mark}
            </g>
        </Picture>
    ),
});

const fired: Entry[] = [
    { says: "blue frame: the process moves in the step", sample: <span class="card moves" /> },
    edge("thick, with a diamond: the step takes the edge", "fired", <path class="diamond" d="M-9 0L-2 -7L5 0L-2 7z" />),
];
const edges = [edge("long dashes: not controllable", "uncontrollable"), edge("short dashes: a branch", "branch")];
const enabled = [edge("blue: the edge can be taken now", "enabled")];
const unvisited = [edge("red dashes: never visited, if that is marked", "unvisited")];

const label = (kind: string, text: string, says: string): Entry => ({
    says,
    sample: (
        <svg viewBox="0 0 60 20" width={60} height={20}>
            <text class={`label ${kind}`} x={0} y={14}>
                {text}
            </text>
        </svg>
    ),
});

const labels = [
    label("guard", "x >= 3", "guard: when the edge can be taken"),
    label("synchronisation", "go!  go?", "channel: ! sends, ? receives"),
    label("assignment", "x = 0", "update"),
    label("invariant", "x <= 5", "invariant: as long as time may pass"),
    label("select", "i : int", "selection, or weight of a branch"),
];

const bar = (kind: string) => (
    <svg viewBox="0 0 40 16" width={40} height={16} class={`bar ${kind}`}>
        <rect width={40} height={16} />
    </svg>
);

const bars: Entry[] = [
    { says: "a bar: the location of a process", sample: bar("tone-1") },
    { says: "dark: several locations, too short to tell apart", sample: bar("dense") },
];

const time: Entry[] = [
    { says: "blue line and tint: the selected state", sample: <span class="sample-now" /> },
    { says: "hatched: after the end of the trace", sample: <span class="sample-after" /> },
    { says: "dashed line: the loop begins", sample: <span class="sample-loop" /> },
];

const message = (kind: string, head: ComponentChildren) => (
    <Picture>
        <g class={`message ${kind}`}>
            <path d="M-20 0H16" marker-end="url(#message-head)" />
        </g>
        {head}
    </Picture>
);

const messages: Entry[] = [
    { says: "an arrow from who sends to who receives", sample: message("", null) },
    { says: "dashed: a broadcast", sample: message("broadcast", null) },
    { says: "a dot: a step of one process alone", sample: <Picture>{ring(5, "internal")}</Picture> },
];

const strip = (mark: ComponentChildren) => (
    <svg class="strip" viewBox="0 0 40 12">
        {mark}
    </svg>
);

const truth: Entry[] = [
    { says: "high and green: it holds in these states", sample: strip(<rect class="holds" y={3} width={40} height={9} />) },
    { says: "a line: it does not hold", sample: strip(<path class="fails" d="M0 11H40" />) },
    { says: "dashes: not known", sample: strip(<path class="unknown" d="M0 11H40" />) },
    { says: "blue box: the selected state", sample: strip(<rect class="here" x={15} y={0.5} width={10} height={11} />) },
];
