"""Two builds of Crowfly on the same instances: has a change made the search slower?

The ratio of processor times, new / old, must stay below two limits: MEAN_LIMIT for the geometric mean, INSTANCE_LIMIT
for each instance. Noise easily exceeds the second limit on one instance of a hundred. An instance beyond it is therefore
repeated CONFIRMING times, both builds in turn, and counts only if the fastest of all runs of each build still exceed it.
"""
import outcome
import table

MEAN_LIMIT = 1.03
INSTANCE_LIMIT = 1.10
CONFIRMING = 10
SAME = ("explored", "stored", "state_bytes")  # what a change that is only about speed leaves as it is

HEAD = ("instance", "verdict", "CPU s", "old CPU s", "ratio", "MB", "old MB", "explored", "old explored", "stored",
        "old stored", "bytes per state", "old bytes per state", "runs", "remark")


def suspicious(new, old, min_seconds):
    """Whether the new build seems to be slower by more than the limit, or no longer decides what the old one does."""
    if not new.decided():
        return old.decided()
    return old.decided() and old.cpu >= min_seconds and new.cpu > INSTANCE_LIMIT * old.cpu


def faster(first, second):
    """Of two runs of one build the one that counts."""
    if first.decided() != second.decided():
        return first if first.decided() else second
    return first if first.cpu <= second.cpu else second


def best(repeat, min_seconds, *sides):
    """The outcome of the new and of the old build, and how often they were run. A disagreement is not repeated away."""
    found = outcome.best_of(repeat, *sides)
    if not suspicious(*found, min_seconds):
        return *found, repeat
    again = outcome.best_of(CONFIRMING, *sides)
    verdicts = {each.verdict for each in (*found, *again) if each.decided()}
    if len(verdicts) > 1:
        return *found, repeat
    return *(faster(*pair) for pair in zip(found, again)), repeat + CONFIRMING


def slower(row, min_seconds):
    """A sentence about an instance on which the new build is confirmed to be slower."""
    if row.decided(row.theirs) and not row.decided(row.ours):
        return f"{row.name}: only the old build decides it"
    ratio = row.ratio("cpu") if (row.number["peer_cpu"] or 0) >= min_seconds else None
    if ratio and ratio > INSTANCE_LIMIT:
        return (f"{row.name}: new / old is {ratio:.3f}, over {INSTANCE_LIMIT:.2f}, the least of {row.runs} runs each "
                f"({row.number['crowfly_cpu']:.3g} s, {row.number['peer_cpu']:.3g} s)")
    return None


def mean(rows, min_seconds):
    """The geometric mean of new / old where the old build needs at least `min_seconds`."""
    return table.geometric_mean(row.ratio("cpu") for row in rows
                                if row.both() and row.ratio("cpu") and row.number["peer_cpu"] >= min_seconds)


def problems(rows, min_seconds):
    """Sentences about everything that the limits forbid."""
    found = [sentence for sentence in (slower(row, min_seconds) for row in rows) if sentence]
    whole = mean(rows, min_seconds)
    if whole and whole > MEAN_LIMIT:
        found.append(f"the geometric mean of new / old is {whole:.3f}, over {MEAN_LIMIT:.2f}")
    return found


def cells(row):
    number = row.number
    pairs = [number[f"{side}_{name}"] for name in SAME for side in ("crowfly", "peer")]
    memory = [number[f"{side}_rss_kb"] / 1024 for side in ("crowfly", "peer")]
    return [row.name, row.ours, number["crowfly_cpu"], number["peer_cpu"], row.ratio("cpu"), *memory, *pairs,
            int(row.runs or 0), row.note]


def differences(rows):
    """For each number that should be the same: on how many instances it is not, and on which."""
    both = [row for row in rows if row.both()]
    for name, words in zip(SAME, ("states explored", "states stored", "bytes per state")):
        other = [row for row in both if row.number[f"crowfly_{name}"] != row.number[f"peer_{name}"]]
        changes = [f"{row.name} " + " → ".join(table.short(row.number[f"{side}_{name}"]) for side in ("peer", "crowfly"))
                   for row in other]
        more = f" and {len(other) - 10} more" if len(other) > 10 else ""
        found = f"other on {len(other)} of {len(both)}: " + ", ".join(changes[:10]) + more
        yield f"- {words}: " + (found if other else f"the same on all {len(both)}")


def summary(rows, options, ratio_line):
    both = [row for row in rows if row.both()]
    slow = [row for row in both if row.number["peer_cpu"] >= options.min_peer_seconds]
    repeated = sum(int(row.runs or 0) > options.repeat for row in rows)
    gained = sum(row.decided(row.ours) for row in rows) - len(both)
    lost = sum(row.decided(row.theirs) for row in rows) - len(both)
    return "\n".join([
        f"- {len(rows)} instances, {options.time:g} s each: decided by both {len(both)}, only by the new build {gained}, "
        f"only by the old one {lost}; {repeated} repeated {CONFIRMING} times",
        ratio_line(f"CPU, new / old, where the old build needs at least {options.min_peer_seconds:g} s", "cpu", slow),
        ratio_line("bytes per state, new / old", "state_bytes", both),
        *differences(rows)]) + "\n"
