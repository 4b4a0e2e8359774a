#!/usr/bin/env python3
"""Standard streams that are closed, full, cut off or a terminal: what plain-text tests cannot set up.

usage: streams.py --tool PATH
"""
import argparse
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

MODEL = "process P(const int[0, 2999] id) { state a; init a; }\nsystem P;\n"
TOOL = ""


class Streams(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-streams-")
        self.addCleanup(folder.cleanup)
        self.model = pathlib.Path(folder.name) / "model.xta"
        self.model.write_text(MODEL, encoding="utf-8")
        self.small = pathlib.Path(folder.name) / "small.xta"
        self.command = [TOOL, "info", "--all", str(self.model)]

    def test_a_reader_that_goes_away_is_no_error(self):
        with subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            self.assertTrue(run.stdout.readline())
            run.stdout.close()
            self.assertEqual(run.stderr.read(), b"")
        self.assertEqual(run.returncode, 0)

    def test_closed_streams_do_not_become_files(self):
        def close_all():
            for descriptor in (0, 1, 2):
                os.close(descriptor)
        self.assertEqual(subprocess.run(self.command, preexec_fn=close_all).returncode, 2)
        self.assertEqual(self.model.read_text(encoding="utf-8"), MODEL)

    def commands(self):
        """One of every command that prints something, and ends well if it can."""
        self.small.write_text("process P() { state a, b; init a; trans a -> b; }\nsystem P;\n", encoding="utf-8")
        model, trace = str(self.small), str(self.small.parent / "t.json")
        subprocess.run([TOOL, "check", model, "E<> P.b", "--trace", trace], check=True, stdout=subprocess.DEVNULL)
        return [["--version"], ["--help"], ["check", "--help"], ["check", model, "E<> P.b"], ["check", "--json", model, "E<> P.b"],
                ["check", "--dry-run", model, "E<> P.b"], ["info", model], ["simulate", model], ["convert", model, "--to", "xml"],
                ["convert", model, "--to", "xml", "-o", "/dev/stdout"], ["generate", "hanoi", "3"], ["replay", model, trace], ["trace", trace],
                ["serve", model], ["serve", trace, "--json"], ["explore", model, "E<> P.b"], ["explain", "E012"], ["list", "searches"],
                ["verifyta", "-s", model, "E<> P.b"], ["verifyta", model, "E<> P.b"], ["verifyta", "--version"],
                ["completions", "bash"], ["man"]]

    def require_error(self, command, **streams):
        run = subprocess.run([TOOL, *command], stderr=subprocess.PIPE, timeout=60, **streams)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(b"written", run.stderr)

    def test_a_full_disk_is_told(self):
        for command in self.commands():
            with self.subTest(command=command), open("/dev/full", "wb") as full:
                self.require_error(command, stdout=full)

    def test_a_closed_output_is_told(self):
        for command in self.commands():
            with self.subTest(command=command):
                self.require_error(command, preexec_fn=lambda: os.close(1))

    def test_no_command_minds_a_reader_that_goes_away(self):
        for command in self.commands():
            if command[0] == "serve":
                continue  # it does not end by itself
            with self.subTest(command=command):
                ours, theirs = os.pipe()
                os.close(ours)
                run = subprocess.run([TOOL, *command], stdout=theirs, stderr=subprocess.PIPE, timeout=60)
                os.close(theirs)
                self.assertEqual((run.returncode, run.stderr), (0, b""))

    def with_terminal_as_input(self, *arguments):
        """What is said, and the exit code, where the terminal says nothing; None if it waits for that."""
        ours, theirs = pty.openpty()
        try:
            run = subprocess.run([TOOL, *arguments], stdin=theirs, capture_output=True, text=True, timeout=10)
        except subprocess.TimeoutExpired as waiting:
            return waiting.stderr.decode() if waiting.stderr else "", None
        finally:
            os.close(theirs)
            os.close(ours)
        return run.stderr, run.returncode

    def test_a_trace_without_a_model_asks_for_it_and_does_not_wait(self):
        trace = self.small.parent / "t.json"
        text = "process P() { state a, b; init a; trans a -> b; }\nsystem P;\n"
        self.small.write_text(text, encoding="utf-8")
        for name, said in (("-", "came from standard input"), ("/dev/stdin", "came from `/dev/stdin`")):
            subprocess.run([TOOL, "check", name, "E<> P.b", "--trace", str(trace)], input=text, text=True, check=True, stdout=subprocess.DEVNULL)
            for command in (["trace", str(trace)], ["serve", str(trace)], ["trace", str(trace), "-o", "x.md"]):
                with self.subTest(command=command):
                    stderr, code = self.with_terminal_as_input(*command)
                    self.assertEqual(code, 2, stderr)
                    self.assertIn(said, stderr)
                    self.assertIn("give the model with --model", stderr)
        self.assertEqual(self.with_terminal_as_input("trace", str(trace), "--model", str(self.small))[1], 0)
        self.assertEqual(self.with_terminal_as_input("replay", str(self.small), str(trace))[1], 0)

    def test_reading_a_terminal_is_told(self):
        for command in (["check", "-"], ["info", "-"], ["convert", "-", "--to", "xta"], ["simulate", "-"], ["trace", "-"], ["check", "/dev/stdin"]):
            with self.subTest(command=command):
                ours, theirs = pty.openpty()
                with subprocess.Popen([TOOL, *command], stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
                    self.assertIn("from the terminal; Ctrl-D ends the text", run.stderr.readline())
                    os.write(ours, b"\x04")
                    run.stderr.read()
                os.close(theirs)
                os.close(ours)
                self.assertEqual(run.returncode, 2)

    def test_standard_input_is_read_once(self):
        text = "process P() { state a, b; init a; trans a -> b; }\nsystem P;\n"
        run = subprocess.run([TOOL, "replay", "-", "-"], input=text, capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        run = subprocess.run([TOOL, "simulate", "-", "--json"], input=text, capture_output=True, text=True, check=True)
        run = subprocess.run([TOOL, "trace", "-", "--model", "-"], input=run.stdout, capture_output=True, text=True)
        self.assertIn("standard input has been read already", run.stderr)

    def on_terminal(self, *options, **variables):
        """What a terminal gets to see of a model that is not there."""
        ours, theirs = pty.openpty()
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        subprocess.run([TOOL, "info", "missing.xml", *options], stderr=theirs, env={**environment, "TERM": "xterm", **variables})
        os.close(theirs)
        output = os.read(ours, 10_000)
        os.close(ours)
        return output

    def test_terminals_get_colours_unless_they_are_unwelcome(self):
        self.assertIn(b"\x1b[1;31merror[E001]", self.on_terminal())
        self.assertNotIn(b"\x1b", self.on_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\x1b", self.on_terminal(TERM="dumb"))
        self.assertNotIn(b"\x1b", self.on_terminal("--color", "never"))
        self.assertIn(b"\x1b", self.on_terminal("--color", "always", NO_COLOR="1"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    TOOL = parser.parse_args().tool
    unittest.main(argv=sys.argv[:1])
