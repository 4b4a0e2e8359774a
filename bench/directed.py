#!/usr/bin/env python3
"""What directed search brings and what it costs.

  tables   explored states, time and length of the trace for each heuristic, beside the numbers of Wehrle's thesis
  rates    estimates per second, and what greedy search with dU costs per state against breadth first
  preferences  searches that prefer some transitions, beside the numbers of the thesis
  costs    what preferring costs per state
  judgement  how often a heuristic is right about useless transitions
  default  `check` without --search against breadth first, where all states have to be looked at and where not

Models of S, M and N and those of the public collection are looked for below the folder named by CROWFLY_CORPUS; without them
their lines are left out. The others are generated. Results are kept as they come; the same command goes on where it was stopped.

Exits with 1 if an instance of the tables is not solved by any of the best heuristics, or an answer is wrong.
"""
import argparse
import pathlib
import re
import sys

import directed_costs
import directed_default
import directed_judgement
import directed_models
import directed_preferences
import directed_rates
import directed_tables
import outcome
import table

PARTS = {"tables": directed_tables, "rates": directed_rates, "preferences": directed_preferences, "costs": directed_costs, "judgement": directed_judgement,
         "default": directed_default}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS, nargs="?", default="tables")
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--models", type=pathlib.Path, default=directed_models.default_folder(), metavar="DIR",
                        help="the folder of stls-derived and mutex-derived; $CROWFLY_CORPUS/seeds/generated if not given")
    parser.add_argument("--instances", type=pathlib.Path, default=directed_models.default_manifest(), metavar="MANIFEST.tsv",
                        help="for default: as compare.py has it; $CROWFLY_CORPUS/ticktac/MANIFEST.tsv if not given")
    parser.add_argument("--only", default="", metavar="REGEX", help="instances whose name has a match")
    parser.add_argument("--ways", default="", metavar="REGEX", help="for preferences: searches whose name has a match, such as `hU CE`")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="per run; 120 for tables, 60 for rates, preferences and costs, 300 for judgement, 20 for default if not given")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each but for tables; the fastest counts")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE.tsv", help="build/bench/directed/PART.tsv if not given")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args()


def main():
    options = arguments()
    part = PARTS[options.part]
    tool = outcome.resolve_tool(options.tool)
    out = options.out or outcome.ROOT / f"build/bench/directed/{options.part}.tsv"
    chosen = re.compile(options.only).search
    seconds = options.time or part.SECONDS
    setting = directed_models.Setting(tool, options.models, options.instances, out.parent / "models", chosen, seconds, options.repeat,
                                      re.compile(options.ways).search)
    setup = {"tool": table.fingerprint(tool), "seconds": seconds}
    results = table.Results(out.parent, out.stem, part.COLUMNS, part.COLUMNS[0], setup, options.fresh)
    part.run(setting, results)
    rows = [row for row in results.rows() if chosen(row["instance"])]
    text = part.report(rows)
    out.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 1 if part.failed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
