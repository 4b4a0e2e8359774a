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
    name?: string; // of the operator of a planning task
}

export interface Template {
    name: string;
    drawn: boolean;
    locations: Location[];
    branchpoints?: { x?: number | null; y?: number | null }[];
    edges: Edge[];
}

export interface Variable {
    name: string;
    kind?: "latch" | "input";
    free?: boolean; // any value is an initial one
    values?: { least: number; names: string[] }; // none: its values are numbers
}

export interface Model {
    path: string;
    sha256?: string | null;
    templates: Template[];
    processes: { name: string; template: number }[];
    circuit?: boolean; // its variables are signals, and nothing else is there to see
    task?: boolean; // a planning task: its edges are operators, and the values of its variables are facts
    variables: Variable[];
    clocks: { name: string }[];
}

export interface Query {
    text: string | null;
    verdict: string;
    expected?: boolean | null;
    atoms: { text: string; truth: string }[];
    premise?: string | null; // of `p --> q`: the truth of p, and `truth` is that of q
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
    cost?: { of: string; step: string; so_far: string }; // if something was minimised
    channel: string | null;
    broadcast: boolean;
    edges: FiredEdge[];
    locations: [number, number][];
    variables: [number, number][];
    clocks: [number, Fractional][];
}

/** What a circuit puts out, with one digit per state. */
export interface Output {
    name: string;
    kind: "output" | "bad";
    values: string;
}

/** Held, or true, from a state to before another; one more than there are steps: to the end. */
export interface GanttBar {
    from: number;
    to: number;
    process?: number; // that holds the resource
    condition?: string; // of the model's own chart, with its number of a colour
    colour?: number;
    begin?: Fractional; // with `end`: if these are not the times of the states
    end?: Fractional;
}

export interface GanttLane {
    name: string;
    bars: GanttBar[];
}

export interface Gantt {
    declared: GanttLane[]; // the model's own chart
    resources: GanttLane[]; // variables that the trace uses as locks
    idle: number; // more resources, which nobody holds
    problem: string | null; // why the model's own chart is not here
}

export interface Trace {
    ending: "reached" | "lasso" | "waits-forever" | "stuck";
    loop: number | null; // how many steps come before the loop
    rest: Fractional;
    duration: Fractional;
    why_stuck: string[];
    error?: string | null; // that occurs next
    gantt?: Gantt;
    outputs?: Output[]; // of a circuit
    initial: { locations: number[]; variables: number[]; clocks: Fractional[] };
    steps: Step[];
}

export type Sample = [seconds: number, explored: number, waiting: number, best: number | null, depth: number | null];

/** What one strategy of the default search did; effort is counted from when the search began. */
export interface StrategyRun {
    strategy: string;
    description: string;
    outcome: "found" | "proved" | "failed" | "inconclusive" | "memory" | "limit" | "cancelled" | "improved";
    reason: string | null;
    answered: boolean;
    explored: number;
    best_estimate: number | null;
    turns: number;
    effort: number;
    seconds: number;
    intervals: { begin: number; end: number; effort: number }[];
}

export interface SearchReport {
    search: string | null;
    heuristic: string | null;
    estimates: (number | null)[] | null;
    samples: Sample[];
    schedule?: StrategyRun[];
    layers?: [set: number, nodes: number, states: number][]; // the sets of states of a symbolic search, in turn
}

export type NodeKind = "process" | "variable" | "clock" | "channel";
export type AccessKind = "reads" | "writes" | "sends" | "receives" | "joins";

/** How the parts of the model hang together; arrays, records and families of channels as a whole. */
export interface Structure {
    nodes: { name: string; kind: NodeKind }[];
    access: { from: number; to: number; kind: AccessKind }[];
    causal: [cause: number, effect: number][];
}

/** Where something stands in a file of the model. */
export interface Place {
    file: string;
    id: number; // of the file
    begin: number; // bytes
    end: number;
    line: number;
    last: number; // line
    source?: string; // what the labels of an edge say
}

export interface ModelQuery {
    text: string;
    comment: string | null;
    expected: boolean | null;
    place: Place | null;
}

/** What `crowfly serve` adds. */
export interface Live {
    base: string;
    steps?: string; // the walk to begin with
    queries?: ModelQuery[];
    version?: number | null; // with --watch: grows each time the saved model is loaded
    places?: (Place | null)[][]; // per template and edge
}

/** The trace in a format for other programs. */
export interface SavedFile {
    suffix: string;
    data: string; // base64 of a zlib stream
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
    files?: SavedFile[];
    live: Live | null;
    structure?: Structure | null;
}

export interface Choice {
    text: string;
    pick?: string; // of a circuit: how the step is written, which is then not by number and delay
    channel: string | null;
    edges: FiredEdge[];
    least: Fractional;
    least_strict: boolean;
    most: Fractional | null;
    most_strict: boolean;
}

/** What can happen in the state that these steps lead to. */
export interface Choices {
    steps: string;
    choices: Choice[];
    may_wait: string;
    note?: string | null; // of a circuit: which choices these are
}

export interface Walk extends Choices {
    trace: Trace;
    query: Query | null;
    problem: string | null;
}

export interface Zones {
    steps: string;
    zones: string[] | null; // of each state: "x <= 3, y - x < 2"
    why: string | null; // there are none
}

export interface Excerpt {
    file: string;
    first: number; // line
    lines: string[];
    marked: [first: number, last: number];
}

export interface SearchStatus {
    id: number;
    state: "waiting" | "running" | "done" | "cancelled";
    before: number | null; // how many searches come first
    progress: { seconds: number; explored: number; open: number; stored: number; best_estimate: number | null } | null;
    result: unknown;
}

export interface QueryResult {
    text: string;
    verdict: string;
    reason: string | null;
    hint?: string | null;
    as_expected: boolean | null;
    remark: string | null;
    values: { expression: string; inf: string | null; sup: string | null }[];
    explored: number;
    seconds: number;
    trace: (Pick<Trace, "loop" | "rest" | "why_stuck"> & {
        length: number;
        duration: string | null;
        steps: string | null;
        remark: string | null;
        ending: Trace["ending"] | null;
    }) | null;
    query: Query | null;
}

/** Which version of the model is served, and what is wrong with the file as it was saved last. */
export interface Version {
    version: number;
    saved: number; // how often the file was loaded, with mistakes or without
    mistakes: string[];
}

/** A walk through an earlier version, as far as it is possible in this one. */
export interface CarriedWalk {
    steps: string;
    kept: number;
    of: number;
    why: string | null; // the step after those is not possible
}

/** How often each process entered each location and took each edge. */
export interface Counts {
    locations: number[][];
    edges: number[][];
    steps: number;
    runs: number;
}
