"""Modules are loaded on first use: the tool does not link their libraries, and a tool without them says what is missing.

usage: modules.py --tool CROWFLY
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path()
CIRCUIT = "aag 1 0 1 0 0 1\n2 3\n2\n"  # a latch that toggles; bad: it is 1
BOUNDED = "symbolic(search=bounded)"


def run(tool, *arguments, **options):
    return subprocess.run([tool, *arguments], capture_output=True, text=True, check=False, **options)


class Modules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.circuit = self.folder / "toggle.aag"
        self.circuit.write_text(CIRCUIT)

    def copy(self, folder):
        (self.folder / folder).mkdir(parents=True)
        return pathlib.Path(shutil.copy(TOOL, self.folder / folder))

    def version(self, tool, library):
        """The line of `--version` on that library."""
        return re.search(rf"^  [^\n]*\b{library}\b.*$", run(tool, "--version").stdout, re.M).group()

    def unroll(self, tool):
        return run(tool, "check", "--engine", BOUNDED, self.circuit).stdout

    def test_the_tool_does_not_link_their_libraries(self):
        if shutil.which("readelf") is None:
            self.skipTest("there is no readelf")
        needed = run("readelf", "-d", TOOL).stdout
        self.assertIn("libc.so", needed)
        self.assertNotRegex(needed, "libz3|libmpi")

    def test_a_tool_copied_alone_says_what_is_missing(self):
        alone = self.copy("alone")
        for library, file in (("Z3", "crowfly_z3.so"), ("MPI", "crowfly_mpi.so")):
            self.assertIn(f"not available: there is no `{file}` beside the program", self.version(alone, library))
        self.assertIn("it needs Z3 to solve unrolled circuits: there is no `crowfly_z3.so`", self.unroll(alone))
        distributed = run(alone, "check", "--distributed", self.circuit)
        self.assertEqual(distributed.returncode, 2)
        self.assertIn("there is no `crowfly_mpi.so` beside the program", distributed.stderr)

    def test_a_module_that_is_no_module_is_named(self):
        tool = self.copy("broken")
        tool.with_name("crowfly_z3.so").write_text("not a library\n")
        self.assertRegex(self.unroll(tool), r"its module cannot be loaded: \S*crowfly_z3.so: .*\(install libz3-4\)")

    def test_a_module_is_found_where_it_is_installed(self):
        module = TOOL.with_name("crowfly_z3.so")
        if not module.exists():
            self.skipTest("the tool was built without Z3")
        tool = self.copy("prefix/bin")
        installed = self.folder / "prefix/lib/crowfly"
        installed.mkdir(parents=True)
        shutil.copy(module, installed)
        self.assertIn(f"{installed}/crowfly_z3.so", self.version(tool, "Z3"))
        self.assertIn("trace of 1 transition", self.unroll(tool))


def main():
    global TOOL
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", type=pathlib.Path, required=True)
    TOOL = parser.parse_args().tool
    return 0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
