#!/usr/bin/env python3
"""How the bound N of merge-and-shrink trades precision for time: Fig. 8 of Dräger, Finkbeiner and Podelski (2009).

  bound_sweep.py [--search greedy|astar] [--bounds N …] [--generate WORDS …] [--out FILE.svg]

The paper took a random system with eight processes, which nobody has any more. `crowfly generate random` makes systems like it: eight processes of 3 to
10 states, with twice as many actions; five of them, added up. They are found to be easy, so the towers of Hanoi and an arbiter tree stand beside
them, or whatever --generate names. Plotted are processor seconds, loading included, over N; the table has the states explored as well. A run that is
not decided within `--time` seconds of processor time is left out, and said to be.
"""
import argparse
import pathlib
import shlex
import sys
import tempfile

import directed_models
import outcome
import plot
import table

BOUNDS = (5, 10, 20, 40, 60, 80, 100, 200, 400, 700, 1000, 2000, 4000)
RANDOM = "random --processes 8 --actions 16 --min-states 3 --max-states 10 --seed"
GROUPS = {"five random systems": [f"{RANDOM} {seed}" for seed in range(1, 6)], "hanoi 7": ["hanoi 7"],
          "arbiter 3": ["arbiter 3"]}


def measured(options, tool, path, bound):
    """The fastest of some runs; None: one of them was not decided."""
    words = ("--search", options.search, "--heuristic", f"mas(N={bound})", "--memory", "4G")
    best = None
    for _ in range(options.repeat):
        run = outcome.crowfly(tool, path, (), options.time, options=words, by_processor=True)
        if not run.decided():
            return None
        best = run if best is None or run.cpu < best.cpu else best
    return best


def sweep(options, setting, name, models):
    """[(N, seconds, states explored)], added up over the models."""
    paths = [setting.path(directed_models.Instance(f"{name} {number}", generate=tuple(shlex.split(words)))) for number, words in enumerate(models)]
    rows = []
    for bound in options.bounds:
        runs = [measured(options, setting.tool, path, bound) for path in paths]
        if None in runs:
            setting.say(f"{name}, N={bound}: left out, as it was not decided in time")
            continue
        rows.append((bound, sum(run.cpu for run in runs), sum(run.explored for run in runs)))
        setting.say(f"{name}, N={bound}: {rows[-1][1]:.3g} s, {rows[-1][2]} states")
    return rows


def panel(name, rows, search):
    return plot.Panel(name, "bound N", "processor seconds", [plot.Series(search, [row[:2] for row in rows])], log_x=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="the program; otherwise it is built")
    parser.add_argument("--search", choices=("greedy", "astar"), default="astar")
    parser.add_argument("--bounds", type=int, nargs="+", default=BOUNDS)
    parser.add_argument("--generate", action="append", metavar="WORDS", help="what follows `crowfly generate`, instead of the three groups")
    parser.add_argument("--repeat", type=int, default=2, help="runs, of which the fastest counts")
    parser.add_argument("--time", type=float, default=20, help="seconds of processor time for each run")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/bound_sweep.svg", metavar="FILE.svg")
    options = parser.parse_args()
    drawn = []
    with tempfile.TemporaryDirectory() as made:
        setting = directed_models.Setting(outcome.resolve_tool(options.tool), None, None, pathlib.Path(made), lambda name: True, options.time, options.repeat, None)
        for name, models in ({words: [words] for words in options.generate} if options.generate else GROUPS).items():
            rows = sweep(options, setting, name, models)
            print(f"## {name}\n\n{table.markdown(['N', 'processor seconds', 'states explored'], rows)}")
            drawn += [panel(name, rows, options.search)] if rows else []
    if not drawn:
        print("nothing was decided in time", file=sys.stderr)
        return 1
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(plot.svg(drawn, "Running time of directed search over the bound of merge-and-shrink"), encoding="utf-8")
    print(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
