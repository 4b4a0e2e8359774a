// The keys, as a table over the page.

import { useEffect, useRef } from "preact/hooks";
import { keysNow } from "./keys";
import { helpShown } from "./store";

export function Help() {
    const close = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (helpShown.value) close.current?.focus();
    }, [helpShown.value]);
    if (!helpShown.value) return null;
    return (
        <div class="help" role="dialog" aria-label="Keys" data-testid="keys">
            <h2>Keys</h2>
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
            <p class="note">Drag moves a drawing; the wheel enlarges a single automaton, with Ctrl any drawing.</p>
            <button type="button" ref={close} onClick={() => (helpShown.value = false)}>
                close
            </button>
        </div>
    );
}
