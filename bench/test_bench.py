#!/usr/bin/env python3
"""The benchmark scripts on tiny models and on programs that pretend: nothing is measured here, but every script runs to
its end, and says so when answers differ.

usage: test_bench.py [--tool PATH] [--references FOLDER] [unittest's arguments]
Without the two the tests that need them are skipped.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import builds
import compare
import directed_default
import directed_models
import directed_tables
import families
import measure
import outcome
import table

HERE = pathlib.Path(__file__).resolve().parent
BUILT = argparse.Namespace(tool=None, references=None)
MANIFEST = """family	name	tck_file	xml_file	labels	uppaal_query	verdict
f	reached	reached.tck	reached.xml	a,b	E<> P.a && P.b	reachable
f	full	full.tck	full.xml		E<> false	exhaustive
f	open	open.tck		c		unknown(not run)
"""


class InFolder(unittest.TestCase):
    """Runs scripts with programs written for the purpose, in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly bench ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name, body):
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho "$@" >>"{self.folder}/{name}.log"\n{body}\n', encoding="utf-8")
        path.chmod(0o755)
        return path

    def calls(self, name):
        log = self.folder / f"{name}.log"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def script(self, name, *arguments):
        return subprocess.run([sys.executable, "-B", HERE / name, "--out", self.folder / "out", *map(str, arguments)],
                              capture_output=True, text=True, check=False)


def answer(verdict, stored):
    stats = {"explored": stored, "generated": 2 * stored, "stored": stored, "peak_bytes": 1 << 20, "state_bytes": 9.5}
    return f"cat <<'END'\n{json.dumps({'queries': [{'verdict': verdict, 'reason': None, 'stats': stats}]})}\nEND"


def by_case(cases, otherwise="exit 9"):
    """A shell script that answers by what is in its arguments."""
    lines = [f'*"{pattern}"*) {body}\n;;' for pattern, body in cases]
    return 'case " $* " in\n' + "\n".join([*lines, f"*) {otherwise}\n;;"]) + "\nesac"


class Measuring(unittest.TestCase):
    def test_counts_time_and_memory_of_the_child(self):
        burn = "import time\nx = bytearray(90 << 20)\nwhile time.process_time() < 0.15: pass\nprint('done')"
        run = measure.run([sys.executable, "-c", burn], 20)
        self.assertEqual((run.code, run.stdout, run.out_of_time), (0, "done\n", False))
        self.assertGreaterEqual(run.cpu, 0.14)
        self.assertGreaterEqual(run.rss_kb, 90 << 10)

    def test_ends_what_uses_up_its_time(self):
        run = measure.run(["sh", "-c", "while :; do :; done"], 0.5)
        self.assertTrue(run.out_of_time)

    def test_an_exit_code_is_no_lack_of_time(self):
        run = measure.run(["sh", "-c", "echo because >&2; exit 3"], 5)
        self.assertEqual((run.code, run.out_of_time, run.last_words()), (3, False, "because"))

    def test_memory_can_be_limited(self):
        self.assertNotEqual(measure.run([sys.executable, "-c", "bytearray(900 << 20)"], 5, megabytes=500).code, 0)


class PeerCommand(unittest.TestCase):
    def test_labels_are_filled_in_or_left_out(self):
        template = "peer -s bfs -l {labels} {file}"
        self.assertEqual(outcome.peer_command(template, "a b.tck", "x,y"), ["peer", "-s", "bfs", "-l", "x,y", "a b.tck"])
        self.assertEqual(outcome.peer_command(template, "a.tck", ""), ["peer", "-s", "bfs", "a.tck"])
        self.assertEqual(outcome.peer_command("peer --labels={labels} {file}", "a.tck", ""), ["peer", "a.tck"])


class Tables(InFolder):
    def test_geometric_mean(self):
        self.assertAlmostEqual(table.geometric_mean([0.5, 2, 8]), 2)
        self.assertIsNone(table.geometric_mean([]))

    def test_results_are_kept_and_not_mixed(self):
        results = table.Results(self.folder, "r", ("name", "x"), "name", {"tool": "1"})
        results.append({"name": "a", "x": "tabs\tand\nlines"})
        with open(results.path, "a", encoding="utf-8") as file:
            file.write("b\tunfin")
        again = table.Results(self.folder, "r", ("name", "x"), "name", {"tool": "1"})
        self.assertEqual(again.rows(), [{"name": "a", "x": "tabs and lines"}])
        with self.assertRaises(SystemExit):
            table.Results(self.folder, "r", ("name", "x"), "name", {"tool": "2"})
        self.assertEqual(table.Results(self.folder, "r", ("name", "x"), "name", {"tool": "2"}, fresh=True).rows(), [])


