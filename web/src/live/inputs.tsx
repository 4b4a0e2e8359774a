// The inputs of a circuit, each to be set: for the next state or, before the first step, for the initial one.

import { computed, useSignal } from "@preact/signals";
import { model, run, step } from "../store";
import { busy, showWalk, take } from "./client";

const cellsWith = (wanted: (variable: (typeof model.value.variables)[0]) => boolean | undefined) =>
    computed(() => model.value.variables.flatMap((variable, cell) => (wanted(variable) ? [cell] : [])));

const inputs = cellsWith(({ kind }) => kind === "input");
const free = cellsWith(({ kind, free: is }) => is || kind === "input");

/** Four bits as one digit. */
const digitsOf = (bits: number[]): string =>
    (bits.join("").match(/.{1,4}/g) ?? []).map((four) => parseInt(four.padEnd(4, "0"), 2).toString(16)).join("");

export function InputsForm() {
    const bits = useSignal(run.value.variables.map((changes) => changes.at(step.value)));
    const digits = (cells: number[]) => digitsOf(cells.map((cell) => bits.value[cell]!));
    const submit = (event: Event) => {
        event.preventDefault();
        void take(`x${digits(inputs.value)}`);
    };
    if (inputs.value.length === 0) return null;
    return (
        <form class="inputs" data-testid="inputs" onSubmit={submit}>
            <fieldset>
                <legend class="note">Inputs to go on with</legend>
                {inputs.value.map((cell) => (
                    <label key={cell}>
                        <input
                            type="checkbox"
                            checked={bits.value[cell] === 1}
                            onChange={() => (bits.value = bits.value.map((bit, at) => (at === cell ? 1 - bit : bit)))}
                        />{" "}
                        {model.value.variables[cell]!.name}
                    </label>
                ))}
            </fieldset>
            <button type="submit" disabled={busy.value}>
                step with these
            </button>
            {step.value === 0 && (
                <button type="button" disabled={busy.value} onClick={() => showWalk(`s${digits(free.value)};`)}>
                    begin with these
                </button>
            )}
        </form>
    );
}
