#!/usr/bin/env python3
"""threads.py measures what it says, on tiny models. It measures nothing that counts.

usage: test_threads.py --tool PATH
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest

import threads

HERE = pathlib.Path(__file__).parent
TOOL = ""


def found(wall=1.0, cpu=1.0, stored=100, generated=200, sent=0, moved=0, uneven=None):
    return threads.Found(wall, cpu, stored, generated, sent, moved, uneven)


class Threads(unittest.TestCase):
    def test_the_script_runs(self):
        with tempfile.TemporaryDirectory(prefix="crowfly-threads-") as folder:
            done = subprocess.run([sys.executable, "-B", HERE / "threads.py", "--small", "--tool", TOOL, "--before", TOOL,
                                   "--repeat", "1", "--out", folder], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        lines = [line for line in done.stdout.splitlines() if line.startswith("| bakery 3 4 | 2 ")]
        self.assertEqual(len(lines), 1)
        self.assertIn(" 10 183 ", lines[0])

    def test_what_counts_is_the_least_of_each(self):
        best = threads.best([found(wall=3, cpu=1), found(wall=2, cpu=2)])
        self.assertEqual((best.wall, best.cpu), (2, 1))

    def test_ratios(self):
        sides = {"before": found(cpu=2), 1: found(wall=4, cpu=2), 2: found(wall=2.5, cpu=2.5, sent=50, moved=400, uneven=1.25)}
        before, _, two = threads.rows_of(threads.MODELS[0], sides, [1, 2])
        self.assertEqual(before[-1], 1.0)
        self.assertEqual(two[4:6], [1.6, 1.6])
        self.assertEqual(two[7:10], [0.25, 4.0, 1.25])

    def test_another_number_of_states_fails(self):
        sides = {1: found(), 2: found(stored=99)}
        self.assertIn("error", threads.disagreement(threads.SMALL[0], sides))
        self.assertIn("note", threads.disagreement(threads.SMALL[1], sides))
        self.assertEqual(threads.disagreement(threads.SMALL[0], {1: found(), 2: found()}), "")

    def test_bytes_are_read_off_the_sentence(self):
        self.assertEqual(threads.moved_bytes(["bfs by 2 workers: 5 states; 3 were sent, 120 bytes"]), 120)
        self.assertEqual(threads.moved_bytes([]), 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    options, rest = parser.parse_known_args()
    TOOL = options.tool
    unittest.main(argv=[sys.argv[0], *rest])
