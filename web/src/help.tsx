// Help: the keys and the legend, over the page.

import { useEffect, useRef } from "preact/hooks";
import { keysNow } from "./keys";
import { Legend } from "./legend";
import { helpShown } from "./store";

export function Help() {
    const close = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (!helpShown.value) return;
        const before = document.activeElement;
        close.current?.focus();
        return () => before instanceof HTMLElement && before.focus();
    }, [helpShown.value]);
    if (!helpShown.value) return null;
    return (
        <div class="help" role="dialog" aria-label="Help" data-testid="keys">
            <div class="help-head">
                <h2>Help</h2>
                <button type="button" ref={close} onClick={() => (helpShown.value = false)}>
                    close
                </button>
            </div>
            <div class="help-parts">
                <section>
                    <h3>Keys</h3>
                    <dl>
                        {keysNow().map(({ shown, says }) => (
                            <div key={shown}>
                                <dt>
                                    <kbd>{shown}</kbd>
                                </dt>
                                <dd>{says}</dd>
                            </div>
                        ))}
                    </dl>
                    <p class="note">
                        Drag moves a drawing; the wheel enlarges a single automaton, with Ctrl any drawing.
                    </p>
                </section>
                <Legend />
            </div>
        </div>
    );
}
