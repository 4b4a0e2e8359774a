"""What it costs per state to prefer some transitions, where the goal cannot be reached: all orders then have the same states to look at."""
import directed_models
import outcome
import table

SECONDS = 60
COLUMNS = ("cell", "instance", "guide", "way", "verdict", "explored", "cpu_seconds", "note")
GUIDES = {"bfs": ("--search", "bfs"), "dU": ("--search", "greedy", "--heuristic", "dU"), "hL": ("--search", "greedy", "--heuristic", "hL"), "hU": ("--search", "greedy", "--heuristic", "hU")}
TARGETS = {"contexts": 1.5, "useless": 4.0}
LEAST_EXPLORED = 5_000  # with fewer states one compares how programs start; some heuristics see at once that there is no way


def ways_of(guide):
    return ("plain", "contexts") if guide == "bfs" else ("plain", "contexts", "useless")


def measured(instance, guide, model, setting):
    def side(way):
        words = GUIDES[guide] if way == "plain" else (*GUIDES[guide], "--prefer", way)
        return lambda: outcome.crowfly(setting.tool, model, instance.question, setting.seconds, options=words)
    best = outcome.best_of(setting.repeat, *map(side, ways_of(guide)))
    return [{"cell": f"{instance.name} {guide} {way}", "instance": instance.name, "guide": guide, "way": way, "verdict": found.verdict, "explored": found.explored,
             "cpu_seconds": found.cpu_seconds, "note": found.note} for way, found in zip(ways_of(guide), best)]


def run(setting, results):
    known = results.known()
    for instance, model in setting.present(directed_models.HOLDING):
        for guide in GUIDES:
            if f"{instance.name} {guide} plain" not in known:
                setting.say(f"{instance.name} {guide}")
                for row in measured(instance, guide, model, setting):
                    results.append(row)


def per_state(row):
    """Microseconds; None where there is nothing to measure."""
    if row is None or row["verdict"] != outcome.UNREACHABLE or int(row["explored"]) < LEAST_EXPLORED:
        return None
    return 1e6 * float(row["cpu_seconds"]) / int(row["explored"])


def report(rows):
    of = {(row["instance"], row["guide"], row["way"]): row for row in rows}
    lines, ratios = [], {way: [] for way in TARGETS}
    for instance, guide in dict.fromkeys((row["instance"], row["guide"]) for row in rows):
        plain = per_state(of[instance, guide, "plain"])
        if plain is None:
            continue
        found = [table.ratio(per_state(of.get((instance, guide, way))), plain) for way in TARGETS]
        for way, ratio in zip(TARGETS, found):
            if ratio:
                ratios[way].append(ratio)
        lines.append([f"{instance}, {guide}", int(of[instance, guide, "plain"]["explored"]), plain, *found])
    text = table.markdown(("", "explored, plain", "µs per state", *(f"{way} / plain" for way in TARGETS)), lines)
    for way, target in TARGETS.items():
        if ratios[way]:
            text += f"- time per state, {way} / plain: geometric mean {table.geometric_mean(ratios[way]):.3g}, worst {max(ratios[way]):.3g}; target {target}\n"
    return text


def failed(rows):
    return not rows or any(row["verdict"] in (outcome.FAILED, outcome.REACHABLE) for row in rows)
