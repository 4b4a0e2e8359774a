// The panel of live mode: what can happen in the selected state, and ways to go on from there.

import { useSignal, type Signal } from "@preact/signals";
import { Panel } from "../panel";
import { page, run, step } from "../store";
import { busy, choices, exportAddress, forget, ofWalk, undo, walk } from "./client";
import { Choices, Offer } from "./choices";
import { complainedOf, ComplaintAt } from "./complaint";
import { SearchLine } from "./progress";
import { ofQueries, ofTyped, runAtRandom, runTo } from "./search";

export function Live() {
    if (!page.value.live) return null;
    const after = run.value.length - step.value;
    return (
        <>
            <Panel name="live" title={`What can happen in state ${step.value}`} controls={<Controls />}>
                <ComplaintAt at={ofWalk} />
                {walk.value && after > 0 && (
                    <p class="note" data-testid="replaces">
                        Whatever is taken here replaces the {after === 1 ? "step" : `${after} steps`} after this state;
                        the browser’s Back brings {after === 1 ? "it" : "them"} back.
                    </p>
                )}
                {choices.value && <Choices key={choices.value.steps} />}
                <Further />
            </Panel>
            <Offer />
        </>
    );
}

const Controls = () => (
    <>
        <button
            type="button"
            data-testid="undo"
            title="Forget the last step"
            disabled={busy.value || run.value.length === 0}
            onClick={() => undo()}
        >
            undo
        </button>
        <a class="button" data-testid="export" href={exportAddress()} download="trace.json">
            export
        </a>
    </>
);

const Further = () => (
    <>
        <div class="further">
            <div>
                <RunToGoal />
                <ComplaintAt at="goal" />
            </div>
            <div>
                <RandomRun />
                <ComplaintAt at="random" />
            </div>
        </div>
        <SearchLine of={(at) => at !== ofQueries && at !== ofTyped} />
        <ComplaintAt at="coverage" />
    </>
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
            <button type="submit" data-testid="random">
                run
            </button>
        </form>
    );
}

export const NumberField = ({ value, least }: { value: Signal<number>; least: number }) => (
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
                    onInput={(event) => {
                        goal.value = event.currentTarget.value;
                        forget("goal");
                    }}
                    {...complainedOf("goal")}
                />
            </label>
            <button type="submit" data-testid="reach">
                run
            </button>
        </form>
    );
}
