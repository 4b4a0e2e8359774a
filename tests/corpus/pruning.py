"""Safe abstraction on the benchmark families: as many slots are left out as published or computed, and no verdict changes.

usage: pruning.py --tool CROWFLY
Exits 77 (skipped) without CROWFLY_CORPUS.
"""
import argparse
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

FOLDERS = {"mutex": "mutex-derived", "stls": "stls-derived"}
SEARCH = ["--search", "greedy", "--heuristic", "hU", "--time", "10s"]
ANSWERED = (0, 1, 3)  # as expected, not so, undecided
FEWEST = 28  # golden counts; fewer would mean the table has not been read


def rows(path):
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def ask(tool, model):
    outcome = tool.run("check", "--json", "--prune", "safe", *SEARCH, model)
    if outcome.code not in ANSWERED:
        raise tools.BadEnd(f"{model}: {outcome.fault()}")
    return outcome.document()["queries"][0]


def count_findings(tool, generated):
    """`5: a b c d e` names the slots, `0` says there are none."""
    golden = [row for row in rows(generated / "golden.tsv") if row["quantity"] == "safe variables"]
    if len(golden) < FEWEST:
        yield f"only {len(golden)} golden counts"
    for row in golden:
        wanted = sorted(row["value"].partition(":")[2].split())
        found = sorted(ask(tool, generated / (row["model"] + ".xml"))["pruning"]["dropped"])
        if found != wanted:
            yield f"{row['model']}: {found} left out, not {wanted}"


def verdict_findings(tool, generated):
    decided = 0
    for row in rows(generated / "expected.tsv"):
        model = generated / FOLDERS.get(row["family"], row["family"]) / (row["instance"] + ".xml")
        if row["result"] not in ("reachable", "unreachable") or not model.exists():
            continue
        answer = ask(tool, model)
        if answer["verdict"] == "unknown":
            continue
        decided += 1
        if answer["verdict"] != ("satisfied" if row["result"] == "reachable" else "not satisfied"):
            yield f"{row['instance']}: {answer['verdict']}, but it is {row['result']}"
    if decided < 20:
        yield f"only {decided} instances were decided"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    tool = tools.Tool(parser.parse_args().tool)
    generated = tools.corpus() / "seeds/generated"
    findings = [*count_findings(tool, generated), *verdict_findings(tool, generated)]
    print("\n".join(findings) or "counts and verdicts as they should be")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
