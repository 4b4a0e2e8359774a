// The panel of live mode: what can happen next, and ways to go on.

import { useSignal, type Signal } from "@preact/signals";
import type { Choice } from "../document";
import { Panel } from "../panel";
import { page, run, step } from "../store";
import { busy, exportAddress, keepFirst, problem, runAtRandom, runTo, take, undo, walk } from "./client";
import { checkDelay, defaultDelay, intervalText } from "./delay";

export function Live() {
    if (!page.value.live) return null;
    const atEnd = step.value === run.value.length;
    return (
        <Panel name="live" title="What can happen next" controls={<Controls />}>
            {problem.value && (
                <p class="problem" role="alert" data-testid="live-problem">
                    {problem.value}
                </p>
            )}
            {walk.value && !atEnd && (
                <p class="note">
                    The choices are those after the last step.{" "}
                    <button type="button" data-testid="cut" onClick={() => keepFirst(step.value)}>
                        go on from state {step.value} instead
                    </button>
                </p>
            )}
            {walk.value && <Choices key={walk.value.steps} />}
            <Further />
        </Panel>
    );
}

const Controls = () => (
    <>
        <button type="button" data-testid="undo" disabled={busy.value || run.value.length === 0} onClick={() => undo()}>
            undo
        </button>
        <a class="button" data-testid="export" href={exportAddress()} download="trace.json">
            export
        </a>
    </>
);

function Choices() {
    const { choices, may_wait } = walk.value!;
    const wait =
        may_wait === "inf"
            ? "Nothing has to happen: time may pass for ever."
            : `At most ${may_wait} may pass before something happens.`;
    return (
        <>
            <p class="note" data-testid="may-wait">
                {choices.length === 0 ? "No transition can be taken. " : ""}
                {wait}
            </p>
            <ol class="choices" start={0}>
                {choices.map((choice, index) => (
                    <ChoiceLine key={index} index={index} choice={choice} />
                ))}
            </ol>
        </>
    );
}

function ChoiceLine({ index, choice }: { index: number; choice: Choice }) {
    const delay = useSignal(defaultDelay(choice));
    const wrong = useSignal<string | null>(null);
    const submit = (event: Event) => {
        event.preventDefault();
        const checked = checkDelay(delay.value, choice);
        wrong.value = "problem" in checked ? checked.problem : null;
        if ("delay" in checked) void take(index, checked.delay);
    };
    return (
        <li data-testid="choice">
            <form onSubmit={submit}>
                <span class="choice-text">
                    {choice.text}
                    {choice.channel && <span class="channel">{choice.channel}</span>}
                </span>
                <label>
                    after{" "}
                    <input
                        class="delay-input"
                        aria-label={`Delay for ${choice.text}, in ${intervalText(choice)}`}
                        value={delay.value}
                        onInput={(event) => (delay.value = event.currentTarget.value)}
                    />
                </label>
                <span class="note">{intervalText(choice)}</span>
                <button type="submit" disabled={busy.value}>
                    take
                </button>
            </form>
            {wrong.value && (
                <p class="problem" role="alert">
                    {wrong.value}
                </p>
            )}
        </li>
    );
}

const Further = () => (
    <div class="further">
        <RandomRun />
        <RunToGoal />
    </div>
);

function RandomRun() {
    const count = useSignal(20);
    const seed = useSignal(1);
    const submit = (event: Event) => {
        event.preventDefault();
        void runAtRandom(count.value, seed.value++);
    };
    return (
        <form onSubmit={submit}>
            <label>
                run <NumberField value={count} least={1} /> steps at random
            </label>
            <label>
                seed <NumberField value={seed} least={0} />
            </label>
            <button type="submit" data-testid="random" disabled={busy.value}>
                run
            </button>
        </form>
    );
}

const NumberField = ({ value, least }: { value: Signal<number>; least: number }) => (
    <input
        type="number"
        min={least}
        value={value.value}
        onChange={(event) => (value.value = event.currentTarget.valueAsNumber || least)}
    />
);

function RunToGoal() {
    const goal = useSignal("");
    const submit = (event: Event) => {
        event.preventDefault();
        if (goal.value.trim()) void runTo(goal.value.trim());
    };
    return (
        <form onSubmit={submit}>
            <label>
                run to{" "}
                <input
                    class="goal"
                    spellcheck={false}
                    placeholder="an expression"
                    data-testid="goal"
                    value={goal.value}
                    onInput={(event) => (goal.value = event.currentTarget.value)}
                />
            </label>
            <button type="submit" data-testid="reach" disabled={busy.value}>
                run
            </button>
        </form>
    );
}
