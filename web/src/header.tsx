// The top of the page: what is shown, where we are in it, and the way through it.

import { sizesOf, stepSentence } from "./describe";
import { show } from "./fraction";
import { Icon } from "./icons";
import { helpShown, moveBy, page, playing, run, selectStep, step, theme, timed, togglePlay, trace, type Theme } from "./store";

export function Header() {
    const { model, query, structure } = page.value;
    return (
        <header class="top">
            <div class="title">
                <h1 title={model.path}>{model.path}</h1>
                {query && (
                    <p class="asked">
                        {query.text && <code title={query.text}>{query.text}</code>}
                        <strong data-testid="answer">{query.verdict}</strong>
                    </p>
                )}
                {structure && <p data-testid="sizes">{sizesOf(model, structure)}</p>}
            </div>
            {page.value.trace && <Transport />}
            <Options />
            {page.value.trace && (
                <p class="hidden" aria-live="polite" data-testid="announcement">
                    {stepSentence(page.value, trace.value, step.value, show(run.value.times[step.value]!))}
                </p>
            )}
        </header>
    );
}

const Options = () => (
    <div class="options">
        <button
            type="button"
            data-testid="theme"
            aria-label={`Colours: ${theme.value}. Change`}
            title="Light or dark"
            onClick={nextTheme}
        >
            {themeMarks[theme.value]}
        </button>
        <button
            type="button"
            data-testid="help"
            aria-expanded={helpShown.value}
            title="Keys (?)"
            onClick={() => (helpShown.value = !helpShown.value)}
        >
            keys
        </button>
    </div>
);

const themeMarks: Record<Theme, string> = { auto: "◐ auto", light: "○ light", dark: "● dark" };
const themes: Theme[] = ["auto", "light", "dark"];

function nextTheme(): void {
    theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length]!;
}

function Transport() {
    const last = run.value.length;
    const [begin, end] = [step.value === 0, step.value === last];
    return (
        <nav class="transport" aria-label="Steps">
            <button
                type="button"
                aria-label="Initial state"
                title="Home"
                disabled={begin}
                onClick={() => selectStep(0)}
            >
                <Icon shape="first" />
            </button>
            <button type="button" aria-label="Previous step" title="← k" disabled={begin} onClick={() => moveBy(-1)}>
                <Icon shape="previous" />
            </button>
            <button
                type="button"
                aria-label={playing.value ? "Pause" : "Play"}
                title="Space"
                disabled={last === 0}
                onClick={togglePlay}
            >
                <Icon shape={playing.value ? "pause" : "play"} />
            </button>
            <button type="button" aria-label="Next step" title="→ j" disabled={end} onClick={() => moveBy(1)}>
                <Icon shape="next" />
            </button>
            <button type="button" aria-label="Last state" title="End" disabled={end} onClick={() => selectStep(last)}>
                <Icon shape="last" />
            </button>
            <input
                type="range"
                min={0}
                max={last}
                value={step.value}
                aria-label="Step"
                aria-valuetext={`step ${step.value} of ${last}`}
                disabled={last === 0}
                onInput={(event) => selectStep(event.currentTarget.valueAsNumber)}
            />
            <span class="position" data-testid="position">
                step <b>{step.value}</b> of {last}
                {timed.value && (
                    <>
                        , time <b>{show(run.value.times[step.value]!)}</b>
                    </>
                )}
            </span>
        </nav>
    );
}
