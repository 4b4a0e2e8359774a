#!/usr/bin/env python3
"""Mutation testing: edits of one line, each of which some test must notice.

usage: run.py [--check] [--only TEXT] [--jobs N] [LIST]

LIST (default: mutants.txt beside this file) has entries of four lines and an empty one between them:

    # what the edit breaks
    src/folder/file.cpp
    - text that occurs once in the file
    + what it becomes
    name of the CTest test that must fail then, or several

The project is copied to build/mutants and built there; nobody's files are changed. A mutant that does not compile is a
mistake of the list. Takes hours for all; --check only looks whether every entry still fits, which ./test does.
Exits 0 if all mutants died, 1 if some survived, 2 if the list is wrong.
"""
import argparse
import dataclasses
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPY = ROOT / "build/mutants"
KEPT = ("CMakeLists.txt", "cmake", "docs", "models", "packaging", "src", "tests", "bench", "web", "README.md")


@dataclasses.dataclass
class Mutant:
    title: str
    file: str
    old: str
    new: str
    tests: list

    @property
    def folder(self):
        return self.file.split("/")[1]


def read(path):
    mutants = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip()]
        if not lines or all(line.startswith("#!") for line in lines):
            continue
        lines = [line for line in lines if not line.startswith("#!")]
        well_formed = len(lines) == 5 and lines[0].startswith("# ") and lines[2].startswith("- ") and lines[3].startswith("+")
        if not well_formed:
            raise ValueError("not an entry of five lines:\n" + block)
        mutants.append(Mutant(lines[0][2:], lines[1], lines[2][2:], lines[3][2:], lines[4].split()))
    return mutants


def misfits(mutants):
    """What is wrong with the list, one line each."""
    for mutant in mutants:
        path = ROOT / mutant.file
        count = path.read_text(encoding="utf-8").count(mutant.old) if path.exists() else 0
        if count != 1:
            yield f"{mutant.title}: the text occurs {count} times in {mutant.file}"
        if mutant.old == mutant.new:
            yield f"{mutant.title}: changes nothing"


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


class Laboratory:
    """A copy of the project in which files are edited, built and tested."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.tree, self.build = COPY / "tree", COPY / "build"
        self.tree.mkdir(parents=True, exist_ok=True)
        for name in KEPT:
            self.renew(ROOT / name, self.tree / name)
        configured = run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                          "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DCROWFLY_TESTS=ON", "-DCROWFLY_WERROR=OFF"])
        if configured.returncode != 0:
            sys.exit(configured.stderr)

    @staticmethod
    def renew(source, target):
        """Only what differs, so that little is built again."""
        for path in [source] if source.is_file() else sorted(source.rglob("*")):
            if not path.is_file() or "node_modules" in path.parts or "__pycache__" in path.parts:
                continue
            copy = target if source.is_file() else target / path.relative_to(source)
            if not copy.exists() or copy.read_bytes() != path.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, copy)

    def make(self, tests):
        targets = {"unit_tests" if name.startswith(("unit.", "property.")) else "crowfly" for name in tests}
        return run(["ninja", "-C", self.build, "-j", str(self.jobs), *sorted(targets)])

    def failing(self, tests):
        pattern = "^(" + "|".join(name.replace(".", "\\.") for name in tests) + ")$"
        done = run(["ctest", "--test-dir", self.build, "-R", pattern, "--no-tests=error", "-j", str(self.jobs), "--timeout", "300"])
        return done.returncode != 0

    def verdict(self, mutant):
        """died, survived or broken (does not compile)"""
        path = self.tree / mutant.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            if self.make(mutant.tests).returncode != 0:
                return "broken"
            return "died" if self.failing(mutant.tests) else "survived"
        finally:
            path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", type=pathlib.Path, default=HERE / "mutants.txt")
    parser.add_argument("--check", action="store_true", help="only look whether every entry fits the sources")
    parser.add_argument("--only", default="", help="only mutants with this text in their title, file or tests")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    mutants = read(arguments.list)
    wrong = list(misfits(mutants))
    print("\n".join(wrong) if wrong else f"{len(mutants)} mutants in {len({m.folder for m in mutants})} folders fit the sources")
    if wrong or arguments.check:
        return 2 if wrong else 0
    chosen = [m for m in mutants if arguments.only in f"{m.title} {m.file} {' '.join(m.tests)}"]
    laboratory = Laboratory(arguments.jobs)
    every_test = sorted({test for mutant in chosen for test in mutant.tests})
    if laboratory.make(every_test).returncode != 0 or laboratory.failing(every_test):
        print("the tests fail without any mutant")
        return 2
    verdicts = []
    for mutant in chosen:
        start = time.monotonic()
        verdicts.append(laboratory.verdict(mutant))
        print(f"{verdicts[-1]:9} {time.monotonic() - start:5.0f} s  {mutant.file}: {mutant.title}", flush=True)
    print(", ".join(f"{verdicts.count(kind)} {kind}" for kind in ("died", "survived", "broken")))
    return 2 if "broken" in verdicts else 1 if "survived" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
