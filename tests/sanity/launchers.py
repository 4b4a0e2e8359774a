"""The launchers, driven in a small tree of their own (its folder has a blank in its name) with a tool that prints its
arguments, so that building takes seconds: they say nothing on stdout, build only when needed, survive being started
twice at once, and name what is missing.

usage: launchers.py ROOT
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(sys.argv.pop(1)).resolve()
COPIED = ("crowfly", "test", "package", "packaging", "CMakePresets.json")
CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small CXX)
option(CROWFLY_TESTS "" ON)
add_executable(crowfly src/main.cpp)
if(CROWFLY_TESTS)
    enable_testing()
    add_test(NAME quick COMMAND crowfly)
    set_property(TEST quick PROPERTY LABELS fast)
endif()
"""
PRINT_ARGUMENTS = """#include <cstdio>
int main(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) std::puts(argv[i]);
    return argc == 4 ? 42 : 0;
}
"""


class Launchers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crow fly ")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "tree"
        self.root.mkdir()
        for name in COPIED:
            copy = shutil.copytree if (PROJECT / name).is_dir() else shutil.copy
            copy(PROJECT / name, self.root / name)
        self.write("CMakeLists.txt", CMAKE)
        self.write("cmake/options.cmake", "")
        self.write("docs/reference/diagnostics.md", "")
        self.write("web/viewer.html", "")
        self.write("src/main.cpp", PRINT_ARGUMENTS)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def start(self, *arguments, launcher="crowfly", **options):
        command = [str(self.root / launcher), *arguments]
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)

    def test_stdout_and_exit_code_are_the_tools(self):
        first = self.start("a b", "*", "")
        self.assertEqual((first.stdout, first.returncode), ("a b\n*\n\n", 42), first.stderr)
        self.assertIn("building", first.stderr)
        second = self.start("--json")
        self.assertEqual((second.stdout, second.stderr), ("--json\n", ""))

    def test_symlink_and_other_working_directory(self):
        self.start()
        link = self.root.parent / "link"
        link.symlink_to(self.root / "crowfly")
        run = subprocess.run([link, "x"], cwd="/", capture_output=True, text=True)
        self.assertEqual((run.stdout, run.stderr), ("x\n", ""))

    def test_changes_are_built_and_errors_shown(self):
        self.start()
        self.write("src/main.cpp", PRINT_ARGUMENTS.replace("puts(", "puts(\"new\"), std::puts("))
        self.assertEqual(self.start("x").stdout, "new\nx\n")
        self.write("src/main.cpp", "int main() { return mistake; }\n")
        broken = self.start("x")
        self.assertEqual((broken.stdout, broken.returncode), ("", 70))
        self.assertIn("mistake", broken.stderr)

    def test_a_build_tells_how_far_it_is(self):
        launch = self.root / "packaging/launch.sh"
        launch.write_text(launch.read_text().replace("report_every=10", "report_every=0"))
        run = self.start("x")
        self.assertEqual((run.stdout, run.returncode), ("x\n", 0))
        told = run.stderr.splitlines()[1:]
        self.assertEqual(told, ["crowfly: building, 1 of 2 files", "crowfly: building, 2 of 2 files"], run.stderr)

    def test_a_quick_build_tells_nothing_more(self):
        self.assertEqual(len(self.start("x").stderr.splitlines()), 1)

    def test_moved_tree_is_built_anew(self):
        self.start()
        moved = self.root.with_name("moved")
        self.root.rename(moved)
        self.root = moved
        self.write("src/main.cpp", PRINT_ARGUMENTS)
        self.assertEqual(self.start("x").stdout, "x\n")

    def test_two_at_once(self):
        command = [str(self.root / "crowfly"), "x"]
        both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        self.assertEqual([process.communicate()[0] for process in both], ["x\n", "x\n"])

    def test_missing_packages_are_named_in_one_line(self):
        bare = self.root / "bin"
        bare.mkdir()
        for name in "sh bash dirname readlink find mkdir flock touch grep env id cat".split():
            (bare / name).symlink_to(shutil.which(name))
        run = self.start(env={**os.environ, "PATH": str(bare)})
        self.assertEqual((run.stdout, run.returncode), ("", 69), run.stderr)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn("missing packages: g++ cmake ninja-build", run.stderr)

    def test_what_is_installed_and_how_long_it_takes_is_said_first(self):
        """With an apt-get that knows a size and then fails."""
        bare = self.root / "bin"
        bare.mkdir()
        for name in "sh bash dirname readlink find mkdir flock touch grep env id cat sed nproc".split():
            (bare / name).symlink_to(shutil.which(name))
        (bare / "sudo").write_text("#!/bin/sh\n[ \"$1\" != -n ] || shift\nexec \"$@\"\n")
        (bare / "apt-get").write_text("#!/bin/sh\n[ \"$1\" = --assume-no ] || { echo 'E: no network'; exit 1; }\n"
                                      "echo 'Need to get 12.3 MB/64.1 MB of archives.'\n")
        for name in ("sudo", "apt-get"):
            (bare / name).chmod(0o755)
        run = self.start(env={**os.environ, "PATH": str(bare)})
        self.assertEqual((run.stdout, run.returncode), ("", 69), run.stderr)
        self.assertRegex(run.stderr.splitlines()[0],
                         r"^crowfly: installing g\+\+ cmake ninja-build .*\(12.3 MB to download, a minute or two\); "
                         r"then the tool is built, which takes about (a minute|\d+ minutes)$")
        self.assertIn("missing packages: g++", run.stderr.splitlines()[-1])

    def test_an_unknown_package_is_refused_before_anything_is_built(self):
        run = self.start("rpm", launcher="package")
        self.assertEqual((run.stdout, run.returncode), ("", 2))
        self.assertEqual(run.stderr, "package: there is no package `rpm`; the packages are deb, tarball and image\n")
        self.assertFalse((self.root / "build").exists())
        self.assertIn("./package tarball", self.start("--help", launcher="package").stdout)

    def test_summary_is_the_last_line(self):
        run = self.start("fast", launcher="test")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(run.stdout.splitlines()[-1], "100% tests passed, 0 tests failed out of 1")
        self.assertEqual(self.start("x").stderr, "", "./test has built the tool as well")

    def test_failing_tests_fail(self):
        self.write("CMakeLists.txt", CMAKE.replace("COMMAND crowfly", "COMMAND crowfly 1 2 3"))
        run = self.start("fast", launcher="test")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("1 tests failed out of 1", run.stdout.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
