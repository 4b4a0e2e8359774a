"""Estimates that were published, or worked out by others: of the initial states of the papers' models and figures, and of some other states.

usage: golden.py --tool CROWFLY
Exits 77 (skipped) without CROWFLY_CORPUS.
"""
import argparse
import csv
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

# The quantities of the table that are estimates, and how they are asked for.
HEURISTICS = {
    "dL": "dL",
    "dU": "dU",
    "hL": "hL",
    "hU": "hU",
    "hU_range": "hU",
    "hCG": "hcg",
    "hCG_range": "hcg",
    "hCG[greedy order]": "hcg(order=greedy)",
    "hCG[definition order]": "hcg(order=definition)",
}


def estimate(tool, model, heuristic, state):
    where = [] if state == "initial" else ["--state", state]
    document = tool.run("explore", model, "--heuristic", heuristic, "--json", *where).document()
    found = document["initial" if state == "initial" else "state"]
    return found["estimate"] if found else document["diagnostics"]


def is_within(value, wanted):
    if ".." not in wanted:
        return str(value) == wanted
    least, most = (float(bound) for bound in wanted.split(".."))
    return least <= float(value) <= most


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    tool = tools.Tool(parser.parse_args().tool)
    folder = tools.corpus() / "seeds/generated"
    cases, findings = 0, []
    with open(folder / "golden.tsv", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            heuristic = HEURISTICS.get(row["quantity"])
            if not heuristic or row["state"] == "-":
                continue
            cases += 1
            value = estimate(tool, folder / f"{row['model']}.xml", heuristic, row["state"])
            if not is_within(value, row["value"]):
                findings.append(f"{row['model']} at {row['state']}: {row['quantity']} is {value}, not {row['value']}")
    tools.finish("estimates", cases, findings)


if __name__ == "__main__":
    main()
