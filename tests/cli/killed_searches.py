#!/usr/bin/env python3
"""Searches that are killed at any time and resumed: in the end they say what they say in one go.

usage: killed_searches.py --tool PATH [--kills N]
"""
import random
import signal
import subprocess
import time

import killing
from killing import FAR, NOWHERE, PATIENCE_SECONDS

# Jobs take two machines in turns; how long each may be held leaves a choice, and so does what that costs.
SHOP = """bool busy[2]; clock y;
process Job(const int[0, 3] j) {
    clock x;
    state w0, r0 { x <= 5 + j && cost' == 2 + j }, w1, r1 { x <= 4 && cost' == 3 }, w2, r2 { x <= 3 + j && cost' == 1 }, done;
    init w0;
    trans w0 -> r0 { guard !busy[j % 2]; assign busy[j % 2] = true, x = 0, y = 0; },
          r0 -> w1 { guard x >= 2 + j; assign busy[j % 2] = false; },
          w1 -> r1 { guard !busy[1 - j % 2] && y >= 1; assign busy[1 - j % 2] = true, x = 0; },
          r1 -> w2 { guard x >= 3; assign busy[1 - j % 2] = false, cost += j; },
          w2 -> r2 { guard !busy[0] && y >= 2; assign busy[0] = true, x = 0, y = 0; },
          r2 -> done { guard x >= 1 + j; assign busy[0] = false; };
}
system Job;
"""
DONE = "A[] !(forall (j : int[0, 3]) Job(j).done)"


class Checkpoints(killing.KilledRuns):
    def setUp(self):
        super().setUp()
        self.saved = self.folder / "saved"

    def generate(self, *words):
        """A model that has its query."""
        self.query = []
        self.model = self.model.with_suffix(".xml")
        subprocess.run([self.tool, "generate", *words, "-o", str(self.model)], check=True)

    def start(self, *options):
        return self.start_check(options, self.query)

    def go_on(self, *options, every="30ms"):
        resume = ["--resume", str(self.saved)] if self.saved.exists() else []
        return self.start(*options, "--checkpoint", str(self.saved), "--every", every, *resume)

    def kill_and_resume(self, *options, kills=None):
        """Runs are killed, each after a random time. What comes to an end is begun anew."""
        self.saved.unlink(missing_ok=True)
        whole = self.finish(self.start(*options))
        longest = min(0.5, 2 * whole["stats"]["seconds"])
        rng = random.Random(5)
        for _ in range(self.kills if kills is None else kills):
            run = self.go_on(*options)
            time.sleep(rng.uniform(0, longest))
            if run.poll() is None:
                run.kill()
                run.communicate()
            else:
                self.compare(self.finish(run), whole)
                self.saved.unlink(missing_ok=True)
        self.compare(self.finish(self.go_on(*options)), whole)

    def compare(self, resumed, whole):
        self.assertEqual(resumed["verdict"], whole["verdict"])
        self.assertFalse(resumed["unverified"])
        self.assertEqual(resumed["stats"]["explored"], whole["stats"]["explored"])
        self.assertEqual(resumed["stats"]["stored"], whole["stats"]["stored"])
        self.assertEqual(resumed["trace"], whole["trace"])

    def test_killed_searches_without_clocks(self):
        for query in (FAR, NOWHERE):
            self.query = [query]
            for search in ("bfs", "dfs"):
                self.kill_and_resume("--search", search)

    def test_killed_searches_that_forget_or_go_backward(self):
        self.query = [FAR]
        for search in ("beam(width=2000)", "beamstack(width=5000)", "perimeter(depth=3)"):
            self.kill_and_resume("--search", search, "--heuristic", "hL", kills=self.kills // 3)
        self.kill_and_resume("--search", "bidirectional", kills=self.kills // 3)
        self.generate("hanoi", "6")
        for search in ("bfhs", "bfhs(bound=500,every=200)"):
            self.kill_and_resume("--search", search, "--heuristic", "zero", kills=self.kills // 3)

    def test_killed_searches_with_clocks(self):
        self.generate("fischer", "8")
        for options in (["--search", "bfs"], ["--search", "greedy", "--heuristic", "hU"]):
            self.kill_and_resume(*options)

    def test_killed_searches_for_the_best_trace(self):
        self.query = [DONE]
        self.model.write_text(SHOP, encoding="utf-8")
        for options in (["--fastest"], ["--minimise", "price"]):
            self.kill_and_resume(*options, kills=self.kills // 2)

    def test_signals_save(self):
        self.query = [NOWHERE]
        for number in (signal.SIGINT, signal.SIGTERM):
            self.saved.unlink(missing_ok=True)
            run = self.go_on("--search", "bfs", every="50ms")
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not self.saved.exists() and run.poll() is None and time.monotonic() < deadline:
                time.sleep(0.01)  # then it is under way
            before = self.saved.stat().st_size
            time.sleep(0.05)
            run.send_signal(number)
            answer = self.finish(run)
            if answer["verdict"] == "unknown":  # a quick one has ended before
                self.assertEqual(answer["reason"], "interrupted")
                self.assertGreaterEqual(self.saved.stat().st_size, before)
            resumed = self.finish(self.go_on("--search", "bfs", every="1h"))
            self.assertEqual(resumed["verdict"], "not satisfied")
            self.assertEqual(resumed["stats"]["stored"], killing.STATES)

    def test_nothing_else_is_left(self):
        self.query = [NOWHERE]
        self.finish(self.go_on("--search", "bfs", "--states", "5000"))
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"model.xta", "saved"})


if __name__ == "__main__":
    killing.main(__doc__)
