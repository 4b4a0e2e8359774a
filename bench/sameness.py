#!/usr/bin/env python3
"""Do two builds of Crowfly give the same results? `record` runs a fixed list of command lines and writes the answers;
`compare` runs them with another build and prints each difference.

Compared are verdict, length of the trace, explored and stored states, values, and the reason, refusal or note; with
--bytes also the bytes per state. Times and sizes of memory within sentences are left out, and so are the counts of
bidirectional search over decision diagrams, which chooses its direction by time. Exits with 1 if there is a difference.
"""
import argparse
import concurrent.futures
import csv
import json
import multiprocessing
import os
import pathlib
import re
import shlex
import sys
import tempfile

import measure
import outcome
import sameness_lines
import sameness_models

COLUMNS = ("line", "query", "verdict", "length", "explored", "stored", "values", "text", "bytes")
SECONDS = 20       # of processor time; no line takes nearly as long
STATES = 20_000    # ends the searches that would take long
MEMORY = "2G"      # the default depends on the machine
MEASURED = re.compile(r"[<>]?\b\d+(?:\.\d+)?(?:e[-+]?\d+)? (?:ns|us|µs|ms|s|seconds?|minutes?|B|[KMG]i?B)\b")
CHOSEN = {}        # of the worker process: what `prepare` got


def arguments(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("record", "compare"))
    parser.add_argument("file", type=pathlib.Path, metavar="FILE.tsv", help="what is written, or compared with")
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--corpus", type=pathlib.Path, metavar="DIR",
                        help="the public models; without them there are fewer lines")
    parser.add_argument("-j", type=int, default=1, dest="jobs", metavar="N", help="so many lines at once (1)")
    parser.add_argument("--only", default="", metavar="REGEX", help="lines with a match")
    parser.add_argument("--bytes", action="store_true", help="compare the bytes per state as well")
    return parser.parse_args(words)


def command(step, line, tool, model, folder):
    """The words of a step, `check` and the like first."""
    name, *options = shlex.split(step.replace("FOLDER", folder))
    asked = [] if line.asks_own or name == "improve" else sameness_models.question(line.model)
    if "--count" in options:
        asked = []
    limits = [] if "--states" in options else ["--states", str(STATES)]
    form = ["-o", f"{folder}/improved.json"] if name == "improve" else []
    return [str(tool), name, "--json", "--memory", MEMORY, *limits, *form, str(model), *options, *asked]


def plain(text, places):
    """Without places on this machine and without what was measured."""
    for place, name in places.items():
        text = text.replace(place, name)
    return MEASURED.sub("_", " ".join(text.split()))


def optional(value):
    return "" if value is None else str(value)


def values_of(query):
    """Whatever else was found: extrema, optimum, costs, and the lengths of further traces."""
    parts = ("lengths_found", "costs_found", "optimum", "improvement")
    found = {name: query[name] for name in parts if query.get(name)}
    found["values"] = [[value["inf"], value["sup"]] for value in query.get("values") or ()]
    found["more"] = [trace["length"] for trace in query.get("more_traces") or ()]
    trace = query.get("trace") or {}
    found.update({name: trace.get(name) for name in ("duration", "cost", "price", "spliced", "shortened_from")})
    return json.dumps({name: value for name, value in found.items() if value not in (None, [])}, sort_keys=True)


def query_row(query):
    stats, proof, trace, symbolic = (query.get(name) or {} for name in ("stats", "proof", "trace", "symbolic"))
    if symbolic.get("search") == "bidirectional":
        stats = {}
    text = "; ".join(filter(None, (query.get("reason"), query.get("note"), proof.get("by"))))
    return {"query": query.get("text"), "verdict": query.get("verdict"), "length": trace.get("length"),
            "explored": stats.get("explored"), "stored": stats.get("stored"), "values": values_of(query), "text": text,
            "bytes": stats.get("state_bytes")}


def explored_row(document):
    """Of `crowfly explore`."""
    count, accuracy = document.get("count") or {}, document.get("accuracy") or {}
    stats = count.get("stats") or {}
    found = {name: document.get(name) for name in ("classification", "abstraction") if document.get(name)}
    parts = ("states", "compared", "max_overestimate", "max_underestimate")
    found["accuracy"] = {name: accuracy[name] for name in parts if name in accuracy}
    found["estimate"] = (document.get("initial") or {}).get("estimate")
    return {"query": document.get("query"), "explored": stats.get("explored"), "stored": count.get("states"),
            "values": json.dumps(found, sort_keys=True), "text": document.get("reason")}


