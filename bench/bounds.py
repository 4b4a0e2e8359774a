#!/usr/bin/env python3
"""Is the default search as fast as the best single option? Measures three collections and says which rows miss their bounds.

With t seconds of the best single option, the default may take
  timed automata (DIR/ticktac)    3t + 0.05 s on nine rows of ten, 5t + 0.5 s on all
  planning tasks (DIR/planning)   5t + 0.2 s on eight rows of ten; a task that an option solves within 1 s is solved within 10 s
  public models (DIR/uppaal)      2t + 1 s on nine rows of ten, 5t + 2 s on all; rings of `crowfly generate milner` are among them

Each question is asked by default first. A single option is then given as much time as it may take to show that a bound is missed, so that a default
that is soon enough costs no further run. Options that answered a question fastest before are tried first. A row that misses a bound is measured again, and the
lesser times count. Times are processor time. Results are kept as they come; the same command goes on where it was stopped.

Exits with 1 if a bound is missed or two answers differ.
"""
import argparse
import csv
import dataclasses
import os
import pathlib
import re
import sys

import choose_questions
import directed_models
import outcome
import table

DEFAULT = "default"
GREEDY = ("--search", "greedy", "--heuristic")
TIMED = {
    "bfs": ("--search", "bfs"),
    "hulls": ("--strategies", "hulls"),
    "ranked in local time": ("--time-semantics", "local", "--search", "ranked"),
    "hU": (*GREEDY, "hU"),
    "dfs": ("--search", "dfs"),
    "ranked": ("--search", "ranked"),
    "symmetry": ("--search", "bfs", "--reduce", "symmetry"),
    "rdfs": ("--search", "rdfs"),
    "hU, useless": (*GREEDY, "hU", "--prefer", "useless"),
    "formula": (*GREEDY, "formula"),
    "abstraction": ("--engine", "abstraction"),
    "cone": ("--strategies", "cone"),
    "novelty": ("--search", "novelty(hU)"),
    "dU": (*GREEDY, "dU"),
    "hU, helpful": (*GREEDY, "hU", "--prefer", "helpful"),
    "lazy hU, helpful": ("--search", "greedy(lazy)", "--heuristic", "hU", "--prefer", "helpful"),
    "hcg": (*GREEDY, "hcg"),
}
PLANNING = {
    "lazy hU, helpful": TIMED["lazy hU, helpful"],
    **{side: TIMED[side] for side in ("hU, helpful", "hU", "bfs", "novelty", "hU, useless", "formula", "hcg", "dU", "dfs", "rdfs", "abstraction")},
    "landmarks": (*GREEDY, "landmarks"),
    "wastar hU": ("--search", "wastar(w=5)", "--heuristic", "hU"),
}
COLUMNS = ("run", "question", "side", "verdict", "cpu", "limit", "length")


@dataclasses.dataclass(frozen=True)
class Bound:
    """The default takes at most factor * t + extra seconds, on this part of the rows."""
    factor: float
    extra: float
    part: float
    least: float = float("inf")  # where t is at most this

    def allows(self, best, own):
        return best > self.least or own <= self.factor * best + self.extra

    def worth_trying(self, own):
        """A single option that takes longer does not show that this bound is missed."""
        return min(self.least, (own - self.extra) / self.factor) if self.factor else self.least if own > self.extra else 0

    def __str__(self):
        text = f"{self.factor:g}t + {self.extra:g} s" if self.factor else f"{self.extra:g} s"
        return text if self.least == float("inf") else f"{text} where t is at most {self.least:g} s"


@dataclasses.dataclass(frozen=True)
class Collection:
    title: str
    bounds: tuple
    singles: dict