class Comparing(InFolder):
    def setUp(self):
        super().setUp()
        (self.folder / "manifest.tsv").write_text(MANIFEST, encoding="utf-8")
        self.peer = self.program("peer", by_case((
            ("reached.tck", "echo REACHABLE true; echo STORED_STATES 8"),
            ("full.tck", "echo REACHABLE false; echo STORED_STATES 10; echo VISITED_STATES 12"))))

    def compare(self, *arguments, tool):
        return self.script("compare.py", "--instances", self.folder / "manifest.tsv", "--tool", tool, "--time", 5,
                           "--min-peer-seconds", 0, "--repeat", 2,
                           "--peer", f"'{self.peer}' -l {{labels}} {{file}}", *arguments)

    def agreeing(self, reached="satisfied", full="not satisfied"):
        return self.program("crowfly", by_case((("reached.", answer(reached, 4)), ("full.", answer(full, 20)),
                                                ("open.", answer("unknown", 7)))))

    def test_agreement(self):
        done = self.compare(tool=self.agreeing())
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("decided by both 2, only by Crowfly 0, only by the peer 0", done.stdout)
        self.assertIn("states stored, Crowfly / peer: geometric mean 1 over 2 instances", done.stdout)
        self.assertIn("worst 2 (full)", done.stdout)
        self.assertEqual(self.calls("peer")[0], f"-l a,b {self.folder}/reached.tck")
        self.assertEqual(self.calls("peer")[2], f"{self.folder}/full.tck")
        self.assertEqual(self.calls("crowfly")[0], f"check --json --time 5s --search bfs {self.folder}/reached.tck --reach a,b")
        self.assertEqual(self.calls("crowfly")[2], f"check --json --time 5s --search bfs {self.folder}/full.tck --reach ")
        self.assertTrue((self.folder / "out/compare.md").exists())

    def test_of_several_options_and_peers_the_fastest_that_decides_counts(self):
        (self.folder / "reached.tck").write_text("system", encoding="utf-8")
        (self.folder / "full.tck").write_text("location: urgent", encoding="utf-8")
        tool = self.program("crowfly", by_case((("--search dfs", answer("unknown", 1)), ("reached.", answer("satisfied", 4)), ("full.", answer("not satisfied", 20)))))
        done = self.compare("--peer", f"'{self.peer}' local -l {{labels}} {{file}}", "--not-asked", "local:urgent", "--only", "reached|full",
                            "--tool-options", "--search dfs", "--tool-options", "", tool=tool)
        self.assertIn("decided by both 2", done.stdout, done.stderr)
        self.assertIn("crowfly: no options", done.stdout)
        self.assertEqual({call.split("/")[-1] for call in self.calls("peer") if "local" in call}, {"reached.tck"})

    def test_goes_on_where_it_was_stopped(self):
        tool = self.agreeing()
        self.compare("--only", "full", tool=tool)
        before = len(self.calls("crowfly"))
        done = self.compare(tool=tool)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse(any("full" in call for call in self.calls("crowfly")[before:]))
        self.assertIn("3 instances", done.stdout)

    def test_xml_is_asked_in_its_own_words_and_may_be_missing(self):
        done = self.compare("--input", "xml", tool=self.agreeing())
        self.assertIn("2 instances", done.stdout)
        self.assertEqual(self.calls("crowfly")[0], f"check --json --time 5s --search bfs {self.folder}/reached.xml E<> P.a && P.b")
        self.assertIn("some of which are other models", done.stdout)

    def test_both_read_the_same_file_unless_told_otherwise(self):
        done = self.compare(tool=self.agreeing())
        files = [{word for call in self.calls(name) for word in call.split() if word.startswith(str(self.folder))} for name in ("crowfly", "peer")]
        self.assertEqual(*files)
        self.assertNotIn("other models", done.stdout)

    def test_disagreement_fails(self):
        done = self.compare("--only", "full", tool=self.agreeing(full="satisfied"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("full: Crowfly says reachable, the peer unreachable", done.stdout)

    def test_disagreement_with_the_record_fails(self):
        self.peer = self.program("peer", "exit 1")
        done = self.compare("--only", "reached", tool=self.agreeing(reached="not satisfied"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("recorded is reachable", done.stdout)

    def test_a_refusal_is_told_in_its_own_words(self):
        refusal = json.dumps({"queries": [], "diagnostics": [{"message": "no such label `a`"}]})
        done = self.compare("--only", "reached", tool=self.program("crowfly", f"echo '{refusal}'; exit 2"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("reached: Crowfly fails: crowfly: no such label `a`", done.stdout)

    def test_a_crash_fails_and_lack_of_time_does_not(self):
        done = self.compare("--only", "open", tool=self.agreeing())
        self.assertEqual(done.returncode, 0, done.stdout)
        done = self.compare("--only", "open", "--fresh", tool=self.program("crashing", "kill -SEGV $$"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("open: Crowfly fails", done.stdout)


def timed(*seconds, verdict=outcome.UNREACHABLE, **counts):
    """A side that takes so long, run by run, and the last of them from then on."""
    times = list(seconds)
    return lambda: outcome.Outcome(verdict, times.pop(0) if len(times) > 1 else times[0], 1 << 10, **counts)


class ComparingBuilds(InFolder):
    """Another build of Crowfly as the peer."""

    def setUp(self):
        super().setUp()
        (self.folder / "manifest.tsv").write_text(MANIFEST, encoding="utf-8")

    def compare(self, *arguments, tool):
        return self.script("compare.py", "--instances", self.folder / "manifest.tsv", "--tool", tool, "--time", 5,
                           "--peer-crowfly", self.peer, "--only", "full|reached", *arguments)

    def build(self, name, full="not satisfied", stored=20, seconds=0):
        burn = f'{sys.executable} -c "import time\nwhile time.process_time() < {seconds}: pass"\n' if seconds else ""
        return self.program(name, burn + by_case((("reached.", answer("satisfied", 4)), ("full.", answer(full, stored)))))

    def row(self, new, old, **more):
        filled = {**dict.fromkeys(compare.COLUMNS, ""), "name": "x", "runs": "15", "crowfly_verdict": outcome.REACHABLE,
                  "peer_verdict": outcome.REACHABLE, "crowfly_cpu": str(new), "peer_cpu": str(old), **more}
        return compare.Row(filled)

    def test_agreement(self):
        self.peer = self.build("old")
        done = self.compare("--min-peer-seconds", 5, tool=self.build("new", stored=21))
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("decided by both 2, only by the new build 0, only by the old one 0; 0 repeated 10 times", done.stdout)
        self.assertIn("- states stored: other on 1 of 2: full 20 → 21\n", done.stdout)
        self.assertIn("- bytes per state: the same on all 2\n", done.stdout)
        self.assertEqual(self.calls("old"), self.calls("new"))
        self.assertEqual(len(self.calls("old")), 10)

    def test_goes_on_where_it_was_stopped(self):
        self.peer, tool = self.build("old"), self.build("new")
        self.compare("--min-peer-seconds", 5, tool=tool)
        self.compare("--min-peer-seconds", 5, tool=tool)
        self.assertEqual(len(self.calls("new")), 10)

    def test_xml_is_asked_in_its_own_words_and_may_be_missing(self):
        self.peer = self.build("old")
        self.compare("--input", "xml", "--min-peer-seconds", 5, tool=self.build("new"))
        self.assertEqual(self.calls("old")[0], f"check --json --time 5s --search bfs {self.folder}/reached.xml E<> P.a && P.b")

    def test_disagreement_fails(self):
        self.peer = self.build("old", full="satisfied")
        done = self.compare("--only", "full", "--min-peer-seconds", 5, tool=self.build("new"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("full: Crowfly says unreachable, the peer reachable", done.stdout)

    def test_a_slower_build_is_repeated_and_fails(self):
        self.peer = self.build("old", seconds=0.1)
        done = self.compare("--only", "full", "--min-peer-seconds", 0.01, "--repeat", 1, tool=self.build("new", seconds=0.3))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual((len(self.calls("new")), len(self.calls("old"))), (11, 11))
        self.assertRegex(done.stdout, r"\*\*full: new / old is [23]\.\d+, over 1\.10, the least of 11 runs each")
        self.assertRegex(done.stdout, r"\*\*the geometric mean of new / old is [23]\.\d+, over 1\.03")

    def test_noise_is_repeated_away(self):
        new, old, runs = builds.best(2, 0.1, timed(1.2, 1.2, 1.2, 1.0), timed(1.0))
        self.assertEqual((new.cpu, old.cpu, runs), (1.0, 1.0, 12))
        self.assertEqual(builds.best(2, 0.1, timed(1.09), timed(1.0))[2], 2)
        self.assertEqual(builds.best(2, 0.1, timed(0.09), timed(0.01))[2], 2)
        self.assertEqual(builds.best(2, 0.1, timed(1.11), timed(1.0))[2], 12)

    def test_what_is_no_longer_decided_is_tried_again(self):
        lost = timed(5, verdict=outcome.UNDECIDED)
        new, old, _ = builds.best(2, 0.1, lost, timed(1.0))
        self.assertEqual((new.verdict, old.verdict), (outcome.UNDECIDED, outcome.UNREACHABLE))
        self.assertIn("only the old build", builds.slower(self.row(5, 1, crowfly_verdict=outcome.UNDECIDED), 0.1))
        found = builds.faster(lost(), timed(7)())
        self.assertEqual((found.verdict, found.cpu), (outcome.UNREACHABLE, 7))

    def test_limits(self):
        self.assertEqual(builds.problems([self.row(1.02, 1), self.row(1.09, 1.05)], 0.1), [])
        self.assertEqual(builds.problems([self.row(0.2, 0.05)], 0.1), [])
        self.assertEqual(builds.problems([self.row(1.09, 1), self.row(1.0, 1)], 0.1),
                         ["the geometric mean of new / old is 1.044, over 1.03"])
        self.assertEqual(builds.problems([self.row(1.11, 1), self.row(0.8, 1)], 0.1),
                         ["x: new / old is 1.110, over 1.10, the least of 15 runs each (1.11 s, 1 s)"])

    def test_one_kind_of_peer(self):
        done = self.script("compare.py", "--instances", self.folder / "manifest.tsv", "--peer", "a", "--peer-crowfly", "b")
        self.assertEqual(done.returncode, 2)
        self.peer = self.folder / "none"
        done = self.compare(tool=self.build("new"))
        self.assertIn("no such program", done.stderr)


def knowing_all(error=0):
    """Pretends to search the discrete families."""
    return by_case([(f"{family.title(size)}.xta", answer("not satisfied", size.states + error))
                    for family in families.FAMILIES.values() for size in family.sizes])


class AgainstHandWritten(InFolder):
    def references(self):
        for family in families.FAMILIES.values():
            cases = [(f" {' '.join(map(str, size.parameters))} ",
                      f"""echo '{{"states": {size.states}, "transitions": 5, "bytes_per_state": 8.5}}'""") for size in family.sizes]
            self.program(family.reference, by_case(cases))
        return self.folder

    def discrete(self, tool):
        return self.script("discrete.py", "--tool", tool, "--references", self.references(), "--max-states", 2e4)

    def test_equal_numbers(self):
        done = self.discrete(self.program("crowfly", knowing_all()))
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("over 2 models", done.stdout)

    def test_other_numbers_fail(self):
        done = self.discrete(self.program("crowfly", knowing_all(error=1)))
        self.assertEqual(done.returncode, 1)
        self.assertIn("15361 states instead of 15360", done.stdout)

    def test_no_verdict_fails(self):
        done = self.discrete(self.program("crowfly", answer("unknown", 15360)))
        self.assertEqual(done.returncode, 1)


class Scaling(InFolder):
    def test_table_and_plot(self):
        done = self.script("scaling.py", "--tool", self.program("crowfly", knowing_all()), "--family", "scheduler",
                           "--max-states", 4e6)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        drawn = xml.etree.ElementTree.parse(self.folder / "out/scaling_scheduler.svg").getroot()
        points = drawn.findall("{http://www.w3.org/2000/svg}circle")
        self.assertEqual(len(points), 5 + 3 * 3)  # five sizes above the smallest, three of them drawn per state

    def test_ends_at_the_first_size_that_is_not_finished(self):
        body = by_case([("scheduler_3.xta", answer("not satisfied", 36))], otherwise=answer("unknown", 5))
        done = self.script("scaling.py", "--tool", self.program("crowfly", body), "--family", "scheduler")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(self.calls("crowfly")), 2)


def solved(explored, length=7, spliced=0):
    query = {"verdict": "satisfied", "reason": None, "trace": {"length": length, "spliced": spliced},
             "stats": {"explored": explored, "cpu_seconds": 0.5, "heuristic_evaluations": 200, "heuristic_seconds": 0.001}}
    return f"cat <<'END'\n{json.dumps({'queries': [query]})}\nEND"


def stopped(reason):
    return f"""echo '{json.dumps({"queries": [{"verdict": "unknown", "reason": reason, "stats": {"explored": 9}}]})}'"""


class Directed(InFolder):
    def directed(self, part, *arguments, tool, models=None):
        return self.script("directed.py", part, "--tool", tool, "--time", 5, "--models", models or self.folder / "none",
                           "--instances", self.folder / "none", *arguments)

    def pretending(self, *cases, otherwise="exit 9"):
        return self.program("crowfly", by_case((("generate ", ":"), *cases), otherwise))

    def test_ours_beside_the_published(self):
        tool = self.pretending(("--heuristic hU --prune safe", solved(1234, 9, 2)), otherwise=solved(8))
        done = self.directed("tables", "--only", "F5", tool=tool)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("| F5 | 8 (496) | 8 (9) | 8 (179) | 8 (7) | 1 234 | 8 (9) | 8 (9) |  |", done.stdout)
        self.assertIn("| F5 | 7 (79) | 7 (6) | 7 (12) | 7 (6) | 7 + 2 | 7 (6) | 7 (6) |  |", done.stdout)
        self.assertIn("1 of 1 instances", done.stdout)
        self.assertEqual(self.calls("crowfly")[0], f"generate fischer 5 --broken -o {self.folder}/models/F5.xml")
        self.assertEqual(self.calls("crowfly")[5], "check --json --time 5s --search greedy --heuristic hU --prune safe --memory "
                                                   f"1024M {self.folder}/models/F5.xml")
        self.assertTrue((self.folder / "out.tsv").exists())

    def test_one_of_the_best_is_enough(self):
        tool = self.pretending(("--heuristic hcg --prune", solved(8)), otherwise=stopped("memory limit"))
        done = self.directed("tables", "--only", "^A2", tool=tool)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("| A2 | memory | memory (23) |", done.stdout)

    def test_what_none_of_the_best_solves_is_told(self):
        tool = self.pretending(("--heuristic hU", stopped("memory limit")), ("--heuristic hcg", stopped("time limit")),
                               otherwise=solved(8))
        done = self.directed("tables", "--only", "^A2", tool=tool)
        self.assertEqual(done.returncode, 1)
        self.assertIn("A2 is not solved: hU: memory limit, hU safe: memory limit, hcg: time limit", done.stdout)
        self.assertIn("| A2 | 8 | 8 (23) | 8 (36) | memory (25) | memory | > 9 | > 9 | > 9 |", done.stdout)

    def test_an_error_that_is_denied_fails(self):
        tool = self.pretending(("--heuristic dL", answer("not satisfied", 8)), otherwise=solved(8))
        self.assertEqual(self.directed("tables", "--only", "^A2", tool=tool).returncode, 1)

    def test_too_much_memory_is_not_solved(self):
        row = {"verdict": outcome.REACHABLE, "rss_kb": str(1 << 20)}
        self.assertTrue(directed_tables.is_solved(row))
        self.assertFalse(directed_tables.is_solved({**row, "rss_kb": str((1 << 20) + 1)}))

    def test_missing_models_are_named_and_skipped(self):
        done = self.directed("tables", "--only", "^(N[12]|F5)$", tool=self.pretending(otherwise=solved(8)))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("does not have them: N1 N2", done.stderr)
        self.assertNotIn("| N1 |", done.stdout)

    def test_models_of_a_folder(self):
        (self.folder / "mutex-derived").mkdir()
        (self.folder / "mutex-derived/M4.xml").touch()
        done = self.directed("rates", "--only", "M4", tool=self.pretending(otherwise=solved(8)), models=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("| dU | 200 000 | 2 000 000 |", done.stdout)
        self.assertIn("- below the target: dU on M4\n", done.stdout)
        self.assertNotIn("below the target: hL", done.stdout)

    def test_time_per_state(self):
        with_time = '{"queries": [{"verdict": "not satisfied", "stats": {"explored": 200000, "cpu_seconds": %s}}]}'
        tool = self.pretending(("--search bfs", f"echo '{with_time % 0.2}'"), otherwise=f"echo '{with_time % 0.25}'")
        done = self.directed("rates", "--only", "hanoi_7", tool=tool)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("| hanoi_7 | 200 000 | 200 000 | 1 | 1.25 | 1.25 |", done.stdout)

    def test_every_published_instance_is_run(self):
        names = {instance.name for instance in directed_models.THESIS}
        self.assertEqual({name for name, _ in directed_tables.published()} - names, set())
        self.assertEqual({config for _, config in directed_tables.published()} - set(directed_tables.CONFIGS), set())


class DefaultSearch(InFolder):
    """Rows as they stand in the file."""

    def row(self, expected, bfs, default):
        row = {"instance": "x", "expected": expected}
        for side, (verdict, cpu) in (("bfs", bfs), ("default", default)):
            row.update({f"{side}_verdict": verdict, f"{side}_cpu": cpu, f"{side}_explored": "5", f"{side}_length": "",
                        f"{side}_note": "time limit"})
        return row

    def test_ratios(self):
        row = self.row(outcome.UNREACHABLE, (outcome.UNREACHABLE, "2"), (outcome.UNREACHABLE, "3"))
        self.assertEqual(directed_default.cost(row), 1.5)
        self.assertIn("geometric mean 1.5, worst 1.5 (x), over 1 instances", directed_default.report([row]))
        self.assertFalse(directed_default.failed([row]))

    def test_how_much_sooner(self):
        found = (outcome.REACHABLE, "0.5")
        self.assertEqual(directed_default.gain(self.row(outcome.REACHABLE, (outcome.REACHABLE, "2"), found)), "4")
        self.assertEqual(directed_default.gain(self.row(outcome.REACHABLE, (outcome.UNDECIDED, "20"), found)), "> 40")
        self.assertEqual(directed_default.gain(self.row(outcome.REACHABLE, found, (outcome.UNDECIDED, "20"))), "lost")

    def test_a_wrong_answer_fails(self):
        row = self.row(outcome.UNREACHABLE, (outcome.UNREACHABLE, "2"), (outcome.REACHABLE, "1"))
        self.assertTrue(directed_default.failed([row]))
        self.assertIn("x: default wrong", directed_default.report([row]))

    def test_short_runs_are_not_compared(self):
        tool = self.program("crowfly", by_case((("generate ", ":"),), answer("not satisfied", 8)))
        done = self.script("directed.py", "default", "--tool", tool, "--only", "fischer_6", "--instances", self.folder / "none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.calls("crowfly")), 2)
        self.assertIn("less than 0.1 s: 1 instances", done.stdout)


class Built(InFolder):
    """What was built, on sizes of some thousand states."""

    def test_hand_written_searches_find_all_states(self):
        for family in families.FAMILIES.values():
            program = pathlib.Path(BUILT.references or self.folder) / family.reference
            if not program.exists():
                self.skipTest(f"{family.reference} is not built")
            for size in family.between(0, 2e5):
                found = json.loads(measure.run([str(program), *map(str, size.parameters)], 20).stdout)
                self.assertEqual(found["states"], size.states, family.title(size))

    def tool(self):
        if not BUILT.tool or not os.path.exists(BUILT.tool):
            self.skipTest("crowfly is not built")
        return BUILT.tool

    def model(self, family, size):
        path = self.folder / f"{family.title(size)}.xta"
        path.write_text(family.model(*size.parameters), encoding="utf-8")
        return path

    def test_models_load(self):
        for family in families.FAMILIES.values():
            done = subprocess.run([self.tool(), "info", self.model(family, family.sizes[0])], capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_crowfly_finds_all_states(self):
        usage = subprocess.run([self.tool(), "check", "--help"], capture_output=True, text=True, check=False).stdout
        if "--time" not in usage:
            self.skipTest("this crowfly does not search")
        for family in families.FAMILIES.values():
            for size in family.between(0, 2e4):
                found = outcome.crowfly(self.tool(), self.model(family, size), ["E<> false"], 20, options=["--search", "bfs"])
                self.assertEqual((found.verdict, found.stored), (outcome.UNREACHABLE, size.states), found.note)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--tool")
    parser.add_argument("--references")
    BUILT, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
