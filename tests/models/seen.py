#!/usr/bin/env python3
"""Questions that one search answers in no time and another one never: the default answers each of them. The models in
seen/ are small and written for this test; seen/expected.tsv has a row per query: how many states may be expanded, which
is twice what it took, and of how many transitions the shortest trace consists, where that is known. A trace may have
twice as many, unless the row says how many more.

usage: seen.py --tool PATH
"""
import argparse
import csv
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

SEEN = pathlib.Path(__file__).resolve().parent / "seen"
SEARCH_TIME = "100s"
VERDICT_CODES = (0, 1)


def rows():
    """Per model its rows, in the order of its queries."""
    table = {}
    with open(SEEN / "expected.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            table.setdefault(row["model"], []).append(row)
    return table


def most_transitions(row):
    if row["longest"]:
        return int(row["longest"])
    return 2 * int(row["shortest"]) if row["shortest"] else None


def trace_findings(tool, model, query, row, file):
    trace, limit = query["trace"], most_transitions(row)
    if query["unverified"] or trace["remark"]:
        yield f"the trace was not replayed: {trace['remark']}"
    if limit is not None and trace["length"] > limit:
        yield f"the trace has {trace['length']} transitions, more than {limit}"
    code, replay = tool.ask("replay", model, file)
    if code != tools.FINE:
        yield f"the trace is not one of the model: {replay['diagnostics']}"


def query_findings(tool, model, query, row, file):
    if query["expected"] is None or not query["as_expected"] or query["unverified"]:
        yield f"should be {query['expected']}, but is {query['verdict']}: {query['reason']}"
        return
    if query["stats"]["explored"] > int(row["states"]):
        yield f"{query['stats']['explored']} states were expanded, more than {row['states']}: {query['ways']}"
    if query["trace"]:
        yield from trace_findings(tool, model, query, row, file)
    elif not query["proof"]:
        yield "neither a trace nor a proof"


def findings(tool, model, expected, folder):
    pattern = pathlib.Path(folder) / f"{model.stem}.json"
    outcome = tool.run("check", model, "--json", "--time", SEARCH_TIME, "--trace", pattern)
    if outcome.code not in VERDICT_CODES:
        yield f"check ends with {outcome.code}: {outcome.stderr[-300:]}"
        return
    queries = outcome.document()["queries"]
    if len(queries) != len(expected):
        yield f"{len(queries)} queries, expected.tsv has {len(expected)} rows"
    for number, (query, row) in enumerate(zip(queries, expected), start=1):
        file = query["trace"]["file"] if query["trace"] else None
        for finding in query_findings(tool, model, query, row, file):
            yield f"query {number}, `{query['text']}`: {finding}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    tool = tools.Tool(parser.parse_args().tool, seconds=200)
    table = rows()
    files = {path.name: path for path in tools.models_below(SEEN)}
    found = [f"{name}: has no row in expected.tsv, or is missing" for name in sorted(files.keys() ^ table.keys())]
    with tempfile.TemporaryDirectory(prefix="crowfly-seen-") as folder:
        for name in sorted(files.keys() & table.keys()):
            found += tools.collect(name, findings(tool, files[name], table[name], folder))
    tools.finish("seen", len(files), found)


if __name__ == "__main__":
    main()