COLLECTIONS = {
    "ticktac": Collection("Timed automata", (Bound(3, 0.05, 0.9), Bound(5, 0.5, 1)), TIMED),
    "planning": Collection("Planning tasks", (Bound(5, 0.2, 0.8), Bound(0, 10, 1, 1)), PLANNING),
    "public": Collection("Public models", (Bound(2, 1, 0.9), Bound(5, 2, 1)), TIMED),
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", type=pathlib.Path, default=os.environ.get("CROWFLY_CORPUS"), metavar="DIR", help="the public collections; $CROWFLY_CORPUS if not given")
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--collections", default=",".join(COLLECTIONS), metavar="LIST", help="of " + ", ".join(COLLECTIONS))
    parser.add_argument("--only", default="", metavar="REGEX", help="questions whose name has a match")
    parser.add_argument("--time", type=float, default=10, metavar="SECONDS", help="of the default (10)")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/bounds", metavar="DIR")
    parser.add_argument("--singles", type=pathlib.Path, metavar="DIR", help="takes single options as an earlier run with --out DIR has measured them, by another build")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--report", action="store_true", help="measure nothing")
    return parser.parse_args()


def is_decided(row):
    return row["verdict"] in (outcome.REACHABLE, outcome.UNREACHABLE)


class Measurements:
    """Runs what has not been run yet, and knows what came out. Of several runs of a side the fastest counts."""

    def __init__(self, tool, results):
        self.tool, self.results, self.rows = tool, results, {}
        for row in results.rows():
            self.keep(row)

    def keep(self, row):
        key = (row["question"], row["side"])
        known = self.rows.get(key)
        if known is None or (is_decided(row), -float(row["cpu"])) > (is_decided(known), -float(known["cpu"])):
            self.rows[key] = {**row, "limit": max(float(row["limit"]), float(known["limit"]) if known else 0)}
        else:
            known["limit"] = max(float(row["limit"]), float(known["limit"]))

    def get(self, question, side, words, limit, again=False):
        """A side that was not given enough time before is run again."""
        known = self.rows.get((question.name, side))
        if known and not again and (is_decided(known) or known["verdict"] == outcome.FAILED or known["limit"] >= limit):
            return known
        print(f"{question.name} | {side}", file=sys.stderr, flush=True)
        run = outcome.crowfly_for(self.tool, question.model, question.words, limit, words)
        row = {"run": len(self.rows), "question": question.name, "side": side, "verdict": run.verdict, "cpu": run.cpu, "limit": limit, "length": run.length}
        self.results.append(row)
        self.keep({column: table.cell(row[column]) for column in COLUMNS})
        return self.rows[question.name, side]


def measure_question(question, collection, measurements, seconds):
    own = measurements.get(question, DEFAULT, (), seconds)
    if own["verdict"] == outcome.FAILED:
        return
    for again in (False, True):
        own = measurements.get(question, DEFAULT, (), seconds, again)
        limit = time_of_singles(collection, own, seconds)
        if limit <= 0:
            return
        best = fastest(question, collection, measurements, limit, again)
        if best and not is_decided(own):
            own = measurements.get(question, DEFAULT, (), max(seconds, 5 * best + 2))
        if not best or all(bound.allows(best, float(own["cpu"]) if is_decided(own) else float("inf")) for bound in collection.bounds):
            return


def time_of_singles(collection, own, seconds):
    spent = float(own["cpu"]) if is_decided(own) else seconds
    return max(bound.worth_trying(spent) for bound in collection.bounds)


def fastest(question, collection, measurements, limit, again):
    """Seconds of the best single option, or None. Each is given as much time as the best one before it took."""
    best = None
    for side, words in collection.singles.items():
        known = measurements.rows.get((question.name, side))
        if again and not (known and is_decided(known)):
            continue
        row = measurements.get(question, side, words, limit, again)
        if is_decided(row) and float(row["cpu"]) <= limit:
            best = limit = float(row["cpu"])
    return best


# ---- What came out


def judge(name, rows, measurements):
    """The report on a collection, and whether its bounds hold."""
    collection = COLLECTIONS[name]
    judged, undecided, lines = [], 0, []
    for question in rows:
        sides = {side: measurements.rows[question, side] for side in (DEFAULT, *collection.singles) if (question, side) in measurements.rows}
        if sides.get(DEFAULT, {"verdict": outcome.FAILED})["verdict"] == outcome.FAILED:
            continue
        single = {side: float(row["cpu"]) for side, row in sides.items() if side != DEFAULT and is_decided(row)}
        best = min(single, key=single.get, default=None)
        own = float(sides[DEFAULT]["cpu"]) if is_decided(sides[DEFAULT]) else float("inf")
        if best is None and own == float("inf"):
            undecided += 1
            continue
        missed = [str(bound) for bound in collection.bounds if best and not bound.allows(single[best], own)]
        judged.append(missed)
        if missed:
            lines.append([question, best, single[best], own if own < float("inf") else "not decided", ", ".join(missed)])
    text, good = f"### {collection.title}\n\n- {len(judged)} rows that the default or an option decides; {undecided} that none does\n", True
    for bound in collection.bounds:
        held = sum(str(bound) not in missed for missed in judged)
        holds = held >= bound.part * len(judged)
        good = good and holds
        text += f"- within {bound}: {held} of {len(judged)} ({'holds' if holds else '**missed**'}: {bound.part:.0%} wanted)\n"
    return text + "\n" + (table.markdown(("row", "best option", "its s", "default, s", "beyond"), lines) + "\n" if lines else ""), good


def contradictions(measurements):
    verdicts = {}
    for (question, _), row in measurements.rows.items():
        if is_decided(row):
            verdicts.setdefault(question, set()).add(row["verdict"])
    return "".join(f"- **{question}: answers differ**\n" for question, found in verdicts.items() if len(found) > 1)


def adopt_singles(results, folder):
    if results.known():
        return
    with open(folder / "bounds.tsv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["side"] != DEFAULT:
                results.append(row)


def main():
    options = arguments()
    tool = outcome.resolve_tool(options.tool)
    setting = directed_models.Setting(tool, None, None, options.out / "models", re.compile(options.only).search, options.time, 1, None)
    results = table.Results(options.out, "bounds", COLUMNS, "run", {"tool": table.fingerprint(tool), "seconds": options.time}, options.fresh)
    if options.singles:
        adopt_singles(results, options.singles)
    measurements = Measurements(tool, results)
    text, good = "", True
    for name in options.collections.split(","):
        questions = choose_questions.collection(name, setting, options.corpus)
        for question in () if options.report else questions:
            measure_question(question, COLLECTIONS[name], measurements, options.time)
        part, holds = judge(name, [question.name for question in questions], measurements)
        text, good = text + part, good and holds
    wrong = contradictions(measurements)
    (options.out / "bounds.md").write_text(text + wrong, encoding="utf-8")
    print(text + wrong, end="")
    return 0 if good and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
