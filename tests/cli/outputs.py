#!/usr/bin/env python3
"""Files that are written: whole or not at all, tried before the work is done, and never left over from an earlier run.

usage: outputs.py --tool PATH
"""
import argparse
import json
import os
import pathlib
import resource
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

MODEL = """int[0, 9] n;
process P() { state a, b; init a; trans a -> b { assign n = n + 1; }; }
system P;
"""
# Nobody waits for this search to end.
LARGE = """int[0, 9] n[20];
process P(const int[0, 19] i) { state a; init a; trans a -> a { assign n[i] = (n[i] + 1) % 10; }; }
system P;
"""
OLD = "an older file\n"
SMALL = 100  # bytes; less than anything that is written here
TOOL = ""


def small_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))


class Outputs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-outputs-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("m.xta", MODEL)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def run_tool(self, *arguments, **options):
        return subprocess.run([TOOL, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60, **options)

    def test_bytes_of_binary_circuits_are_the_same_in_files_and_on_standard_output(self):
        command = [TOOL, "generate", "dme", "3", "--to", "aig"]
        printed = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
        subprocess.run([*command, "-o", "d3.aig"], cwd=self.folder, timeout=60, check=True)
        self.assertEqual((self.folder / "d3.aig").read_bytes(), printed)
        self.assertTrue(printed.startswith(b"aig "))
        self.assertRaises(UnicodeDecodeError, printed.decode, "utf-8")

    def commands(self, suffix=""):
        """Every command that writes a file, and the file."""
        yield ["check", "m.xta", "E<> P.b", "--trace", f"out{suffix}.json"], f"out{suffix}.json"
        yield ["check", "m.xta", "E<> P.b", "--trace", f"out{suffix}.html"], f"out{suffix}.html"
        yield ["check", "m.xta", "E<> P.b", "--trace", f"out{suffix}.sarif"], f"out{suffix}.sarif"
        yield ["check", "m.xta", "E<> P.b", "--trace", f"out{suffix}.junit.xml"], f"out{suffix}.junit.xml"
        yield ["trace", "t.json", "-o", f"out{suffix}.md"], f"out{suffix}.md"
        yield ["info", "m.xta", "--html", f"page{suffix}.html"], f"page{suffix}.html"
        yield ["convert", "m.xta", "--to", "xml", "-o", f"m{suffix}.xml"], f"m{suffix}.xml"
        yield ["generate", "hanoi", "3", "-o", f"hanoi{suffix}.xml"], f"hanoi{suffix}.xml"
        yield ["explore", "m.xta", "E<> P.b", "--accuracy", "--csv", f"a{suffix}.csv"], f"a{suffix}.csv"
        yield ["verifyta", "-t", "0", "-f", f"v{suffix}", "m.xta", "q.q"], f"v{suffix}-1.xtr"

    def prepare(self):
        self.write("q.q", "E<> P.b\n")
        self.assertEqual(self.run_tool("check", "m.xta", "E<> P.b", "--trace", "t.json").returncode, 0)

    def test_a_failed_write_leaves_the_old_file_and_nothing_else(self):
        self.prepare()
        for command, file in self.commands():
            with self.subTest(command=command[0], file=file):
                self.write(file, OLD)
                before = set(os.listdir(self.folder))
                run = self.run_tool(*command, preexec_fn=small_files)
                written = self.run_tool(*command, "--json")
                self.assertEqual(written.returncode, 0, written.stdout)
                if (self.folder / file).stat().st_size > SMALL:
                    self.assertEqual(run.returncode, 2, run.stderr)
                    self.assertIn(f"`{file}` cannot be written: File too large", run.stderr)
                self.assertEqual(set(os.listdir(self.folder)), before)

    def test_the_old_text_survives(self):
        self.write("out.json", OLD)
        self.run_tool("check", "m.xta", "E<> P.b", "--trace", "out.json", preexec_fn=small_files)
        self.assertEqual(self.read("out.json"), OLD)

    def test_every_command_writes(self):
        self.prepare()
        for command, file in self.commands("-new"):
            with self.subTest(command=command[0], file=file):
                run = self.run_tool(*command)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertGreater((self.folder / file).stat().st_size, 0)

    def test_permissions_are_kept_and_new_files_obey_the_mask(self):
        self.write("out.json", OLD)
        (self.folder / "out.json").chmod(0o640)
        self.run_tool("check", "m.xta", "E<> P.b", "--trace", "out.json", "--trace", "new.json", preexec_fn=lambda: os.umask(0o027))
        self.assertNotEqual(self.read("out.json"), OLD)
        self.assertEqual(stat.S_IMODE((self.folder / "out.json").stat().st_mode), 0o640)
        self.assertEqual(stat.S_IMODE((self.folder / "new.json").stat().st_mode), 0o640)
        (self.folder / "out.json").chmod(0o604)
        self.run_tool("check", "m.xta", "E<> P.b", "--trace", "out.json")
        self.assertEqual(stat.S_IMODE((self.folder / "out.json").stat().st_mode), 0o604)

    def test_links_are_followed(self):
        (self.folder / "there").mkdir()
        (self.folder / "out.json").symlink_to("there/real.json")
        for old in (None, OLD):  # the file the link names need not be there yet
            if old:
                self.write("there/real.json", old)
            self.run_tool("check", "m.xta", "E<> P.b", "--trace", "out.json")
            self.assertTrue((self.folder / "out.json").is_symlink())
            self.assertEqual(json.loads(self.read("there/real.json"))["schema"], "crowfly-trace/1")

    def test_what_is_no_file_is_written_to(self):
        self.assertEqual(self.run_tool("convert", "m.xta", "--to", "xta", "-o", "/dev/null").returncode, 0)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.assertIn("process P", self.run_tool("convert", "m.xta", "--to", "xta", "-o", "/dev/stdout").stdout)
        run = self.run_tool("convert", "m.xta", "--to", "xta", "-o", "/dev/full")
        self.assertEqual(run.returncode, 2)
        self.assertIn("`/dev/full` cannot be written: No space left on device", run.stderr)
        os.mkfifo(self.folder / "pipe")
        got = []
        reader = threading.Thread(target=lambda: got.append(self.read("pipe")), daemon=True)
        reader.start()
        self.run_tool("convert", "m.xta", "--to", "xta", "-o", "pipe")
        reader.join(20)
        self.assertIn("process P", got[0])

    def test_standard_output_that_is_a_file_keeps_what_it_has(self):
        with open(self.folder / "log", "w", encoding="utf-8") as log:
            log.write("before\n")
            log.flush()
            subprocess.run([TOOL, "convert", "m.xta", "--to", "xta", "-o", "/dev/stdout"], cwd=self.folder, stdout=log, check=True)
        self.assertTrue(self.read("log").startswith("before\n"))
        self.assertIn("process P", self.read("log"))

    def test_paths_are_tried_before_the_search(self):
        self.write("large.xta", LARGE)
        (self.folder / "folder.json").mkdir()
        for path, why in (("missing/out.json", "No such file or directory"), ("folder.json", "Is a directory"),
                          ("missing/out.sarif", "is there a folder `missing`?")):
            run = self.run_tool("check", "large.xta", "A[] not deadlock", "--trace", path)  # a minute and more
            self.assertEqual(run.returncode, 2)
            self.assertIn("error[E091]", run.stderr)
            self.assertIn(why, run.stderr)
            self.assertEqual(run.stdout, "")
        run = self.run_tool("check", "--json", "large.xta", "A[] not deadlock", "--trace", "missing/out.json")
        self.assertEqual(json.loads(run.stdout)["diagnostics"][0]["code"], "E091")
        for command in (["verifyta", "-t", "0", "-f", "missing/v", "large.xta", "E<> false"],
                        ["explore", "large.xta", "E<> false", "--accuracy", "--csv", "missing/a.csv"],
                        ["info", "none.xta", "--html", "missing/a.html"], ["convert", "none.xta", "--to", "xta", "-o", "missing/a.xta"],
                        ["trace", "none.json", "-o", "missing/a.txt"], ["generate", "hanoi", "3", "-o", "missing/a.xml"]):
            run = self.run_tool(*command)
            self.assertEqual(run.returncode, 2)
            self.assertIn("E091", run.stderr)
            self.assertNotIn("E001", run.stderr)

    def test_the_trace_of_an_earlier_run_does_not_stay(self):
        self.write("out.json", OLD)
        run = self.run_tool("check", "m.xta", "A[] n < 5", "--trace", "out.json")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("warning[W030]: there is no trace to write to `out.json`", run.stderr)
        self.assertIn("the trace of an earlier run is removed: `out.json`", run.stderr)
        self.assertFalse((self.folder / "out.json").exists())
        run = self.run_tool("check", "m.xta", "A[] n < 5", "--trace", "out.json")
        self.assertIn("no trace to write", run.stderr)
        self.assertNotIn("removed", run.stderr)
        run = self.run_tool("check", "--json", "m.xta", "A[] n < 5", "--trace", "out.json")
        self.assertEqual([item["code"] for item in json.loads(run.stdout)["diagnostics"]], ["W030"])

    def test_with_several_queries_the_numbered_names_are_looked_at(self):
        for name in ("out.json", "out-1.json", "out-2.json", "out-3.json", "other.json"):
            self.write(name, OLD)
        run = self.run_tool("check", "m.xta", "A[] n < 5", "E<> P.b", "--trace", "out.json")
        self.assertIn("no trace to write to `out-1.json`, `out.json`", run.stderr)
        left = {name for name in os.listdir(self.folder) if name.endswith(".json")}
        self.assertEqual(left, {"out-2.json", "out-3.json", "other.json"})  # the third is none of this run's names
        self.assertNotEqual(self.read("out-2.json"), OLD)

    def test_nothing_is_removed_where_nothing_was_searched(self):
        self.write("out.json", OLD)
        self.run_tool("check", "--dry-run", "m.xta", "A[] n < 5", "--trace", "out.json")
        self.run_tool("check", "none.xta", "A[] n < 5", "--trace", "out.json")
        self.assertEqual(self.read("out.json"), OLD)

    def test_verifyta_leaves_no_old_trace_either(self):
        self.write("v-1.xtr", OLD)
        self.write("q.q", "A[] n < 5\n")
        run = self.run_tool("verifyta", "-t", "0", "-f", "v", "m.xta", "q.q")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")  # which clients of verifyta take for a failure
        self.assertFalse((self.folder / "v-1.xtr").exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    options, rest = parser.parse_known_args()
    TOOL = options.tool
    unittest.main(argv=[sys.argv[0], *rest])
