"""Greedy search, breadth and depth first that prefer some transitions, beside what Wehrle's thesis has: Tables 3.1 to 3.3, 4.1 to 4.5 and 6.1.

The models of S, M and N are written anew but for M1 and S9, which are the originals; F, H and A are generated. Counts of those that differ are not to be the same.
"""
import csv
import pathlib
import statistics

import directed_models
import directed_queues
import directed_tables
import outcome
import table

SECONDS = 60
COLUMNS = ("cell", "instance", "config", "verdict", "explored", "cpu", "length", "deferred", "evaluations", "generated", "queues", "switches", "rss_kb", "note")
PUBLISHED = pathlib.Path(__file__).resolve().parent / "preferences_published.tsv"
GUIDES = ("hU", "hL", "dU", "dL", "bfs", "dfs")
WAYS = ("plain", "UT", "UT-oldest", "CE", "IBP", "IBI", "helpful", "UT+helpful", "CE+UT", "UT+CE")
PREFER = {"UT": "useless", "UT-oldest": "useless", "CE": "contexts", "helpful": "helpful", "UT+helpful": "useless,helpful", "CE+UT": "contexts,useless,order=contexts", "UT+CE": "contexts,useless,order=useless"}
BOUNDS = {"IBP": "contexts=process", "IBI": "contexts=interference,n=2"}
BLIND = ("plain", "CE", "IBP", "IBI")  # what needs no heuristic
NEEDS_PLAN = ("helpful", "UT+helpful")  # abstract traces
CONFIGS = [f"{guide} {way}" for guide in GUIDES for way in WAYS
           if not (guide in ("bfs", "dfs") and way not in BLIND) and not (way in NEEDS_PLAN and guide not in ("hU", "hL")) and not (way == "UT-oldest" and guide != "hU")]
TABLE_6_1 = [f"S{n}" for n in range(1, 10)] + [f"{f}{n}" for f in "MN" for n in range(1, 5)] + [f"A{n}" for n in range(2, 7)]
ORIGINALS = ("M1", "S9")


def words_for(config):
    guide, way = config.split(" ")
    blind = guide in ("bfs", "dfs")
    if way in BOUNDS:
        search = f"ib({BOUNDS[way]}{f',inner={guide}' if blind else ''})"
        return ("--search", search) if blind else ("--search", search, "--heuristic", guide)
    greedy = "greedy(ties=oldest)" if way == "UT-oldest" else "greedy"
    chosen = ("--search", guide) if blind else ("--search", greedy, "--heuristic", guide)
    return chosen if way == "plain" else (*chosen, "--prefer", PREFER[way])


def published():
    with open(PUBLISHED, newline="", encoding="utf-8") as file:
        return {(row["instance"], row["config"]): row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def measured(instance, config, model, setting):
    words = (*words_for(config), "--memory", f"{directed_tables.MEMORY_MB}M")
    found = outcome.crowfly(setting.tool, model, instance.question, setting.seconds, options=words)
    return {"cell": f"{instance.name} {config}", "instance": instance.name, "config": config, "verdict": found.verdict, "explored": found.explored,
            "cpu": found.cpu, "length": found.length, "deferred": found.deferred_explored, "evaluations": found.heuristic_evaluations, "generated": found.generated,
            "queues": found.queues, "switches": found.switches, "rss_kb": found.rss_kb, "note": found.note}


def run(setting, results):
    known = results.known()
    instances = setting.present(directed_models.THESIS)
    for config in filter(setting.ways, CONFIGS):
        for instance, model in instances:
            if f"{instance.name} {config}" not in known:
                setting.say(f"{instance.name} {config}")
                results.append(measured(instance, config, model, setting))


def is_solved(row):
    return row is not None and row["verdict"] == outcome.REACHABLE


def number(text):
    return None if text in ("", "-", None) else float(text)


def cell(row, entry, measure, column):
    if row is None:
        return ""
    own = directed_tables.ours({**row, "spliced": ""}, measure)
    return f"{own} ({directed_tables.theirs(entry[column], measure)})" if entry and entry[column] != "" else own


def tables_of(guide, by_cell, known, names):
    text = f"## {guide}\n\n"
    configs = [config for config in CONFIGS if config.startswith(guide + " ")]
    for title, measure in directed_tables.MEASURES:
        lines = [[name, *(cell(by_cell.get((name, config)), known.get((name, config)), measure, measure) for config in configs)] for name in names]
        text += f"### {title}: here (published)\n\n" + table.markdown(("", *(config.split(" ")[1] for config in configs)), lines) + "\n"
    return text


def averages(by_cell, names):
    """As Table 4.4 has them: over the instances that all ways of a search solve, F, H, S, M and N alone."""
    lines = []
    names = [name for name in names if name[0] in "SMNFH"]
    for guide in GUIDES:
        configs = [config for config in CONFIGS if config.startswith(guide + " ")]
        common = [name for name in names if all(is_solved(by_cell.get((name, config))) for config in configs)]
        for config in configs:
            rows = [by_cell[(name, config)] for name in common]
            solved = sum(is_solved(by_cell.get((name, config))) for name in names)
            of = {column: [float(row[column]) for row in rows] for column in ("explored", "cpu", "length")}
            lines.append([config, *(f"{f(of[column]):.{2 if column == 'cpu' else 0}f}" if rows else "" for column in of for f in (statistics.mean, statistics.median)), f"{solved} of {len(names)}"])
    return "## Averages and medians over what all ways of a search solve\n\n" + table.markdown(("", "explored", "median", "seconds", "median", "length", "median", "solved"), lines) + "\n"


def claims(by_cell, known, names):
    rows = [(name, by_cell.get((name, "hU UT-oldest")), known[(name, "hU UT")]) for name in TABLE_6_1 if name in names]
    solved = sum(is_solved(row) for _, row, _ in rows)
    quick = sum(is_solved(row) and float(row["cpu"]) <= max(0.02, number(entry["seconds"]) / 10) for _, row, entry in rows)
    short = sum(is_solved(row) and float(row["length"]) <= number(entry["length"]) for _, row, entry in rows)
    lines = [f"- hU with useless transitions on Table 6.1, the oldest first among equals: {solved} of {len(rows)} solved, {quick} within max(0.02 s, a tenth of the published time), {short} with a trace no longer than published\n"]
    for name, row, entry in rows:
        if name in ORIGINALS and is_solved(row):
            lines.append(f"- {name}: {table.short(int(row['explored']))} states explored, published {table.short(int(entry['explored']))}\n")
    context = [name for name in names if name[0] in "SMNFH"]
    lines.append(f"- hU with contexts: {sum(is_solved(by_cell.get((name, 'hU CE'))) for name in context)} of {len(context)} of Table 4.4 solved\n")
    return lines


def report(rows):
    known = published()
    names = list(dict.fromkeys(row["instance"] for row in rows))
    by_cell = {(row["instance"], row["config"]): row for row in rows}
    text = "".join(tables_of(guide, by_cell, known, names) for guide in GUIDES)
    return text + averages(by_cell, names) + directed_queues.report(rows) + "".join(claims(by_cell, known, names))


def failed(rows):
    """All instances have an error."""
    return not rows or any(row["verdict"] in (outcome.UNREACHABLE, outcome.FAILED) for row in rows)
