#!/usr/bin/env python3
"""Large models: limits of time and memory hold wherever the tool is when they are reached, one signal is enough, and the stack is never gone.

Time is asserted as CPU time of the tool, which other programs on the machine do not change; wall time only where the tool waits, and then
generously. Memory is the peak of what was resident.

usage: sizes.py --tool PATH
"""
import argparse
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TOOL = ""
MB = 1 << 20
TOO_LONG = 120  # seconds on the wall: something hangs


def processes(count):
    """Nothing shared: the first state has `count` successors, each as large as all processes."""
    return f"typedef int[1,{count}] id_t; process P(const id_t i) {{ state A, B; init A; trans A -> B {{ }}; }}\nsystem P;\n"


def receivers(count):
    return (f"chan c; typedef int[1,{count}] id_t; process P(const id_t i) {{ state A, B; init A; trans A -> B {{ sync c?; }}; }}\n"
            "process S() { state A; init A; trans A -> A { sync c!; }; }\nsystem P, S;\n")


def broadcast(count):
    return (f"broadcast chan c; typedef int[1,{count}] id_t; process P(const id_t i) "
            "{ state A, B; init A; trans A -> B { sync c?; }, A -> A { sync c!; }; }\nsystem P;\n")


def clocks(count):
    return (f"typedef int[1,{count}] id_t; process P(const id_t i) "
            "{ clock x; state A { x <= 5 }, B; init A; trans A -> B { guard x >= 2; }; }\nsystem P;\n")


def array(count):
    return f"int[0,1] v[{count}];\nprocess P() {{ state A; init A; trans A -> A {{ select i : int[0,{count - 1}]; assign v[i] := 1; }}; }}\nsystem P;\n"


def variables(count):
    return (f"int[0,1] v; typedef int[1,{count}] id_t; process P(const id_t i) {{ int[0,3] w; state A, B; init A; "
            "trans A -> B { guard v == 0; assign w := 1; }, B -> A { guard w == 1; assign v := 1; }; }\nsystem P;\n")


def long_way(count):
    """The constant of the last guard matters in every location before it."""
    places = ", ".join(f"L{i}" for i in range(count))
    steps = ", ".join(f"L{i} -> L{i + 1} {{ }}" for i in range(count - 1))
    return f"clock x; process P() {{ state {places}; init L0; trans {steps}, L{count - 1} -> L0 {{ guard x >= 3; }}; }}\nsystem P;\n"


def branches(count):
    points = "".join(f'<branchpoint id="b{i}"/>' for i in range(count))
    arrows = "".join(f'<transition><source ref="a"/><target ref="b{i}"/></transition><transition><source ref="b{i}"/><target ref="a"/></transition>'
                     for i in range(count))
    return (f'<nta><template><name>P</name><location id="a"><name>A</name></location>{points}<init ref="a"/>{arrows}</template>'
            "<system>system P;</system></nta>")


class Run:
    """One start of the tool, with what it has used."""

    def __init__(self, arguments, stack=None, stdin=None):
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            started = time.monotonic()
            limit = None if stack is None else lambda: resource.setrlimit(resource.RLIMIT_STACK, (stack, stack))
            process = subprocess.Popen([TOOL, *arguments], stdin=stdin, stdout=out, stderr=err, preexec_fn=limit)
            watch = signal.signal(signal.SIGALRM, lambda *_: process.kill())
            signal.alarm(TOO_LONG)
            _, status, usage = os.wait4(process.pid, 0)
            signal.alarm(0)
            signal.signal(signal.SIGALRM, watch)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.code = process.returncode
            self.wall = time.monotonic() - started
            self.cpu = usage.ru_utime + usage.ru_stime
            self.peak = usage.ru_maxrss * 1024
            out.seek(0), err.seek(0)
            self.stdout, self.stderr = out.read().decode(), err.read().decode()


