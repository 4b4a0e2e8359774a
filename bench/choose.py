#!/usr/bin/env python3
"""No option should beat no option: runs `check` without options and with each single strategy, over all questions at hand.

Asked are the questions of generated models and, where CROWFLY_CORPUS names it, of the public collection. Single strategies are tried where the
default needs over a second; `--all` tries them everywhere, which the totals need. A question that some strategy decides in t seconds should be decided by default
within 2t + 1 seconds nine times in ten, and always within 5t + 2. From the times of single strategies an order, slices and shares are learned, and judged on
families that were left out. Times are processor time. Results are kept as they come; the same command goes on where it was stopped.

Exits with 1 if answers differ, or the default is later than it should be.
"""
import argparse
import csv
import datetime
import os
import pathlib
import re
import sys

import choose_questions
import choose_schedule
import directed_models
import outcome
import table

DEFAULT = "default"
PATIENT = "default, with patience"
GREEDY = ("--search", "greedy", "--heuristic")
SINGLE = {
    "exact": ("--search", "bfs"),
    "symmetry": ("--search", "bfs", "--reduce", "symmetry"),
    "hulls": ("--strategies", "hulls"),
    "cone": ("--strategies", "cone"),
    "local": ("--strategies", "local"),
    "depth first": ("--search", "dfs"),
    "random depth first": ("--search", "rdfs"),
    "hU": (*GREEDY, "hU"),
    "hU, useless": (*GREEDY, "hU", "--prefer", "useless"),
    "hU, helpful": (*GREEDY, "hU", "--prefer", "helpful"),
    "formula": (*GREEDY, "formula"),
    "hcg": (*GREEDY, "hcg"),
    "novelty": ("--search", "novelty(hU)"),
    "dU": (*GREEDY, "dU"),
}
COLUMNS = ("run", "question", "family", "side", "verdict", "cpu", "explored", "length", "note")
LEAST = 1.0  # a question the default decides within a second is decided in time whatever the others need


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--corpus", type=pathlib.Path, default=os.environ.get("CROWFLY_CORPUS"), metavar="DIR", help="the public collection; $CROWFLY_CORPUS if not given")
    parser.add_argument("--only", default="", metavar="REGEX", help="questions whose name has a match")
    parser.add_argument("--all", action="store_true", help="single strategies everywhere")
    parser.add_argument("--per-model", type=int, metavar="N", help="single strategies on the first N late questions of each model; on all if not given")
    parser.add_argument("--time", type=float, default=10, metavar="SECONDS", help="of a single strategy (10)")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/choose", metavar="DIR")
    parser.add_argument("--singles", type=pathlib.Path, metavar="DIR", help="takes single strategies as an earlier run with --out DIR has measured them, of another build: where only shares have changed")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--report", action="store_true", help="measure nothing")
    return parser.parse_args()


