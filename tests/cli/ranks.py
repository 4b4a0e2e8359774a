#!/usr/bin/env python3
"""Ranks that mpirun starts search together: the same answers as by one process, one document, and what was saved is gone
on with after a rank was killed. Skipped where there is no MPI.

usage: ranks.py --tool PATH
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

COUNTERS = """int[0, 6] n[6];
process P(const int[0, 5] i) { state a; init a; trans a -> a { guard n[i] < 6; assign n[i] = n[i] + 1; }; }
system P;
"""
FAR = "E<> forall (i : int[0, 5]) n[i] == 6"
NOWHERE = "E<> n[0] == 6 && n[1] == 0 && n[0] + n[1] == 7"
SKIPPED = 77
PATIENCE_SECONDS = 100
TOOL = ""
# More ranks than processors; mpirun does not like to be started by root, which continuous integration often is.
SURROUNDINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}


class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-ranks-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "model.xta"
        self.model.write_text(COUNTERS, encoding="utf-8")

    def start(self, ranks, *arguments):
        command = ["mpirun", "-n", str(ranks), TOOL, "check", "--distributed", "--json", *arguments]
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, **SURROUNDINGS})
        self.addCleanup(run.kill)
        return run

    def finish(self, run):
        return run.communicate(timeout=PATIENCE_SECONDS)

    def together(self, ranks, *arguments):
        stdout, _ = self.finish(self.start(ranks, *arguments))
        return json.loads(stdout)["queries"][0]

    def alone(self, *arguments):
        run = subprocess.run([TOOL, "check", "--json", *arguments], stdout=subprocess.PIPE, text=True, check=False,
                             timeout=PATIENCE_SECONDS)
        return json.loads(run.stdout)["queries"][0]

    def compare(self, several, one, stored=True):
        self.assertEqual(several["verdict"], one["verdict"])
        self.assertFalse(several["unverified"])
        if one["trace"]:
            self.assertEqual(several["trace"]["length"], one["trace"]["length"])
        elif stored:
            self.assertEqual(several["stats"]["stored"], one["stats"]["stored"])

    def test_text_has_no_colours(self):
        command = ["mpirun", "-n", "2", TOOL, "check", "--distributed", str(self.model), FAR]
        run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, timeout=PATIENCE_SECONDS,
                             env={**os.environ, **SURROUNDINGS, "TERM": "xterm", "NO_COLOR": ""})
        self.assertIn("satisfied (trace of 36 transitions", run.stdout)
        self.assertNotIn("\x1b", run.stdout)

    def test_the_same_answers(self):
        timed = self.folder / "fischer.xml"
        for words in (["fischer", "6"], ["fischer", "5", "--broken"]):
            subprocess.run([TOOL, "generate", *words, "-o", str(timed)], check=True)
            for search in (["bfs"], ["astar", "--heuristic", "dL"]):
                options = ["--search", *search, "--shortest", str(timed)]
                self.compare(self.together(3, *options), self.alone(*options), stored=False)
        for query in (FAR, NOWHERE):
            one = self.alone("--search", "bfs", str(self.model), query)
            for ranks in (1, 2, 4):
                several = self.together(ranks, str(self.model), query)
                self.compare(several, one)
                self.assertEqual(len(several["workers"]), ranks)
                self.assertEqual(sum(worker["explored"] for worker in several["workers"]), several["stats"]["explored"])
        self.assertEqual(self.together(3, "--search", "greedy", str(self.model), FAR)["verdict"], "satisfied")

    def test_only_the_first_rank_writes(self):
        trace = self.folder / "trace.json"
        self.together(3, "--trace", str(trace), str(self.model), FAR)
        self.assertEqual(len(json.loads(trace.read_text(encoding="utf-8"))["steps"]), 36)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"model.xta", "trace.json"})

    def test_mistakes_end_all(self):
        for arguments, message in (([str(self.folder / "none.xta")], "there is no file"),
                                   ([str(self.model), "E<> m == 1"], "m"),
                                   ([str(self.model), "E[] n[0] == 0"], "--distributed is for E<> and A[] only"),
                                   (["--search", "dfs", str(self.model), FAR], "--distributed is for --search bfs")):
            run = self.start(2, *arguments)
            stdout, stderr = self.finish(run)
            self.assertIn(message, stdout + stderr)
            self.assertEqual(run.returncode, 2)
        for arguments in (["--nothing"], ["--threads", "2"], ["--max-depth", "deep"], ["--share"]):
            stdout, _ = self.finish(self.start(2, *arguments, str(self.model), FAR))
            self.assertEqual(json.loads(stdout)["diagnostics"][0]["severity"], "error")
        run = subprocess.run([TOOL, "check", "--distributed", "-"], input="", capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("it has to be a file", run.stderr)

    def test_a_limit_ends_all(self):
        several = self.together(3, "--states", "1000", str(self.model), NOWHERE)
        self.assertEqual((several["verdict"], several["reason"]), ("unknown", "state limit"))

    def ranks_of(self, run):
        """The processes that mpirun has started."""
        children = pathlib.Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text(encoding="ascii").split()
        return [int(child) for child in children if TOOL in pathlib.Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8")]

    def test_a_rank_is_killed(self):
        saved = self.folder / "saved"
        for search in ("bfs", "astar"):
            options = ["--search", search, "--all-variables", str(self.model), NOWHERE]
            one = self.alone(*options)
            run = self.start(3, "--checkpoint", str(saved), "--every", "10ms", *options)
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not saved.exists() and run.poll() is None and time.monotonic() < deadline:
                time.sleep(0.002)
            if run.poll() is None:
                os.kill(self.ranks_of(run)[-1], signal.SIGKILL)
            killed = time.monotonic()
            stdout, stderr = self.finish(run)
            self.assertLess(time.monotonic() - killed, 30)
            if run.returncode not in (0, 1):  # it may have been quicker
                self.assertNotIn('"verdict": "not satisfied"', stdout)
                self.assertIn("the run was ended from outside", stderr)
                self.assertIn("There is no verdict. The last checkpoint, `", stderr)
                self.assertIn(f"the same command with `--resume {saved}` goes on from it", stderr)
            self.compare(self.together(2, "--resume", str(saved), *options), one)
            for path in self.folder.glob("saved*"):
                path.unlink()

    def start_long(self, ranks, counters, *arguments):
        """A search of 7^counters states that tells how far it is, and until it first does."""
        many = COUNTERS.replace("n[6]", f"n[{counters}]").replace("int[0, 5] i", f"int[0, {counters - 1}] i")
        self.model.write_text(many, encoding="utf-8")
        run = self.start(ranks, "--progress", "json", "--all-variables", *arguments, str(self.model), NOWHERE)
        return run, json.loads(run.stderr.readline())

    def test_a_rank_is_killed_before_anything_was_saved(self):
        run, _ = self.start_long(3, 9, "--checkpoint", str(self.folder / "saved"))
        killed = time.monotonic()
        os.kill(self.ranks_of(run)[-1], signal.SIGKILL)
        stdout, stderr = self.finish(run)
        self.assertLess(time.monotonic() - killed, 30)
        self.assertNotIn(run.returncode, (0, 1, 2, 3))
        self.assertNotIn("verdict", stdout)
        self.assertIn("There is no verdict. No checkpoint was written yet.", stderr)

    def test_the_job_is_cancelled(self):
        run, _ = self.start_long(3, 9)
        run.terminate()
        stdout, stderr = self.finish(run)
        self.assertNotIn('"verdict": "not satisfied"', stdout)
        self.assertIn("the run was ended from outside: a rank was lost, or the job was cancelled. There is no verdict. "
                      "Nothing was saved; `--checkpoint FILE` saves the search at intervals.", stderr)

    def test_progress_is_that_of_all_ranks(self):
        run, first = self.start_long(3, 8)
        stdout, stderr = self.finish(run)
        lines = [first] + [json.loads(line) for line in stderr.splitlines() if line.startswith("{")]
        query = json.loads(stdout)["queries"][0]
        most = max(worker["explored"] for worker in query["workers"])
        self.assertLessEqual(lines[-1]["explored"], query["stats"]["explored"])
        self.assertGreater(lines[-1]["explored"], most)
        self.assertGreaterEqual(lines[-1]["stored"], lines[-1]["explored"])

    def test_a_limit_before_the_search_ends_all(self):
        for limits in (("0.00001s", "60s"), ("60s", "0.00001s")):
            several = [[TOOL, "check", "--distributed", "--json", "--time", limit, str(self.model), NOWHERE] for limit in limits]
            run = subprocess.run(["mpirun", "-n", "1", *several[0], ":", "-n", "1", *several[1]], stdout=subprocess.PIPE,
                                 text=True, check=False, timeout=PATIENCE_SECONDS, env={**os.environ, **SURROUNDINGS})
            self.assertEqual(run.returncode, 3)
            self.assertEqual(json.loads(run.stdout)["queries"][0]["verdict"], "unknown")

    def test_a_rank_without_the_model_is_told(self):
        several = [[TOOL, "check", "--distributed", "--json", model, NOWHERE] for model in (str(self.model), "missing.xta")]
        run = subprocess.run(["mpirun", "-n", "1", *several[0], ":", "-n", "1", *several[1]], stdout=subprocess.PIPE,
                             text=True, check=False, timeout=PATIENCE_SECONDS, env={**os.environ, **SURROUNDINGS})
        self.assertEqual(json.loads(run.stdout)["queries"][0]["reason"], "rank 1 ended before the search did")

    def test_what_ranks_cannot_do_is_refused(self):
        for options in (["--prune", "safe"], ["--disk", str(self.folder / "states")]):
            stdout, stderr = self.finish(self.start(2, *options, str(self.model), FAR))
            self.assertIn("cannot be used with", stdout + stderr)
            self.assertIn("--distributed", stdout + stderr)

    def test_what_a_limit_ends_is_saved(self):
        saved = self.folder / "saved"
        for search in ("bfs", "astar"):
            options = ["--search", search, "--all-variables", str(self.model), NOWHERE]
            files = ["--checkpoint", str(saved), "--every", "1000s"]
            first = self.together(3, "--states", "5000", *files, *options)
            self.assertEqual((first["verdict"], first["reason"]), ("unknown", "state limit"))
            self.assertEqual({path.name for path in self.folder.glob("saved*")}, {"saved", *(f"saved.1.{i}" for i in range(3))})
            shutil.copy(self.folder / "saved.1.0", self.folder / "saved.7.0")
            shutil.copy(self.folder / "saved.1.0", self.folder / "saved.8")
            (self.folder / "saved.7.1").write_text("not a checkpoint", encoding="utf-8")
            second = self.together(2, "--states", "20000", "--resume", str(saved), *files, *options)
            self.assertEqual((second["verdict"], second["reason"]), ("unknown", "state limit"))
            self.assertGreater(second["stats"]["explored"], first["stats"]["explored"])
            self.assertEqual({path.name for path in self.folder.glob("saved*")},
                             {"saved", "saved.2.0", "saved.2.1", "saved.7.1", "saved.8"})
            one = self.alone(*options)
            several = self.together(4, "--resume", str(saved), *options)
            self.compare(several, one)
            self.assertEqual(several["stats"]["explored"], one["stats"]["explored"])
            for path in self.folder.glob("saved*"):
                path.unlink()

    def test_what_a_signal_or_the_time_ends_is_saved(self):
        saved = self.folder / "saved"
        run, _ = self.start_long(3, 9, "--checkpoint", str(saved), "--every", "1000s")
        os.kill(self.ranks_of(run)[-1], signal.SIGINT)
        stdout, _ = self.finish(run)
        first = json.loads(stdout)["queries"][0]
        self.assertEqual((first["verdict"], first["reason"]), ("unknown", "interrupted"))
        again = ["--checkpoint", str(saved), "--resume", str(saved), "--every", "1000s", "--time", "2s", "--all-variables"]
        second = self.together(2, *again, str(self.model), NOWHERE)
        self.assertEqual((second["verdict"], second["reason"]), ("unknown", "time limit"))
        self.assertGreaterEqual(second["stats"]["explored"], first["stats"]["explored"])
        self.assertEqual({path.name for path in self.folder.glob("saved*")}, {"saved", "saved.2.0", "saved.2.1"})

    def test_a_checkpoint_of_something_else_is_refused(self):
        saved = self.folder / "saved"
        self.together(2, "--states", "20000", "--checkpoint", str(saved), "--every", "1ms", str(self.model), NOWHERE)
        self.assertTrue(saved.exists())
        stdout, stderr = self.finish(self.start(2, "--resume", str(saved), str(self.model), FAR))
        self.assertIn("is of another query", stdout + stderr)
        part = next(self.folder.glob("saved.*.1"))
        content = part.read_bytes()
        part.write_bytes(content[:-100] + b"x" + content[-99:])
        several = self.together(2, "--resume", str(saved), str(self.model), NOWHERE)
        self.assertEqual(several["verdict"], "unknown")
        self.assertIn(f"`{part}`, a part of the checkpoint, is damaged", several["reason"])
        part.write_bytes(content)
        other = self.folder / "other"
        self.together(2, "--states", "5000", "--checkpoint", str(other), str(self.model), NOWHERE)
        shutil.copy(next(self.folder.glob("other.*.1")), part)
        several = self.together(2, "--resume", str(saved), str(self.model), NOWHERE)
        self.assertEqual(several["verdict"], "unknown")
        self.assertIn("is of another checkpoint", several["reason"])

    def test_what_a_mistake_ends_is_not_saved(self):
        model, saved = self.folder / "mistake.xta", self.folder / "saved"
        model.write_text("int[0, 9] n, m; int a[2];\nprocess P() { state s; init s; trans s -> s { guard n < 9; assign n = n + 1; }, "
                         "s -> s { guard m < 9; assign m = m + 1; }; }\nsystem P;\n", encoding="utf-8")
        query = "E<> a[n == 1 && m == 0 ? 7 : 0] == 1 || (m == 9 && n == 0)"
        several = self.together(1, "--checkpoint", str(saved), "--every", "0s", str(model), query)
        self.assertEqual(several["verdict"], "error")
        self.assertFalse(saved.exists())

    def test_ranks_and_one_process_have_checkpoints_of_their_own(self):
        saved, alone = self.folder / "saved", self.folder / "alone"
        options = ["--search", "bfs", "--states", "5000", str(self.model), NOWHERE]
        self.together(2, "--checkpoint", str(saved), *options)
        self.alone("--checkpoint", str(alone), *options)
        for resumed, message in ((saved, "was saved by ranks"), (next(self.folder.glob("saved.*.0")), "is the part")):
            run = subprocess.run([TOOL, "check", "--resume", str(resumed), *options], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn(message, run.stderr)
        stdout, stderr = self.finish(self.start(2, "--resume", str(alone), *options))
        self.assertIn("was saved by a single process", stdout + stderr)


def main():
    global TOOL
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    TOOL = parser.parse_args().tool
    if shutil.which("mpirun") is None or not pathlib.Path(TOOL).with_name("crowfly_mpi.so").exists():
        print("skipped: there is no mpirun, or the tool was built without MPI")
        return SKIPPED
    return 0 if unittest.main(argv=sys.argv[:1], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
