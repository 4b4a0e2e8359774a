#!/usr/bin/env python3
"""Mutation testing: edits of one line, each of which some test must notice.

usage: run.py [--check] [--resume] [--only TEXT] [--copy FOLDER] [--jobs N] [LIST]

LIST (default: mutants.txt beside this file) has entries of five lines and an empty one between them:

    # what the edit breaks
    src/folder/file.cpp
    - text that occurs once in the file
    + what it becomes
    name of the CTest test that must fail then, or several

The project is copied to FOLDER (build/mutants) and built there, without optimisation; nobody's files are changed. Then one edit after
the other is made, built and put to its tests, in the order in which they are named, until one fails or takes ten times as
long as without the edit. Edits of headers come last: half the project is built again for each. A mutant that does not compile
without warnings is a mistake of the list.

What became of each is kept in FOLDER/results.json; --resume passes over those that died and whose entry is still the
same. --check only looks whether every entry fits the sources, which ./test does.
Exits 0 if all mutants died, 1 if some survived, 2 if the list is wrong.
"""
import argparse
import collections
import dataclasses
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEPT = ("CMakeLists.txt", "cmake", "docs", "models", "packaging", "src", "tests", "bench", "web", "README.md")
MEMORY = 6 << 30  # of one test, in bytes of address space: an edit may make a loop that never ends


@dataclasses.dataclass
class Mutant:
    title: str
    file: str
    old: str
    new: str
    tests: list

    @property
    def folder(self):
        """src/X, or src/model/X, where each language has a folder."""
        parts = self.file.split("/")
        return "/".join(parts[1:3] if parts[1] == "model" else parts[1:2])

    @property
    def entry(self):
        return "\n".join((self.file, self.old, self.new, " ".join(self.tests)))


def read(path):
    mutants = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#!")]
        if not lines:
            continue
        well_formed = len(lines) == 5 and lines[0].startswith("# ") and lines[2].startswith("- ") and lines[3].startswith("+")
        if not well_formed:
            raise ValueError("not an entry of five lines:\n" + block)
        mutants.append(Mutant(lines[0][2:], lines[1], lines[2][2:], lines[3][2:], lines[4].split()))
    return mutants


def misfits(mutants):
    """What is wrong with the list, one line each."""
    for title, count in collections.Counter(mutant.title for mutant in mutants).items():
        if count != 1:
            yield f"{title}: the title occurs {count} times"
    for mutant in mutants:
        path = ROOT / mutant.file
        count = path.read_text(encoding="utf-8").count(mutant.old) if path.exists() else 0
        if count != 1:
            yield f"{mutant.title}: the text occurs {count} times in {mutant.file}"
        if mutant.old == mutant.new:
            yield f"{mutant.title}: changes nothing"


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def is_doctest(test):
    return test.startswith(("unit.", "property."))


def renew(source, target):
    """Copies only what differs and removes what is gone, so that little is built again."""
    if source.is_file():
        paths = {target: source}
    else:
        paths = {target / path.relative_to(source): path for path in source.rglob("*")
                 if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts)}
        for copy in list(target.rglob("*")):
            if copy.is_file() and copy not in paths and "__pycache__" not in copy.parts:
                copy.unlink()
    for copy, path in paths.items():
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)


