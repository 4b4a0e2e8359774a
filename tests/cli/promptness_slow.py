#!/usr/bin/env python3
"""Limits of time hold, and one signal is enough, in whatever analysis the tool is: on terms that share their parts, and on large models.

A program such as `n = a[0] ? n + 1 : n - 1; n = a[1] ? n + 1 : n - 1; ...` is a term with one node per level and two paths per level. An analysis
that walks paths instead of nodes does not come to the end of 40 levels. Heuristics, searches, engines and strategies are those that `crowfly list` tells,
so a new one takes part.

Time is asserted as CPU time of the tool, which other programs on the machine do not change.

usage: promptness_slow.py --tool PATH
"""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOL = ""
TOO_LONG = 240  # seconds on the wall: something hangs
LATE = 1.2  # seconds of CPU time after the limit, or after the signal
LEVELS = 40

# Per function: its type, the local variable, what is done with it at each level, and the guard that calls it.
TRUTHS = {
    "alternating": ("bool", "bool r = true;", "if (a[i]) r = r && b[i]; else r = r || b[i];", "{}"),
    "exchanged": ("bool", "bool r = true;", "if (a[i]) r = b[i] && r; else r = b[i] || r;", "{}"),
    "in_both": ("bool", "bool r = true;", "r = (r && a[i]) || (r && b[i]);", "{}"),
    "in_all": ("bool", "bool r = a[0];", "r = r && (r || a[i]) && (r || b[i]);", "{}"),
}
NUMBERS = {
    "counting": ("int", "int r = 0;", "r = a[i] ? r + 1 : r - 1;", "{} == 38"),
    "comparing": ("int", "int r = v;", "r = r > i - 20 ? r - 1 : r + 2;", "{} <= 38"),
    "adding": ("int", "int r = v;", "r = r + r - v;", "{} == 3"),
    "cancelling": ("int", "int r = v;", "r = r - r + r;", "{} == 3"),
    "keeping": ("int", "int r = v;", "if (a[i]) r = r; else if (b[i]) r = 3; else r = r;", "{} >= 2"),
    "looking_up": ("int", f"int[0,{LEVELS - 1}] r = 0;", f"r = a[r] ? (r + 1) % {LEVELS} : (r + 2) % {LEVELS};", "{} != 7"),
}
GOAL = "E<> P(0).C && P(1).C"


def sharing(functions):
    """Two like processes whose guards and updates call all these functions."""
    text = f"bool a[{LEVELS}], b[{LEVELS}]; int[0,3] v; int[-100,155] w;\n"
    edges = [f"A -> A {{ select k : int[0,{LEVELS - 1}]; assign {array}[k] := !{array}[k]; }}" for array in "ab"] + ["A -> A { assign v := (v + 1) % 4; }"]
    for name, (kind, local, level, guard) in functions.items():
        text += f"{kind} {name}() {{ {local} for (i : int[0,{LEVELS - 1}]) {{ {level} }} return r; }}\n"
        edges.append(f"A -> B {{ guard {guard.format(name + '()')}; assign w := {name}(); }}")
    edges.append("B -> C { guard w == 35 && v == 3 && a[5] && b[7]; }")
    return text + "process P(const int[0,1] id) { state A, B, C; init A; trans\n  " + ",\n  ".join(edges) + "; }\nsystem P;\n"


def own_variables(count):
    """Every variable can be left out."""
    return (f"typedef int[1,{count}] id_t; process P(const id_t i) {{ int[0,1] w; state A; init A; trans A -> A {{ assign w := 1 - w; }}; }}\n"
            "system P;\n")


def reading_ahead(count):
    """Every variable can be left out once the next one is."""
    steps = ", ".join(f"A -> A {{ guard v[{k + 1}] == 1; assign v[{k}] := 1 - v[{k}]; }}" for k in range(count - 1))
    return (f"int[0,1] v[{count}]; process P() {{ state A; init A; trans {steps}, A -> A {{ assign v[{count - 1}] := 1 - v[{count - 1}]; }}; }}\n"
            "system P;\n")


def long_way(count):
    places = ", ".join(f"L{i}" for i in range(count))
    steps = ", ".join(f"L{i} -> L{i + 1} {{ }}" for i in range(count - 1))
    return f"process P() {{ state {places}; init L0; trans {steps}; }}\nsystem P;\n"


def processes(count):
    return f"typedef int[1,{count}] id_t; process P(const id_t i) {{ state A, B; init A; trans A -> B {{ }}; }}\nsystem P;\n"


def timed(count):
    return (f"typedef int[1,{count}] id_t; process P(const id_t i) "
            "{ clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 2; }; }\nsystem P;\n")


def entries(what):
    """The names of what is registered, with arguments where the description shows some: `max(dL,hamming)`."""
    listed = subprocess.run([TOOL, "list", what, "--json"], capture_output=True, text=True, check=True).stdout
    arguments = {"expr": "expr(v)", "scp": "scp(pdb,cegar)"}
    for entry in json.loads(listed)["entries"]:
        shown = re.search(rf"such as ({entry['name']}\(.*\))$", entry["description"]) if re.fullmatch(r"\w+", entry["name"]) else None
        yield arguments.get(entry["name"]) or (shown.group(1) if shown else entry["name"])


