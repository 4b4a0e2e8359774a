"""How well heuristics tell useless transitions from others on A3, beside Table 3.4 of Wehrle's thesis: fractions of the transitions that greedy search meets, and of all there are."""
import json

import directed_models
import measure
import outcome
import table

SECONDS = 300
HEURISTICS = ("hU", "hL", "dU")
KINDS = ("true_positive", "true_negative", "false_positive", "false_negative")
COLUMNS = ("cell", "instance", "heuristic", "verdict", "transitions", *KINDS, "met_transitions", *(f"met_{kind}" for kind in KINDS), "note")
PUBLISHED = {"hU": (0.669, 0.217, 0.078, 0.036), "hL": (0.587, 0.233, 0.102, 0.078), "dU": (0.235, 0.037, 0.728, 0.000)}


def measured(instance, heuristic, model, setting):
    run = measure.run([str(setting.tool), "explore", "--json", "--heuristic", heuristic, "--classify", "useless", "--time", f"{setting.seconds:g}s", str(model)], setting.seconds + outcome.GRACE)
    row = {"cell": f"{instance.name} {heuristic}", "instance": instance.name, "heuristic": heuristic, "verdict": outcome.UNDECIDED}
    try:
        found = json.loads(run.stdout)["classification"]
    except (ValueError, KeyError):
        return {**row, "verdict": outcome.FAILED, "note": outcome.complaint(run)}
    if found is None:
        return row
    met = {f"met_{name}": value for name, value in found["met"].items()}
    return {**row, "verdict": outcome.REACHABLE, "transitions": found["transitions"], **{kind: found[kind] for kind in KINDS}, **met}


def run(setting, results):
    known = results.known()
    for instance, model in setting.present([directed_models.thesis("A3")]):
        for heuristic in HEURISTICS:
            if f"{instance.name} {heuristic}" not in known:
                setting.say(f"{instance.name} {heuristic}")
                results.append(measured(instance, heuristic, model, setting))


def fractions(row, prefix):
    whole = float(row[f"{prefix}transitions"] or 0)
    return [f"{float(row[prefix + kind]) / whole:.3f}" if whole else "" for kind in KINDS]


def report(rows):
    lines = []
    for row in rows:
        heuristic = row["heuristic"]
        lines.append([f"{heuristic}, met", row["met_transitions"], *fractions(row, "met_")])
        lines.append([f"{heuristic}, published", "", *(f"{value:.3f}" for value in PUBLISHED[heuristic])])
        lines.append([f"{heuristic}, all", row["transitions"], *fractions(row, "")])
    return table.markdown(("", "transitions", "true positive", "true negative", "false positive", "false negative"), lines)


def failed(rows):
    return not rows or any(row["verdict"] != outcome.REACHABLE for row in rows)
