#!/usr/bin/env python3
"""Merge-and-shrink against its paper: greedy search and A* with N=50 and N=100, our numbers beside the published ones.

The models are re-modelled after the papers (A, H) or derived from MCTA's (M, N, and S for the paper's C), so that counts can be compared in order of
magnitude. R are random systems that nobody has, and are left out. CPU seconds are ours on this machine; the paper's are of 2009.
"""
import argparse
import pathlib
import sys
import tempfile

import directed_models
import outcome
import table

PUBLISHED = pathlib.Path(__file__).with_name("abstractions_published.tsv")
SEARCHES = {"greedy": "greedy", "astar": "astar"}
BOUNDS = (50, 100)


def published():
    """{(search, instance, bound): (explored, seconds, length)}; None where the paper has no number."""
    rows = {}
    for line in PUBLISHED.read_text().splitlines()[1:]:
        search, instance, bound, *values = line.split("\t")
        rows[search, instance, int(bound)] = tuple(float(v) if v != "-" else None for v in values)
    return rows


def thesis_name(instance):
    """The paper's C are the thesis' S."""
    return "S" + instance[1:] if instance[0] == "C" else instance


def measured(setting, instance, search, bound):
    found = setting.present([directed_models.thesis(thesis_name(instance))])
    if not found:
        return None
    options = ("--search", search, "--heuristic", f"mas(N={bound}{setting.more})", "--memory", "4G")
    return outcome.crowfly(setting.tool, found[0][1], (), setting.seconds, options=options)


def rows_of(setting, search, known):
    instances = dict.fromkeys(instance for at, instance, _ in known if at == search)
    for instance in instances:
        if not setting.chosen(instance):
            continue
        row = [instance]
        for bound in BOUNDS:
            explored, seconds, length = known[search, instance, bound]
            ours = measured(setting, instance, search, bound)
            decided = ours is not None and ours.decided()
            row += [explored, ours.explored if decided else None, seconds, round(ours.cpu, 2) if decided else None,
                    length, ours.length if decided else None]
        setting.say(f"{search} {row}")
        yield row


def summary(rows):
    """How many of the paper's rows are solved, and with no more states."""
    cells = [(row[1 + 6 * b], row[2 + 6 * b]) for row in rows for b in range(len(BOUNDS))]
    solved = [(theirs, ours) for theirs, ours in cells if theirs is not None]
    return (f"solved {sum(ours is not None for _, ours in solved)} of {len(solved)} that the paper solves, "
            f"with no more states {sum(ours is not None and ours <= theirs for theirs, ours in solved)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crowfly", help="the tool; otherwise it is built")
    parser.add_argument("--models", type=pathlib.Path, default=directed_models.default_folder(), help="the folder of derived models")
    parser.add_argument("--search", choices=sorted(SEARCHES), action="append")
    parser.add_argument("--only", nargs="*", help="instances such as A3 C1")
    parser.add_argument("--time", type=float, default=60, help="seconds for each run")
    parser.add_argument("--more", default="", help="further options of mas, such as merge=dfp")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        setting = directed_models.Setting(
            outcome.resolve_tool(arguments.crowfly), arguments.models, None, pathlib.Path(made),
            lambda name: not arguments.only or name in arguments.only or ("C" + name[1:] in arguments.only and name[0] == "S"),
            arguments.time, 1, None)
        setting.more = "," + arguments.more if arguments.more else ""
        known = published()
        for search in arguments.search or SEARCHES:
            rows = list(rows_of(setting, search, known))
            head = ["instance"]
            for bound in BOUNDS:
                head += [f"N={bound} published", "ours", "s published", "s", "length published", "length"]
            print(f"\n## {search}\n\n{table.markdown(head, rows)}\n\n{summary(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
