// One step in the chart.

import { edgeText, hasDelay, passes } from "../describe";
import type { FiredEdge, Step } from "../document";
import { model } from "../store";
import { LocationPill } from "./chart";
import { chartWidth, laneMiddle, laneWidth, moveOf, rows } from "./rows";

export function Move({ row, step }: { row: number; step: Step }) {
    const y = moveOf(row) + 16;
    return (
        <>
            <title>{step.edges.map((fired) => edgeText(model.value, fired)).join("\n")}</title>
            {hasDelay(step) && <Delay step={step} y={rows.value.top(row) + 12} />}
            <Messages step={step} y={y} />
            {step.edges.map((fired, index) => (
                <End key={index} fired={fired} y={y} />
            ))}
            {step.locations.map(([process, location]) => (
                <LocationPill
                    key={process}
                    process={process}
                    y={y + 18}
                    location={location}
                />
            ))}
        </>
    );
}

/** The text stands beside the lane that moves next: wide charts are scrolled to it. */
function Delay({ step, y }: { step: Step; y: number }) {
    const first = Math.min(...step.edges.map(({ process }) => process));
    const x = Number.isFinite(first) ? laneMiddle(first) : 0;
    return (
        <g class="chart-delay">
            <path d={`M0 ${y}H${chartWidth.value}`} />
            <text class={first > 0 ? "before" : ""} x={first > 0 ? x - 10 : x + 10} y={y + 4}>
                {passes(step.delay)}
            </text>
        </g>
    );
}

/** From the sender, or from the first of those that join, to each of the others. */
function Messages({ step, y }: { step: Step; y: number }) {
    if (step.channel === null) return null;
    const [sender, ...others] = step.edges;
    if (!sender) return null;
    const from = laneMiddle(sender.process);
    const joins = sender.role === "join";
    return (
        <g class={joins ? "message join" : step.broadcast ? "message broadcast" : "message"}>
            {others.map((fired, index) => (
                <Arrow key={index} from={from} to={laneMiddle(fired.process)} y={y} headless={joins} />
            ))}
            <MessageName from={from} to={others[0] ? laneMiddle(others[0].process) : null} y={y} text={step.channel} />
        </g>
    );
}

function Arrow({ from, to, y, headless }: { from: number; to: number; y: number; headless: boolean }) {
    const gap = to > from ? -6 : 6;
    return <path d={`M${from} ${y}H${to + gap}`} marker-end={headless ? undefined : "url(#message-head)"} />;
}

function MessageName({ from, to, y, text }: { from: number; to: number | null; y: number; text: string }) {
    if (to === null)
        return (
            <text class="message-name alone" x={from + 10} y={y - 4}>
                {text} (nobody listens)
            </text>
        );
    // In the first gap, where no lifeline crosses the name.
    const beside = from + Math.sign(to - from) * (laneWidth.value / 2);
    return (
        <text class="message-name" x={beside} y={y - 4}>
            {text}
        </text>
    );
}

function End({ fired, y }: { fired: FiredEdge; y: number }) {
    const x = laneMiddle(fired.process);
    if (fired.role === "internal") return <circle class="internal" cx={x} cy={y} r={4.5} />;
    if (fired.role === "receive") return <circle class="receiver" cx={x} cy={y} r={3} />;
    return <rect class="sender" x={x - 4} y={y - 4} width={8} height={8} />;
}
