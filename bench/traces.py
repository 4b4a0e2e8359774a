#!/usr/bin/env python3
"""What a long trace costs: to find it, to give it delays, to replay it, to write it, and to read and replay it again.

The model is a number of identical timed processes that count their steps; the trace is as long as the count asked for. Depth first the search
finds it at once, so that nearly everything is the trace's own cost. Times are of the whole program, on one core.

Exits with 1 if the trace is not accepted, or does not have the length asked for.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import outcome

MODEL = """const int N = {processes};
typedef int[0, N - 1] id_t;
int[0, {steps}] n;
process P(const id_t i) {{
    clock x;
    state a {{ x <= 3 }}, b {{ x <= 5 }};
    init a;
    trans a -> b {{ guard x >= 1; assign x = 0, n = n + 1; }}, b -> a {{ guard x > 2; assign x = 0, n = n + 1; }};
}}
system P;
"""


def timed(command):
    start = time.monotonic()
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    return time.monotonic() - start, run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=outcome.ROOT / "crowfly", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=15)
    parser.add_argument("--formats", default="json,txt,xtr", help="suffixes, with commas between")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="crowfly-bench-") as place:
        folder = pathlib.Path(place)
        model = folder / "count.xta"
        model.write_text(MODEL.format(steps=options.steps, processes=options.processes))
        ask = [options.tool, "check", "--json", "--search", "dfs", model, f"E<> n == {options.steps}"]
        files = [folder / f"out.{suffix}" for suffix in options.formats.split(",")]
        seconds, run = timed(ask + [word for file in files for word in ("--trace", file)])
        query = json.loads(run.stdout)["queries"][0]
        trace = query["stats"].get("trace_seconds", 0)  # earlier versions did not count it
        search = query["stats"]["seconds"] - trace
        print(f"{query['trace']['length']} transitions, {options.processes} clocks")
        print(f"search              {search:6.2f} s")
        print(f"delays, replay      {trace:6.2f} s")
        print(f"all, with {len(files)} files   {seconds:6.2f} s")
        for file in files:
            print(f"  {file.name:<12} {file.stat().st_size / 1e6:8.1f} MB")
        again, accepted = timed([options.tool, "replay", model, folder / "out.json"])
        print(f"read and replayed   {again:6.2f} s: {accepted.stdout.split(':')[0]}")
        sys.exit(0 if accepted.returncode == 0 and query["trace"]["length"] == options.steps else 1)


if __name__ == "__main__":
    main()
