#!/usr/bin/env python3
"""Runs plain-text tests of the command line. The format is described in README.md.

usage: run.py --tool PATH FILE.test...
Exits 0 if every expectation holds, 1 with one line per broken one, 77 if a test lacks what it needs.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIRECTIVE = re.compile(r"(\w+)(~|!)?:(?: (.*))?$")
JSON_CHECK = re.compile(r"(len\()?([\w.\[\]-]*)\)? (==|!=|contains) (.+)", re.DOTALL)
TIMEOUT_SECONDS = 100
SANITIZER_EXIT = 99


class BadTest(Exception):
    """The test file itself is wrong."""


class Directive:
    """`stdout~: pattern` is word "stdout", mode "~", text "pattern"; indented lines below it are added to the text."""

    def __init__(self, number, word, mode, text):
        self.number, self.word, self.mode, self.text = number, word, mode or "", text or ""

    def add_line(self, line):
        self.text += ("\n" if self.text else "") + line


def parse(text):
    directives = []
    for number, line in enumerate(text.splitlines(), 1):
        match = DIRECTIVE.match(line)
        if line.startswith("    ") and directives:
            directives[-1].add_line(line[4:])
        elif match:
            directives.append(Directive(number, *match.groups()))
        elif line.strip() and not line.startswith("#"):
            raise BadTest(f"{number}: cannot understand `{line}`")
    return directives


def select(document, path):
    """The part of a JSON document that `queries[0].text` names; the empty path names all of it."""
    for step in re.findall(r"[^.\[\]]+", path):
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def json_fault(text, check):
    """Why the JSON `text` does not satisfy a check such as `len(queries) == 2`, or None."""
    match = JSON_CHECK.fullmatch(check)
    if not match:
        raise BadTest(f"cannot understand the JSON check `{check}`")
    length, path, operator, expected = match.groups()
    try:
        actual = select(json.loads(text), path)
    except (ValueError, LookupError, TypeError) as error:
        return f"no `{path}` in stdout ({error!r})"
    actual = len(actual) if length else actual
    wanted = json.loads(expected)
    holds = {"==": actual == wanted, "!=": actual != wanted}.get(operator)
    if holds is None:
        holds = isinstance(actual, (str, list, dict)) and wanted in actual
    return None if holds else f"it is {json.dumps(actual)[:300]}"


def text_fault(text, mode, expected):
    """Why an output does not satisfy `stdout: …` or its kin, or None."""
    if mode == "~":
        return None if re.search(expected, text, re.MULTILINE) else "no match"
    if mode == "!":
        return "it is there" if expected in text else None
    if not expected:
        return "it is not empty" if text else None
    return None if expected in text else "it is not there"


class Test:
    """One file: its directives from top to bottom, in a folder that starts empty."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, pathlib.Path(folder)
        self.faults = []
        self.missing = None  # what the test needs and does not have
        self.stdin = ""
        self.last = None  # the last run, and whether its exit code has been looked at
        self.exit_seen = True

    def follow(self, directives):
        for directive in directives:
            action = getattr(self, "do_" + directive.word, None)
            if action is None:
                raise BadTest(f"{directive.number}: unknown directive `{directive.word}`")
            if self.last is None and directive.word in ("exit", "stdout", "stderr", "json", "save"):
                raise BadTest(f"{directive.number}: nothing was run yet")
            action(directive)
            if self.missing:
                return
        self.expect_exit(0, "end of file")

    def fault(self, place, text):
        output = f"\n--- stdout\n{self.last.stdout[:4000]}\n--- stderr\n{self.last.stderr[:4000]}\n---"
        self.faults.append(f"{place}: {text}{output}")

    def expect_exit(self, code, place):
        if not self.exit_seen and self.last.returncode != code:
            self.fault(place, f"exit code {self.last.returncode} instead of {code}")
        self.exit_seen = True

    def do_needs(self, directive):
        if directive.text != "corpus":
            raise BadTest(f"{directive.number}: only `corpus` can be needed")
        if not os.environ.get("CROWFLY_CORPUS"):
            self.missing = "CROWFLY_CORPUS is not set"

    def do_file(self, directive):
        name, _, content = directive.text.partition("\n")
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n" if content else "", encoding="utf-8")

    def do_stdin(self, directive):
        self.stdin = directive.text + "\n"

    def do_run(self, directive):
        self.expect_exit(0, f"{directive.number}: before this run")
        environment = {**os.environ, "MODELS": str(ROOT / "models"), "ROOT": str(ROOT),
                       "CORPUS": os.environ.get("CROWFLY_CORPUS", ""),
                       "ASAN_OPTIONS": f"{os.environ.get('ASAN_OPTIONS', '')}:exitcode={SANITIZER_EXIT}"}
        words = [re.sub(r"\$([A-Z]+)", lambda match: environment.get(match.group(1), match.group()), word)
                 for word in shlex.split(directive.text)]
        if words[:1] != ["crowfly"]:
            raise BadTest(f"{directive.number}: only `crowfly` can be run")
        self.last = subprocess.run([self.tool, *words[1:]], cwd=self.folder, env=environment, input=self.stdin,
                                   capture_output=True, encoding="utf-8", errors="replace", timeout=TIMEOUT_SECONDS)
        self.stdin, self.exit_seen = "", False

    def do_exit(self, directive):
        self.expect_exit(int(directive.text), directive.number)

    def do_stdout(self, directive):
        self.check_text(directive, self.last.stdout)

    def do_stderr(self, directive):
        self.check_text(directive, self.last.stderr)

    def check_text(self, directive, output):
        reason = text_fault(output, directive.mode, directive.text)
        if reason:
            self.fault(directive.number, f"{directive.word}{directive.mode}: {directive.text}: {reason}")

    def do_save(self, directive):
        (self.folder / directive.text).write_text(self.last.stdout, encoding="utf-8")

    def do_json(self, directive):
        reason = json_fault(self.last.stdout, directive.text)
        if reason:
            self.fault(directive.number, f"json: {directive.text}: {reason}")


def run_file(tool, path):
    """The Test after it has run."""
    with tempfile.TemporaryDirectory(prefix="crowfly-cli-") as folder:
        test = Test(tool, folder)
        test.follow(parse(path.read_text(encoding="utf-8")))
        return test


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    parser.add_argument("tests", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    status = 0
    for path in arguments.tests:
        try:
            test = run_file(arguments.tool, path)
        except (BadTest, ValueError, re.error, subprocess.TimeoutExpired) as error:
            print(f"{path}:{error}")
            status = 1
            continue
        for fault in test.faults:
            print(f"{path}:{fault}")
            status = 1
        if test.missing:
            print(f"{path}: skipped: {test.missing}")
            status = status or 77
    sys.exit(status)


if __name__ == "__main__":
    main()
