"""The runner of the command-line tests: what holds passes, what does not fails. The tool is a small script."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUNNER = pathlib.Path(__file__).with_name("run.py")
TOOL = f"""#!{sys.executable}
import sys
if sys.argv[1:] == ["json"]:
    print('{{"queries": [{{"text": "E<> a"}}, {{"text": null}}]}}')
elif sys.argv[1:] == ["cat"]:
    print(open("dir/file").read() + sys.stdin.read(), end="")
else:
    print("out", *sys.argv[1:])
    print("err", file=sys.stderr)
    sys.exit(len(sys.argv) - 1)
"""


class Runner(unittest.TestCase):
    def run_test(self, text, **environment):
        with tempfile.TemporaryDirectory() as folder:
            tool = pathlib.Path(folder) / "tool"
            tool.write_text(TOOL)
            tool.chmod(0o755)
            test = pathlib.Path(folder) / "a.test"
            test.write_text(text)
            return subprocess.run([sys.executable, "-B", RUNNER, "--tool", tool, test], capture_output=True, text=True,
                                  env={**os.environ, **environment})

    def assert_passes(self, text):
        run = self.run_test(text)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def assert_fails(self, text, message):
        run = self.run_test(text)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn(message, run.stdout)

    def test_exit_codes(self):
        self.assert_passes("# comment\nrun: crowfly 'a b' c\nexit: 2\nrun: crowfly\nexit: 0\n")
        self.assert_fails("run: crowfly a\nexit: 0\n", "a.test:2: exit code 1 instead of 0")

    def test_without_exit_line_zero_is_expected(self):
        self.assert_passes("run: crowfly\nrun: crowfly\n")
        self.assert_fails("run: crowfly a\n", "exit code 1")
        self.assert_fails("run: crowfly a\nrun: crowfly\n", "exit code 1")

    def test_outputs(self):
        run = "run: crowfly\n"
        self.assert_passes(run + "stdout: out\nstderr: err\nstdout!: err\nstdout~: ^o.t$\n")
        for wrong in ("stdout: err", "stderr: out", "stdout!: out", "stdout~: ^ou$", "stdout:"):
            self.assert_fails(run + wrong + "\n", "a.test:2")

    def test_files_and_stdin(self):
        text = "file: dir/file\n    one\n      two\nstdin:\n    three\nrun: crowfly cat\n"
        self.assert_passes(text + "stdout:\n    one\n      two\n    three\n")
        self.assert_fails(text + "stdout:\n    one\n    two\n", "it is not there")

    def test_output_can_be_kept(self):
        self.assert_passes("file: dir/file\n    old\nrun: crowfly\nsave: dir/file\nrun: crowfly cat\nstdout: out\nstdout!: old\n")
        self.assert_fails("save: dir/file\n", "nothing was run yet")

    def test_json(self):
        run = "run: crowfly json\n"
        self.assert_passes(run + 'json: queries[0].text == "E<> a"\njson: len(queries) == 2\n'
                           'json: queries[1] == {"text": null}\njson: queries[0].text contains "<>"\n')
        for wrong in ('queries[0].text == "b"', "len(queries) == 3", "queries[7] == 1", "other.thing != 1",
                      'queries[0].text contains "x"'):
            self.assert_fails(run + "json: " + wrong + "\n", "a.test:2")
        self.assert_fails("run: crowfly\njson: a == 1\n", "no `a` in stdout")

    def test_mistakes_in_the_test(self):
        self.assert_fails("run: rm x\n", "only `crowfly` can be run")
        self.assert_fails("exit: 0\n", "nothing was run yet")
        self.assert_fails("runs: crowfly\n", "unknown directive")
        self.assert_fails("nonsense\n", "cannot understand")

    def test_missing_corpus_skips(self):
        self.assertEqual(self.run_test("needs: corpus\nrun: crowfly a\n", CROWFLY_CORPUS="").returncode, 77)
        self.assertEqual(self.run_test("needs: corpus\nrun: crowfly\n", CROWFLY_CORPUS="/x").returncode, 0)


if __name__ == "__main__":
    unittest.main()
