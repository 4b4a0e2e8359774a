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


def judgement(tool, model, state, quantity):
    """`useless[dL,plain] p.l0->l1`: the two estimates that are compared, and what comes of it."""
    kind, transition = quantity.split(" ", 1)
    heuristic, form = kind.removeprefix("useless[").rstrip("]").split(",")
    asked = ["--heuristic", heuristic, "--classify", "useless(plain)" if form == "plain" else "useless"]
    where = [] if state == "initial" else ["--state", state]
    document = tool.run("explore", model, "--json", *asked, *where).document()
    judged = document["classification"]["judged"]
    if transition == "all applicable transitions":
        return "yes" if judged and all(found["useless"] for found in judged) else "no"
    wanted = transition.replace(".", ": ", 1).replace("->", " -> ")
    for found in judged:
        if found["transition"] == wanted:
            return f"{found['without']} <= {found['after']}: {'yes' if found['useless'] else 'no'}"
    return f"no transition `{wanted}`"


def expanded(tool, model, quantity):
    """`UT-search[dL,LIFO ties] expanded`: how many states are looked at before the error."""
    heuristic, *ties = quantity.split("[")[1].split("]")[0].split(",")
    search = "greedy(ties=oldest)" if ties == ["FIFO ties"] else "greedy"
    prefer = ["--prefer", "useless"] if quantity.startswith("UT") else []
    query = tool.run("check", model, "--json", "--search", search, "--heuristic", heuristic, *prefer).document()["queries"][0]
    return query["stats"]["explored"] - 1


def is_within(value, wanted):
    if ".." not in wanted or "<=" in wanted:
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
            model, quantity = folder / f"{row['model']}.xml", row["quantity"]
            if quantity in HEURISTICS and row["state"] != "-":
                value = estimate(tool, model, HEURISTICS[quantity], row["state"])
            elif quantity.startswith("useless["):
                value = judgement(tool, model, row["state"], quantity)
            elif quantity.startswith(("UT-search[", "greedy[")):
                value = expanded(tool, model, quantity)
            else:
                continue
            cases += 1
            if not is_within(value, row["value"]):
                findings.append(f"{row['model']} at {row['state']}: {row['quantity']} is {value}, not {row['value']}")
    tools.finish("estimates", cases, findings)


if __name__ == "__main__":
    main()
