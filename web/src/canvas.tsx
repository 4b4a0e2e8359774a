// A drawing that can be moved and enlarged, and the buttons that do it.

import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Box } from "./automata/geometry";
import { frameOf, listen, moveView, type Size, type View, type Views } from "./view";

interface Props {
    title: string;
    bounds: Box;
    view: Signal<View>;
    least: Size;
    wheelNeedsCtrl: boolean;
    arrowsMove?: boolean; // it takes the focus, and the arrow keys then move it
    children: ComponentChildren;
}

const arrows: Record<string, [across: number, down: number]> = {
    ArrowLeft: [-0.1, 0],
    ArrowRight: [0.1, 0],
    ArrowUp: [0, -0.1],
    ArrowDown: [0, 0.1],
};

export function Canvas({ title, bounds, view, least, wheelNeedsCtrl, arrowsMove, children }: Props) {
    const frameNow = () => frameOf(bounds, view.peek(), least);
    const frame = frameOf(bounds, view.value, least);
    const svg = useRef<SVGSVGElement>(null);
    useLayoutEffect(() => listen(svg.current!, view, frameNow, wheelNeedsCtrl), [bounds, view, least, wheelNeedsCtrl]);
    const onKeyDown = (event: KeyboardEvent) => {
        const move = arrows[event.key];
        if (!move) return;
        event.preventDefault();
        event.stopPropagation();
        moveView(view, frameNow(), ...move);
    };
    return (
        <svg
            ref={svg}
            class="drawing"
            role="img"
            aria-label={title}
            viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
            tabindex={arrowsMove ? 0 : undefined}
            onKeyDown={arrowsMove ? onKeyDown : undefined}
        >
            {children}
        </svg>
    );
}

export const ZoomButtons = ({ views, what }: { views: Views; what: string }) => (
    <>
        <button type="button" aria-label={`Shrink the ${what}`} title="Shrink (−)" onClick={() => views.zoom(0.8)}>
            −
        </button>
        <button type="button" aria-label={`Enlarge the ${what}`} title="Enlarge (+)" onClick={() => views.zoom(1.25)}>
            +
        </button>
        <button type="button" aria-label={`Fit the ${what}`} title="Fit (0)" onClick={() => views.fit()}>
            fit
        </button>
    </>
);
