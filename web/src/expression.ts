// Expressions a person may watch: names of variables, clocks and locations, numbers, + - *, comparisons, && || ! and
// parentheses. Read by descent into a tree, then evaluated exactly; nothing is ever handed to the browser as code.

import {
    add,
    compare,
    isZero,
    multiply,
    negate,
    parseFraction,
    show,
    subtract,
    whole,
    type Fraction,
} from "./fraction";

export type Value = { kind: "number"; value: Fraction } | { kind: "truth"; value: boolean };
/** The value of a name in some state; null if there is no such name. */
export type Lookup = (name: string) => Value | null;
export type Tree = (lookup: Lookup) => Value;

export const number = (value: Fraction): Value => ({ kind: "number", value });
export const truth = (value: boolean): Value => ({ kind: "truth", value });
export const showValue = (value: Value): string => (value.kind === "truth" ? String(value.value) : show(value.value));

const asNumber = (value: Value): Fraction => (value.kind === "number" ? value.value : whole(value.value ? 1 : 0));
const asTruth = (value: Value): boolean => (value.kind === "truth" ? value.value : !isZero(value.value));

const wordToken = /((?:and|or|not)\b)/;
// A name may have indices, arguments and fields: `Train(0).x`, `list[2]`, `queue.length`.
const nameToken = /([A-Za-z_]\w*(?:\([^()]*\)|\[[^[\]]*\]|\.\w+|::\w+)*)/;
const numberToken = /(\d+(?:\.\d+)?)/;
const signToken = /(\|\||&&|==|!=|<=|>=|[-+*<>!()])/;
const alternatives = [wordToken, nameToken, numberToken, signToken].map(({ source }) => source);
const tokens = new RegExp(`\\s*(?:${alternatives.join("|")})`, "y");

type Token = { kind: "name" | "number" | "sign"; text: string };

function tokenise(text: string): Token[] {
    const found: Token[] = [];
    tokens.lastIndex = 0;
    while (text.slice(tokens.lastIndex).trim() !== "") {
        const start = tokens.lastIndex;
        const match = tokens.exec(text);
        if (!match) throw new Error(`cannot read “${text.slice(start).trim()}”`);
        const [, word, name, digits, sign] = match;
        if (name !== undefined) found.push({ kind: "name", text: name });
        else if (digits !== undefined) found.push({ kind: "number", text: digits });
        else found.push({ kind: "sign", text: word === undefined ? sign! : words[word]! });
    }
    return found;
}

const words: Record<string, string> = { and: "&&", or: "||", not: "!" };

type Operation = (a: Value, b: Value) => Value;
const comparison =
    (test: (order: number) => boolean): Operation =>
    (a, b) =>
        truth(test(compare(asNumber(a), asNumber(b))));
const arithmetic =
    (work: (a: Fraction, b: Fraction) => Fraction): Operation =>
    (a, b) =>
        number(work(asNumber(a), asNumber(b)));

// From the loosest to the tightest binding.
const levels: Map<string, Operation>[] = [
    new Map([["||", (a, b) => truth(asTruth(a) || asTruth(b))]]),
    new Map([["&&", (a, b) => truth(asTruth(a) && asTruth(b))]]),
    new Map([
        ["==", comparison((order) => order === 0)],
        ["!=", comparison((order) => order !== 0)],
    ]),
    new Map([
        ["<", comparison((order) => order < 0)],
        ["<=", comparison((order) => order <= 0)],
        [">", comparison((order) => order > 0)],
        [">=", comparison((order) => order >= 0)],
    ]),
    new Map([
        ["+", arithmetic(add)],
        ["-", arithmetic(subtract)],
    ]),
    new Map([["*", arithmetic(multiply)]]),
];

const deepest = 200; // parentheses and signs in one another: more is nothing a person wrote

class Parser {
    private next = 0;
    private depth = 0;
    constructor(private readonly tokens: Token[]) {}

    whole(): Tree {
        const tree = this.level(0);
        const left = this.tokens[this.next];
        if (left) throw new Error(`did not expect “${left.text}”`);
        return tree;
    }

    private level(level: number): Tree {
        const operations = levels[level];
        if (!operations) return this.unary();
        let left = this.level(level + 1);
        for (;;) {
            const operation = operations.get(this.sign() ?? "");
            if (!operation) return left;
            this.next++;
            left = combine(operation, left, this.level(level + 1));
        }
    }

    private unary(): Tree {
        if (++this.depth > deepest) throw new Error("too deeply nested");
        const tree = this.unaryOrAtom();
        this.depth--;
        return tree;
    }

    private unaryOrAtom(): Tree {
        const token = this.tokens[this.next++];
        if (!token) throw new Error("something is missing at the end");
        if (token.kind === "number") return constant(number(parseFraction(token.text)!));
        if (token.kind === "name") return named(token.text);
        if (token.text === "(") return this.parenthesised();
        const operand = token.text === "!" || token.text === "-" ? this.unary() : null;
        if (!operand) throw new Error(`did not expect “${token.text}”`);
        return token.text === "!"
            ? (lookup) => truth(!asTruth(operand(lookup)))
            : (lookup) => number(negate(asNumber(operand(lookup))));
    }

    private parenthesised(): Tree {
        const inner = this.level(0);
        if (this.sign() !== ")") throw new Error("a parenthesis is not closed");
        this.next++;
        return inner;
    }

    private sign(): string | null {
        const token = this.tokens[this.next];
        return token?.kind === "sign" ? token.text : null;
    }
}

const constant =
    (value: Value): Tree =>
    () =>
        value;
const combine =
    (operation: Operation, left: Tree, right: Tree): Tree =>
    (lookup) =>
        operation(left(lookup), right(lookup));

function named(name: string): Tree {
    if (name === "true" || name === "false") return constant(truth(name === "true"));
    return (lookup) => {
        const value = lookup(name);
        if (!value) throw new Error(`there is no “${name}”`);
        return value;
    };
}

export const parseExpression = (text: string): Tree => new Parser(tokenise(text)).whole();
