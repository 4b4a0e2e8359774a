#!/usr/bin/env python3
"""Searches under way: what they show, and that the first signal ends the search, the second the program.

usage: interrupt.py --tool PATH
"""
import argparse
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

# A thousand million million states: no search comes to an end. That m[i] is n[i] no estimate can tell, each goes through every value;
# all processes matter, and as numbers, so that none can be left out or stand for another.
MODEL = """int[0, 9] n[15], m[15];
process P(const int[0, 14] i) { state a; init a; trans a -> a { assign n[i] = (n[i] + 1) % 10, m[i] = n[i]; }; }
system P;
"""
ENDLESS = "A[] forall (i : int[0, 14]) (i + 1) * n[i] == (i + 1) * m[i]"
PATIENCE_SECONDS = 60
TOOL = ""


class Interrupts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-interrupt-")
        self.addCleanup(folder.cleanup)
        self.model = pathlib.Path(folder.name) / "model.xta"
        self.model.write_text(MODEL, encoding="utf-8")

    def start(self, *options, **settings):
        """A search under way: its signals have been seen to."""
        command = [TOOL, "check", "--all-variables", "--memory", "1G", *options, str(self.model), ENDLESS, "E<> n[0] == 1"]
        run = subprocess.Popen(command, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **settings})
        self.addCleanup(run.kill)
        self.await_handler(run)
        return run

    @staticmethod
    def await_handler(run):
        """Waits until SIGTERM is caught, as /proc tells, so that no test depends on the speed of the machine."""
        status = pathlib.Path(f"/proc/{run.pid}/status")
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            caught = next(line for line in status.read_text(encoding="ascii").splitlines() if line.startswith("SigCgt:"))
            if int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
                return
            time.sleep(0.01)

    def finish(self, run):
        stdout, stderr = run.communicate(timeout=PATIENCE_SECONDS)
        return run.returncode, stdout, stderr

    def test_the_document_is_complete(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            run = self.start("--json")
            run.send_signal(number)
            code, stdout, stderr = self.finish(run)
            document = json.loads(stdout)
            self.assertEqual((code, stderr), (3, ""))
            self.assertTrue(document["complete"])
            self.assertEqual([query["verdict"] for query in document["queries"]], ["unknown", "unknown"])
            self.assertEqual([query["reason"] for query in document["queries"]], ["interrupted", "interrupted"])

    def test_threads_end_together(self):
        for search in (["bfs"], ["astar", "--heuristic", "dL"]):
            run = self.start("--json", "--threads", "3", "--search", *search)
            run.send_signal(signal.SIGINT)
            code, stdout, stderr = self.finish(run)
            self.assertEqual((code, stderr), (3, ""))
            self.assertEqual([query["reason"] for query in json.loads(stdout)["queries"]], ["interrupted", "interrupted"])

    def test_the_text_says_so(self):
        run = self.start()
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        self.assertEqual(code, 3)
        self.assertEqual(stdout.count("unknown: interrupted"), 2)

    def test_the_second_signal_ends_the_program(self):
        run = self.start()
        run.send_signal(signal.SIGSTOP)  # so that both are waiting when it goes on
        run.send_signal(signal.SIGINT)
        run.send_signal(signal.SIGTERM)
        run.send_signal(signal.SIGCONT)
        code, _, _ = self.finish(run)
        self.assertIn(code, (-signal.SIGINT, -signal.SIGTERM))

    def test_ignored_signals_stay_ignored(self):
        run = self.start("--time", "2s", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        self.assertEqual(code, 3)
        self.assertIn("unknown: time limit", stdout)

    def test_progress_for_programs(self):
        run = self.start("--json", "--progress", "json")
        lines = []
        while len(lines) < 2:
            line = json.loads(run.stderr.readline())
            if "building" not in line:  # a heuristic: how much it has read is no progress of the search
                lines.append(line)
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        self.assertEqual(code, 3)
        self.assertEqual(set(lines[0]), {"query", "elapsed", "explored", "generated", "stored", "waiting", "bytes", "rate"})
        self.assertLess(lines[0]["explored"], lines[1]["explored"])
        self.assertGreaterEqual(lines[1]["elapsed"] - lines[0]["elapsed"], 0.0999)
        self.assertGreaterEqual(json.loads(stdout)["queries"][0]["stats"]["explored"], lines[1]["explored"])

    def test_how_far_building_is(self):
        tree = self.model.with_name("tree.xml")
        subprocess.run([TOOL, "generate", "arbiter", "6", "-o", str(tree)], check=True)
        run = subprocess.Popen([TOOL, "explore", "--heuristic", "mas(N=5000)", "--progress", "json", str(tree)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        told = next(line for line in map(json.loads, run.stderr) if "stage" in line)
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        self.assertEqual((code, told["building"], told["stage"]["doing"], told["stage"]["of"]), (3, "mas", "merging", 127))
        self.assertLessEqual(1, told["stage"]["number"])
        self.assertIn("unknown: interrupted while mas(N=5000) was built", stdout)

    def test_what_was_counted_until_then_is_told(self):
        run = subprocess.Popen([TOOL, "explore", "--count", "--json", "--progress", "json", "--memory", "1G", str(self.model)],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        seen = json.loads(run.stderr.readline())
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        count = json.loads(stdout)["count"]
        self.assertEqual((code, count["complete"], count["reason"]), (3, False, "interrupted"))
        self.assertGreaterEqual(count["stats"]["explored"], seen["explored"])
        self.assertGreaterEqual(count["states"], seen["stored"])

    def test_while_a_trace_is_shortened_the_best_so_far_is_returned(self):
        """Depth first takes every turn that it can; its trace takes far longer to shorten than to find."""
        command = [TOOL, "check", "--json", "--progress", "json", "--search", "dfs", "--shorten", str(self.model), "E<> n[0] == 1 && n[1] == 1 && n[7] == 5 && n[14] == 5"]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.kill)
        for line in run.stderr:
            if json.loads(line).get("building") == "the trace":
                break
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        query = json.loads(stdout)["queries"][0]
        self.assertEqual((code, query["verdict"], query["unverified"]), (0, "satisfied", False))
        self.assertIsNone(query["trace"]["remark"])

    def test_a_terminal_gets_a_line_and_gets_it_back(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        run = self.start(stderr=theirs, env={**os.environ, "TERM": "xterm"})
        os.close(theirs)
        seen = os.read(ours, 10_000)
        self.assertTrue(seen.startswith(b"\r\x1b[Kquery 1 of 2: 1 s, "), seen)
        while b"stored" not in seen:  # while a heuristic is built, the line says that instead
            seen += os.read(ours, 10_000)
        run.send_signal(signal.SIGINT)
        code, stdout, _ = self.finish(run)
        while not seen.endswith(b"\r\x1b[K"):
            seen += os.read(ours, 10_000)
        self.assertEqual(code, 3)
        self.assertRegex(seen, rb"\r\x1b\[Kquery 1 of 2: \d+ s, explored [\d ]+, stored ")
        self.assertNotIn("\x1b", stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    TOOL = parser.parse_args().tool
    unittest.main(argv=sys.argv[:1])
