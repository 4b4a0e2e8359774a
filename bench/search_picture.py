#!/usr/bin/env python3
"""Draws how searches go: the best estimate, what waits and how deep it looks, over the states explored (`check --samples`).

  search_picture.py MODEL [--out FILE.svg] [--search GREEDY…]

Each search is what follows `check` on a command line: --search '--search greedy --heuristic hU'.
"""
import argparse
import json
import pathlib
import shlex
import subprocess
import sys

import outcome
import plot

SEARCHES = ("--search greedy --heuristic hU", "--search greedy --heuristic hU --prefer useless", "--search greedy --heuristic dU")
ESTIMATE, WAITING, DEPTH = 3, 2, 4


def samples(tool, model, words):
    done = subprocess.run([str(tool), "check", "--json", "--samples", "--time", "60s", *shlex.split(words), str(model)], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["queries"][0]["samples"]


def short(words):
    return words.replace("--search ", "").replace("--heuristic ", "").replace("--prefer ", "+ ")


def panel(title, y_label, column, recorded):
    series = [plot.Series(short(words), [(row[1], row[column]) for row in rows if row[column] is not None and row[1] > 0], True) for words, rows in recorded.items()]
    return plot.Panel(title, "states explored", y_label, [line for line in series if line.points], True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--tool")
    parser.add_argument("--search", action="append", metavar="WORDS")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/search.svg", metavar="FILE.svg")
    options = parser.parse_args()
    tool = outcome.resolve_tool(options.tool)
    recorded = {words: samples(tool, options.model, words) for words in options.search or SEARCHES}
    panels = [panel("Best estimate so far", "transitions to the goal", ESTIMATE, recorded), panel("Waiting", "states", WAITING, recorded), panel("Depth", "transitions from the start", DEPTH, recorded)]
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(plot.svg(panels, f"How searches go on {options.model.name}"), encoding="utf-8")
    print(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
