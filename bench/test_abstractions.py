#!/usr/bin/env python3
"""The scripts that hold abstractions against their papers, on programs that pretend."""
import unittest
import xml.etree.ElementTree

import predicates
import test_bench
from test_bench import answer, by_case


class Predicates(test_bench.InFolder):
    """Tables of predicate abstraction beside the published ones."""

    def cell(self, preprocessing, source="syntax", explored=80.0):
        return predicates.Cell(2, "FA5", source, "2", "-", preprocessing, explored, 0.1)

    def test_published_cells_are_configurations_of_ours(self):
        cells = predicates.published()
        self.assertEqual([sum(cell.table == number for cell in cells) for number in (1, 2, 3)], [40, 100, 120])
        known = {(cell.table, cell.instance, cell.bound, cell.rounds): cell for cell in cells}
        self.assertEqual(known[3, "C1", "4", "4"].heuristic(), "pred(from=refine,b=4,r=4,combine=sum)")
        self.assertEqual(known[2, "FA5", "all", "-"].heuristic(), "pred(from=syntax,b=1000,combine=sum)")
        self.assertEqual((known[2, "FA15", "all", "-"].preprocessing, known[2, "C1", "all", "-"].explored), (28.8, None))
        self.assertEqual(known[2, "M1", "all", "-"].seconds, known[2, "M1", "4", "-"].seconds)

    def test_only_long_preprocessing_is_compared(self):
        pairs = [(self.cell(40.0), predicates.Ours(1.0)), (self.cell(10.0), predicates.Ours(1.0)), (self.cell(0.9), predicates.Ours(9.0)),
                 (self.cell(5.0), predicates.Ours()), (self.cell(None), predicates.Ours(1.0)), (self.cell(9.0, "refine"), predicates.Ours(1.0))]
        self.assertEqual(predicates.speedups(pairs, "syntax"), [40.0, 10.0, None])
        self.assertIn("at least 20 times faster in 1 of 3 cells; geometric mean 20, least 10, 1 not within the limit", predicates.speedup_line(pairs, "syntax"))

    def test_states_are_compared_where_the_paper_solves(self):
        pairs = [(self.cell(1.0), predicates.Ours(1.0, 80, 1.0)), (self.cell(1.0), predicates.Ours(1.0, 81, 1.0)), (self.cell(1.0), predicates.Ours(1.0)),
                 (self.cell(1.0, explored=None), predicates.Ours(1.0, 1, 1.0))]
        self.assertEqual(predicates.states_line(pairs), "of 3 cells that the paper solves, 2 are solved, 1 with no more states")

    def test_runs_to_its_end(self):
        tool = self.program("crowfly", by_case((("generate ", ":"), ("explore ", "echo '{}'"), ("b=3", "sleep 0; exit 3")), answer("satisfied", 27)))
        done = self.script("predicates.py", "--table", 1, "--only", "^FA5$", "--tool", tool)
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = self.calls("crowfly")
        self.assertIn("generate fischer 5 --broken --variant A", calls[0])
        self.assertTrue(any("check" in call and "--search greedy --heuristic pred(from=syntax,b=2,combine=sum)" in call for call in calls), calls)
        rows = [line.split("\t") for line in (self.folder / "out").read_text(encoding="utf-8").splitlines()]
        self.assertEqual([row[8] for row in rows], ["explored", "27", "-"])
        self.assertIn("of 2 cells that the paper solves, 1 are solved, 1 with no more states", done.stdout)

    def test_without_models_nothing_is_measured(self):
        tool = self.program("crowfly", answer("satisfied", 27))
        done = self.script("predicates.py", "--only", "^C1$", "--tool", tool, "--models", self.folder / "none")
        self.assertEqual(done.returncode, 1)
        self.assertIn("skipped", done.stderr)


class BoundSweep(test_bench.InFolder):
    def test_a_point_for_every_bound(self):
        tool = self.program("crowfly", by_case((("generate ", ":"), ("mas(N=5)", answer("satisfied", 40))), answer("satisfied", 10)))
        done = self.script("bound_sweep.py", "--tool", tool, "--bounds", 5, 50, "--repeat", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("generate random --processes 8 --actions 16 --min-states 3 --max-states 10 --seed 2", "\n".join(self.calls("crowfly")))
        rows = [line.split(" | ")[-1] for line in done.stdout.splitlines() if line.startswith("| ")]
        self.assertEqual(rows, ["states explored |", "200 |", "50 |", *2 * ["states explored |", "40 |", "10 |"]])
        drawn = xml.etree.ElementTree.parse(self.folder / "out").getroot()
        self.assertEqual(len(drawn.findall("{http://www.w3.org/2000/svg}circle")), 6)

    def test_a_run_that_is_not_decided_is_no_point(self):
        tool = self.program("crowfly", by_case((("generate ", ":"), ("mas(N=100)", answer("satisfied", 40))), answer("unknown", 10)))
        done = self.script("bound_sweep.py", "--tool", tool, "--bounds", 5, 100, "--repeat", 1, "--generate", "hanoi 3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("hanoi 3, N=5: left out", done.stderr)
        self.assertNotIn("| 5 |", done.stdout)
        done = self.script("bound_sweep.py", "--tool", tool, "--bounds", 5, "--generate", "hanoi 3")
        self.assertEqual((done.returncode, "nothing was decided" in done.stderr), (1, True))


if __name__ == "__main__":
    unittest.main()
