#!/usr/bin/env python3
"""What must hold over the public collection of models, found through CROWFLY_CORPUS (skipped without it).

usage: corpus.py --tool PATH CASE
  load       models the reference parser accepts load; those it rejects do not, but for the reasons in accepted.tsv
  queries    queries the reference parser accepts are accepted, all those of one model in one run
  seeds      the benchmark families load, with as many automata, clocks and integers as published
  ticktac    the TickTac instances load in both languages, and their queries are accepted
  convert    every model that loads is the same network after conversion to XTA and to XML
"""
import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import roundtrip  # noqa: E402
import tool as tools  # noqa: E402

# Published sizes of the two models that are originals: automata, and clocks and integers together.
ORIGINALS = {"orig-mcta/S9_STLS.xta": (10, 28), "orig-mcta/M1_mutex.xta": (3, 15)}
FOLDERS = {"mutex": "mutex-derived", "stls": "stls-derived"}


def rows(path):
    with open(path, newline="", encoding="utf-8") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def is_accepted(row):
    return row["utap_2.1.1_accepts"].startswith("OK")


def accepted_anyway():
    return {row["file"]: row["reason"] for row in rows(HERE / "accepted.tsv")}


def first_error(document):
    errors = [entry for entry in document["diagnostics"] if entry["severity"] == "error"]
    return f"{errors[0]['code']} {errors[0]['message']}" if errors else "no error reported"


def load_cases(tool, corpus):
    """(name, function that yields findings) of every model in the manifest."""
    reasons = accepted_anyway()
    manifest = rows(corpus / "uppaal/MANIFEST.tsv")

    def look(row):
        code, document = tool.ask("info", corpus / "uppaal" / row["file"])
        should_load = is_accepted(row) or row["file"] in reasons
        if should_load and code:
            yield f"does not load: {first_error(document)}"
        if not should_load and not code:
            verdict = row["utap_2.1.1_accepts"][:80]
            yield f"loads, though the reference parser says {verdict}; accepted.tsv gives no reason"

    listed = {row["file"] for row in manifest}
    for name in reasons.keys() - listed:
        yield name, lambda: ["accepted.tsv speaks of it, but it is not in the manifest"]
    for row in manifest:
        yield row["file"], lambda row=row: look(row)


def dry_run_findings(tool, model, formulas):
    _, document = tool.ask("check", "--dry-run", model, *formulas)
    if len(document["queries"]) != len(formulas):
        yield f"{len(document['queries'])} of {len(formulas)} queries are answered: {first_error(document)}"
    for query in document["queries"]:
        if query["engine"] is None:
            yield f"`{query['text']}` is refused: {query['reason']}"


def query_cases(tool, corpus):
    models = {row["file"] for row in rows(corpus / "uppaal/MANIFEST.tsv") if is_accepted(row)}
    formulas = collections.defaultdict(list)
    for row in rows(corpus / "uppaal/QUERIES.tsv"):
        stated = row["kind"] not in ("", "-") and row["expected"] != "-" and row["formula"].strip()
        if row["file"] in models and stated and row["utap_accepts"].startswith("OK"):
            formulas[row["file"]].append(row["formula"])
    for name, texts in formulas.items():
        yield name, lambda name=name, texts=texts: dry_run_findings(tool, corpus / "uppaal" / name, texts)


def size_findings(tool, model, sizes):
    code, document = tool.ask("info", model)
    if code:
        yield f"does not load: {first_error(document)}"
        return
    counts = document["counts"]
    for names, expected in sizes.items():
        actual = sum(counts[name] for name in names)
        if actual != expected:
            yield f"{actual} {' and '.join(names)}, not {expected}"


def seed_cases(tool, corpus):
    seeds = corpus / "seeds"
    for row in rows(seeds / "generated/expected.tsv"):
        sizes = {("processes",): int(row["automata"]), ("clocks",): int(row["clocks"]), ("integers",): int(row["ints"])}
        for suffix in (".xml", ".xta"):
            model = seeds / "generated" / FOLDERS.get(row["family"], row["family"]) / (row["instance"] + suffix)
            yield str(model.relative_to(seeds)), lambda model=model, sizes=sizes: size_findings(tool, model, sizes)
    for model in tools.models_below(seeds):
        name = model.relative_to(seeds).as_posix()
        if name.startswith("orig-"):
            automata, variables = ORIGINALS.get(name, (None, None))
            sizes = {("processes",): automata, ("clocks", "integers"): variables} if automata else {}
            yield name, lambda model=model, sizes=sizes: size_findings(tool, model, sizes)


def reach_findings(tool, model, labels):
    goal = ["--reach", labels] if labels else ["E<> false"]
    _, document = tool.ask("check", "--dry-run", model, *goal)
    if [query["engine"] for query in document["queries"]] in ([], [None]):
        yield f"{goal} is refused: {first_error(document)}"


def ticktac_cases(tool, corpus):
    for row in rows(corpus / "ticktac/MANIFEST.tsv"):
        model = corpus / "ticktac" / row["xml_file"]
        if row["xml_file"].endswith(".xml") and model.exists():
            yield row["xml_file"], lambda model=model, row=row: dry_run_findings(tool, model, [row["uppaal_query"]])
        written = corpus / "ticktac" / row["tck_file"]
        yield row["tck_file"], lambda written=written, row=row: reach_findings(tool, written, row["labels"])


def convert_cases(tool, corpus):
    def look(model):
        code, before = tool.ask("info", model)
        if code:
            return
        with tempfile.TemporaryDirectory(prefix="crowfly-corpus-") as folder:
            yield from roundtrip.findings(tool, model, before, folder, not model.with_suffix(".q").exists())

    for folder in ("uppaal", "seeds/orig-mcta", "seeds/orig-ticktac", "seeds/generated"):
        for model in tools.models_below(corpus / folder):
            yield str(model.relative_to(corpus)), lambda model=model: look(model)


CASES = {"load": load_cases, "queries": query_cases, "seeds": seed_cases, "ticktac": ticktac_cases,
         "convert": convert_cases}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("case", choices=CASES)
    arguments = parser.parse_args()
    cases = list(CASES[arguments.case](tools.Tool(arguments.tool), tools.corpus()))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        looked = pool.map(lambda case: tools.collect(case[0], case[1]()), cases)
        found = [finding for findings in looked for finding in findings]
    tools.finish(f"corpus {arguments.case}", len(cases), found)


if __name__ == "__main__":
    main()
