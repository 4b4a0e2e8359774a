#!/usr/bin/env python3
"""Mutation testing: edits of one line, each of which some test must notice.

usage: run.py [--check] [--resume] [--only TEXT] [--copy FOLDER] [--jobs N] [LIST]

LIST (default: mutants.txt beside this file) has entries of five lines and an empty one between them:

    # what the edit breaks
    src/folder/file.cpp
    - text that occurs once in the file
    + what it becomes
    name of the CTest test that must fail then, or several

The project is copied to FOLDER (build/mutants) and built there, without optimisation; nobody's files are changed. All
edits of statements are compiled in at once and switched on one at a time (switches.py); the others are made and built
one by one. Each is put to its tests, in the order in which they are named, until one fails or takes ten times as much
CPU time as without the edit. A mutant that does not compile without warnings is a mistake of the list. A test that
fails or is skipped without an edit decides nothing.

What became of each is kept in FOLDER/results.json; --resume passes over those that died and whose entry is still the
same. --check only looks whether every entry fits the sources, which ./test does.
Exits 0 if all mutants died, 1 if some survived, 2 if the list is wrong.
"""
import argparse
import collections
import dataclasses
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys

import switches

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KEPT = ("CMakeLists.txt", "cmake", "docs", "models", "packaging", "src", "tests", "bench", "web", "README.md")
MEMORY = 6 << 30  # of one test, in bytes of address space: an edit may make a loop that never ends
UNEDITED = 600  # CPU-seconds that a test may take without an edit
ERROR = re.compile(r"^(\S+?):(\d+):(?:\d+:)? (?:fatal )?error:", re.M)


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
        starts = ("# ", "", "- ", "+", "")
        if len(lines) != 5 or not all(line.startswith(start) for line, start in zip(lines, starts)):
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


def is_law(test):
    return not test.startswith(("unit.", "cli."))


