#!/usr/bin/env python3
"""Follows every advice that an undecided query gets: the tool accepts the options that it advises.

usage: followed_advice.py --tool PATH
Exits 0 if each can be followed and each run that was cut short got some, 1 otherwise.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMITS = [["--states", "4"], ["--time", "1ms"], ["--memory", "1K"]]
OPTIONS = [[], ["--search", "bfs"], ["--search", "dfs"], ["--search", "astar"], ["--heuristic", "hU"], ["--shortest"],
           ["--fastest"], ["--threads", "2"], ["--search", "bfs", "--threads", "2"], ["--strategies", "exact"],
           ["--extrapolation", "m"], ["--all-traces", "2"], ["--prune", "safe"], ["--reduce", "symmetry"],
           ["--time-semantics", "local"], ["--compress"], ["--all-variables"], ["--engine", "abstraction"],
           ["--portfolio", "2"], ["--store", "bits=2^20"], ["--max-depth", "3"], ["--seed", "7"]]
MODELS = {"fischer.xml": ["A[] not deadlock", "E<> Contender(1).critical", "Contender(1).trying --> Contender(1).critical"],
          "philosophers.xta": ["A[] not deadlock"],
          "gossip.xta": [],
          "train_gate.xml": ["sup: Gate.length"]}


def decide(tool, words):
    """The exit code and the queries of a run."""
    run = subprocess.run([tool, "check", *words, "--json"], capture_output=True, timeout=120)
    document = json.loads(run.stdout)
    return run.returncode, document["queries"], document["diagnostics"]


def followed(words, advised, folder):
    """The command line with the advised option, in place of an earlier value of it."""
    name, *value = advised.replace("DIR", folder).split(" ", 1)
    words = list(words)
    while name in words:
        at = words.index(name)
        del words[at:at + 1 + len(value)]
    return words + [name, *value]


def cases():
    for model, queries in MODELS.items():
        for query in queries:
            for options in OPTIONS:
                yield [*LIMITS[0], *options, str(ROOT / "models" / model), query]
            for limit in LIMITS[1:]:
                for options in OPTIONS[:2]:
                    yield [*limit, *options, str(ROOT / "models" / model), query]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    tool = parser.parse_args().tool
    faults, tried, undecided = [], set(), 0
    for words in cases():
        code, queries, diagnostics = decide(tool, words)
        if code != 3 or diagnostics:  # decided, or nothing was searched, which has a hint of its own
            continue
        undecided += 1
        for advice in queries[0]["advice"]:
            option = advice["option"]
            if option is None:
                continue
            with tempfile.TemporaryDirectory(prefix="crowfly-advice-") as folder:
                line = followed([*words, "--time", "200ms"] if "--time" not in words else words, option, folder)
                if option.startswith("--time"):
                    line = followed(line, "--time 200ms", folder)
                code, _, diagnostics = decide(tool, line)
            tried.add(option.split(" ")[0])
            if code == 2:
                faults.append(f"{' '.join(words)}: {advice['text']}: {diagnostics[0]['message']}")
        if not queries[0]["advice"]:
            faults.append(f"{' '.join(words)}: {queries[0]['reason']}: no advice")
    for option in ("--reduce", "--engine", "--states", "--time", "--compress", "--disk"):
        if option not in tried:
            faults.append(f"{option} was never advised")
    print("\n".join(faults) or f"{undecided} undecided queries, advised: {', '.join(sorted(tried))}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
