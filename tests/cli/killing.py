"""What tests that kill searches have in common: a system of counters, and how the tool is started and asked."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

# A hundred thousand states.
COUNTERS = """int[0, 6] n[6];
process P(const int[0, 5] i) { state a; init a; trans a -> a { guard n[i] < 6; assign n[i] = n[i] + 1; }; }
system P;
"""
STATES = 7 ** 6
FAR = "E<> forall (i : int[0, 5]) n[i] == 6"
NOWHERE = "E<> n[0] == 6 && n[1] == 0 && n[0] + n[1] == 7"
PATIENCE_SECONDS = 100


class KilledRuns(unittest.TestCase):
    tool, kills = "", 10

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-killed-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "model.xta"
        self.model.write_text(COUNTERS, encoding="utf-8")

    def start_check(self, options, queries, **how):
        command = [self.tool, "check", "--json", "--all-variables", *options, str(self.model), *queries]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)
        self.addCleanup(run.kill)
        return run

    def finish(self, run):
        stdout, stderr = run.communicate(timeout=PATIENCE_SECONDS)
        self.assertEqual(stderr, "")
        return json.loads(stdout)["queries"][0]


def main(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    parser.add_argument("--kills", type=int, default=KilledRuns.kills)
    arguments = parser.parse_args()
    KilledRuns.tool, KilledRuns.kills = arguments.tool, arguments.kills
    unittest.main(argv=sys.argv[:1])
