"""sameness.py: its lines cover the registries, a build is the same as itself, and a difference is found.

usage: test_sameness.py TOOL
"""
import contextlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import sameness
import sameness_lines
import sameness_models

TOOL = sys.argv.pop(1)
LISTS = ("searches", "heuristics", "engines", "strategies")
FEW = "^(models/lamp.xta|models/delivery.sas|figure 5.5):"


def names(what):
    done = subprocess.run([TOOL, "list", what, "--json"], capture_output=True, text=True, check=True)
    return [entry["name"] for entry in json.loads(done.stdout)["entries"]]


def run(*words):
    script = pathlib.Path(__file__).with_name("sameness.py")
    command = [sys.executable, "-B", script, *words, "--tool", TOOL, "--only", FEW]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)


class Lines(unittest.TestCase):
    def test_no_two_are_equal_and_each_model_has_one(self):
        lines = sameness_lines.lines(True)
        self.assertEqual(len({line.key() for line in lines}), len(lines))
        self.assertEqual({line.model for line in lines}, set(sameness_models.MODELS))
        self.assertGreaterEqual(len(sameness_models.MODELS), 60)

    def test_public_models_change_no_other_line(self):
        own = [line for line in sameness_lines.lines(True) if not line.model.is_public]
        self.assertEqual(own, sameness_lines.lines(False))

    def test_all_plug_ins_are_used(self):
        for public in (False, True):
            words = set(re.findall(r"[\w-]+", " ".join(" ".join(line.steps) for line in sameness_lines.lines(public))))
            for what in LISTS:
                self.assertEqual([name for name in names(what) if name not in words], [], what)


class Rows(unittest.TestCase):
    def test_what_depends_on_the_machine_is_left_out(self):
        text = "`/tmp/x/c` took 0.02 s and\n 10.9 MiB; 45 states"
        self.assertEqual(sameness.plain(text, {"/tmp/x": "FOLDER"}), "`FOLDER/c` took _ and _; 45 states")

    def test_queries_that_are_asked_twice_are_told_apart(self):
        row = {"line": "a", "query": "q", "explored": "1"}
        other = row | {"explored": "2"}
        found = list(sameness.differences([row, row], [row, other], ["explored"]))
        self.assertEqual(found, ["a\n  q\n    explored: 1 -> 2"])

    def test_missing_rows_are_differences(self):
        row = {"line": "a", "query": "q", "verdict": "unknown", "text": "state limit"}
        for before, after, word in (([row], [], "before"), ([], [row], "after")):
            found = list(sameness.differences(before, after, ["verdict"]))
            self.assertEqual(found, [f"a\n  q\n    only {word}: unknown state limit"])

    def test_counts_that_depend_on_time_are_left_out(self):
        query = {"text": "q", "verdict": "satisfied", "stats": {"explored": 7, "stored": 8, "state_bytes": 9.5}}
        for search, explored in (("forward", 7), ("bidirectional", None)):
            self.assertEqual(sameness.query_row(query | {"symbolic": {"search": search}})["explored"], explored)

    def test_bytes_are_compared_if_asked_for(self):
        line = sameness_lines.lines(False)[0]
        row = dict.fromkeys(sameness.COLUMNS, "") | {"line": line.key()}
        with contextlib.redirect_stdout(io.StringIO()):
            found = [sameness.compare([row], [row | {"bytes": "8"}], [line], asked) for asked in (False, True)]
        self.assertEqual(found, [0, 1])


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly sameness ")
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "base.tsv"

    def test_a_build_is_the_same_as_itself_and_a_difference_is_found(self):
        done = run("record", self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = sameness.read(self.file)
        self.assertGreater(len(rows), 10)
        self.assertEqual([row for row in rows if row["verdict"] == "failed"], [])

        done = run("compare", self.file, "--bytes", "-j2")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertIn(f"{len(rows)} rows: 0 differences", done.stdout)

        rows[0]["explored"] = "123456"
        sameness.write(self.file, rows)
        done = run("compare", self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{rows[0]['line']}\n  {rows[0]['query']}\n    explored: 123456 -> ", done.stdout)


if __name__ == "__main__":
    unittest.main()