class Sizes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-sizes-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, text, name="model.xta"):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def check(self, text, query, seconds, megabytes, name="model.xta", *options):
        """Runs a check and holds it to its limits, as the documentation promises them."""
        run = Run(["check", "--json", "--time", f"{seconds}s", "--memory", f"{megabytes}M", *options, self.write(text, name), query])
        self.assertIn(run.code, (0, 1, 3), run.stderr)
        self.assertLess(run.cpu, seconds + 1.2)
        self.assertLess(run.peak, 1.05 * megabytes * MB + 20 * MB)
        answer = json.loads(run.stdout)["queries"][0]
        if answer["verdict"] == "unknown":
            self.assertRegex(answer["reason"], "^(time|memory) limit")
        return answer

    def test_many_processes(self):
        for count in (1_000, 3_000, 10_000):
            answer = self.check(processes(count), "E<> deadlock", 1, 200)
            self.assertEqual(answer["verdict"], "unknown")

    def test_little_memory_is_used_for_states(self):
        """Tables over words and processes would take it all."""
        answer = self.check(processes(10_000), "E<> deadlock", 3, 60)
        self.assertGreater(answer["stats"]["stored"], 0)

    def test_a_near_goal_is_found(self):
        for model in (processes, receivers, clocks):
            count = 300 if model is clocks else 10_000
            self.assertEqual(self.check(model(count), f"E<> P({count}).B", 20, 1000)["verdict"], "satisfied")

    def test_many_receivers(self):
        self.check(receivers(10_000), "A[] not deadlock", 1, 300)
        self.check(broadcast(3_000), "A[] not deadlock", 1, 300)

    def test_many_clocks(self):
        self.assertEqual(self.check(clocks(1_000), "E<> deadlock", 1, 300)["verdict"], "unknown")
        self.assertEqual(self.check(clocks(10_000), "E<> deadlock", 1, 300)["reason"], "memory limit")

    def test_many_variables(self):
        self.check(array(10_000), "E<> deadlock", 1, 300)
        self.check(variables(10_000), "E<> deadlock", 1, 300)
        # A slot of 17 bits leaves room in its word for none of the others.
        wide = "int[0,99999] v[300000];\nprocess P() { state A; init A; trans A -> A { assign v[0] := 1; }; }\nsystem P;\n"
        self.assertEqual(self.check(wide, "E<> v[0] == 1 && v[1] == 0", 8, 500)["verdict"], "satisfied")

    def test_every_search(self):
        text = processes(10_000)
        goal = "E<> deadlock"
        for options in (["--search", "dfs"], ["--search", "rdfs"], ["--heuristic", "dU"], ["--shortest"], ["--compress"]):
            self.check(text, goal, 1, 200, "model.xta", *options)
        self.check(text, "E<> P(1).B && P(2).B", 1, 200, "model.xta", "--prune", "safe")
        for query in ("A<> P(1).B", "E[] P(1).A", "P(1).A --> P(1).B", "sup: P(1).A"):
            self.check(text, query, 1, 200)
        for query in ("A<> P(1).B", "P(1).A --> P(1).B", "sup: P(1).x"):
            self.check(clocks(1_000), query, 1, 200)
        self.check(clocks(1_000), "E<> deadlock", 1, 200, "model.xta", "--fastest")

    def test_compiling_takes_linear_time(self):
        for text, name in ((long_way(40_000), "way.xta"), (branches(40_000), "branches.xml"), (processes(100_000), "model.xta")):
            run = Run(["check", "--dry-run", self.write(text, name), "E<> deadlock"])
            self.assertEqual(run.code, 0, run.stderr)
            self.assertLess(run.cpu, 4)

    def test_a_limit_before_the_search(self):
        model = self.write(processes(100_000))
        for limit, reason, option in (("--time=10ms", "time limit", "--time"), ("--memory=20M", "memory limit", "--memory")):
            run = Run(["check", limit, "--json", model, "E<> deadlock", "A[] not deadlock"])
            document = json.loads(run.stdout)
            self.assertEqual(run.code, 3)
            self.assertEqual([(q["verdict"], q["reason"]) for q in document["queries"]], [("unknown", reason)] * 2)
            self.assertEqual([d["code"] for d in document["diagnostics"]], ["E098"])
            run = Run(["check", limit, model, "E<> deadlock"])
            self.assertEqual(run.code, 3)
            self.assertIn("unknown: " + reason, run.stdout)
            self.assertIn(f"the {reason} was reached before anything could be decided", run.stderr)
            self.assertIn(option, run.stderr)

    def test_disk_reports_the_memory_it_had(self):
        """A zone of 1 000 clocks takes 4 MB, and tables reserve room for many."""
        run = Run(["check", "--json", "--disk", str(self.folder / "states"), "--memory", "2G", "--time", "2s", self.write(clocks(1_000)), "E<> deadlock"])
        answer = json.loads(run.stdout)["queries"][0]
        self.assertLess(answer["stats"]["peak_bytes"], 1.2 * run.peak)

    def test_one_signal_is_enough(self):
        """Within an expansion, and while the model is read."""
        for text in (processes(10_000), clocks(2_000)):
            model = self.write(text)
            for number in (signal.SIGTERM, signal.SIGINT):
                process = subprocess.Popen([TOOL, "check", "--memory", "2G", model, "E<> deadlock"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                self.addCleanup(process.kill)
                time.sleep(1)
                process.send_signal(number)
                before = cpu_seconds(process.pid)
                while process.poll() is None and cpu_seconds(process.pid) < before + 1.2:
                    time.sleep(0.02)
                self.assertIsNotNone(process.poll())
                self.assertEqual(process.returncode, 3)
                self.assertIn("unknown: interrupted", process.stdout.read())

    def test_input_that_never_comes(self):
        ours, theirs = os.pipe()
        self.addCleanup(os.close, theirs)
        run = Run(["check", "--time", "200ms", "-", "E<> deadlock"], stdin=ours)
        os.close(ours)
        self.assertEqual(run.code, 3)
        self.assertLess(run.wall, 30)
        self.assertIn("time limit", run.stderr)


def cpu_seconds(pid):
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class SmallStack(unittest.TestCase):
    """With 200 kB of stack: what is nested too deeply is refused with a message, and what is not is read."""

    STACK = 200 << 10

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-sizes-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def refuse(self, name, text, *arguments):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        run = Run(["check", str(path), *arguments] if arguments else ["check", "--dry-run", str(path), "E<> deadlock"], stack=self.STACK)
        self.assertEqual(run.code, 2, run.stderr[-500:])
        self.assertIn("nested", run.stderr)

    @staticmethod
    def process(guard="", before=""):
        guard = f"guard {guard};" if guard else ""
        return f"int v; {before} process P() {{ state A; init A; trans A -> A {{ {guard} }}; }}\nsystem P;\n"

    def test_expressions(self):
        many = 100_000
        self.refuse("model.xta", self.process("(" * many + "v" + ")" * many + " == 0"))
        self.refuse("model.xta", self.process("!" * many + "v"))
        self.refuse("model.xta", self.process(" * ".join("v" * many) + " == 0"))
        self.refuse("model.xta", self.process("v ? v : " * many + "v"))

    def test_long_chains(self):
        """Chains of 100 000 operands are read, searched and written, whether partial sums may overflow or not."""
        many = 100_000
        for operator, value in ((" + ", many), (" - ", 2 - many), (" | ", 1), (" & ", 1), (" ^ ", 0), (" <? ", 1), (" >? ", 1)):
            chain = operator.join(["b"] * many)
            text = ("int[0,1] b = 1; int[-100000,100000] result() { return " + chain + "; }\nclock x; process P() { state A { x <= (" + chain
                    + ") }, B, C; init A; trans A -> B { guard (" + chain + f") == {value}; }}, B -> C {{ guard result() == {value}; }}; }}\nsystem P;\n")
            if value <= 0:  # an upper bound of a clock
                text = text.replace("{ x <= (" + chain + ") }", "")
            self.succeed(text, f"E<> P.C && ({chain}) == {value}")
        wide = " + ".join(["wide"] * many)
        self.succeed("int[-100000,100000] wide = 1; " + self.process(f"{wide} == {many}").replace("int v;", "").replace("trans A -> A", "trans A -> B")
                     .replace("state A;", "state A, B;"), "E<> P.B")

    def succeed(self, text, query):
        model = self.folder / "long.xta"
        model.write_text(text, encoding="utf-8")
        queries = self.folder / "long.q"
        queries.write_text(query + "\n", encoding="utf-8")
        for options in ([], ["--heuristic", "hU"], ["--engine", "abstraction"], ["--reduce", "symmetry"], ["--prune", "safe"]):
            run = Run(["check", str(model), str(queries), "--time", "60s", *options], stack=self.STACK)
            self.assertEqual(run.code, 0, f"{query[:40]} {options} {run.stdout[-300:]} {run.stderr[-300:]}")
        run = Run(["convert", str(model), "--to", "xml"], stack=self.STACK)
        self.assertEqual(run.code, 0, run.stderr[-300:])

    def test_statements_and_types(self):
        many = 100_000
        self.refuse("model.xta", self.process(before="void f() { " + "{ " * many + "}" * many + " }"))
        self.refuse("model.xta", self.process(before="void f() { " + "if (v > 0) " * many + "v = 1; }"))
        self.refuse("model.xta", self.process(before="struct { " * many + "int a; " + "} b; " * many))

    def test_queries(self):
        many = 100_000
        model = self.folder / "model.xta"
        model.write_text(self.process(), encoding="utf-8")
        queries = self.folder / "deep.q"
        queries.write_text("E<> " + "(" * many + "v == 0" + ")" * many + "\n", encoding="utf-8")
        run = Run(["check", str(model), str(queries)], stack=self.STACK)
        self.assertEqual(run.code, 2)
        self.assertIn("nested", run.stderr)

    def test_tchecker(self):
        many = 100_000
        head = "system:s\nevent:e\nint:1:0:1:0:v\nprocess:P\nlocation:P:A{initial:}\n"
        self.refuse("model.tck", head + "edge:P:A:A:e{provided: " + "(" * many + "v" + ")" * many + "==0}\n")
        self.refuse("model.tck", head + "edge:P:A:A:e{do: " + "if v==0 then " * many + "v=1 " + "end " * many + "}\n")

    def test_xml_and_json(self):
        many = 100_000
        path = self.folder / "model.xml"
        path.write_text("<nta>" + "<a>" * many + "</a>" * many + "</nta>", encoding="utf-8")
        self.assertIn(Run(["check", "--dry-run", str(path), "E<> deadlock"], stack=self.STACK).code, (0, 2))
        model = self.folder / "model.xta"
        model.write_text(self.process(), encoding="utf-8")
        trace = self.folder / "trace.json"
        trace.write_text("[" * many + "]" * many, encoding="utf-8")
        self.assertEqual(Run(["replay", str(model), str(trace)], stack=self.STACK).code, 2)

    def test_what_is_just_deep_enough(self):
        path = self.folder / "model.xta"
        path.write_text(self.process("(" * 900 + "v" + ")" * 900 + " == 0"), encoding="utf-8")
        self.assertEqual(Run(["check", str(path), "E<> v == 0"], stack=self.STACK).code, 0)


class Start(unittest.TestCase):
    """What is loaded before a command is known is paid for by all of them."""

    def test_nothing_is_loaded_for_a_server_alone(self):
        run = subprocess.run([TOOL], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True, check=True)
        self.assertIn("libstdc++", run.stdout)
        for library in ("libssl", "libcrypto", "brotli", "httplib"):
            self.assertNotIn(library, run.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    TOOL = parser.parse_args().tool
    unittest.main(argv=sys.argv[:1])