def fingerprint_of(test):
    """Of the sources, what tests share, and the test itself, unless it is no single file: then of all tests."""
    kind, _, name = test.partition(".")
    used = [path for path in sorted((ROOT / "tests").rglob("*")) if path.suffix in (".hpp", ".py")
            or path.parent.name == "tiny" or path.stem in (f"test_{name}", name) or not name]
    digest = hashlib.sha256()
    for path in sorted((ROOT / "src").rglob("*")) + used:
        if path.is_file() and path.parent != HERE:
            digest.update(f"{path.relative_to(ROOT)} {kind}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def tests_of(mutants):
    return list(dict.fromkeys(test for mutant in mutants for test in mutant.tests))


def renew(source, target, apart):
    """Copies only what differs, but for what is kept apart, and removes what is gone, so that little is built again."""
    if source.is_file():
        paths = {target: source}
    else:
        paths = {target / path.relative_to(source): path for path in source.rglob("*")
                 if path.is_file() and not {"node_modules", "__pycache__"} & set(path.parts)}
        for copy in list(target.rglob("*")):
            if copy.is_file() and copy not in paths and copy not in apart and "__pycache__" not in copy.parts:
                copy.unlink()
    for copy, path in paths.items():
        if copy not in apart:
            write(copy, path.read_bytes())


def write(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


class Laboratory:
    """A copy of the project in which files are edited, built and tested."""

    def __init__(self, folder, jobs):
        self.jobs = jobs
        self.tree, self.build = folder, folder / "build/fast"
        self.commands = {}  # of each test, known once what it runs is built
        self.seconds = {}  # of CPU time, of each test without an edit

    def prepare(self, mutants):
        """Copies and configures; files with mutants are written when these are compiled in."""
        self.tree.mkdir(parents=True, exist_ok=True)
        definition = self.tree / "src/base/mutant.cpp"
        apart = {definition, *(self.tree / mutant.file for mutant in mutants if (self.tree / mutant.file).exists())}
        for name in KEPT:
            renew(ROOT / name, self.tree / name, apart)
        write(definition, switches.DEFINITION.encode())
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld"] if shutil.which("ld.lld") else []
        options = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCROWFLY_TESTS=ON", *linker]
        configured = run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", *options])
        if configured.returncode != 0:
            sys.exit(configured.stderr)

    def make(self, tests):
        """The output of a build that failed, or nothing."""
        targets = {"unit_tests" if is_doctest(test) else "crowfly" for test in tests}
        done = run(["ninja", "-C", self.build, "-j", str(self.jobs), "-k", "0", *sorted(targets)])
        return done.stdout + done.stderr if done.returncode != 0 else ""

    def read_commands(self):
        listed = json.loads(run(["ctest", "--test-dir", self.build, "--show-only=json-v1"]).stdout)
        self.commands = {test["name"]: test["command"] for test in listed["tests"] if "command" in test}

    def command(self, test):
        return self.commands[test] + (["--abort-after=1"] if is_doctest(test) else [])

    def switch(self, mutants):
        """Compiles in what can be switched of {number: mutant}, without those that do not compile; says which are."""
        left = dict(mutants)
        while True:
            places = self.write_switches(mutants, left)
            output = self.make(tests_of(mutants.values()))
            if not output:
                return set(places)
            wrong = {number for number, (first, last) in places.items() for file, line in ERROR.findall(output)
                     if file.endswith(mutants[number].file) and first <= int(line) <= last}
            if not wrong:
                sys.exit(output[-5000:])
            left = {number: mutant for number, mutant in left.items() if number not in wrong}

    def write_switches(self, mutants, left):
        """Where each of those left stands: from line to line."""
        places = {}
        for file in {mutant.file for mutant in mutants.values()}:
            text = (ROOT / file).read_text(encoding="utf-8")
            here = {number: mutant for number, mutant in left.items() if mutant.file == file}
            edited, found = switches.switched(text, here) if here else (text, {})
            write(self.tree / file, (edited if found else text).encode())
            for number, place in found.items():
                places[number] = tuple(edited.count("\n", 0, at) + 1 for at in place)
        return places

    def failure(self, test, number=0):
        """How a test fails, or nothing. Its own time counts, however busy the machine is; waiting for ever fails too."""
        limit = math.ceil(20 + 10 * self.seconds[test]) if test in self.seconds else UNEDITED
        bounds = {resource.RLIMIT_AS: MEMORY, resource.RLIMIT_CPU: limit}
        environment = dict(os.environ, RC_PARAMS="noshrink=1", **{switches.VARIABLE: str(number)})
        process = subprocess.Popen(self.command(test), cwd=self.tree, env=environment, start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: [resource.setrlimit(kind, (bound, bound))
                                                       for kind, bound in bounds.items()])
        try:
            code = process.wait(timeout=10 * limit)
            return "" if code == 0 else "too long" if code in (-signal.SIGXCPU, -signal.SIGKILL) else "failed"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "too long"

    def time(self, test):
        """Runs a test without an edit, unless it passed before and neither it nor src/ has changed; whether it passes."""
        path, fingerprint = self.tree / "times.json", fingerprint_of(test)
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        if test not in self.seconds and known.get(test, {}).get("of") == fingerprint:
            self.seconds[test] = known[test]["cpu"]
        if test not in self.seconds:
            before = cpu_seconds()
            self.seconds[test] = math.inf if self.failure(test) else round(cpu_seconds() - before, 1)
            if self.seconds[test] < math.inf:
                known[test] = {"of": fingerprint, "cpu": self.seconds[test]}
                path.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        return self.seconds[test] < math.inf

    def verdict_of_tests(self, mutant, number=0):
        for test in mutant.tests:
            if not self.time(test):
                return "not run", f"{test} does not pass without an edit"
            how = self.failure(test, number)
            if how:
                return "died", test if how == "failed" else f"{test}, {how}"
        return "survived", ""

    def verdict_alone(self, mutant):
        """died, survived or broken (does not compile), and the test that noticed it or the compiler's words"""
        path = self.tree / mutant.file
        before = path.read_bytes()
        text = (ROOT / mutant.file).read_text(encoding="utf-8")
        path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        try:
            errors = self.make(mutant.tests)
            return ("broken", errors[-3000:]) if errors else self.verdict_of_tests(mutant)
        finally:
            path.write_bytes(before)


class Results:
    """What became of each entry, in a file."""

    def __init__(self, path):
        self.path = path
        self.of_entry = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def add(self, mutant, verdict, by, seconds):
        self.of_entry[mutant.entry] = {"title": mutant.title, "verdict": verdict, "by": by, "cpu": round(seconds, 1)}
        self.path.write_text(json.dumps(self.of_entry, indent=1) + "\n", encoding="utf-8")
        print(f"{verdict:9} {seconds:5.0f} s  {mutant.file}: {mutant.title} ({by})", flush=True)

    def verdict(self, mutant):
        return self.of_entry.get(mutant.entry, {}).get("verdict", "not run")

    def table(self, mutants):
        kinds = ("died", "survived", "broken", "not run")
        yield f"{'folder':14}" + "".join(f"{kind:>9}" for kind in kinds)
        for folder in sorted({mutant.folder for mutant in mutants}):
            counts = collections.Counter(self.verdict(mutant) for mutant in mutants if mutant.folder == folder)
            yield f"{folder:14}" + "".join(f"{counts[kind]:9}" for kind in kinds)
        yield f"{len(mutants)} mutants"


def experiment(laboratory, results, mutants, chosen):
    """Exit code. All mutants are compiled in, so that the next choice of them finds everything built."""
    numbered = dict(enumerate(mutants, 1))
    switched = laboratory.switch(numbered)
    laboratory.read_commands()
    tests = tests_of(chosen)
    unknown = [test for test in tests if test not in laboratory.commands]
    if unknown:
        print("no such test: " + ", ".join(unknown))
        return 2
    cost = f"after {cpu_seconds() / 60:.0f} CPU-minutes"
    print(f"{len(switched)} of {len(mutants)} mutants are compiled in, {cost}", flush=True)
    in_turn = sorted((number for number, mutant in numbered.items() if mutant in chosen),
                     key=lambda n: (n not in switched and 1 + numbered[n].file.endswith(".hpp"),
                                    is_law(numbered[n].tests[0])))
    alone = [number for number in in_turn if number not in switched]
    for number in in_turn:
        mutant, before = numbered[number], cpu_seconds()
        if number in alone[:1]:  # the last time that the program is unedited
            for test in tests_of(numbered[n] for n in alone):
                laboratory.time(test)
        verdict, by = (laboratory.verdict_of_tests(mutant, number) if number in switched
                       else laboratory.verdict_alone(mutant))
        results.add(mutant, verdict, by, cpu_seconds() - before)
    print(f"done after {cpu_seconds() / 60:.0f} CPU-minutes")
    verdicts = {results.verdict(mutant) for mutant in chosen}
    return 2 if {"broken", "not run"} & verdicts else 1 if "survived" in verdicts else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", type=pathlib.Path, default=HERE / "mutants.txt")
    parser.add_argument("--check", action="store_true", help="only look whether every entry fits the sources")
    parser.add_argument("--resume", action="store_true", help="pass over mutants that died before")
    parser.add_argument("--only", default="", help="only mutants with this text in their title, file or tests")
    parser.add_argument("--copy", type=lambda text: pathlib.Path(text).resolve(), default=ROOT / "build/mutants",
                        help="where the copy is")
    parser.add_argument("--jobs", type=int, default=2, help="of the build")
    arguments = parser.parse_args()
    mutants = read(arguments.list)
    wrong = list(misfits(mutants))
    fitting = f"{len(mutants)} mutants in {len({mutant.folder for mutant in mutants})} folders fit the sources"
    print("\n".join(wrong) if wrong else fitting)
    if wrong or arguments.check:
        return 2 if wrong else 0
    os.nice(10)
    laboratory, results = Laboratory(arguments.copy, arguments.jobs), Results(arguments.copy / "results.json")
    chosen = [mutant for mutant in mutants if arguments.only in f"{mutant.title} {mutant.file} {' '.join(mutant.tests)}"
              and not (arguments.resume and results.verdict(mutant) == "died")]
    code = 0
    if chosen:
        laboratory.prepare(mutants)
        code = experiment(laboratory, results, mutants, chosen)
    print("\n".join(results.table(mutants)))
    return code


if __name__ == "__main__":
    sys.exit(main())
