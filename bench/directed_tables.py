"""Explored states, processor time and length of the trace, for each instance and heuristic, beside what Wehrle's thesis has.

Tables 5.1 to 5.3 (1 GB of memory), and for A those columns that Tables 3.1 to 3.3 have (4 GB, 30 minutes). Greedy search throughout.
The models of S, M and N are written anew, so the counts are not to be the same; what counts is which of them are solved.
"""
import csv
import pathlib

import directed_models
import outcome
import table

SECONDS = 120
PUBLISHED = pathlib.Path(__file__).resolve().parent / "directed_published.tsv"
COLUMNS = ("cell", "instance", "config", "verdict", "explored", "cpu", "length", "spliced", "rss_kb", "evaluations", "note")
MEASURES = (("Explored states", "explored"), ("Processor time in seconds", "seconds"), ("Length of the trace", "length"))
CONFIGS = {
    "dL": ("--heuristic", "dL"),
    "dU": ("--heuristic", "dU"),
    "hL": ("--heuristic", "hL"),
    "hU": ("--heuristic", "hU"),
    "hU safe": ("--heuristic", "hU", "--prune", "safe"),
    "hcg": ("--heuristic", "hcg"),
    "hcg safe": ("--heuristic", "hcg", "--prune", "safe"),
    "hcg def": ("--heuristic", "hcg(order=definition)"),
}
ONLY_FOR = {"hcg def": ("H", "A")}  # where processes depend on one another in circles, and the order of variables decides what is seen
SOLVING = ("hU", "hU safe", "hcg", "hcg safe")
MEMORY_MB = 1024
SPARED = {"H9"}  # nobody solved it; not claimed


def published():
    with open(PUBLISHED, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["instance"], row["config"]): row for row in rows}


def cells_of(instance):
    return [config for config in CONFIGS if instance.name.startswith(ONLY_FOR.get(config, ""))]


def measured(instance, config, model, tool, seconds):
    words = ("--search", "greedy", *CONFIGS[config], "--memory", f"{MEMORY_MB}M")
    found = outcome.crowfly(tool, model, instance.question, seconds, options=words)
    return {"cell": f"{instance.name} {config}", "instance": instance.name, "config": config, "verdict": found.verdict,
            "explored": found.explored, "cpu": found.cpu, "length": found.length, "spliced": found.spliced,
            "rss_kb": found.rss_kb, "evaluations": found.heuristic_evaluations, "note": found.note}


def run(setting, results):
    known = results.known()
    for instance, model in setting.present(directed_models.THESIS):
        for config in cells_of(instance):
            if f"{instance.name} {config}" not in known:
                setting.say(f"{instance.name} {config}")
                results.append(measured(instance, config, model, setting.tool, setting.seconds))


def is_solved(row):
    """An error was found, and never more memory taken than allowed."""
    return row["verdict"] == outcome.REACHABLE and float(row["rss_kb"]) <= MEMORY_MB << 10


def amount(row, measure):
    return table.short(int(row["explored"])) if measure == "explored" else f"{float(row['cpu']):.2f}"


def ours(row, measure):
    """`> 12`: so far it got in its time."""
    if row["verdict"] != outcome.REACHABLE:
        is_late = row["note"] == "time limit" and measure != "length"
        return f"> {amount(row, measure)}" if is_late else row["note"].replace(" limit", "") or row["verdict"]
    if measure != "length":
        return amount(row, measure)
    spliced = int(row["spliced"] or 0)
    own = table.short(int(row["length"]) - spliced)
    return f"{own} + {spliced}" if spliced else own


def theirs(text, measure):
    """As printed: `-` for one that was not solved."""
    if measure == "explored" and text.isdigit():
        return table.short(int(text))
    return text.replace("+", " + ")


def both(row, known, measure):
    if row is None:
        return ""
    entry = known.get((row["instance"], row["config"]))
    return ours(row, measure) + (f" ({theirs(entry[measure], measure)})" if entry else "")


def verdict_lines(rows, names):
    """What was claimed: each instance is solved by one of the best."""
    solved, lines = 0, []
    for name in names:
        tried = [row for row in rows if row["instance"] == name and row["config"] in SOLVING]
        if any(map(is_solved, tried)):
            solved += 1
        else:
            lines.append(f"- **{name} is not solved: " + ", ".join(f"{row['config']}: {failure(row)}" for row in tried) + "**\n")
    return [f"- an error is found in {MEMORY_MB} MB with one of {', '.join(SOLVING)}: {solved} of {len(names)} instances\n", *lines]


def failure(row):
    return "too much memory" if row["verdict"] == outcome.REACHABLE else row["note"] or row["verdict"]


def report(rows):
    known = published()
    names = list(dict.fromkeys(row["instance"] for row in rows))
    by_cell = {(row["instance"], row["config"]): row for row in rows}
    text = ""
    for title, measure in MEASURES:
        lines = [[name, *(both(by_cell.get((name, config)), known, measure) for config in CONFIGS)] for name in names]
        text += f"### {title}: here (published)\n\n" + table.markdown(("", *CONFIGS), lines) + "\n"
    return text + "".join(verdict_lines(rows, [name for name in names if name not in SPARED]))


def failed(rows):
    """Whether an instance that should be is not solved, or one is said to have no error: all have."""
    solved = {row["instance"] for row in rows if row["config"] in SOLVING and is_solved(row)}
    return not rows or any(row["verdict"] in (outcome.UNREACHABLE, outcome.FAILED) for row in rows) or \
        any(row["instance"] not in solved | SPARED for row in rows)
