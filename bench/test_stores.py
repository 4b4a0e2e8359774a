#!/usr/bin/env python3
"""stores.py, disk.py and curves.py run, on a few states. Nothing is measured that counts.

usage: test_stores.py --tool PATH
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).parent
TOOL = ""


def lines_of(script, *options):
    done = subprocess.run([sys.executable, "-B", HERE / script, "--tool", TOOL, *options], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr + done.stdout)
    return done.stdout.splitlines()


class Scripts(unittest.TestCase):
    def test_every_store_has_the_states_of_every_model(self):
        rows = [line.split("|")[1:-1] for line in lines_of("stores.py", "--states", "2000")[2:]]
        self.assertEqual(len(rows), 6 * 4)
        for _, store, states, bytes_per_state, *_ in rows:
            self.assertGreaterEqual(int(states), 2000)
            self.assertGreater(float(bytes_per_state), 0, store)

    def test_a_search_on_disk_has_the_states_of_one_in_memory(self):
        rows = [line.split() for line in lines_of("disk.py", "--counters", "4", "--values", "6", "--shares", "1")[1:]]
        self.assertEqual([row[-8] for row in rows], ["1296", "1296"])

    def test_curves_are_drawn(self):
        with tempfile.TemporaryDirectory(prefix="crowfly-curves-") as folder:
            picture = pathlib.Path(folder) / "scale.svg"
            lines_of("curves.py", "--small", "--out", str(picture))
            drawn = xml.etree.ElementTree.parse(picture)
        curves = [element for element in drawn.iter() if element.get("stroke-width") == "1.5"]
        self.assertEqual(len(curves), 2 + 2 + 3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    arguments, rest = parser.parse_known_args()
    TOOL = arguments.tool
    unittest.main(argv=[sys.argv[0], *rest])
