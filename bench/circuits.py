#!/usr/bin/env python3
"""Directed symbolic search on circuits: BDDA* against breadth first search over decision diagrams, and both beside a model checker
of another kind, if it is installed (`berkeley-abc`: bounded model checking, which finds shortest counterexamples as well, and
PDR, which finds any).

The circuits are the families of Reffel and Edelkamp's paper, tree arbiters and rings of DME cells, with faults of ours: which
gates theirs had, and how they were wrong, is not known. So Tables 4 and 5 of the paper stand beside ours, and trends can be
compared, not rows. CPU seconds are ours on this machine; the paper's are of 1999.
"""
import argparse
import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import measure
import outcome
import table

PUBLISHED = pathlib.Path(__file__).with_name("circuits_published.tsv")
SEARCHES = {"forward": "search=forward", "A*": "search=bdda", "w=2": "search=bdda,alpha=33", "w=9": "search=bdda,alpha=10"}
PEERS = {"bmc3": "bmc3 -T {seconds}", "pdr": "pdr -T {seconds}"}
ASSERTED = re.compile(r"was asserted in frame (\d+)")
DME_FAULTS = ("e:OR", "f:AND", "h:OR", "i:drop1", "l:drop2")


@dataclasses.dataclass(frozen=True)
class Instance:
    family: str
    size: int
    fault: str

    def name(self):
        return f"tree {self.fault} {2 * self.size - 1}" if self.family == "tree_arbiter" else f"DME-{self.size} {self.fault}"

    def write(self, tool, folder):
        path = folder / f"{self.family}{self.size}{self.fault.replace(':', '_')}.aig"
        subprocess.run([tool, "generate", self.family, str(self.size), "--fault", self.fault, "--to", "aig", "-o", path],
                       stdout=subprocess.DEVNULL, check=True)
        return path


@dataclasses.dataclass
class Cell:
    """What one search or peer found. `length` in transitions; None: nothing within the limit."""
    seconds: float
    length: int = None
    nodes: int = None
    sets: int = None

    def told(self):
        return f"{self.seconds:.2f}" if self.length is not None else f">{self.seconds:.0f}"


def instances(trees, faults, cells):
    found = [Instance("tree_arbiter", users, fault) for fault in faults for users in trees]
    return found + [Instance("dme", size, fault) for size in cells for fault in DME_FAULTS]


def ours(tool, path, search, seconds):
    # Time is what the processor was busy; a run that waits for others is not ended for it.
    told = seconds * measure.WALL_PER_CPU
    run = measure.run([str(tool), "check", "--json", "--time", f"{told:g}s", "--engine", f"symbolic({search})", str(path)], seconds)
    try:
        query = json.loads(run.stdout)["queries"][0]
    except (ValueError, KeyError, IndexError):
        return Cell(run.cpu)
    use = query["symbolic"] or {}
    return Cell(run.cpu, (query["trace"] or {}).get("length"), use.get("peak_nodes"), use.get("sets"))


def peer(program, path, command, seconds):
    run = measure.run([program, "-q", f"read_aiger {path}; {command.format(seconds=int(seconds))}"], seconds + 1)
    found = ASSERTED.search(run.stdout)
    return Cell(run.cpu, int(found.group(1)) if found else None)


def row_of(instance, cells):
    row = [instance.name()]
    for name in (*SEARCHES, *PEERS):
        cell = cells.get(name)
        row.append("-" if cell is None else f"{cell.told()} ({cell.length})" if cell.length is not None else cell.told())
    return row


def ratios(measured):
    """How many times faster the better of A* and w=2 is than breadth first search, where it is decided, by instance."""
    result = {}
    for instance, cells in measured.items():
        guided = [cells[name].seconds for name in ("A*", "w=2") if cells[name].length is not None]
        if guided and cells["forward"].length is not None:
            result[instance.name()] = cells["forward"].seconds / min(guided)
    return result


def published(number):
    rows = [line.split("\t") for line in PUBLISHED.read_text().splitlines()[1:]]
    return [row[1:] for row in rows if row[0] == str(number)]


def beside_published(number, measured):
    """The rows of a table of the paper, and ours of the same size: trees with fault B3, rings with every fault."""
    head = ["modules", "BFS sets", "nodes", "s", "A* depth", "sets", "nodes", "s", "ours", "BFS sets", "nodes", "s", "A* sets", "nodes", "s"]
    rows = []
    for row in published(number):
        for instance, cells in measured.items():
            modules = 2 * instance.size - 1 if instance.family == "tree_arbiter" else instance.size
            is_tree = instance.family == "tree_arbiter" and instance.fault == "B3"
            if modules != int(row[0]) or (is_tree if number == 4 else instance.family == "dme") is False:
                continue
            own = []
            for name in ("forward", "A*"):
                cell = cells[name]
                own += [cell.sets, cell.nodes, cell.told()]
            rows.append([*row, instance.name(), *own])
    return table.markdown(head, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crowfly", help="the tool; otherwise it is built")
    parser.add_argument("--peer", default=shutil.which("berkeley-abc"), help="the program; without it only ours is run")
    parser.add_argument("--time", type=float, default=60, help="CPU seconds for each run")
    parser.add_argument("--trees", type=int, nargs="*", default=[8, 9, 10, 11, 12, 13, 14, 15, 16], help="users of the tree arbiters")
    parser.add_argument("--faults", nargs="*", default=["B1", "B3"], help="of the tree arbiters")
    parser.add_argument("--rings", type=int, nargs="*", default=[6], help="cells of the DME rings")
    arguments = parser.parse_args()
    tool = outcome.resolve_tool(arguments.crowfly)
    measured = {}
    with tempfile.TemporaryDirectory() as made:
        for instance in instances(arguments.trees, arguments.faults, arguments.rings):
            path = instance.write(tool, pathlib.Path(made))
            cells = {name: ours(tool, path, search, arguments.time) for name, search in SEARCHES.items()}
            if arguments.peer:
                cells.update({name: peer(arguments.peer, path, command, arguments.time) for name, command in PEERS.items()})
            measured[instance] = cells
            print(row_of(instance, cells), file=sys.stderr, flush=True)
    print(f"## CPU seconds (length of the trace)\n\n{table.markdown(['circuit', *SEARCHES, *PEERS], [row_of(i, c) for i, c in measured.items()])}")
    factors = ratios(measured)
    if factors:
        print(f"\nthe better of A* and w=2 against forward: faster on {sum(f > 1 for f in factors.values())} of {len(factors)}, "
              f"geometric mean {table.geometric_mean(factors.values()):.2f}, least {min(factors.values()):.2f}")
    for number in (4, 5):
        print(f"\n## Table {number} of the paper, and ours\n\n{beside_published(number, measured)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