class Laboratory:
    """A copy of the project in which files are edited, built and tested."""

    def __init__(self, folder, jobs):
        self.jobs = jobs
        self.tree, self.build = folder, folder / "build/fast"
        self.tree.mkdir(parents=True, exist_ok=True)
        for name in KEPT:
            renew(ROOT / name, self.tree / name)
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
        configured = run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", *linker,
                          "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCROWFLY_TESTS=ON"])
        if configured.returncode != 0:
            sys.exit(configured.stderr)
        self.commands = {}  # of each test, known once what it runs is built
        self.seconds = {}  # of each test without an edit

    def make(self, tests):
        """The output of a build that failed, or nothing."""
        targets = {"unit_tests" if is_doctest(test) else "crowfly" for test in tests}
        done = run(["ninja", "-C", self.build, "-j", str(self.jobs), *sorted(targets)])
        return done.stdout[-3000:] + done.stderr if done.returncode != 0 else ""

    def read_commands(self):
        listed = json.loads(run(["ctest", "--test-dir", self.build, "--show-only=json-v1"]).stdout)
        self.commands = {test["name"]: test["command"] for test in listed["tests"] if "command" in test}

    def fails(self, test):
        """Whether a test fails or takes too long."""
        command = self.commands[test] + (["--abort-after=1"] if is_doctest(test) else [])
        limit = 20 + 10 * self.seconds[test] if test in self.seconds else 600
        process = subprocess.Popen(command, cwd=self.tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=dict(os.environ, RC_PARAMS="noshrink=1"), start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
        try:
            return process.wait(timeout=limit) != 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return True

    def failing_unedited(self, tests):
        """Those that fail without an edit; the others are timed."""
        for test in tests:
            start = time.monotonic()
            if self.fails(test):
                yield test
            self.seconds[test] = time.monotonic() - start

    def verdict(self, mutant):
        """died, survived or broken (does not compile), and the test that noticed it or the compiler's words"""
        path = self.tree / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            errors = self.make(mutant.tests)
            if errors:
                return "broken", errors
            killer = next(filter(self.fails, mutant.tests), None)
            return ("died", killer) if killer else ("survived", "")
        finally:
            path.write_text(text, encoding="utf-8")


class Results:
    """What became of each entry, in a file."""

    def __init__(self, folder):
        self.path = folder / "results.json"
        self.of_entry = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}

    def add(self, mutant, verdict, by, seconds):
        self.of_entry[mutant.entry] = {"title": mutant.title, "verdict": verdict, "by": by, "cpu": round(seconds, 1)}
        self.path.write_text(json.dumps(self.of_entry, indent=1) + "\n", encoding="utf-8")

    def verdict(self, mutant):
        return self.of_entry.get(mutant.entry, {}).get("verdict", "not run")

    def table(self, mutants):
        kinds = ("died", "survived", "broken", "not run")
        yield f"{'folder':14}" + "".join(f"{kind:>9}" for kind in kinds)
        for folder in sorted({mutant.folder for mutant in mutants}):
            counts = collections.Counter(self.verdict(mutant) for mutant in mutants if mutant.folder == folder)
            yield f"{folder:14}" + "".join(f"{counts[kind]:9}" for kind in kinds)
        cpu = sum(self.of_entry.get(mutant.entry, {}).get("cpu", 0) for mutant in mutants)
        yield f"{len(mutants)} mutants, {cpu / 60:.0f} CPU-minutes"


def experiment(laboratory, results, mutants):
    """Exit code. Every test must pass before the first edit."""
    tests = list(dict.fromkeys(test for mutant in mutants for test in mutant.tests))
    errors = laboratory.make(tests)
    laboratory.read_commands()
    unknown = [test for test in tests if test not in laboratory.commands]
    if errors or unknown:
        print(errors or "no such test: " + ", ".join(unknown))
        return 2
    failing = list(laboratory.failing_unedited(tests))
    if failing:
        print("fails without an edit: " + ", ".join(failing))
        return 2
    print(f"{len(tests)} tests pass without an edit, after {cpu_seconds() / 60:.0f} CPU-minutes", flush=True)
    for mutant in mutants:
        before = cpu_seconds()
        verdict, by = laboratory.verdict(mutant)
        results.add(mutant, verdict, by, cpu_seconds() - before)
        print(f"{verdict:9} {cpu_seconds() - before:5.0f} s  {mutant.file}: {mutant.title} ({by})", flush=True)
    verdicts = {results.verdict(mutant) for mutant in mutants}
    return 2 if "broken" in verdicts else 1 if "survived" in verdicts else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", type=pathlib.Path, default=HERE / "mutants.txt")
    parser.add_argument("--check", action="store_true", help="only look whether every entry fits the sources")
    parser.add_argument("--resume", action="store_true", help="pass over mutants that died before")
    parser.add_argument("--only", default="", help="only mutants with this text in their title, file or tests")
    parser.add_argument("--copy", type=lambda text: pathlib.Path(text).resolve(), default=ROOT / "build/mutants",
                        help="where the copy is; with ccache a sibling of the project finds what was compiled there")
    parser.add_argument("--jobs", type=int, default=2, help="of the build")
    arguments = parser.parse_args()
    mutants = read(arguments.list)
    wrong = list(misfits(mutants))
    print("\n".join(wrong) if wrong else f"{len(mutants)} mutants in {len({m.folder for m in mutants})} folders fit the sources")
    if wrong or arguments.check:
        return 2 if wrong else 0
    os.nice(10)
    laboratory, results = Laboratory(arguments.copy, arguments.jobs), Results(arguments.copy)
    chosen = [mutant for mutant in sorted(mutants, key=lambda mutant: mutant.file.endswith(".hpp"))
              if arguments.only in f"{mutant.title} {mutant.file} {' '.join(mutant.tests)}"
              and not (arguments.resume and results.verdict(mutant) == "died")]
    code = experiment(laboratory, results, chosen) if chosen else 0
    print("\n".join(results.table(mutants)))
    return code


if __name__ == "__main__":
    sys.exit(main())
