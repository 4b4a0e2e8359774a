"""What Crowfly and its peers have to say, in the same words: a verdict, counts, and what it cost."""
import dataclasses
import json
import pathlib
import re
import shlex
import subprocess

import measure

ROOT = pathlib.Path(__file__).resolve().parents[1]
REACHABLE, UNREACHABLE, UNDECIDED, FAILED = "reachable", "unreachable", "undecided", "failed"
GRACE = 5  # seconds Crowfly has, beyond the limit it is told, to stop and report

CROWFLY_VERDICTS = {"satisfied": REACHABLE, "not satisfied": UNREACHABLE, "maybe": UNDECIDED, "unknown": UNDECIDED}
STATISTICS = ("explored", "generated", "stored", "peak_bytes", "state_bytes", "cpu_seconds", "heuristic_evaluations", "deferred_explored",
              "heuristic_seconds")
PEER_VERDICT = re.compile(r"^REACHABLE\s+(true|false)\s*$", re.MULTILINE)
PEER_COUNTS = {
    "explored": re.compile(r"^VISITED_STATES\s+(\d+)\s*$", re.MULTILINE),
    "generated": re.compile(r"^VISITED_TRANSITIONS\s+(\d+)\s*$", re.MULTILINE),
    "stored": re.compile(r"^STORED_STATES\s+(\d+)\s*$", re.MULTILINE),
}


@dataclasses.dataclass
class Outcome:
    verdict: str
    cpu: float
    rss_kb: int
    note: str = ""
    explored: int = None
    generated: int = None
    stored: int = None
    peak_bytes: int = None
    state_bytes: float = None  # per stored state
    cpu_seconds: float = None  # of the search alone
    heuristic_evaluations: int = None
    deferred_explored: int = None
    heuristic_seconds: float = None  # building included
    length: int = None  # of the trace
    spliced: int = None  # so many of its transitions were put back in
    queues: str = ""  # pushed/popped of each, the best first
    switches: int = None  # changes of context

    def decided(self):
        return self.verdict in (REACHABLE, UNREACHABLE)


def resolve_tool(path=None):
    """The program itself. The project's launcher is run once, so that it builds what has changed, and then left out: its
    check whether that is needed would be measured with every run."""
    launcher = ROOT / "crowfly"
    path = pathlib.Path(path) if path else launcher
    if path.exists() and path.samefile(launcher):
        subprocess.run([launcher, "--version"], stdout=subprocess.DEVNULL, check=True)
        return (ROOT / "build/release/crowfly").resolve()
    return path.resolve()


def crowfly(tool, model, question, seconds, megabytes=None, options=(), by_processor=False):
    """`question` is what follows the model on the command line. `by_processor`: the limit is on processor time alone, which a busy machine does
    not shorten; then a run that reaches it reports nothing."""
    told = seconds * measure.WALL_PER_CPU if by_processor else seconds
    command = [str(tool), "check", "--json", "--time", f"{told:g}s", *options, str(model), *question]
    return read_crowfly(measure.run(command, seconds if by_processor else seconds + GRACE, megabytes))


def crowfly_for(tool, model, question, seconds, options=()):
    """Likewise, ended after so many seconds of processor time, however many others are running."""
    return read_crowfly(measure.run_for([str(tool), "check", "--json", *options, str(model), *question], seconds))


def read_crowfly(run):
    try:
        document = json.loads(run.stdout)
    except ValueError:
        return Outcome(UNDECIDED if run.out_of_time else FAILED, run.cpu, run.rss_kb, complaint(run))
    if not document.get("queries"):
        messages = [entry["message"] for entry in document.get("diagnostics", ())]
        return Outcome(FAILED, run.cpu, run.rss_kb, messages[0] if messages else complaint(run))
    query = document["queries"][0]
    stats = query.get("stats") or {}
    verdict = CROWFLY_VERDICTS.get(query.get("verdict"), FAILED)
    reason = "" if verdict in (REACHABLE, UNREACHABLE) else query.get("reason") or str(query.get("verdict"))
    trace = query.get("trace") or {}
    preference = query.get("preference") or {}
    queues = " ".join(f"{queue['pushed']}/{queue['popped']}" for queue in preference.get("queues", ()))
    return Outcome(verdict, run.cpu, run.rss_kb, reason, length=trace.get("length"), spliced=trace.get("spliced"), queues=queues, switches=preference.get("switches"),
                   **{name: stats.get(name) for name in STATISTICS})


def complaint(run):
    return "out of time" if run.out_of_time else f"exit code {run.code}: {run.last_words()}"


def peer_command(template, model, labels):
    """Fills in {file} and {labels}. Without labels the word with {labels} goes, and the option it belongs to."""
    words = []
    for word in shlex.split(template):
        if "{labels}" in word and not labels:
            if word == "{labels}" and words and words[-1].startswith("-"):
                words.pop()
            continue
        words.append(word.replace("{labels}", labels).replace("{file}", str(model)))
    return words


def peer(command, seconds, megabytes=None):
    run = measure.run(command, seconds, megabytes)
    found = PEER_VERDICT.search(run.stdout)
    if not found:
        return Outcome(UNDECIDED if run.out_of_time else FAILED, run.cpu, run.rss_kb, complaint(run))
    counts = {name: pattern.search(run.stdout) for name, pattern in PEER_COUNTS.items()}
    return Outcome(REACHABLE if found.group(1) == "true" else UNREACHABLE, run.cpu, run.rss_kb,
                   **{name: int(match.group(1)) for name, match in counts.items() if match})


def best_of(repeat, *sides):
    """Runs the sides in turn, `repeat` times, and keeps for each the run that took the least processor time. A side that
    did not decide is not asked again: it has used up its time once, or will fail in the same way."""
    best = [None] * len(sides)
    for _ in range(repeat):
        for index, side in enumerate(sides):
            if best[index] is not None and not best[index].decided():
                continue
            latest = side()
            if best[index] is None or not latest.decided() or latest.cpu < best[index].cpu:
                best[index] = latest
    return best
