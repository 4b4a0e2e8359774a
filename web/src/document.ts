// The document that the tool writes into the page: schema crowfly-page/1, as types.

export type Fractional = string; // an exact fraction as text: "3" or "37/2"

export interface Label {
    kind: string;
    text: string;
    x?: number | null;
    y?: number | null;
}

export interface Location {
    name: string;
    named?: boolean; // false: the author gave it none, the name was made from its id
    kind: "normal" | "urgent" | "committed";
    initial?: boolean;
    x?: number | null;
    y?: number | null;
    invariant?: string | null;
    labels?: Label[];
    color?: string | null;
}

export interface Edge {
    from: number; // node numbers: locations first, then branchpoints
    to: number;
    nails?: [number, number][];
    controllable?: boolean;
    labels?: Label[];
    color?: string | null;
}

export interface Template {
    name: string;
    drawn: boolean;
    locations: Location[];
    branchpoints?: { x?: number | null; y?: number | null }[];
    edges: Edge[];
}

export interface Model {
    path: string;
    sha256?: string | null;
    templates: Template[];
    processes: { name: string; template: number }[];
    variables: { name: string }[];
    clocks: { name: string }[];
}

export interface Query {
    text: string | null;
    verdict: string;
    expected?: boolean | null;
    atoms: { text: string; truth: string }[];
    truth: string;
}

export interface FiredEdge {
    process: number;
    edge: number;
    branch?: number | null;
    role: "internal" | "send" | "receive" | "join";
    selects?: string[];
    line?: number | null;
}

export interface Step {
    delay: Fractional;
    channel: string | null;
    broadcast: boolean;
    edges: FiredEdge[];
    locations: [number, number][];
    variables: [number, number][];
    clocks: [number, Fractional][];
}

export interface Trace {
    ending: "reached" | "lasso" | "waits-forever" | "stuck";
    loop: number | null; // how many steps come before the loop
    rest: Fractional;
    duration: Fractional;
    why_stuck: string[];
    initial: { locations: number[]; variables: number[]; clocks: Fractional[] };
    steps: Step[];
}

export type Sample = [seconds: number, explored: number, waiting: number, best: number | null, depth: number | null];

export interface SearchReport {
    search: string | null;
    heuristic: string | null;
    estimates: (number | null)[] | null;
    samples: Sample[];
}

export type NodeKind = "process" | "variable" | "clock" | "channel";
export type AccessKind = "reads" | "writes" | "sends" | "receives" | "joins";

/** How the parts of the model hang together; arrays, records and families of channels as a whole. */
export interface Structure {
    nodes: { name: string; kind: NodeKind }[];
    access: { from: number; to: number; kind: AccessKind }[];
    causal: [cause: number, effect: number][];
}

export interface Page {
    schema: string;
    tool: { name: string; version: string; commit?: string | null };
    command: string | null;
    model: Model;
    query: Query | null;
    trace: Trace | null;
    search?: SearchReport | null;
    statistics?: [string, string][];
    live: { base: string; steps?: string } | null; // steps: the walk to begin with
    structure?: Structure | null;
}

export interface Choice {
    text: string;
    channel: string | null;
    edges: FiredEdge[];
    least: Fractional;
    least_strict: boolean;
    most: Fractional | null;
    most_strict: boolean;
}

export interface Walk {
    steps: string;
    trace: Trace;
    query: Query | null;
    choices: Choice[];
    may_wait: string;
    problem: string | null;
}
