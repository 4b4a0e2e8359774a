#!/usr/bin/env python3
"""Start-up: the processor time of `crowfly check` on a model with two locations, the least of many runs.

For comparison the same is measured for `crowfly --help` and for `true`, which does nothing.
Exits with 1 if a check takes more than --most milliseconds.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile

import outcome

MODEL = "process P() { state a, b; init a; trans a -> b { }; }\nsystem P;\n"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--runs", type=int, default=150)
    parser.add_argument("--most", type=float, default=4.0, metavar="MS", help="of processor time (4.0)")
    return parser.parse_args()


def milliseconds(command):
    """Of one run. It is not forked from this program: copying its memory would count as time of the run."""
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    process = os.posix_spawn(command[0], command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return 1000 * (usage.ru_utime + usage.ru_stime)


def main():
    chosen = arguments()
    tool = str(outcome.resolve_tool(chosen.tool))
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder) / "two.xta"
        model.write_text(MODEL, encoding="utf-8")
        check = [tool, "check", str(model), "E<> P.b"]
        commands = {"crowfly check": check, "crowfly help": [tool, "--help"], "true": [shutil.which("true")]}
        times = {name: sorted(milliseconds(command) for _ in range(chosen.runs)) for name, command in commands.items()}
    print("| command | least, ms | median, ms |\n|---|---|---|")
    for name, sorted_times in times.items():
        print(f"| {name} | {sorted_times[0]:.2f} | {sorted_times[len(sorted_times) // 2]:.2f} |")
    return 1 if times["crowfly check"][0] > chosen.most else 0


if __name__ == "__main__":
    sys.exit(main())
