#!/usr/bin/env python3
"""circuits.py on a tiny circuit, and on a program that pretends."""
import argparse
import pathlib
import sys
import tempfile
import unittest

import circuits

TOOL = None


class Circuits(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def test_searches_find_the_same_length(self):
        instance = circuits.Instance("tree_arbiter", 3, "B1")
        path = instance.write(TOOL, self.folder)
        cells = {name: circuits.ours(TOOL, path, search, 30) for name, search in circuits.SEARCHES.items()}
        self.assertEqual((instance.name(), cells["forward"].length, cells["A*"].length), ("tree B1 5", 18, 18))
        self.assertGreater(cells["A*"].nodes, 0)
        self.assertGreater(cells["A*"].sets, cells["forward"].sets)
        self.assertEqual(circuits.row_of(instance, cells)[-1], "-")

    def test_a_peer_is_understood(self):
        program = self.folder / "peer"
        program.write_text("#!/bin/sh\necho 'Output 0 of miter \"x\" was asserted in frame 41. Time = 1 sec'\n")
        program.chmod(0o755)
        self.assertEqual(circuits.peer(str(program), "x.aig", "bmc3 -T {seconds}", 5).length, 41)

    def test_ratios_and_published_rows(self):
        found = circuits.Cell(4.0, 41, 10, 41)
        cells = {"forward": found, "A*": circuits.Cell(60.0), "w=2": circuits.Cell(2.0, 43, 5, 90), "w=9": found}
        tree, ring = circuits.Instance("tree_arbiter", 8, "B3"), circuits.Instance("dme", 6, "l:drop2")
        measured = {tree: cells, ring: cells, circuits.Instance("tree_arbiter", 8, "B1"): cells}
        self.assertEqual(circuits.ratios({tree: cells}), {"tree B3 15": 2.0})
        self.assertEqual(circuits.beside_published(4, measured).count("tree B3 15"), 2)
        self.assertEqual(circuits.beside_published(5, measured).count("DME-6 l:drop2"), 3)
        self.assertNotIn("B1", circuits.beside_published(4, measured))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    TOOL = parser.parse_args().tool
    unittest.main(argv=sys.argv[:1])
