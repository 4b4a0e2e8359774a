#!/usr/bin/env python3
"""Predicate abstraction against its paper: preprocessing, states explored and time of greedy search, ours beside the published numbers.

  predicates.py [--table 1 2 3] [--only REGEX] [--time SECONDS] [--out FILE.tsv]

Tables 1 to 3 are those of Hoffmann, Smaus, Rybalchenko, Kupferschmid and Podelski (2006): predicates from the syntax with split bounds, and from
refinement with bounds and rounds, distances of parts added up. FA and FB are generated, M, N and C (the thesis' S) are derived from MCTA's models. All
seconds are processor time: of `crowfly explore`, which builds the abstraction and estimates one state, loading included, for the preprocessing; of `crowfly
check` for all of it. `--time` limits each of the two. The published ones were taken at 1.2 GHz in 2006.
"""
import argparse
import dataclasses
import pathlib
import re
import sys
import tempfile

import directed_models
import measure
import outcome
import table

PUBLISHED = pathlib.Path(__file__).with_name("predicates_published.tsv")
ALL_PROCESSES = "1000"
LONG_ENOUGH = 1.0  # seconds of published preprocessing, from which on it is compared
COLUMNS = ("table", "instance", "from", "bound", "rounds", "preprocessing_published", "preprocessing", "explored_published", "explored",
           "seconds_published", "seconds")


@dataclasses.dataclass(frozen=True)
class Cell:
    """A configuration on an instance, with what the paper says; None where it has no number."""
    table: int
    instance: str
    source: str
    bound: str
    rounds: str
    preprocessing: float
    explored: float
    seconds: float

    def heuristic(self):
        bound = ALL_PROCESSES if self.bound == "all" else self.bound
        rounds = "" if self.rounds == "-" else f",r={self.rounds}"
        return f"pred(from={self.source},b={bound}{rounds},combine=sum)"


@dataclasses.dataclass(frozen=True)
class Ours:
    """None: not within the limit."""
    preprocessing: float = None
    explored: int = None
    seconds: float = None


def published():
    number = lambda text: None if text == "-" else float(text)
    rows = (line.split("\t") for line in PUBLISHED.read_text(encoding="utf-8").splitlines()[1:])
    return [Cell(int(row[0]), *row[1:5], *map(number, row[5:])) for row in rows]


def instance_of(name):
    """FA5 and FB5 are variants of a family that can be generated; the paper's C are the thesis' S."""
    if name[0] == "F":
        return directed_models.Instance(name, generate=("fischer", name[2:], "--broken", "--variant", name[1]))
    return directed_models.thesis("S" + name[1:] if name[0] == "C" else name)


def measured(setting, cell, path):
    built = measure.run([str(setting.tool), "explore", "--json", "--heuristic", cell.heuristic(), str(path)], setting.seconds)
    if built.code != 0:
        return Ours()
    options = ("--search", "greedy", "--heuristic", cell.heuristic(), "--memory", "4G")
    found = outcome.crowfly(setting.tool, path, (), setting.seconds, options=options, by_processor=True)
    return Ours(built.cpu, found.explored, found.cpu) if found.decided() else Ours(built.cpu)


def kept_row(cell, ours):
    values = (cell.table, cell.instance, cell.source, cell.bound, cell.rounds, cell.preprocessing, ours.preprocessing, cell.explored, ours.explored,
              cell.seconds, ours.seconds)
    return "\t".join("-" if value is None else str(value) for value in values)


def speedups(pairs, source):
    """How many times faster the preprocessing is, where the paper's takes long enough; None: ours has not come to an end."""
    return [cell.preprocessing / ours.preprocessing if ours.preprocessing else None
            for cell, ours in pairs if cell.source == source and cell.preprocessing is not None and cell.preprocessing >= LONG_ENOUGH]


