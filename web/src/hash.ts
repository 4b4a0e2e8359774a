// The part of the address after #: the selected step, the watched expressions and, in live mode, the walk. A link
// with it shows the same thing again.

export interface Hash {
    step: number | null;
    steps: string | null; // the walk of live mode
    watches: string[];
}

export function readHash(): Hash {
    const hash: Hash = { step: null, steps: null, watches: [] };
    for (const part of location.hash.replace(/^#/, "").split("&")) {
        const [key, value = ""] = part.split(/=(.*)/s);
        if (key === "step" && /^\d+$/.test(value)) hash.step = Number(value);
        if (key === "steps") hash.steps = decode(value);
        if (key === "watch" && value) hash.watches.push(decode(value));
    }
    return hash;
}

/** Writes what is given and keeps the rest. */
export function writeHash(change: Partial<Hash>, asNewEntry = false): void {
    const hash = { ...readHash(), ...change };
    const parts = [
        hash.steps === null ? "" : `steps=${encode(hash.steps)}`,
        hash.step === null ? "" : `step=${hash.step}`,
        ...hash.watches.map((watch) => `watch=${encode(watch)}`),
    ].filter(Boolean);
    const text = `#${parts.join("&")}`;
    if (text === (location.hash || "#")) return;
    if (asNewEntry) history.pushState(null, "", text);
    else history.replaceState(null, "", text);
}

// Commas, slashes and at signs stay readable: a walk is written `0@0,3@1/2`.
const encode = (text: string): string =>
    encodeURIComponent(text).replace(/%(?:40|2C|2F|3B)/g, (code) => decodeURIComponent(code));

function decode(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
