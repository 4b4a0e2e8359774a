#!/usr/bin/env python3
"""What bounds.py measures and concludes, on programs that pretend."""
import pathlib
import sys
import tempfile
import unittest

import bounds
import choose_questions
import measure
import outcome
import table

BFS, HULLS = bounds.TIMED["bfs"], bounds.TIMED["hulls"]


class Pretending(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly bounds ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.asked, self.times, self.verdicts = [], {}, {}
        kept = outcome.crowfly_for
        outcome.crowfly_for = self.pretend
        self.addCleanup(setattr, outcome, "crowfly_for", kept)
        self.measurements = bounds.Measurements("tool", table.Results(self.folder, "bounds", bounds.COLUMNS, "run", {}))

    def pretend(self, tool, model, words, seconds, options=()):
        self.asked.append((options, seconds))
        cpu = self.times.get(options, float("inf"))
        if cpu > seconds:
            return outcome.Outcome(outcome.UNDECIDED, seconds, 0)
        return outcome.Outcome(self.verdicts.get(options, outcome.REACHABLE), cpu, 0)

    def judged(self, collection="ticktac"):
        question = choose_questions.Question("q", "f", self.folder / "q.xml")
        bounds.measure_question(question, bounds.COLLECTIONS[collection], self.measurements, 10)
        return bounds.judge(collection, ["q"], self.measurements)

    def test_what_the_default_answers_at_once_is_asked_once(self):
        self.times = {(): 0.04}
        self.assertTrue(self.judged()[1])
        self.assertEqual(self.asked, [((), 10)])

    def test_single_options_have_the_time_that_shows_a_miss(self):
        self.times = {(): 0.35, BFS: 0.2}
        text, good = self.judged()
        self.assertTrue(good)
        self.assertIn("within 3t + 0.05 s: 1 of 1 (holds", text)
        self.assertAlmostEqual(dict(self.asked)[BFS], 0.1)

    def test_a_miss(self):
        self.times = {(): 0.6, BFS: 0.1, HULLS: 0.15}
        text, good = self.judged()
        self.assertFalse(good)
        self.assertIn("within 3t + 0.05 s: 0 of 1 (**missed**", text)
        self.assertIn("within 5t + 0.5 s: 1 of 1 (holds", text)
        self.assertIn("| q | bfs | 0.1 | 0.6 | 3t + 0.05 s |", text)
        self.assertEqual(sum(options == BFS for options, _ in self.asked), 2)  # it is measured again

    def test_not_decided(self):
        self.times = {BFS: 0.9}
        text, good = self.judged("planning")
        self.assertFalse(good)
        self.assertIn("| q | bfs | 0.9 | not decided | 5t + 0.2 s, 10 s where t is at most 1 s |", text)

    def test_nobody_decides(self):
        text, good = self.judged("public")
        self.assertTrue(good)
        self.assertIn("0 rows that the default or an option decides; 1 that none does", text)

    def test_contradiction(self):
        self.times = {(): 0.6, BFS: 0.1}
        self.verdicts = {BFS: outcome.UNREACHABLE}
        self.judged()
        self.assertIn("q: answers differ", bounds.contradictions(self.measurements))


class Measuring(unittest.TestCase):
    def test_a_program_is_ended_after_its_processor_time(self):
        run = measure.run_for([sys.executable, "-c", "while True: pass"], 0.2)
        self.assertTrue(run.out_of_time)
        self.assertLess(run.cpu, 2)
        run = measure.run_for([sys.executable, "-c", "print(7)"], 60)
        self.assertFalse(run.out_of_time)
        self.assertEqual(run.stdout, "7\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
