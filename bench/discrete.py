#!/usr/bin/env python3
"""Crowfly against hand-written C++ searches of the same discrete systems, in turn, on one core.

Both visit every state and store it; the numbers of states must be equal. The rate is states per second of processor time
of the whole program. Ratios are Crowfly / hand-written. Results are kept as they come; the same command goes on
where it was stopped.

Exits with 1 if the numbers of states differ or one of the two does not finish.
"""
import argparse
import json
import pathlib
import shlex
import subprocess
import sys

import families
import measure
import outcome
import table

QUERY = "E<> false"
COLUMNS = ("name", "states", "crowfly_stored", "crowfly_transitions", "crowfly_cpu", "crowfly_rss_kb", "crowfly_state_bytes",
           "reference_states", "reference_transitions", "reference_cpu", "reference_rss_kb", "reference_bytes_per_state", "note")
HEAD = ("model", "states", "transitions", "CPU s", "by hand", "states/s", "by hand", "ratio", "bytes/state", "by hand", "remark")
LEAST_RATED = 1e5  # with fewer states one compares how programs start
BUILD = outcome.ROOT / "build/release"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--tool-options", default="", metavar="WORDS", help="further options for `crowfly check`")
    parser.add_argument("--references", type=pathlib.Path, metavar="DIR", help="hand-written searches that are built already")
    parser.add_argument("--family", choices=sorted(families.FAMILIES), action="append", help="all of them if not given")
    parser.add_argument("--max-states", type=float, default=1e7, metavar="N", help="the largest model; 1e8 for all")
    parser.add_argument("--min-states", type=float, default=1e4, metavar="N", help="the smallest model")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each; the one with the least processor time counts")
    parser.add_argument("--time", type=float, default=600, metavar="SECONDS", help="processor time per run")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/discrete", metavar="DIR")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args()


def built_references():
    """Their folder, after building them; without the tests, should this be the first build, as these need more packages."""
    if not (BUILD / "build.ninja").exists():
        subprocess.run(["cmake", "--preset", "release", "-DCROWFLY_TESTS=OFF"], cwd=outcome.ROOT, stdout=sys.stderr, check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", "bench_references"], stdout=sys.stderr, check=True)
    return BUILD / "bench"


def written_model(family, size, folder):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{family.title(size)}.xta"
    path.write_text(family.model(*size.parameters), encoding="utf-8")
    return path


def by_hand(program, size, seconds):
    run = measure.run([str(program), *map(str, size.parameters)], seconds)
    if run.code:
        return outcome.Outcome(outcome.FAILED, run.cpu, run.rss_kb, outcome.complaint(run))
    found = json.loads(run.stdout)
    return outcome.Outcome(outcome.UNREACHABLE, run.cpu, run.rss_kb, generated=found["transitions"], stored=found["states"],
                           state_bytes=found["bytes_per_state"])


def problem(size, ours, theirs):
    if theirs.stored != size.states:
        return f"by hand: {theirs.stored} states instead of {size.states} {theirs.note}"
    if not ours.decided():
        return f"Crowfly: {ours.verdict}: {ours.note}"
    return "" if ours.stored == size.states else f"Crowfly: {ours.stored} states instead of {size.states}"


def measured(family, size, options, tool, references):
    model = written_model(family, size, options.out / "models")
    words = ["--search", "bfs", *shlex.split(options.tool_options)]  # all states, also where they prove to be dead ends
    theirs, ours = outcome.best_of(
        options.repeat, lambda: by_hand(references / family.reference, size, options.time),
        lambda: outcome.crowfly(tool, model, [QUERY], options.time, options=words))
    return {"name": family.title(size), "states": size.states, "crowfly_stored": ours.stored,
            "crowfly_transitions": ours.generated, "crowfly_cpu": ours.cpu, "crowfly_rss_kb": ours.rss_kb,
            "crowfly_state_bytes": ours.state_bytes, "reference_states": theirs.stored,
            "reference_transitions": theirs.generated, "reference_cpu": theirs.cpu, "reference_rss_kb": theirs.rss_kb,
            "reference_bytes_per_state": theirs.state_bytes,
            "note": problem(size, ours, theirs)}


def rates(row):
    """States per second of the two, Crowfly first; nothing where they cannot be compared."""
    if row["note"]:
        return None, None
    return [float(row["states"]) / max(float(row[f"{side}_cpu"]), 1e-6) for side in ("crowfly", "reference")]


def cells(row):
    ours, theirs = rates(row)
    bytes_per_state = table.number(row["crowfly_state_bytes"])
    return [row["name"], float(row["states"]), table.number(row["reference_transitions"]),
            table.number(row["crowfly_cpu"]), table.number(row["reference_cpu"]), ours, theirs, table.ratio(ours, theirs),
            bytes_per_state, table.number(row["reference_bytes_per_state"]), row["note"]]


def report(rows):
    fine = [row for row in rows if not row["note"]]
    large = [row for row in fine if float(row["states"]) >= LEAST_RATED] or fine
    ratios = [table.ratio(*rates(row)) for row in large]
    text = table.markdown(HEAD, map(cells, rows))
    if ratios:
        text += (f"\n- states per second, Crowfly / hand-written: geometric mean {table.geometric_mean(ratios):.3g}, "
                 f"from {min(ratios):.3g} to {max(ratios):.3g}, over {len(ratios)} models of at least "
                 f"{table.short(min(float(row['states']) for row in large))} states\n")
    return text + "".join(f"- **{row['name']}: {row['note']}**\n" for row in rows if row["note"])


def main():
    options = arguments()
    tool = outcome.resolve_tool(options.tool)
    references = options.references or built_references()
    chosen = [families.FAMILIES[name] for name in options.family or sorted(families.FAMILIES)]
    setup = {"tool": table.fingerprint(tool), "tool_options": options.tool_options, "seconds": options.time,
             "repeat": options.repeat,
             "references": [table.fingerprint(references / family.reference) for family in families.FAMILIES.values()]}
    results = table.Results(options.out, "discrete", COLUMNS, "name", setup, options.fresh)
    known, asked = results.known(), set()
    for family in chosen:
        for size in family.between(options.min_states, options.max_states):
            asked.add(family.title(size))
            if family.title(size) not in known:
                print(family.title(size), file=sys.stderr)
                results.append(measured(family, size, options, tool, references))
    rows = [row for row in results.rows() if row["name"] in asked]
    text = report(rows)
    (options.out / "discrete.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 1 if not rows or any(row["note"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
