"""Help of three lengths: `-h` fits on a screen and its examples run, `--help` names every option once, `help TOPIC` describes it.

usage: help.py --tool CROWFLY
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOOL = ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_LINES, MOST_COLUMNS = 25, 100
MOST_OPTIONS, EXAMPLES = 8, 4
WAIT_FOREVER = {"serve"}  # its examples are no commands that end


def crowfly(*arguments, code=0):
    run = subprocess.run([TOOL, *arguments], capture_output=True, text=True)
    assert run.returncode == code and run.stderr == "", (arguments, run)
    return run.stdout


def commands():
    return re.findall(r"^  (\w+) ", crowfly("--help").split("Commands:\n")[1].split("\n\n")[0], re.MULTILINE)


def examples(text):
    return re.findall(r"^  (\S.*)$", text.split("Examples:\n")[1].split("\n\n")[0], re.MULTILINE)


class ShortHelp(unittest.TestCase):
    def pages(self):
        return {name: crowfly(*([name] if name else []), "-h") for name in ["", *commands()]}

    def test_size(self):
        for name, page in self.pages().items():
            lines = page.splitlines()
            self.assertLessEqual(len(lines), MOST_LINES, name)
            self.assertLessEqual(max(map(len, lines)), MOST_COLUMNS, name)
            self.assertIn("Usage: crowfly", lines[1])
            options = re.findall(r"^  (-\S+)", page, re.MULTILINE)
            self.assertLessEqual(len(options), MOST_OPTIONS, name)
            self.assertEqual(len(examples(page)), EXAMPLES, name)

    def test_of_the_tool_without_words(self):
        self.assertEqual(crowfly(code=2), crowfly("-h"))
        self.assertEqual(crowfly("help"), crowfly("-h"))

    def test_examples_run(self):
        for name, page in self.pages().items():
            if name in WAIT_FOREVER:
                continue
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "models").symlink_to(ROOT / "models")
                (pathlib.Path(folder) / "bin").mkdir()
                (pathlib.Path(folder) / "bin" / "crowfly").symlink_to(TOOL)
                environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "MANPAGER": "cat"}
                for example in examples(page):
                    line = example.replace("man -l -", "cat")  # man need not be installed
                    run = subprocess.run(["bash", "-c", "set -o pipefail; " + line], cwd=folder, env=environment,
                                         capture_output=True, text=True, timeout=60)
                    self.assertIn(run.returncode, (0, 1), (example, run.stderr))
                    if name != "verifyta":  # which prints traces there
                        self.assertEqual(run.stderr, "", example)


class HelpByQuestion(unittest.TestCase):
    def test_every_option_once_and_described(self):
        for command in commands():
            page = crowfly(command, "--help")
            sections = re.findall(r"^[^\n]*\?\n((?:  [^\n]*\n)+)", page, re.MULTILINE)
            names = re.findall(r"(?:^| )(--[a-z][\w-]*)", "".join(sections), re.MULTILINE)
            self.assertIn("--help", names)
            self.assertEqual(len(names), len(set(names)), command)
            full = crowfly("help", command)
            for name in names:
                self.assertRegex(full, rf"(?m)^  (-\w, )?{name}\b")
                if name not in ("--json", "--help"):  # the command help has these itself
                    self.assertIn(name, crowfly("help", name))

    def test_titles_are_questions(self):
        titles = [line for line in crowfly("check", "--help").splitlines() if line.endswith("?")]
        self.assertIn("Which state is expanded next?", titles)
        self.assertIn("How are states stored?", titles)
        self.assertIn("When does it end?", titles)
        self.assertGreater(len(titles), 6)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    TOOL = os.path.abspath(parser.parse_args().tool)
    unittest.main(argv=sys.argv[:1])
