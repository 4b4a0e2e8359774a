// Exact fractions: times and clock values are added without rounding and shown as the tool writes them.

export interface Fraction {
    readonly over: bigint;
    readonly under: bigint; // positive, no common divisor with `over`
}

export const zero: Fraction = { over: 0n, under: 1n };
export const half: Fraction = { over: 1n, under: 2n };

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
    while (b !== 0n) [a, b] = [b, a % b];
    return a < 0n ? -a : a;
}

function reduced(over: bigint, under: bigint): Fraction {
    if (under === 1n) return { over, under };
    const divisor = greatestCommonDivisor(over, under);
    return { over: over / divisor, under: under / divisor };
}

export const whole = (value: number | bigint): Fraction => ({ over: BigInt(value), under: 1n });

/** Reads "3", "-3", "37/2" and "1.5"; null for anything else. */
export function parseFraction(text: string): Fraction | null {
    const bar = /^\s*(-?\d+)\s*(?:\/\s*(\d+)\s*)?$/.exec(text);
    if (bar) {
        const under = BigInt(bar[2] ?? "1");
        return under === 0n ? null : reduced(BigInt(bar[1]!), under);
    }
    const point = /^\s*(-?)(\d+)\.(\d+)\s*$/.exec(text);
    if (!point) return null;
    const size = reduced(BigInt(point[2]! + point[3]!), 10n ** BigInt(point[3]!.length));
    return point[1] ? negate(size) : size;
}

/** For text of the tool, which promises a fraction; what is not one (such as "inf") counts as zero. */
export const readFraction = (text: string | null | undefined): Fraction => parseFraction(String(text ?? "")) ?? zero;

export const negate = (a: Fraction): Fraction => ({ over: -a.over, under: a.under });

export function add(a: Fraction, b: Fraction): Fraction {
    return reduced(a.over * b.under + b.over * a.under, a.under * b.under);
}

export const subtract = (a: Fraction, b: Fraction): Fraction => add(a, negate(b));

export const multiply = (a: Fraction, b: Fraction): Fraction => reduced(a.over * b.over, a.under * b.under);

/** Negative, zero or positive, as a is less than, equal to or greater than b. */
export function compare(a: Fraction, b: Fraction): number {
    const difference = a.over * b.under - b.over * a.under;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isZero = (a: Fraction): boolean => a.over === 0n;

export const show = (a: Fraction): string => (a.under === 1n ? String(a.over) : `${a.over}/${a.under}`);

export const toNumber = (a: Fraction): number => Number(a.over) / Number(a.under);
