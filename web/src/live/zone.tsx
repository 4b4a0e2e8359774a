// The symbolic state beside the values: which clock values the same transitions can lead to with other delays.

import { Panel } from "../panel";
import { page, step } from "../store";
import { zones } from "./client";

export function ZonePanel() {
    if (!page.value.live || page.value.model.clocks.length === 0) return null;
    return (
        <Panel name="zone" title="Zone">
            <Constraints />
        </Panel>
    );
}

function Constraints() {
    if (!zones.value) return <p class="note">…</p>;
    const { zones: list, why } = zones.value;
    if (!list) return <p class="note">{why}</p>;
    const text = list[step.value] ?? "";
    return (
        <>
            <p class="note">
                Clock values in state {step.value} after the same transitions, with any delays that allow them
                {text === "" ? ": all." : ":"}
            </p>
            <ul class="constraints" aria-label="Zone" data-testid="constraints">
                {text.split(", ").map((constraint) => (
                    <li key={constraint}>
                        <code>{constraint}</code>
                    </li>
                ))}
            </ul>
        </>
    );
}
