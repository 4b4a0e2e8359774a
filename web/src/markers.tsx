// Arrowheads, once for all drawings of the page: each refers to them by name.

interface Props {
    id: string;
    size: number;
    kind: string;
    shape?: string;
    tip?: number; // which part of the head lies on the end of the line
}

const Head = ({ id, size, kind, shape = "M0 1L10 5L0 9z", tip = 9 }: Props) => (
    <marker
        id={id}
        viewBox="0 0 10 10"
        refX={tip}
        refY={5}
        markerWidth={size}
        markerHeight={size}
        markerUnits="userSpaceOnUse"
        orient="auto"
    >
        <path class={kind} d={shape} />
    </marker>
);

export const Markers = () => (
    <svg class="hidden" width={0} height={0} aria-hidden="true">
        <defs>
            <Head id="head" size={9} kind="head" />
            <Head id="open-head" size={10} kind="head open" shape="M1 1L9 5L1 9" />
            <Head id="fired-head" size={15} kind="head fired" tip={8} />
            <Head id="message-head" size={9} kind="message-head" />
        </defs>
    </svg>
);