def analyses():
    """The options that choose one analysis each."""
    yield []
    yield from (["--strategies", name] for name in entries("strategies"))
    yield from (["--search", "greedy", "--heuristic", name] for name in entries("heuristics"))
    yield from (["--search", name] for name in entries("searches"))
    yield from (["--engine", name] for name in entries("engines"))
    yield from (["--prune", "safe"], ["--reduce", "symmetry"], ["--fastest"], ["--prefer", "useless,contexts,helpful", "--heuristic", "hU"])


def cpu_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def catches_signals(pid):
    try:
        caught = re.search(r"^SigCgt:\s*(\w+)$", pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        return True
    return caught is None or int(caught.group(1), 16) >> (signal.SIGTERM - 1) & 1


class Promptness(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-promptness-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="model.xta"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def run_until(self, arguments, is_over):
        """Runs the tool until it ends; `is_over(process, CPU seconds)` says that it takes too long."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            # Whoever runs tests in the background may have them ignore SIGINT, which the tool would do, too.
            process = subprocess.Popen([TOOL, "check", "--json", *arguments], stdout=out, stderr=err,
                                       preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            deadline = time.monotonic() + TOO_LONG
            while process.poll() is None:
                if is_over(process, cpu_seconds(process.pid)) or time.monotonic() > deadline:
                    process.kill()
                    process.wait()
                    self.fail("it does not end: " + " ".join(arguments))
                time.sleep(0.01)
            out.seek(0), err.seek(0)
            answer = out.read().decode()
            self.assertIn(process.returncode, (0, 1, 3), answer[-800:] + err.read().decode())
            return json.loads(answer)["queries"][0]

    def keep_time(self, model, query, milliseconds, options):
        """The limit is one of time on the wall, and the tool has no more CPU time than that: it has one thread that works."""
        limit = milliseconds / 1000 + LATE
        return self.run_until(["--time", f"{milliseconds}ms", *options, model, query], lambda _, cpu: cpu > limit)

    def obey(self, model, query, number, after, options):
        """Sends a signal after so many seconds of CPU time."""
        sent = []

        def watch(process, cpu):
            if not sent and cpu >= after and catches_signals(process.pid):
                process.send_signal(number)
                sent.append(cpu)
            return bool(sent) and cpu > sent[0] + LATE

        answer = self.run_until(["--memory", "2G", "--time", "20s", *options, model, query], watch)
        if answer["verdict"] == "unknown" and sent:
            self.assertNotEqual(answer["reason"], "time limit")


class SharedTerms(Promptness):
    def test_every_analysis_keeps_its_time(self):
        for functions in (TRUTHS, NUMBERS):
            model = self.write(sharing(functions))
            for options in analyses():
                with self.subTest(options=options, functions=list(functions)):
                    self.keep_time(model, GOAL, 200, options)

    def test_every_analysis_obeys_signals(self):
        model = self.write(sharing(TRUTHS | NUMBERS))
        for i, options in enumerate(analyses()):
            number = (signal.SIGINT, signal.SIGTERM)[i % 2]
            with self.subTest(options=options, signal=number.name):
                self.obey(model, GOAL, number, (0.05, 0.1, 0.2)[i % 3], options)

    def test_analyses_come_to_an_end(self):
        """What they can tell of the result they tell although terms are shared."""
        values, predicates = ["--strategies", "value-ranges"], ["--search", "greedy", "--heuristic", "pred"]
        for name, goal, options in (("keeping", "E<> w > 3", values), ("in_all", "E<> w > 1", values), ("comparing", "E<> w > 90", values),
                                    ("comparing", GOAL, predicates)):
            with self.subTest(name=name, options=options):
                model = self.write(sharing({name: (TRUTHS | NUMBERS)[name]}))
                self.assertEqual(self.keep_time(model, goal, 20_000, options)["verdict"], "not satisfied")


class LargeModels(Promptness):
    def test_pruning(self):
        for text in (own_variables(20_000), reading_ahead(20_000)):
            model = self.write(text)
            query = "E<> P(1).w == 1 && P(2).w == 1" if "id_t" in text else "E<> v[0] == 1 && v[1] == 0"
            self.keep_time(model, query, 700, ["--prune", "safe"])
            for number, after in ((signal.SIGINT, 0.4), (signal.SIGTERM, 0.9)):
                self.obey(model, query, number, after, ["--prune", "safe"])

    def test_building_heuristics(self):
        for text, query, heuristic in ((long_way(40_000), "E<> P.L39999", "lmcut"), (long_way(20_000), "E<> P.L19999", "landmarks"),
                                       (processes(20_000), "E<> P(1).B && P(2).B", "sympdb"), (timed(1_000), "E<> P(1).B && P(2).B && P(500).B", "hU")):
            model = self.write(text)
            with self.subTest(heuristic=heuristic):
                options = ["--search", "greedy", "--heuristic", heuristic]
                self.keep_time(model, query, 1_000, options)
                self.obey(model, query, signal.SIGTERM, 0.7, options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    TOOL = parser.parse_args().tool
    unittest.main(argv=sys.argv[:1])