def adopt_singles(results, folder):
    known = results.known()
    with open(folder / "choose.tsv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["side"] in SINGLE and row["run"] not in known:
                results.append(row)


class Measurements:
    """Runs what has not been run yet, and knows what came out."""

    def __init__(self, tool, results):
        self.tool, self.results = tool, results
        self.rows = {row["run"]: row for row in results.rows()}

    def get(self, question, side, seconds, words=()):
        key = f"{question.name} | {side}"
        if key not in self.rows:
            print(key, file=sys.stderr, flush=True)
            run = outcome.crowfly(self.tool, question.model, question.words, seconds, options=words, by_processor=True)
            row = {"run": key, "question": question.name, "family": question.family, "side": side}
            row.update({column: getattr(run, column) for column in COLUMNS[4:]})
            self.results.append(row)
            self.rows[key] = {column: table.cell(row.get(column)) for column in COLUMNS}
        return self.rows[key]


def is_decided(row):
    return row["verdict"] in (outcome.REACHABLE, outcome.UNREACHABLE)


def measure(questions, measurements, options):
    is_late = []
    for question in questions:
        row = measurements.get(question, DEFAULT, options.time)
        if row["verdict"] != outcome.FAILED and (not is_decided(row) or float(row["cpu"]) > LEAST):
            is_late.append(question)
    for question in first_of_each_model(is_late, options.per_model):
        decided = [row for row in singles(question, measurements, options) if is_decided(row)]
        if decided and not is_decided(measurements.get(question, DEFAULT, options.time)):
            best = min(float(row["cpu"]) for row in decided)
            measurements.get(question, PATIENT, 5 * best + 2)
    for question in questions if options.all else ():
        if measurements.get(question, DEFAULT, options.time)["verdict"] != outcome.FAILED:
            singles(question, measurements, options)


def first_of_each_model(questions, most):
    """Questions of one model resemble each other."""
    count = {}
    for question in questions:
        count[question.model] = count.get(question.model, 0) + 1
        if not most or count[question.model] <= most:
            yield question


def singles(question, measurements, options):
    return [measurements.get(question, side, options.time, words) for side, words in SINGLE.items()]


# ---- What came out


def by_question(rows):
    found = {}
    for row in rows:
        found.setdefault(row["question"], {})[row["side"]] = row
    return found


def lateness(sides):
    """The best single strategy, its seconds and those of the default. None: there is nothing to compare."""
    decided = {side: float(row["cpu"]) for side, row in sides.items() if side in SINGLE and is_decided(row)}
    if not decided or DEFAULT not in sides:
        return None
    best = min(decided, key=decided.get)
    own = [float(sides[side]["cpu"]) for side in (DEFAULT, PATIENT) if side in sides and is_decided(sides[side])]
    return best, decided[best], min(own, default=float("inf"))


def in_time(seconds, own, factor, extra):
    return own <= factor * seconds + extra


def comparison(found, instant):
    lines, judged = [], {}
    for name, sides in found.items():
        late = lateness(sides)
        if late:
            judged[name] = late[1:]
            if late[2] > max(LEAST, 1.2 * late[1]):
                lines.append([name, sides[DEFAULT]["verdict"] if is_decided(sides[DEFAULT]) else sides.get(PATIENT, sides[DEFAULT])["verdict"], late[0], late[1],
                              late[2] if late[2] < float("inf") else "not decided"])
    soon = instant + sum(in_time(*pair, 2, 1) for pair in judged.values())
    later = [name for name, pair in judged.items() if not in_time(*pair, 5, 2)]
    whole = instant + len(judged)
    text = f"- within 2t + 1 s of the best single strategy: {soon} of {whole} questions; within 5t + 2 s: {whole - len(later)}\n"
    text += "".join(f"- **too late: {name}**\n" for name in later)
    lines.sort(key=lambda line: str(line[0]))
    return text + "\n" + table.markdown(("question", "answer", "best alone", "its s", "default, s"), lines), later, 10 * soon >= 9 * whole


def totals(found, limit):
    """Over the questions that every side was asked."""
    whole = {name: sides for name, sides in found.items() if all(side in sides for side in (DEFAULT, *SINGLE))}
    lines = []
    for side in (DEFAULT, *SINGLE):
        rows = [sides[side] for sides in whole.values()]
        seconds = sum(min(limit, float(row["cpu"])) if is_decided(row) else limit for row in rows)
        lines.append([side, sum(map(is_decided, rows)), seconds])
    return f"Over the {len(whole)} questions that every side was asked, undecided ones as {limit:g} s:\n\n" + table.markdown(("", "decided", "s in all"), lines)


def learning(found, families, limit):
    times = {}
    for name, sides in found.items():
        row = {side: max(float(entry["cpu"]), 0.001) for side, entry in sides.items() if side in SINGLE and is_decided(entry)}
        if row:
            times[name] = row
    if not times:
        return ""
    shares = choose_schedule.learned_shares(times, limit)
    equal = choose_schedule.equal_shares(times)
    order = table.markdown(("", "for s", "answers"), choose_schedule.greedy_order(times))
    text = f"Order and slices, learned from {len(times)} questions:\n\n{order}\nShares:\n\n"
    text += table.markdown(("", "share, %"), [[side, round(100 * share, 1)] for side, share in sorted(shares.items(), key=lambda pair: -pair[1])])
    unseen = choose_schedule.left_out(times, families, limit)
    seen = {name for _, inside in unseen.values() for name in inside}
    kept = {name: row for name, row in times.items() if name in seen}
    text += "\nOf strategies that take turns by these shares, s in all:\n\n" + table.markdown(("", "s"), [
        ["the best strategy of each question", sum(min(row.values()) for row in kept.values())],
        ["shares learned from all families", choose_schedule.total(kept, shares, limit)],
        ["each family by shares learned from the others", sum(seconds for seconds, _ in unseen.values())],
        ["equal shares", choose_schedule.total(kept, equal, limit)]])
    return text


def contradictions(found):
    for name, sides in found.items():
        verdicts = {row["verdict"] for row in sides.values() if is_decided(row)}
        if len(verdicts) > 1:
            yield f"- **{name}: answers differ: {', '.join(side for side, row in sides.items() if is_decided(row))}**\n"


def report(rows, limit):
    found = by_question(rows)
    families = {row["question"]: row["family"] for row in rows}
    asked = {name: sides for name, sides in found.items() if DEFAULT in sides and sides[DEFAULT]["verdict"] != outcome.FAILED}
    instant = sum(is_decided(sides[DEFAULT]) and float(sides[DEFAULT]["cpu"]) <= LEAST and not lateness(sides) for sides in asked.values())
    text, later, most_soon = comparison(asked, instant)
    wrong = "".join(contradictions(asked))
    text = f"### The default and the best single strategy\n\n- {len(asked)} questions; {len(found) - len(asked)} that cannot be asked left out\n{text}{wrong}"
    text += "\n### Totals\n\n" + totals(asked, limit) + "\n### Learned\n\n" + learning(asked, families, limit)
    return text, not (later or wrong) and most_soon


def heading(options):
    """When and how it was measured: what is kept of it has to say so."""
    how = f"up to {options.time:g} s of processor time for each"
    if options.only:
        how += f", questions that match `{options.only}`"
    if options.per_model:
        how += f", single strategies on {options.per_model} late question{'s' if options.per_model > 1 else ''} of each model"
    if options.singles:
        how += ", single strategies partly of an earlier build"
    return f"# The default and single strategies, {datetime.date.today()}\n\nMeasured by `bench/choose.py`: {how}.\n\n"


def main():
    options = arguments()
    tool = outcome.resolve_tool(options.tool)
    chosen = re.compile(options.only).search
    setting = directed_models.Setting(tool, None, None, options.out / "models", chosen, options.time, 1, None)
    results = table.Results(options.out, "choose", COLUMNS, "run", {"tool": table.fingerprint(tool), "seconds": options.time}, options.fresh)
    if options.singles:
        adopt_singles(results, options.singles)
    if not options.report:
        questions = choose_questions.all_of(setting, pathlib.Path(options.corpus) if options.corpus else None)
        measure(questions, Measurements(tool, results), options)
    text, good = report(results.rows(), options.time)
    text = heading(options) + text
    (options.out / "choose.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
