#!/usr/bin/env python3
"""The project's own models do what models/README.md says: each loads, its queries are as many as the table says, with
the recorded verdicts, each accepted or refused; `check` comes to these verdicts (or says `maybe`, as zones of stopwatches do);
it survives conversion both ways and a random walk.

usage: models.py --tool PATH
"""
import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import roundtrip  # noqa: E402
import tool as tools  # noqa: E402

MODELS = tools.ROOT / "models"
ROW = re.compile(r"\| `([^`]+)` \|.*\| ([^|]*) \|$")
VERDICTS = {"T": True, "F": False}
SEARCH_TIME = "20s"
VERDICT_CODES = (0, 1, 2, 3)
WALK_SEEDS = (1, 2, 3)
WALK_STEPS = 50


def promised():
    """Per model file the last column of its row, in words: `T F value refused`."""
    rows = (ROW.match(line) for line in (MODELS / "README.md").read_text(encoding="utf-8").splitlines())
    return {row.group(1): row.group(2).split() for row in rows if row}


def query_findings(tool, model, words, info):
    if len(info["queries"]) != len(words):
        yield f"{len(info['queries'])} queries, README.md says {len(words)}"
        return
    for query, word in zip(info["queries"], words):
        if query["expected"] != VERDICTS.get(word):
            yield f"`{query['text']}` is expected to be {query['expected']}, README.md says {word}"
    code, result = tool.ask("check", "--dry-run", model)
    if code != (tools.BAD_INPUT if "refused" in words else tools.FINE):
        errors = [entry["message"] for entry in result["diagnostics"] if entry["severity"] == "error"]
        yield f"check --dry-run ends with {code}: {errors}"
    for query, word in zip(result["queries"], words):
        if (query["engine"] is None) != (word == "refused"):
            yield f"`{query['text']}`: engine {query['engine']}, {query['reason']}; README.md says {word}"


def verdict_findings(tool, model):
    """Every query comes out as recorded."""
    outcome = tool.run("check", model, "--time", SEARCH_TIME, "--json")
    if outcome.code not in VERDICT_CODES:
        yield f"check ends with {outcome.code}: {outcome.stderr[-300:]}"
        return
    for query in outcome.document()["queries"]:
        if query["expected"] is not None and query["verdict"] != "maybe" and not query["as_expected"]:
            yield f"`{query['text']}` should be {query['expected']}, but is {query['verdict']}: {query['reason']}"


def walk_findings(tool, model):
    for seed in WALK_SEEDS:
        outcome = tool.run("simulate", model, "--steps", WALK_STEPS, "--seed", seed, "--json")
        if outcome.fault():
            yield f"a walk with seed {seed} ends badly: {outcome.fault()}"
        elif not outcome.document()["steps"]:
            yield f"a walk with seed {seed} gets nowhere"


def findings(tool, model, words):
    code, info = tool.ask("info", model)
    if code:
        yield f"does not load: {info['diagnostics'][0]['message']}"
        return
    yield from query_findings(tool, model, words, info)
    yield from verdict_findings(tool, model)
    yield from walk_findings(tool, model)
    with tempfile.TemporaryDirectory(prefix="crowfly-models-") as folder:
        yield from roundtrip.findings(tool, model, info, folder, not model.with_suffix(".q").exists())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    tool = tools.Tool(parser.parse_args().tool)
    table = promised()
    files = {path.relative_to(MODELS).as_posix(): path for path in tools.models_below(MODELS)}
    found = [f"{name}: has no row in README.md" for name in files.keys() - table.keys()]
    found += [f"{name}: README.md speaks of it, but it is not there" for name in table.keys() - files.keys()]
    for name in sorted(files.keys() & table.keys()):
        found += tools.collect(name, findings(tool, files[name], table[name]))
    tools.finish("models", len(files), found)


if __name__ == "__main__":
    main()
