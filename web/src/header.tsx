// The top of the page: what is shown, where we are in it, and the way through it.

import { fileName, sizesOf, stepSentence } from "./describe";
import { show } from "./fraction";
import { Icon } from "./icons";
import { helpShown, moveBy, page, playing, run, selectStep, step, theme, timed, togglePlay, trace, type Theme } from "./store";

export function Header() {
    const { model, structure } = page.value;
    return (
        <header class="top">
            <div class="title">
                <h1 title={model.path}>{fileName(model.path)}</h1>
                {structure && (
                    <p data-testid="sizes" title={sizesOf(model, structure)}>
                        {sizesOf(model, structure)}
                    </p>
                )}
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
            title="The colours: as the system has them, light, or dark"
            onClick={nextTheme}
        >
            theme<span class="wide">: {theme.value}</span>
        </button>
        <button
            type="button"
            data-testid="help"
            aria-expanded={helpShown.value}
            title="Keys and legend (?)"
            onClick={() => (helpShown.value = !helpShown.value)}
        >
            help
        </button>
    </div>
);

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
