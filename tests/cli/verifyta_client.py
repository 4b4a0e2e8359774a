"""A client of verifyta that was not written for Crowfly gets what it expects: the calls that PyUPPAAL makes, in its order.

PyUPPAAL runs `verifyta -v` and takes the word after `UPPAAL` for the version, verifies with `-t` and `-f` and options of the user,
and takes every output on standard error for a failure unless it says that a trace is written or shown. All calls go through a shell.

usage: verifyta_client.py --tool CROWFLY
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

MODEL = """<nta><declaration>int never_read; clock x;</declaration>
<template><name>P</name><location id="a"><name>A</name><label kind="invariant">x &lt;= 5</label></location>
<location id="b"><name>B</name></location><init ref="a"/><transition><source ref="a"/><target ref="b"/>
<label kind="guard">x &gt; 2</label></transition></template><system>system P;</system>
<queries><query><formula>{}</formula></query></queries></nta>
"""
VIOLATED, SATISFIED = "A[] P.A", "A[] not deadlock or P.B"
TOOL = ""


class Client(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-client-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.verifyta = self.folder / "verifyta"
        self.verifyta.write_text(f'#!/bin/sh\nexec "{TOOL}" verifyta "$@"\n', encoding="utf-8")
        self.verifyta.chmod(0o755)
        self.model = self.folder / "model.xml"

    def run_shell(self, line):
        return subprocess.run(line, shell=True, capture_output=True, text=True, check=False)

    def verify(self, query, options, prefix="model_xtr"):
        self.model.write_text(MODEL.format(query), encoding="utf-8")
        return self.run_shell(f"UPPAAL_COMPILE_ONLY=&&{self.verifyta} {self.model} -f {self.folder / prefix} {options}")

    def test_the_version_follows_the_word_uppaal(self):
        words = self.run_shell(f"{self.verifyta} -v").stdout.split(" ")
        self.assertEqual(words[words.index("UPPAAL") + 1].split(".")[0], "5")

    def test_calls_in_their_order(self):
        for options in ["-t 1", "-t 0 -o 0", "-t 2 -o 1 -S 2", "-o 2 --seed 7 -u -t 1", "--epsilon 0.1 --alpha 0.05 -t 1"]:
            run = self.verify(VIOLATED, options)
            self.assertIn("Formula is NOT satisfied.", run.stdout)
            self.assertIn("Writing counter example to", run.stderr)
            self.assertTrue((self.folder / "model_xtr-1.xtr").exists())
            run = self.verify(SATISFIED, options)
            self.assertIn("Formula is satisfied.", run.stdout)
            self.assertEqual(run.stderr, "")
            self.assertFalse((self.folder / "model_xtr-1.xtr").exists(), "the trace of the run before")

    def test_traces_on_standard_error_are_announced(self):
        self.model.write_text(MODEL.format(VIOLATED), encoding="utf-8")
        run = self.run_shell(f"{self.verifyta} {self.model} -t 1 -o 0")
        self.assertIn("Showing counter example.", run.stdout)
        self.assertIn("Transitions:", run.stderr)

    def test_compiling_is_refused(self):
        self.model.write_text(MODEL.format(VIOLATED), encoding="utf-8")
        compiled = self.folder / "model.if"
        run = self.run_shell(f"UPPAAL_COMPILE_ONLY=1 {self.verifyta} {self.model} > {compiled}")
        self.assertEqual(run.returncode, 2)
        self.assertIn("UPPAAL_COMPILE_ONLY", run.stderr)
        self.assertEqual(compiled.read_text(encoding="utf-8"), "", "no verdict is taken for a compiled model")

    def test_a_lease_is_not_needed(self):
        run = self.run_shell(f"{self.verifyta} --lease 168 --key 12345678-9abc")
        self.assertEqual((run.returncode, run.stderr), (0, ""))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    arguments, rest = parser.parse_known_args()
    TOOL = arguments.tool
    unittest.main(argv=[sys.argv[0], *rest])
