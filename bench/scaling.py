#!/usr/bin/env python3
"""How Crowfly's cost grows with the number of states: one discrete family at growing sizes, as a table and a plot.

For each size: states stored, processor time, peak memory, and what both are per state. What a run takes before it has
stored anything is measured on the smallest model and subtracted before dividing. If time per state and bytes per state
stay level, cost grows linearly. Results are kept as they come; the same command goes on where it was stopped.

Exits with 1 if a size is not finished or the number of states is wrong; larger sizes are then left out.
"""
import argparse
import pathlib
import shlex
import sys

import discrete
import families
import outcome
import plot
import table

COLUMNS = ("name", "states", "stored", "generated", "cpu", "rss_kb", "peak_bytes", "state_bytes", "note")
LEAST_DRAWN = 1e5  # with fewer states what is left of the start of a run blurs the costs per state
HEAD = ("model", "states", "CPU s", "µs/state", "MB", "bytes/state, peak", "bytes/state, stored", "remark")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--tool-options", default="", metavar="WORDS", help="further options for `crowfly check`")
    parser.add_argument("--family", choices=sorted(families.FAMILIES), default="bakery")
    parser.add_argument("--max-states", type=float, default=6e7, metavar="N", help="the largest model")
    parser.add_argument("--memory", type=float, default=24, metavar="GB", help="address space per run")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each; the one with the least processor time counts")
    parser.add_argument("--time", type=float, default=3600, metavar="SECONDS", help="processor time per run")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/scaling", metavar="DIR")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args()


def measured(family, size, options, tool):
    model = discrete.written_model(family, size, options.out / "models")
    words = ["--search", "bfs", *shlex.split(options.tool_options)]  # all states, also where they prove to be dead ends
    found, = outcome.best_of(options.repeat, lambda: outcome.crowfly(
        tool, model, [discrete.QUERY], options.time, int(options.memory * 1024), words))
    note = f"{found.verdict}: {found.note}" if not found.decided() else ""
    if not note and found.stored != size.states:
        note = f"{found.stored} states instead of {size.states}"
    return {"name": family.title(size), "states": size.states, "stored": found.stored, "generated": found.generated,
            "cpu": found.cpu, "rss_kb": found.rss_kb, "peak_bytes": found.peak_bytes, "state_bytes": found.state_bytes,
            "note": note}


class Row:
    """A size with its costs per state, above those of `floor`, a model with next to no states."""

    def __init__(self, row, floor):
        self.name, self.note = row["name"], row["note"]
        self.states, self.cpu = float(row["states"]), float(row["cpu"])
        self.megabytes = float(row["rss_kb"]) / 1024
        self.microseconds = self.above(floor, row, "cpu") * 1e6
        self.peak = self.above(floor, row, "rss_kb") * 1024
        self.stored = table.number(row["state_bytes"])

    def above(self, floor, row, name):
        return max(0.0, float(row[name]) - float(floor[name])) / self.states

    def cells(self):
        return [self.name, self.states, self.cpu, self.microseconds, self.megabytes, self.peak, self.stored, self.note]


def slope(points):
    """Of the straight line through the origin that is nearest to the points."""
    return sum(x * y for x, y in points) / sum(x * x for x, _ in points)


def drawing(family, rows):
    times = [(row.states, row.cpu) for row in rows]
    rate = slope(times)
    law = plot.Series(f"{rate * 1e6:.3g} µs per state", [(0, 0), (times[-1][0], rate * times[-1][0])], line_only=True)
    large = [row for row in rows if row.states >= LEAST_DRAWN] or rows
    stored = [(row.states, row.stored) for row in large if row.stored]
    memory = [plot.Series("peak memory", [(row.states, row.peak) for row in large])]
    memory += [plot.Series("of these, stored states", stored)] if stored else []
    return plot.svg([
        plot.Panel("Processor time", "states stored", "seconds", [plot.Series("measured", times), law]),
        plot.Panel("Time per state", "states stored", "µs per state",
                   [plot.Series("measured", [(row.states, row.microseconds) for row in large])], log_x=True),
        plot.Panel("Memory per state", "states stored", "bytes per state", memory, log_x=True),
    ], f"Cost of an exhaustive search against the number of states, {family.name}")


def growth(rows):
    """In one sentence: the cost per state of the largest size against the one nearest to a hundredth of it."""
    last = rows[-1]
    first = min(rows, key=lambda row: abs(row.states - last.states / 100))
    if not first.microseconds:
        return ""
    return (f"\n- from {table.short(first.states)} to {table.short(last.states)} states ({last.states / first.states:.3g} "
            f"times as many) the time per state changes by a factor of {last.microseconds / first.microseconds:.3g}\n")


def main():
    options = arguments()
    tool = outcome.resolve_tool(options.tool)
    family = families.FAMILIES[options.family]
    setup = {"tool": table.fingerprint(tool), "tool_options": options.tool_options, "seconds": options.time,
             "gigabytes": options.memory, "repeat": options.repeat}
    results = table.Results(options.out, f"scaling_{family.name}", COLUMNS, "name", setup, options.fresh)
    known = {row["name"]: row for row in results.rows()}
    rows = []
    for size in family.between(0, options.max_states):
        if family.title(size) not in known:
            print(family.title(size), file=sys.stderr)
            results.append(measured(family, size, options, tool))
            known = {row["name"]: row for row in results.rows()}
        rows.append(known[family.title(size)])
        if rows[-1]["note"]:
            break
    lines = [Row(row, rows[0]) for row in rows[1:]]
    fine = [line for line in lines if not line.note]
    text = table.markdown(HEAD, [line.cells() for line in lines])
    if fine:
        text += growth(fine)
        (options.out / f"scaling_{family.name}.svg").write_text(drawing(family, fine), encoding="utf-8")
    problems = [row for row in rows if row["note"]]
    text += "".join(f"- **{row['name']}: {row['note']}**\n" for row in problems)
    (options.out / f"scaling_{family.name}.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 1 if problems or not fine else 0


if __name__ == "__main__":
    sys.exit(main())
