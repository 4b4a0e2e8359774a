"""How often each queue of a search that prefers some transitions is put into and taken from, and how often contexts change, beside Table 4.5 of Wehrle's thesis.

Averages over the instances of a family that are solved; in the thesis, too, as far as can be seen.
"""
import csv
import pathlib
import statistics

import outcome
import table

PUBLISHED = pathlib.Path(__file__).resolve().parent / "queues_published.tsv"
SEARCHES = {"hL": "hL", "dU": "dU", "bfs": "BFS"}  # and their names there
FAMILIES = "FSMNH"
CONTEXT_QUEUES, USELESS_QUEUES = 7, 2
HEADER = ("", *(f"CE {n}" for n in range(CONTEXT_QUEUES)), *(f"UT {n}" for n in range(USELESS_QUEUES)), "IBP", "IBI")


def published():
    with open(PUBLISHED, newline="", encoding="utf-8") as file:
        return {(row["search"], row["family"]): row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}


def solved(rows, config, family):
    return [row for row in rows if row["config"] == config and row["instance"][0] == family and row["verdict"] == outcome.REACHABLE]


def accesses(rows, count):
    """Averages of `pushed/popped`, queue by queue."""
    if not rows:
        return [""] * count
    per_row = [[tuple(map(int, pair.split("/"))) for pair in row["queues"].split()] for row in rows]
    cells = []
    for queue in range(count):
        pairs = [queues[queue] if queue < len(queues) else (0, 0) for queues in per_row]
        cells.append("/".join(table.short(round(statistics.mean(side))) for side in zip(*pairs)))
    return cells


def switches(rows):
    return f"{statistics.mean(int(row['switches']) for row in rows):.1f}" if rows else ""


def ours(rows, search, family):
    return [*accesses(solved(rows, f"{search} CE", family), CONTEXT_QUEUES), *accesses(solved(rows, f"{search} UT", family), USELESS_QUEUES),
            switches(solved(rows, f"{search} IBP", family)), switches(solved(rows, f"{search} IBI", family))]


def theirs(row):
    def pair(name):
        return "" if row[f"{name}_pushed"] == "n/a" else "/".join(table.short(int(row[f"{name}_{side}"])) for side in ("pushed", "popped"))
    return [*(pair(f"CE_q{n}") for n in range(CONTEXT_QUEUES)), *(pair(f"UT_q{n}") for n in range(USELESS_QUEUES)), row["switches_IBP"], row["switches_IBI"]]


def report(rows):
    known = published()
    lines = []
    for search, name in SEARCHES.items():
        for family in FAMILIES:
            lines.append([f"{search} {family}", *ours(rows, search, family)])
            lines.append(["published", *theirs(known[(name, family)])])
    return "## Queues: pushed/popped, and changes of context\n\n" + table.markdown(HEADER, lines) + "\n"
