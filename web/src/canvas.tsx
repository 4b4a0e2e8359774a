// A drawing that can be moved and enlarged, and the buttons that do it.

import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Box, Point } from "./automata/geometry";
import { far, frameOf, listen, moveView, type Sight, type Size, type View, type Views } from "./view";

interface Props {
    title: string;
    bounds: Box;
    view: Signal<View>;
    largest: number; // pixels per unit
    focus?: Point[]; // kept in sight if not all of a large drawing is
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

export function Canvas({ title, bounds, view, largest, focus, wheelNeedsCtrl, arrowsMove, children }: Props) {
    const svg = useRef<SVGSVGElement>(null);
    const size = useSignal<Size>({ width: 380, height: 240 });
    const sight = useRef<Sight>(null!);
    sight.current = { bounds, size: size.value, largest, focus: focus ?? [] };
    const frame = frameOf(sight.current, view.value);
    useLayoutEffect(() => {
        const look = () => {
            const { clientWidth: width, clientHeight: height } = svg.current!;
            if (width && height && (width !== size.peek().width || height !== size.peek().height))
                size.value = { width, height };
        };
        look();
        const observer = new ResizeObserver(look);
        observer.observe(svg.current!);
        return () => observer.disconnect();
    }, []);
    useLayoutEffect(() => listen(svg.current!, view, () => sight.current, wheelNeedsCtrl), [view, wheelNeedsCtrl]);
    const onKeyDown = (event: KeyboardEvent) => {
        const move = arrows[event.key];
        if (!move) return;
        event.preventDefault();
        event.stopPropagation();
        moveView(view, sight.current, ...move);
    };
    return (
        <svg
            ref={svg}
            class={frame.scale < far() ? "drawing far" : "drawing"}
            style={{ "--scale": String(frame.scale) }}
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