def rows_of(run, step):
    """What a run has said: a row for each query, or one for what went wrong."""
    name = step.split()[0]
    try:
        document = json.loads(run.stdout)
    except ValueError:
        return [{"verdict": "failed", "text": f"exit code {run.code}: {run.last_words()}"}]
    errors = [entry["message"] for entry in document.get("diagnostics", ()) if entry["severity"] == "error"]
    if errors:
        return [{"verdict": "refused", "text": "; ".join(errors)}]
    if name == "explore":
        return [explored_row(document)]
    rows = [query_row(query) for query in document.get("queries", ())]
    return rows or [{"verdict": "failed", "text": f"exit code {run.code}: no answer"}]


def improved_row(folder, run):
    path = pathlib.Path(folder) / "improved.json"
    if not path.exists():
        return {"verdict": "failed", "text": f"exit code {run.code}: {run.last_words()}"}
    trace = json.loads(path.read_text(encoding="utf-8"))
    return {"query": trace["query"]["text"], "verdict": trace["query"]["verdict"], "length": str(trace["length"]),
            "values": json.dumps({"duration": trace["duration"]})}


def rows_of_line(line, tool, model, core):
    """Runs the steps. The rows have all columns, and no names of folders."""
    with tempfile.TemporaryDirectory(prefix="crowfly-sameness-") as folder:
        for step in line.steps:
            run = measure.run_directly(command(step, line, tool, model, folder), SECONDS, None, core)
        found = [improved_row(folder, run)] if step.startswith("improve") else rows_of(run, step)
        places = {folder: "FOLDER", str(model): "MODEL", str(outcome.ROOT): "ROOT"}
    empty = dict.fromkeys(COLUMNS, "") | {"line": line.key()}
    return [empty | {name: plain(optional(value), places) for name, value in row.items()} for row in found]


def prepare(tool, paths, cores):
    CHOSEN.update(tool=tool, paths=paths, core=cores.get())


def run_line(line):
    return rows_of_line(line, CHOSEN["tool"], CHOSEN["paths"][line.model.name], CHOSEN["core"])


def results(lines, tool, corpus, jobs):
    """The rows of all lines, in their order, however many run at once."""
    with tempfile.TemporaryDirectory(prefix="crowfly-sameness-models-") as folder:
        paths = sameness_models.files(tool, list(dict.fromkeys(line.model for line in lines)), folder, corpus)
        available = sorted(os.sched_getaffinity(0), reverse=True)
        cores = multiprocessing.Queue()
        for index in range(jobs):
            cores.put(available[index % len(available)])
        with concurrent.futures.ProcessPoolExecutor(jobs, initializer=prepare, initargs=(tool, paths, cores)) as pool:
            return [row for rows in pool.map(run_line, lines) for row in rows]


def chosen_lines(options):
    return [line for line in sameness_lines.lines(options.corpus is not None) if re.search(options.only, line.key())]


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, delimiter="\t", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def by_query(rows):
    """A dictionary from line, query and how often that query was answered before in this line."""
    found = {}
    for row in rows:
        count = 0
        while (row["line"], row["query"], count) in found:
            count += 1
        found[row["line"], row["query"], count] = row
    return found


def differences(before, after, compared):
    old, new = by_query(before), by_query(after)
    for key in dict.fromkeys((*old, *new)):
        name = f"{key[0]}\n  {key[1]}"
        if key not in new or key not in old:
            row = old.get(key) or new.get(key)
            yield f"{name}\n    only {'before' if key in old else 'after'}: {row['verdict']} {row['text']}"
            continue
        changed = [column for column in compared if old[key][column] != new[key][column]]
        if changed:
            both = [(column, old[key][column] or "-", new[key][column] or "-") for column in changed]
            yield "\n".join([name, *(f"    {column}: {was} -> {now}" for column, was, now in both)])


def compare(before, after, lines, with_bytes):
    """Prints the differences in these lines; how many there are."""
    keys = {line.key() for line in lines}
    asked = [row for row in before if row["line"] in keys]
    found = list(differences(asked, after, COLUMNS[2:] if with_bytes else COLUMNS[2:-1]))
    for text in found:
        print(text)
    left_out = len({row["line"] for row in before} - keys)
    remark = f"; {left_out} recorded lines were not run" if left_out else ""
    print(f"{len(keys)} lines, {len(after)} rows: {len(found)} differences{remark}")
    return len(found)


def main():
    options = arguments()
    lines = chosen_lines(options)
    before = read(options.file) if options.action == "compare" else None
    found = results(lines, outcome.resolve_tool(options.tool), options.corpus, options.jobs)
    if options.action == "record":
        write(options.file, found)
        print(f"{len(lines)} lines, {len(found)} rows")
        return 0
    return 1 if compare(before, found, lines, options.bytes) else 0


if __name__ == "__main__":
    sys.exit(main())
