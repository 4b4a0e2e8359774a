#!/usr/bin/env python3
"""Every model of the project comes to its recorded verdicts with every heuristic and every engine: with astar and greedy,
and with --reduce symmetry. The names are those that `crowfly list` tells. A combination may be refused, and a query may end
as `unknown` or `maybe`; a verdict that is not the recorded one is a finding, and so is a bad end.

usage: options.py --tool PATH [--share N]
  --share N    only one in N of the runs, the same ones every time (default: 1, all of them)
"""
import argparse
import pathlib
import re
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

MODELS = tools.ROOT / "models"
SEARCH_TIME = "2s"
PLAIN_MODEL = MODELS / "lamp.xta"
EXAMPLE = re.compile(r"combines others: (\S+)")
SEARCHES = ("greedy", "astar")
DECIDED = ("satisfied", "not satisfied")
VERDICT_CODES = (0, 1, 2, 3)
# Some engines and searches have no use for a heuristic, or none for these models; but most runs must be answered.
LEAST_ANSWERED = 0.3


def names(tool, what):
    return [entry["name"] for entry in tool.ask("list", what)[1]["entries"]]


def written(tool, heuristic):
    """The heuristic as it can be typed: one that combines others is refused alone, with an example."""
    if heuristic == "expr":
        return "expr(1)"
    code, document = tool.ask("check", "--dry-run", PLAIN_MODEL, "--heuristic", heuristic)
    messages = [entry["message"] for entry in document["diagnostics"]] if code else []
    examples = [match.group(1) for match in map(EXAMPLE.search, messages) if match]
    return examples[0] if examples else heuristic


def option_lists(tool):
    for heuristic in names(tool, "heuristics"):
        for search in SEARCHES:
            yield ["--search", search, "--heuristic", written(tool, heuristic)]
    for engine in names(tool, "engines"):
        yield ["--engine", engine]


def with_symmetry(lists):
    for options in lists:
        yield options
        yield [*options, "--reduce", "symmetry"]


def is_chosen(model, options, share):
    return zlib.crc32(" ".join([model.name, *options]).encode()) % share == 0


class Runs:
    def __init__(self, tool):
        self.tool = tool
        self.count = 0
        self.answered = 0

    def findings(self, model, options):
        self.count += 1
        outcome = self.tool.run("check", model, *options, "--time", SEARCH_TIME, "--json")
        if outcome.code not in VERDICT_CODES:
            yield f"{' '.join(options)}: {outcome.fault()}"
            return
        queries = outcome.document()["queries"]
        self.answered += any(query["verdict"] in DECIDED for query in queries)
        for query in queries:
            is_wrong = query["expected"] is not None and query["verdict"] in DECIDED and not query["as_expected"]
            if is_wrong:
                yield f"`{query['text']}` {' '.join(options)}: {query['verdict']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--share", type=int, default=1)
    arguments = parser.parse_args()
    tool = tools.Tool(arguments.tool)
    runs = Runs(tool)
    lists = list(with_symmetry(option_lists(tool)))
    found = []
    for model in tools.models_below(MODELS):
        for options in lists:
            if is_chosen(model, options, arguments.share):
                found += tools.collect(model.relative_to(MODELS).as_posix(), runs.findings(model, options))
    if runs.answered < LEAST_ANSWERED * runs.count:
        found.append(f"only {runs.answered} of {runs.count} runs were answered")
    print(f"{runs.answered} of {runs.count} runs answered at least one query")
    tools.finish("models with all options", runs.count, found)


if __name__ == "__main__":
    main()
