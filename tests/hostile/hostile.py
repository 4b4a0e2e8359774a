#!/usr/bin/env python3
"""Whatever it is fed, the tool ends by itself, soon, in little memory, with exit code 0 or 2, and with --json in
exactly one document: errors in `diagnostics` if and only if the code is 2.

usage: hostile.py --tool PATH GROUP      groups: see inputs.py and questions.py
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import inputs  # noqa: E402
import questions  # noqa: E402
from tool import BAD_INPUT, Tool, finish  # noqa: E402

SECONDS = 10
SECONDS_FOR_BULK = 40  # fifty megabytes take 6 s on a quiet core, and cores are not always quiet
MEGABYTES = 1500


def fault_of(outcome, exit_code=None, code=None):
    """What is wrong with how a run with --json ended, or None."""
    if outcome.fault():
        return outcome.fault()
    try:
        diagnostics = outcome.document()["diagnostics"]
    except (ValueError, KeyError) as error:
        return f"stdout is not the document it should be: {error!r}: {outcome.stdout[:200]}"
    errors = [entry["code"] for entry in diagnostics if entry["severity"] == "error"]
    if (outcome.code == BAD_INPUT) != bool(errors):
        return f"exit code {outcome.code} with the errors {errors[:5]}"
    if exit_code is not None and outcome.code != exit_code:
        return f"exit code {outcome.code} instead of {exit_code}, errors: {errors[:5]}"
    if code and code not in errors:
        return f"reported as {errors[:5]}, not as {code}"
    return None


def runs_for(path, size):
    """Walks are no part of this: what a model computes may take as long as its author likes."""
    yield ["info", path]
    if size < inputs.BULK:
        yield ["check", "--dry-run", path, "E<> true"]
        yield ["convert", path, "--to", "xta"]
        yield ["convert", path, "--to", "xml"]


def input_findings(tool, group, folder):
    """Yields one list of findings per case."""
    for number, case in enumerate(inputs.GROUPS[group]()):
        path = folder / f"input{number}{case.suffix()}"
        path.write_bytes(case.content)
        found = []
        for run in runs_for(path, len(case.content)):
            wanted = (case.exit_code, case.code) if run[0] == "info" else ()
            fault = fault_of(tool.run(*run, "--json"), *wanted)
            if fault:
                found.append(f"{case.name}: {' '.join([run[0], *run[3:]])}: {fault}")
        path.unlink()
        yield found


def question_findings(tool, group, folder):
    for name, run, exit_code, code in questions.GROUPS[group](folder):
        fault = fault_of(tool.run(*run, "--json"), exit_code, code)
        yield [f"{name}: {fault}"] if fault else []


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("group", choices=[*inputs.GROUPS, *questions.GROUPS])
    arguments = parser.parse_args()
    tool = Tool(arguments.tool, SECONDS_FOR_BULK if arguments.group == "bulk" else SECONDS, MEGABYTES)
    look = input_findings if arguments.group in inputs.GROUPS else question_findings
    with tempfile.TemporaryDirectory(prefix="crowfly-hostile-") as folder:
        found = list(look(tool, arguments.group, pathlib.Path(folder)))
    finish(f"hostile {arguments.group}", len(found), [finding for findings in found for finding in findings])


if __name__ == "__main__":
    main()
