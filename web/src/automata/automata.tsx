// The panel of automata: all processes in a grid, those that move in the selected step, or one.

import { computed, signal } from "@preact/signals";
import { ZoomButtons } from "../canvas";
import { locationName, processName } from "../describe";
import { enabled, pointed, processesOf } from "../marks";
import { Panel } from "../panel";
import { model, page, run, selectedStep, step } from "../store";
import { automataViews } from "../view";
import { ProcessDrawing } from "./drawing";

type Choice = "all" | "moving" | number;

const fewProcesses = 6;
const mostInGrid = 24; // more would be too small to read and slow to draw

const chosen = signal<Choice | null>(null);
const choice = computed<Choice>(
    () => chosen.value ?? (page.value.trace && model.value.processes.length > fewProcesses ? "moving" : "all"),
);

const visible = computed<number[]>(() => {
    const all = model.value.processes.map((_, process) => process);
    if (choice.value === "all") return everyTemplateFirst(all).slice(0, mostInGrid);
    if (choice.value !== "moving") return [choice.value];
    const moving = selectedStep.value?.edges.map(({ process }) => process) ?? [];
    const shown = page.value.live ? withNext(moving) : [...new Set(moving)];
    return (shown.length ? shown : all.slice(0, 4)).slice(0, mostInGrid);
});

/** Those that somebody points at come first, then those that move, then those that can move next; a few of them. */
function withNext(moving: number[]): number[] {
    const wanted = new Set([...processesOf(pointed.value), ...moving, ...processesOf(enabled.value.keys())]);
    return [...wanted].slice(0, fewProcesses).sort((a, b) => a - b);
}

/** So that what is cut off are further processes of templates already seen. */
function everyTemplateFirst(processes: number[]): number[] {
    if (processes.length <= mostInGrid) return processes;
    const templates = model.value.processes.map(({ template }) => template);
    const first = processes.filter((process) => templates.indexOf(templates[process]!) === process);
    return [...new Set([...first, ...processes])];
}

export function Automata() {
    const hidden = choice.value === "all" ? model.value.processes.length - visible.value.length : 0;
    const single = visible.value.length === 1;
    return (
        <Panel name="automata" title="Automata" controls={<Controls />}>
            <div class={single ? "drawings single" : "drawings"}>
                {visible.value.map((process) => (
                    <ProcessCard key={process} process={process} inGrid={!single} />
                ))}
            </div>
            {hidden > 0 && <p class="note">{hidden} more processes: choose one above to see it.</p>}
        </Panel>
    );
}

function Controls() {
    return (
        <>
            <select
                aria-label="Processes shown"
                data-testid="process-choice"
                value={String(choice.value)}
                onChange={(event) => choose(event.currentTarget.value)}
            >
                <option value="all">all processes</option>
                {page.value.trace && <option value="moving">{page.value.live ? "those that move next" : "those that move"}</option>}
                {model.value.processes.map(({ name }, process) => (
                    <option key={process} value={String(process)}>
                        {name}
                    </option>
                ))}
            </select>
            <ZoomButtons views={automataViews} what="automata" />
        </>
    );
}

function choose(value: string): void {
    chosen.value = value === "all" || value === "moving" ? value : Number(value);
}

function ProcessCard({ process, inGrid }: { process: number; inGrid: boolean }) {
    const templateNumber = model.value.processes[process]!.template;
    const template = model.value.templates[templateNumber];
    if (!template) return null;
    const fired = (selectedStep.value?.edges ?? []).filter((edge) => edge.process === process);
    const current = run.value.locations[process]?.at(step.value) ?? 0;
    const name = processName(model.value, process);
    const place = locationName(model.value, process, current);
    return (
        <figure class={fired.length ? "card moves" : "card"} data-testid={`process-${process}`}>
            <figcaption>
                <strong>{name}</strong> <span class="where">{place}</span>
                {fired.length > 0 && <span class="mark">◆ moves</span>}
            </figcaption>
            <ProcessDrawing
                title={`${name}, in ${place}`}
                template={template}
                templateNumber={templateNumber}
                processes={[process]}
                current={current}
                previous={fired.length ? run.value.locations[process]!.at(step.value - 1) : null}
                fired={fired.flatMap(({ edge, branch }) => (branch == null ? [edge] : [edge, branch]))}
                inGrid={inGrid}
            />
        </figure>
    );
}
