// The graphs of a model with many like processes: those of one template are one node, and so is what each of them has of
// its own, such as its clock. 32 processes are then a picture of four.

import type { Model, Structure } from "../document";

const fewProcesses = 12; // are drawn one by one
const fewAlike = 4; // of one template

/** For each node the name that it shares with those of other processes of its template; its own name: it shares none. */
function sharedNames({ nodes }: Structure, { processes, templates }: Model): string[] {
    const sizes = new Map<number, number>();
    for (const { template } of processes) sizes.set(template, (sizes.get(template) ?? 0) + 1);
    const owners = new Map(
        processes
            .filter(({ template }) => sizes.get(template)! >= fewAlike)
            .map(({ name, template }) => [name, `${templates[template]?.name ?? name} × ${sizes.get(template)}`]),
    );
    return nodes.map(({ name }) => {
        const whole = owners.get(name);
        if (whole) return whole;
        const dot = name.lastIndexOf(".");
        const owner = dot > 0 ? owners.get(name.slice(0, dot)) : undefined;
        return owner ? `${owner}.${name.slice(dot + 1)}` : name;
    });
}

/** The structure with like processes as one; null: the model is small, or its processes differ. */
export function groupedStructure(structure: Structure, model: Model): Structure | null {
    if (model.processes.length <= fewProcesses) return null;
    const names = sharedNames(structure, model);
    const numbers = new Map<string, number>();
    const nodes: Structure["nodes"] = [];
    const groupOf = structure.nodes.map(({ kind }, node) => {
        const key = `${kind} ${names[node]}`;
        const known = numbers.get(key);
        if (known !== undefined) return known;
        numbers.set(key, nodes.length);
        return nodes.push({ kind, name: names[node]! }) - 1;
    });
    if (nodes.length === structure.nodes.length) return null;
    const access = structure.access.map(({ from, to, kind }) => ({ from: groupOf[from]!, to: groupOf[to]!, kind }));
    const causal = structure.causal.map(([from, to]): [number, number] => [groupOf[from]!, groupOf[to]!]);
    return { nodes, access: distinct(access), causal: distinct(causal) };
}

function distinct<Item extends object>(items: Item[]): Item[] {
    const seen = new Map(items.map((item) => [JSON.stringify(item), item]));
    return [...seen.values()];
}
