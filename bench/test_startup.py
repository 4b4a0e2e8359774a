"""startup.py measures, and fails if a check takes longer than it may.

usage: test_startup.py TOOL
"""
import pathlib
import subprocess
import sys
import unittest

TOOL = sys.argv.pop(1)


class StartUp(unittest.TestCase):
    def test_start_up_is_measured(self):
        command = [sys.executable, "-B", pathlib.Path(__file__).with_name("startup.py"), "--tool", TOOL, "--runs", "2"]
        for most, code in (("10000", 0), ("0.001", 1)):
            done = subprocess.run([*command, "--most", most], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (code, ""))
            self.assertRegex(done.stdout, r"\| crowfly check \| [0-9.]+ \| [0-9.]+ \|")


if __name__ == "__main__":
    unittest.main()
