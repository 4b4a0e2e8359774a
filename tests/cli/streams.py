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
        self.command = [TOOL, "info", "--all", str(self.model)]

    def test_a_reader_that_goes_away_is_no_error(self):
        with subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            self.assertTrue(run.stdout.readline())
            run.stdout.close()
            self.assertEqual(run.stderr.read(), b"")
        self.assertEqual(run.returncode, 0)

    def test_closed_streams_are_quiet(self):
        def close_all():
            for descriptor in (0, 1, 2):
                os.close(descriptor)
        self.assertEqual(subprocess.run(self.command, preexec_fn=close_all).returncode, 0)
        self.assertEqual(self.model.read_text(encoding="utf-8"), MODEL)

    def test_a_full_disk_is_told(self):
        with open("/dev/full", "wb") as full:
            run = subprocess.run(self.command, stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 2)
        self.assertIn(b"could not be written", run.stderr)

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
