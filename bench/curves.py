#!/usr/bin/env python3
"""The curves of docs/explanation/scale.md: what threads bring, what a search on disk costs, and how small states are, as one picture.

usage: curves.py [--tool PATH] [--small] [--out FILE]

Everything is processor time, so that other work on the machine matters little: see threads.py, disk.py and stores.py,
which measure the points and say what they are.
"""
import argparse
import collections
import pathlib
import sys
import tempfile

import disk
import outcome
import plot
import stores
import threads

Sizes = collections.namedtuple("Sizes", "models threads repeat counters values fischer shares states")
FULL = Sizes(("arbiter 4 --correct", "bakery 5 3", "fischer 10"), (1, 2, 4, 8), 2, 7, 10, 9, (1, 2, 4, 8, 16, 32),
             (100_000, 300_000, 1_000_000, 3_000_000, 10_000_000))
SMALL = Sizes(("bakery 3 4", "fischer 4"), (1, 2), 1, 4, 6, 4, (1, 2), (1000, 3000))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--small", action="store_true", help="tiny models, to try the script")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "docs/figures/scale.svg", metavar="FILE")
    return parser.parse_args()


def thread_panel(tool, sizes, folder):
    options = argparse.Namespace(out=folder, repeat=sizes.repeat)
    sides = {count: (tool, count) for count in sizes.threads}
    series = []
    for model in threads.MODELS + threads.SMALL:
        if model.name in sizes.models:
            found = threads.measured(model, sides, options, tool)
            points = [(count, count * found[1].cpu / found[count].cpu) for count in sizes.threads]
            series.append(plot.Series(model.name, points))
    return plot.Panel("Threads", "threads", "speed-up that processor time allows", series)


def disk_series(name, tool, model, query, sizes, folder):
    options = ("--all-variables",)
    _, memory = disk.run(tool, model, query, "--search", "bfs", *options)
    points = []
    for share in sizes.shares:
        limit = max(1, round(memory["peak_bytes"] / share / 2**20))
        states = str(folder / f"states-{limit}")
        _, found = disk.run(tool, model, query, "--disk", states, "--memory", f"{limit}M", *options)
        points.append((100 / share, memory["cpu_seconds"] / found["cpu_seconds"]))
    return plot.Series(name, sorted(points))


def disk_panel(tool, sizes, folder):
    model, query = disk.counters(folder, sizes.counters, sizes.values)
    fischer = threads.written(threads.Model(f"fischer {sizes.fischer}", ("fischer", str(sizes.fischer)), "E<> false"),
                              tool, folder)
    return plot.Panel("Disk", "memory, % of a search in memory", "states/s against memory", [
        disk_series(f"{sizes.counters} counters", tool, model, query, sizes, folder),
        disk_series(f"fischer {sizes.fischer}", tool, str(fischer), ["E<> false"], sizes, folder)], log_x=True)


def store_panel(tool, sizes, folder):
    model = folder / "queue.xta"
    model.write_text(stores.queue(14, 3), encoding="utf-8")
    series = []
    for store, *options in stores.STORES[:3]:
        found = [stores.search(tool, model, "E<> false", states, options) for states in sizes.states]
        series.append(plot.Series(store, [(one["stored"], one["state_bytes"]) for one in found]))
    return plot.Panel("Stores: a queue, 64 bytes", "states", "bytes per state", series, log_x=True)


def main():
    options = arguments()
    tool = outcome.resolve_tool(options.tool)
    sizes = SMALL if options.small else FULL
    with tempfile.TemporaryDirectory(prefix="crowfly-curves-") as name:
        folder = pathlib.Path(name)
        panels = [panel(tool, sizes, folder) for panel in (thread_panel, disk_panel, store_panel)]
    for panel in panels:
        for series in panel.series:
            print(panel.title, series.name, *(f"{x:g}:{y:.3g}" for x, y in series.points), file=sys.stderr)
    options.out.write_text(plot.svg(panels, "What threads, disk and compressed stores cost and bring"), encoding="utf-8")


if __name__ == "__main__":
    main()
