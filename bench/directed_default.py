"""`crowfly check` without --search against --search bfs, in turn.

Where all states have to be looked at, taking turns with a heuristic can only cost: the ratio of processor times says how much. Where an error is
there to be found it is found sooner, or so one hopes. Instances that breadth first decides in less than a tenth of a second say nothing.
"""

import compare
import directed_models
import outcome
import table

SECONDS = 20
SIDE = ("verdict", "cpu", "explored", "length", "note")
SIDES = {"bfs": ("--search", "bfs"), "default": ()}
COLUMNS = ("instance", "expected", *(f"{side}_{name}" for side in SIDES for name in SIDE))
LEAST_SECONDS = 0.1
TARGET = 1.2


def questions(setting):
    """What is asked: (name, model, words after the model, expected answer)."""
    for instance, model in setting.present(directed_models.HOLDING):
        yield instance.name, model, instance.question, outcome.UNREACHABLE
    for instance, model in setting.present(directed_models.THESIS):
        yield instance.name, model, instance.question, outcome.REACHABLE
    if not setting.manifest or not setting.manifest.exists():
        setting.say("skipped, as --instances or CROWFLY_CORPUS does not have it: the public collection")
        return
    for instance in compare.read_instances(setting.manifest, "", {"tck"}):
        if instance.recorded and setting.chosen(instance.name):
            yield instance.name, instance.files["tck"], instance.question("tck"), instance.recorded


def measured(name, model, question, expected, setting):
    def side(words):
        return lambda: outcome.crowfly(setting.tool, model, question, setting.seconds, options=words)
    first = side(SIDES["bfs"])()
    short = first.decided() and first.cpu < LEAST_SECONDS
    found = [first, first] if short else outcome.best_of(setting.repeat, *map(side, SIDES.values()))
    row = {"instance": name, "expected": expected}
    for which, run in zip(SIDES, found):
        row.update({f"{which}_{column}": getattr(run, column) for column in SIDE})
    if short:
        row["default_verdict"] = "not asked"
    return row


def run(setting, results):
    known = results.known()
    for name, model, question, expected in questions(setting):
        if name not in known:
            setting.say(name)
            results.append(measured(name, model, question, expected, setting))


def is_asked(row):
    return row["default_verdict"] != "not asked"


def is_decided(row, side):
    return row[f"{side}_verdict"] in (outcome.REACHABLE, outcome.UNREACHABLE)


def cost(row):
    """Processor time, default / bfs, where both have an answer."""
    if not is_asked(row) or not all(is_decided(row, side) for side in SIDES):
        return None
    return table.ratio(float(row["default_cpu"]), float(row["bfs_cpu"]))


def gain(row):
    """How many times sooner the default is; at least so many if breadth first did not end."""
    if not is_decided(row, "default"):
        return "" if not is_decided(row, "bfs") else "lost"
    factor = table.ratio(float(row["bfs_cpu"]), max(float(row["default_cpu"]), 0.005))
    return ("" if is_decided(row, "bfs") else "> ") + table.short(factor)


def seconds(row, side):
    """`> 12`: so long it took without an answer."""
    return ("" if is_decided(row, side) else "> ") + f"{float(row[f'{side}_cpu']):.2f}"


def cells(row):
    return [row["instance"], *(seconds(row, side) for side in SIDES),
            *(table.number(row[f"{side}_explored"]) for side in SIDES)]


def holding_table(rows):
    ratios = {row["instance"]: cost(row) for row in rows}
    rated = {name: ratio for name, ratio in ratios.items() if ratio}
    text = table.markdown(("", "bfs, s", "default, s", "explored, bfs", "default", "ratio"),
                          [[*cells(row), ratios[row["instance"]]] for row in rows])
    if rated:
        worst = max(rated, key=rated.get)
        text += (f"\n- processor time, default / bfs: geometric mean {table.geometric_mean(rated.values()):.3g}, "
                 f"worst {rated[worst]:.3g} ({worst}), over {len(rated)} instances; target {TARGET}\n")
    return text


def violated_table(rows):
    lines = [[*cells(row), table.number(row["bfs_length"]), table.number(row["default_length"]), gain(row)] for row in rows]
    return table.markdown(("", "bfs, s", "default, s", "explored, bfs", "default", "length, bfs", "default", "times sooner"), lines)


def wrong(row):
    return [side for side in SIDES if (side == "bfs" or is_asked(row)) and
            (row[f"{side}_verdict"] == outcome.FAILED or (is_decided(row, side) and row[f"{side}_verdict"] != row["expected"]))]


def report(rows):
    asked = [row for row in rows if is_asked(row)]
    text = "### All states have to be looked at\n\n" + holding_table([row for row in asked if row["expected"] == outcome.UNREACHABLE])
    text += "\n### There is an error\n\n" + violated_table([row for row in asked if row["expected"] == outcome.REACHABLE])
    text += f"\n- left out, as breadth first needs less than {LEAST_SECONDS} s: {len(rows) - len(asked)} instances\n"
    return text + "".join(f"- **{row['instance']}: {' and '.join(wrong(row))} wrong**\n" for row in rows if wrong(row))


def failed(rows):
    return not rows or any(map(wrong, rows))
