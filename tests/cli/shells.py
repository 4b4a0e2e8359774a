"""What is generated from the declared command line: completions that shells accept and that complete, manual pages without complaints.

usage: shells.py --tool CROWFLY
Shells and formatters that are not installed are skipped.
"""
import argparse
import re
import shutil
import subprocess
import sys
import unittest

TOOL = ""
COMMANDS = []  # those that `crowfly --help` lists


def crowfly(*arguments):
    run = subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=True)
    assert run.stderr == "", run.stderr
    return run.stdout


def listed_commands():
    return re.findall(r"^  (\w+) ", crowfly("--help").split("Commands:\n")[1].split("\n\n")[0], re.MULTILINE)


def run_with(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True)


def options_in_help(command):
    """The options that `crowfly help COMMAND` lists: lines that start with two blanks and a dash."""
    names = []
    for line in crowfly("help", command).splitlines():
        match = re.match(r"  (-[^\s,]+(?:, -[^\s,]+)*)", line)
        if match:
            names += match.group(1).split(", ")
    return names


class Bash(unittest.TestCase):
    def completed(self, *words):
        """What bash offers after these words, the last of them unfinished."""
        script = crowfly("completions", "bash")
        quoted = " ".join("'" + word + "'" for word in ("crowfly", *words))
        script += f"COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _crowfly; printf '%s\\n' \"${{COMPREPLY[@]}}\"\n"
        run = run_with(["bash", "-u"], script)
        self.assertEqual(run.stderr, "")
        return run.stdout.split()

    def test_syntax(self):
        self.assertEqual(run_with(["bash", "-n"], crowfly("completions", "bash")).stderr, "")

    def test_commands(self):
        self.assertEqual(self.completed("ch"), ["check"])
        self.assertEqual(sorted(self.completed("")), sorted(COMMANDS))

    def test_options(self):
        self.assertEqual(self.completed("check", "--se"), ["--search", "--seed"])
        self.assertEqual(self.completed("info", "--se"), [])
        for command in COMMANDS:
            offered = self.completed(command, "-")
            listed = options_in_help(command)
            self.assertIn("--help", listed)
            self.assertEqual(sorted(offered), sorted(listed), command)

    def test_values(self):
        self.assertEqual(self.completed("check", "m.xml", "--search", "rd"), ["rdfs"])
        self.assertEqual(self.completed("convert", "--to", ""), ["xta", "xml"])
        self.assertEqual(self.completed("check", "--color", "n"), ["never"])
        self.assertEqual(sorted(self.completed("list", "")), ["commands", "constructs", "engines", "families", "heuristics", "options", "queries", "searches", "strategies"])
        self.assertEqual(self.completed("check", "mod"), [])  # files, which bash adds itself
        self.assertEqual(self.completed("check", "m.xml", "--heuristic", "lm"), ["lmcut"])
        self.assertEqual(self.completed("check", "m.xml", "--strategies", "hU-u"), ["hU-useless"])
        self.assertEqual(self.completed("check", "m.xml", "--prefer", "u"), ["useless"])
        self.assertEqual(self.completed("check", "m.xml", "--engine", "sym"), ["symbolic"])
        self.assertEqual(self.completed("check", "m.xml", "--no-warn", "W02"), [f"W02{i}" for i in range(6)])
        self.assertEqual(self.completed("explain", "E00"), [f"E00{i}" for i in range(1, 10)])
        self.assertEqual(self.completed("generate", "tree"), ["tree_arbiter"])
        self.assertEqual(self.completed("man", "sim"), ["simulate"])
        self.assertEqual(self.completed("help", "exit"), ["exit-codes"])
        self.assertEqual(self.completed("help", "extra"), ["extrapolation"])


class OtherShells(unittest.TestCase):
    def check(self, shell):
        script = crowfly("completions", shell)
        for command in COMMANDS:
            self.assertIn(command, script)
            for option in options_in_help(command):
                self.assertIn(option.lstrip("-"), script)
        if not shutil.which(shell):
            self.skipTest(f"{shell} is not installed")
        self.assertEqual(run_with([shell, "-n", "/dev/stdin"], script).stderr, "")

    def test_zsh(self):
        self.check("zsh")

    def test_fish(self):
        self.check("fish")


class Manual(unittest.TestCase):
    def test_every_command_has_a_page(self):
        for command in COMMANDS:
            page = crowfly("man", command)
            self.assertIn(f".SH NAME\ncrowfly\\-{command} \\- ", page)
            for option in options_in_help(command):
                self.assertIn(option.replace("-", "\\-"), page)
        tool = crowfly("man")
        self.assertIn(".SH NAME\ncrowfly \\- ", tool)
        for command in COMMANDS:
            self.assertIn(f".BR crowfly\\-{command} (1)", tool)

    def test_formatting_without_warnings(self):
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        for command in COMMANDS:
            run = run_with(["groff", "-man", "-ww", "-Tascii"], crowfly("man", command))
            self.assertEqual(run.stderr, "", command)
            self.assertIn(f"crowfly {command} [OPTIONS]", run.stdout)

    def test_plain_ascii(self):
        for command in COMMANDS:
            self.assertTrue(crowfly("man", command).isascii(), command)


class Help(unittest.TestCase):
    def test_sections_come_in_one_order(self):
        order = [line for line in crowfly("check", "--help").splitlines() if line.endswith("?")]
        for command in COMMANDS:
            titles = [line for line in crowfly(command, "--help").splitlines() if line.endswith("?")]
            known = [title for title in titles if title in order]
            self.assertEqual(known, sorted(known, key=order.index), command)
            self.assertIn("How is the answer printed?", known, command)

    def test_commands_are_listed(self):
        for command in ["check", "info", "simulate", "verifyta", "man"]:
            self.assertIn(command, COMMANDS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    TOOL = parser.parse_args().tool
    COMMANDS = listed_commands()
    unittest.main(argv=sys.argv[:1])
