#!/usr/bin/env python3
"""Searches on disk that are killed at any time and go on, alone or with others: they say what they say in one go.

usage: killed_disk.py --tool PATH [--kills N]
"""
import json
import random
import resource
import time

import killing
from killing import FAR, NOWHERE, PATIENCE_SECONDS


class Disk(killing.KilledRuns):
    def setUp(self):
        super().setUp()
        self.states = self.folder / "states"

    def start(self, query, *options, memory="3M", **how):
        return self.start_check(["--disk", str(self.states), "--memory", memory, *options], [query], **how)

    def check_far(self, answer):
        self.assertEqual(answer["verdict"], "satisfied", answer["reason"])
        self.assertFalse(answer["unverified"])
        self.assertEqual(answer["trace"]["length"], 36)

    def check_nowhere(self, answer):
        self.assertEqual(answer["verdict"], "not satisfied", answer["reason"])
        self.assertEqual(answer["stats"]["stored"], killing.STATES)

    def test_killed(self):
        rng = random.Random(7)
        for query, check in ((FAR, self.check_far), (NOWHERE, self.check_nowhere)):
            whole = self.finish(self.start(query))
            check(whole)
            for options in ([], ["--search", "astar", "--heuristic", "hL"]):
                if options and query == NOWHERE:
                    continue  # the heuristic knows it at once
                for _ in range(self.kills):
                    run = self.start(query, *options)
                    time.sleep(rng.uniform(0, min(1, whole["stats"]["seconds"])))
                    if run.poll() is None:
                        run.kill()
                        run.communicate()
                    else:
                        check(self.finish(run))
                check(self.finish(self.start(query, *options)))
                self.assertFalse((self.states / "crowfly.manifest").exists())

    def test_shared_and_killed(self):
        rng = random.Random(8)
        for query, check in ((FAR, self.check_far), (NOWHERE, self.check_nowhere)):
            workers = [self.start(query, "--share") for _ in range(3)]
            for _ in range(self.kills):
                time.sleep(rng.uniform(0, 0.2))
                victim = rng.randrange(3)
                if workers[victim].poll() is None:
                    workers[victim].kill()
                    workers[victim].communicate()
                    workers[victim] = self.start(query, "--share")
            answers = [self.finish(worker) for worker in workers]
            for answer in answers:
                check(answer)
            self.assertFalse((self.states / "crowfly.manifest").exists())

    # Neither has a manifest of the other when it begins. Each says what is right, or that the directory is not its own.
    def test_two_questions(self):
        refused = 0
        for _ in range(max(1, self.kills // 2)):
            runs = [self.start(query, "--share", "--time", str(PATIENCE_SECONDS)) for query in (FAR, NOWHERE)]
            for run, check in zip(runs, (self.check_far, self.check_nowhere)):
                stdout, _ = run.communicate(timeout=PATIENCE_SECONDS)
                if run.returncode == 2:
                    self.assertIn("is of another query", stdout)
                    refused += 1
                else:
                    check(json.loads(stdout)["queries"][0])
        self.assertGreater(refused, 0)

    # The runs of many pieces are merged a few at a time. Sums make states long, so that there are many pieces.
    def test_few_open_files(self):
        sums = "".join(f", sum[{k}] = sum[{k}] + {1000003 + 70001 * k} * (i + 1) * (i + {k + 1})" for k in range(6))
        counters = killing.COUNTERS.replace("n[i] + 1;", f"n[i] + 1{sums};")
        self.model.write_text("int[0, 2000000000] sum[6];\n" + counters, encoding="utf-8")
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
        self.check_nowhere(self.finish(self.start(NOWHERE, "--share", memory="1M", preexec_fn=limit)))

    def test_full_disk(self):
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        answer = self.finish(self.start(NOWHERE, preexec_fn=limit))
        self.assertEqual(answer["verdict"], "unknown")
        self.assertIn("the disk is full", answer["reason"])
        self.assertIn("states are known", answer["reason"])
        self.check_nowhere(self.finish(self.start(NOWHERE)))

    def test_one_at_a_time(self):
        first = self.start(NOWHERE)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (self.states / "crowfly.manifest").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        second = self.finish(self.start(NOWHERE))
        if first.poll() is None:  # a quick one has ended before
            self.assertIn("another process", second["reason"])
        self.check_nowhere(self.finish(first))

    def test_memory(self):
        for megabytes in (4, 16):
            answer = self.finish(self.start(NOWHERE, memory=f"{megabytes}M"))
            self.assertLess(answer["stats"]["peak_bytes"], (megabytes + 30) << 20)
            self.assertGreater(answer["stats"]["disk"]["written"], 0)


if __name__ == "__main__":
    killing.main(__doc__)
