"""Runs the built tool from a Python test, within limits of time and memory."""
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODEL_SUFFIXES = (".xml", ".xta", ".ta", ".tck")
FINE, BAD_INPUT = 0, 2
SKIPPED = 77  # as tests/CMakeLists.txt tells CTest


@dataclasses.dataclass
class Outcome:
    """How a run ended. `code` is negative for a signal and None if it took too long."""
    code: int
    stdout: bytes
    stderr: str
    seconds: float

    def fault(self):
        """Why this is no proper end, whatever the input was, or None."""
        if self.code is None:
            return f"still running after {self.seconds:.0f} s"
        if self.code < 0:
            return f"killed by signal {-self.code}: {self.stderr[-300:]}"
        if self.code not in (FINE, BAD_INPUT):
            return f"exit code {self.code}: {self.stderr[-300:]}"
        return None

    def document(self):
        """Standard output as the one JSON document it must be."""
        return json.loads(self.stdout.decode("utf-8"))


class BadEnd(Exception):
    """The tool has crashed, hung, or failed as it must not whatever the input is."""


class Tool:
    """The limits are on processor time and address space; the clock on the wall only ends what sleeps."""

    def __init__(self, path, seconds=60, megabytes=2000):
        self.path = os.path.abspath(path)
        self.limits = f"ulimit -t {seconds}; ulimit -v {megabytes * 1024}; ulimit -c 0"
        self.patience = 30 * seconds

    def run(self, *arguments, stdin=b""):
        limited = ["sh", "-c", f'{self.limits}; exec "$@"', "sh", self.path, *map(str, arguments)]
        start = time.monotonic()
        try:
            done = subprocess.run(limited, input=stdin, capture_output=True, timeout=self.patience, check=False)
        except subprocess.TimeoutExpired:
            return Outcome(None, b"", "", time.monotonic() - start)
        return Outcome(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"), time.monotonic() - start)

    def ask(self, *arguments):
        """A run with --json: its exit code and its document."""
        outcome = self.run(*arguments, "--json")
        if outcome.fault():
            raise BadEnd(f"{arguments[0]}: {outcome.fault()}")
        return outcome.code, outcome.document()

    def convert(self, model, syntax, target):
        """Writes the model in another syntax; the diagnostics, if it could not be done."""
        code, document = self.ask("convert", model, "--to", syntax, "-o", target)
        return document["diagnostics"] if code else []


def models_below(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*") if path.suffix in MODEL_SUFFIXES)


def collect(name, findings):
    """The findings of one case with its name in front; a bad end is one of them."""
    collected = []
    try:
        collected.extend(f"{name}: {finding}" for finding in findings)
    except BadEnd as end:
        collected.append(f"{name}: {end}")
    return collected


def corpus():
    """The folder of the public models. Without it there is nothing to test, and that is said."""
    folder = os.environ.get("CROWFLY_CORPUS")
    if not folder:
        print("skipped: CROWFLY_CORPUS is not set")
        sys.exit(SKIPPED)
    return pathlib.Path(folder)


def finish(what, cases, findings):
    """Prints the findings and a summary, and ends the program. Nothing to look at is a finding, too."""
    if cases == 0:
        findings = [*findings, "no cases found"]
    for finding in findings:
        print(finding)
    print(f"{what}: {cases} cases, {len(findings)} findings")
    sys.exit(1 if findings else 0)
