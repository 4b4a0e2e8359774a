// Drawn here: fonts differ in which of these signs they have.

const shapes = {
    first: "M3 3h2v10H3zM14 3v10L6 8z",
    previous: "M10.5 2 12 3.5 7.5 8l4.5 4.5-1.5 1.5-6-6z",
    play: "M4 2.5v11l9-5.5z",
    pause: "M4 3h3v10H4zM9 3h3v10H9z",
    next: "M5.5 2 4 3.5 8.5 8 4 12.5 5.5 14l6-6z",
    last: "M11 3h2v10h-2zM2 3v10l8-5z",
};

export const Icon = ({ shape }: { shape: keyof typeof shapes }) => (
    <svg class="icon" viewBox="0 0 16 16" width={12} height={12} aria-hidden="true">
        <path d={shapes[shape]} />
    </svg>
);
