"""Estimates per second, and what greedy search with dU costs per state against breadth first.

Rates are taken from A*, which looks at more states than greedy search. The time of the estimates has building the heuristic in it, and is what the
tool says of itself: it looks at the clock for one in sixteen, and not at processor time, so that of several runs the fastest counts. A discrete
state is estimated once, however many zones it has.
"""
import directed_models
import outcome
import table

SECONDS = 60
COLUMNS = ("cell", "instance", "kind", "config", "verdict", "explored", "cpu_seconds", "evaluations", "heuristic_seconds", "note")
TARGETS = {"dU": 2e6, "hL": 1e5, "hU": 5e4, "hcg": 5e4}  # estimates per second
STEP_TARGET = 1.3
MOST_STATES = 300_000
LEAST_EXPLORED = 100_000  # with fewer states one compares how programs start
RATED = [directed_models.thesis(name) for name in ("M4", "N4", "S5", "S9")]
STEPPED = [instance for instance in directed_models.HOLDING if instance.name in ("fischer_9", "hanoi_7", "hanoi_8", "arbiter_3")]
STEPS = {"bfs": ("--search", "bfs"), "greedy dU": ("--search", "greedy", "--heuristic", "dU")}


def line(instance, kind, config, found):
    return {"cell": f"{kind} {instance.name} {config}", "instance": instance.name, "kind": kind, "config": config,
            "verdict": found.verdict, "explored": found.explored, "cpu_seconds": found.cpu_seconds,
            "evaluations": found.heuristic_evaluations, "heuristic_seconds": found.heuristic_seconds, "note": found.note}


def fastest(runs):
    """Of runs that estimate the same states."""
    timed = [run for run in runs if run.heuristic_seconds]
    return min(timed, key=lambda run: run.heuristic_seconds) if timed else runs[0]


def rated(instance, config, model, setting):
    words = ("--search", "astar", "--heuristic", config, "--states", str(MOST_STATES))
    runs = [outcome.crowfly(setting.tool, model, instance.question, setting.seconds, options=words)
            for _ in range(setting.repeat)]
    return line(instance, "rate", config, fastest(runs))


def stepped(instance, model, setting):
    def side(words):
        return lambda: outcome.crowfly(setting.tool, model, instance.question, setting.seconds, options=words)
    best = outcome.best_of(setting.repeat, *map(side, STEPS.values()))
    return [line(instance, "step", config, found) for config, found in zip(STEPS, best)]


def run(setting, results):
    known = results.known()
    for instance, model in setting.present(RATED):
        for config in TARGETS:
            if f"rate {instance.name} {config}" not in known:
                setting.say(f"rate {instance.name} {config}")
                results.append(rated(instance, config, model, setting))
    for instance, model in setting.present(STEPPED):
        if f"step {instance.name} greedy dU" not in known:
            setting.say(f"step {instance.name}")
            for row in stepped(instance, model, setting):
                results.append(row)


def rate(row):
    return table.ratio(table.number(row["evaluations"]), table.number(row["heuristic_seconds"]))


def rounded(value):
    """Three digits: the others are noise."""
    return None if value is None else float(f"{value:.3g}")


def rate_table(rows):
    names = list(dict.fromkeys(row["instance"] for row in rows))
    of = {(row["instance"], row["config"]): row for row in rows}
    lines = []
    for config, target in TARGETS.items():
        found = [of.get((name, config)) for name in names]
        lines.append([config, *(row and rounded(rate(row)) for row in found), target])
    counts = [[f"estimates, {config}", *(table.number(of[name, config]["evaluations"]) if (name, config) in of else None
                                         for name in names), None] for config in TARGETS]
    return table.markdown(("", *names, "target"), [*lines, *counts])


def per_state(row):
    """Microseconds."""
    seconds = table.ratio(table.number(row["cpu_seconds"]), table.number(row["explored"]))
    return seconds and 1e6 * seconds


def step_table(rows):
    of = {(row["instance"], row["config"]): row for row in rows}
    lines, ratios = [], []
    for name in dict.fromkeys(row["instance"] for row in rows):
        plain, greedy = (of[name, config] for config in STEPS)
        ratio = table.ratio(per_state(greedy), per_state(plain))
        lines.append([name, int(plain["explored"]), int(greedy["explored"]), per_state(plain), per_state(greedy), ratio])
        if ratio and min(int(plain["explored"]), int(greedy["explored"])) >= LEAST_EXPLORED:
            ratios.append(ratio)
    text = table.markdown(("", "explored, bfs", "greedy dU", "µs per state, bfs", "greedy dU", "ratio"), lines)
    if ratios:
        text += (f"\n- time per state, greedy dU / bfs: geometric mean {table.geometric_mean(ratios):.3g}, "
                 f"worst {max(ratios):.3g}; target {STEP_TARGET}\n")
    return text


def report(rows):
    rates = [row for row in rows if row["kind"] == "rate"]
    steps = [row for row in rows if row["kind"] == "step"]
    missed = [row for row in rates if rate(row) is not None and rate(row) < TARGETS[row["config"]]]
    text = "### Estimates per second\n\n" + rate_table(rates) if rates else ""
    text += "".join(f"- below the target: {row['config']} on {row['instance']}\n" for row in missed)
    return text + ("\n### Time per state\n\n" + step_table(steps) if steps else "")


def failed(rows):
    """Rates depend on the machine; only what goes wrong counts."""
    return not rows or any(row["verdict"] == outcome.FAILED or (row["kind"] == "step" and row["verdict"] == outcome.REACHABLE)
                           for row in rows)
