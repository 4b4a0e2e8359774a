#!/usr/bin/env python3
"""What choose.py concludes from measurements, on measurements that are made up."""
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import choose
import choose_questions
import choose_schedule
import outcome
import table


def row(question, side, cpu, verdict=outcome.REACHABLE, family="f"):
    return {"run": f"{question} | {side}", "question": question, "family": family, "side": side, "verdict": verdict, "cpu": str(cpu), "explored": "", "length": "", "note": ""}


class Comparing(unittest.TestCase):
    def test_in_time(self):
        text, good = choose.report([row("q", "default", 4.9), row("q", "exact", 2), row("q", "hU", 9)], 10)
        self.assertTrue(good)
        self.assertIn("within 2t + 1 s of the best single strategy: 1 of 1 questions; within 5t + 2 s: 1", text)
        self.assertIn("| q | reachable | exact | 2 | 4.9 |", text)

    def test_too_late(self):
        text, good = choose.report([row("q", "default", 10, outcome.UNDECIDED), row("q", "default, with patience", 7.1, outcome.UNDECIDED), row("q", "hU", 1)], 10)
        self.assertFalse(good)
        self.assertIn("**too late: q**", text)

    def test_patience_counts(self):
        rows = [row("q", "default", 10, outcome.UNDECIDED), row("q", "default, with patience", 6.9), row("q", "hU", 1)]
        self.assertNotIn("too late", choose.report(rows, 10)[0])

    def test_nine_in_ten(self):
        late = [row(f"late {i}", side, cpu) for i in range(2) for side, cpu in (("default", 4.5), ("hU", 1))]
        soon = [row(f"soon {i}", "default", 0.5) for i in range(18)]
        self.assertTrue(choose.report(late + soon, 10)[1])
        self.assertFalse(choose.report(late + soon[1:], 10)[1])

    def test_contradiction(self):
        text, good = choose.report([row("q", "default", 1), row("q", "hU", 1, outcome.UNREACHABLE)], 10)
        self.assertFalse(good)
        self.assertIn("answers differ", text)

    def test_totals_over_what_every_side_was_asked(self):
        rows = [row("q", side, 3) for side in ("default", *choose.SINGLE)] + [row("other", "default", 5)]
        rows[1].update(verdict=outcome.UNDECIDED)
        text, _ = choose.report(rows, 10)
        self.assertIn("| default | 1 | 3 |", text)
        self.assertIn("| exact | 0 | 10 |", text)


class Learning(unittest.TestCase):
    TIMES = {"a": {"quick": 0.01}, "b": {"quick": 0.01}, "c": {"slow": 2.0}, "d": {"slow": 0.02, "quick": 5.0}}

    def test_order(self):
        order = choose_schedule.greedy_order(self.TIMES)
        self.assertEqual(order[0], ("quick", 0.01, 2))
        self.assertEqual([entry[0] for entry in order[1:]], ["slow", "slow"])
        self.assertEqual(sum(entry[2] for entry in order), 4)

    def test_shares(self):
        self.assertEqual(choose_schedule.time_by_shares({"quick": 1, "slow": 3}, {"quick": 0.25, "slow": 0.75}, 10), 4)
        self.assertEqual(choose_schedule.time_by_shares({"quick": 1}, {"slow": 1}, 10), 10)
        equal = choose_schedule.equal_shares(self.TIMES)
        learned = choose_schedule.learned_shares(self.TIMES, 10)
        self.assertLess(choose_schedule.total(self.TIMES, learned, 10), choose_schedule.total(self.TIMES, equal, 10))
        self.assertGreater(learned["slow"], learned["quick"])

    def test_what_was_of_no_use_keeps_a_small_share(self):
        times = {**self.TIMES, "e": {"idle": 9.0, "quick": 0.01}}
        learned = choose_schedule.learned_shares(times, 10)
        self.assertGreater(learned["idle"], 0.01)
        self.assertLess(learned["idle"], learned["slow"])

    def test_a_family_that_was_left_out(self):
        families = {"a": "one", "b": "one", "c": "two", "d": "two"}
        found = choose_schedule.left_out(self.TIMES, families, 10)
        self.assertEqual(set(found), {"one", "two"})
        self.assertEqual(found["one"][0], choose_schedule.total(found["one"][1], choose_schedule.learned_shares(found["two"][1], 10), 10))


class Sampling(unittest.TestCase):
    def test_few_of_each_model(self):
        questions = [choose_questions.Question(f"{model}{i}", "f", pathlib.Path(model)) for i in range(3) for model in "ab"]
        self.assertEqual([question.name for question in choose.first_of_each_model(questions, 2)], ["a0", "b0", "a1", "b1"])
        self.assertEqual(len(list(choose.first_of_each_model(questions, None))), 6)


class Adopting(unittest.TestCase):
    def test_single_strategies_of_another_build(self):
        with tempfile.TemporaryDirectory(prefix="crowfly choose ") as folder:
            earlier = table.Results(pathlib.Path(folder) / "earlier", "choose", choose.COLUMNS, "run", {"tool": 1})
            for each in (row("q", "default", 5), row("q", "hU", 1), row("q", "exact", 2)):
                earlier.append(each)
            now = table.Results(pathlib.Path(folder) / "now", "choose", choose.COLUMNS, "run", {"tool": 2})
            now.append(row("q", "hU", 3))
            choose.adopt_singles(now, pathlib.Path(folder) / "earlier")
            self.assertEqual([(each["side"], each["cpu"]) for each in now.rows()], [("hU", "3"), ("exact", "2")])


class Asking(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly choose ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.asked = []
        self.times = {(): 0.1}

    def measure(self, **options):
        def pretend(tool, model, words, seconds, options=(), by_processor=False):
            self.asked.append(options)
            cpu = self.times.get(options)
            return outcome.Outcome(outcome.REACHABLE, cpu, 0) if cpu is not None and cpu <= seconds else outcome.Outcome(outcome.UNDECIDED, seconds, 0)
        kept = outcome.crowfly
        outcome.crowfly = pretend
        self.addCleanup(setattr, outcome, "crowfly", kept)
        results = table.Results(self.folder, "choose", choose.COLUMNS, "run", {})
        question = choose_questions.Question("q", "f", self.folder / "q.xml")
        choose.measure([question], choose.Measurements("tool", results), unittest.mock.Mock(time=10, per_model=None, **options))
        return results.rows()

    def test_what_the_default_answers_at_once_is_asked_once(self):
        self.measure(all=False)
        self.measure(all=False)
        self.assertEqual(self.asked, [()])

    def test_everything_if_one_wants(self):
        self.assertEqual(len(self.measure(all=True)), 1 + len(choose.SINGLE))

    def test_more_time_where_a_single_strategy_answers(self):
        self.times = {(): 11, choose.SINGLE["exact"]: 2}
        rows = {entry["side"]: entry for entry in self.measure(all=False)}
        self.assertEqual(rows["default"]["verdict"], outcome.UNDECIDED)
        self.assertEqual(rows["default, with patience"]["cpu"], "11")


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