def speedup_line(pairs, source):
    found = speedups(pairs, source)
    ended = [value for value in found if value is not None]
    if not ended:
        return f"from={source}: no preprocessing that is published with {LONG_ENOUGH:g} s or more came to an end"
    return (f"from={source}: preprocessing published with {LONG_ENOUGH:g} s or more is at least 20 times faster in {sum(value >= 20 for value in ended)} of "
            f"{len(found)} cells; geometric mean {table.geometric_mean(ended):.3g}, least {min(ended):.3g}, {len(found) - len(ended)} not within the limit")


def states_line(pairs):
    solved = [(cell, ours) for cell, ours in pairs if cell.explored is not None]
    no_more = sum(ours.explored is not None and ours.explored <= cell.explored for cell, ours in solved)
    return f"of {len(solved)} cells that the paper solves, {sum(ours.explored is not None for _, ours in solved)} are solved, {no_more} with no more states"


def triple(preprocessing, explored, seconds):
    """As the paper writes it: preprocessing/states/seconds."""
    if preprocessing is None:
        return "–"
    words = [f"{preprocessing:.2g}", "–" if explored is None else table.short(explored), "–" if seconds is None else f"{seconds:.2g}"]
    return "/".join(words)


def title(cell):
    return f"{cell.source} b={cell.bound}" + ("" if cell.rounds == "-" else f" r={cell.rounds}")


def row_key(cell):
    """Table 3 has the bounds in its rows."""
    return f"{cell.instance} b={cell.bound}" if cell.table == 3 else cell.instance


def column_key(cell):
    return f"r={cell.rounds}" if cell.table == 3 else title(cell)


def report_of(number, pairs):
    columns = list(dict.fromkeys(column_key(cell) for cell, _ in pairs))
    rows = {}
    for cell, ours in pairs:
        rows.setdefault(row_key(cell), {})[column_key(cell)] = (triple(cell.preprocessing, cell.explored, cell.seconds),
                                                                 triple(ours.preprocessing, ours.explored, ours.seconds))
    head = ["instance", *(word for column in columns for word in (column, "ours"))]
    body = [[key, *(word for column in columns for word in cells.get(column, ("", "")))] for key, cells in rows.items()]
    summary = [states_line(pairs), *(speedup_line(pairs, source) for source in dict.fromkeys(cell.source for cell, _ in pairs))]
    return "\n\n".join([f"## Table {number}", "Preprocessing in seconds/states explored/seconds in all.", table.markdown(head, body), *summary]) + "\n"


def measure_all(setting, cells):
    for cell in cells:
        path = setting.path(instance_of(cell.instance))
        if path is None:
            setting.say(f"skipped, as --models or CROWFLY_CORPUS does not have it: {cell.instance}")
            continue
        ours = measured(setting, cell, path)
        setting.say(f"{cell.instance} {title(cell)}: {triple(ours.preprocessing, ours.explored, ours.seconds)}")
        yield cell, ours


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="the program; otherwise it is built")
    parser.add_argument("--models", type=pathlib.Path, default=directed_models.default_folder(), help="the folder of derived models")
    parser.add_argument("--table", type=int, choices=(1, 2, 3), nargs="+", default=[1, 2, 3])
    parser.add_argument("--only", default="", metavar="REGEX", help="instances such as '^F' or 'C[1-3]'")
    parser.add_argument("--time", type=float, default=2, metavar="SECONDS", help="of processor time, for preprocessing and for all of it")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/predicates.tsv", metavar="FILE.tsv")
    options = parser.parse_args()
    cells = [cell for cell in published() if cell.table in options.table and re.search(options.only, cell.instance)]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, open(options.out, "w", encoding="utf-8") as file:
        setting = directed_models.Setting(outcome.resolve_tool(options.tool), options.models, None, pathlib.Path(made), lambda name: True, options.time, 1, None)
        print(*COLUMNS, sep="\t", file=file)
        pairs = []
        for cell, ours in measure_all(setting, cells):
            print(kept_row(cell, ours), file=file, flush=True)
            pairs.append((cell, ours))
    for number in options.table:
        own = [pair for pair in pairs if pair[0].table == number]
        if own:
            print(report_of(number, own))
    if not pairs:
        print("nothing was measured", file=sys.stderr)
    return 0 if pairs else 1


if __name__ == "__main__":
    sys.exit(main())
