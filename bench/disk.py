#!/usr/bin/env python3
"""What a search on disk costs, next to breadth first search in memory: time, memory, bytes moved per state.

usage: disk.py --tool PATH [--counters K] [--values N] [--model FILE] [--shares 1 4 8] [--folder DIR]

Without a model the system is K counters modulo N, which has N^K states. A share of 8 is an eighth of the memory that the
search in memory took. Processor time counts, the program's own, so that other work on the machine matters little.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile


def counters(folder, count, values):
    model = pathlib.Path(folder) / "counters.xta"
    model.write_text(f"int[0, {values - 1}] n[{count}];\n"
                     f"process P(const int[0, {count - 1}] i) {{ state a; init a; trans a -> a "
                     f"{{ assign n[i] = (n[i] + 1) % {values}; }}; }}\nsystem P;\n", encoding="utf-8")
    total = " + ".join(f"n[{i}]" for i in range(count))
    return str(model), [f"E<> {total} == {count * (values - 1) + 1}"]


def run(tool, model, query, *options):
    done = subprocess.run([tool, "check", "--json", *options, model, *query], capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)["queries"][0]
    return answer["verdict"], answer["stats"]


def line(name, verdict, stats, base):
    rate = stats["stored"] / max(stats["cpu_seconds"], 1e-9)
    disk = stats.get("disk", {"read": 0, "written": 0, "peak": 0, "merges": 0})
    per_state = (disk["read"] + disk["written"]) / max(stats["stored"], 1)
    print(f"{name:>12} {verdict:>14} {stats['stored']:>12} {stats['cpu_seconds']:>8.1f} {rate / 1e6:>8.2f} "
          f"{rate / base:>6.2f} {stats['peak_bytes'] / 2**20:>8.0f} {per_state:>9.1f} {disk['peak'] / 2**20:>9.0f} "
          f"{disk['merges']:>7}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--counters", type=int, default=7)
    parser.add_argument("--values", type=int, default=10)
    parser.add_argument("--model", help="a model with one query instead")
    parser.add_argument("--shares", type=int, nargs="*", default=[1, 4, 8])
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="where the directories of states are made")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder, prefix="crowfly-bench-") as folder:
        model, query = (arguments.model, []) if arguments.model else counters(folder, arguments.counters, arguments.values)
        print(f"{'':>12} {'verdict':>14} {'states':>12} {'cpu s':>8} {'M/cpu s':>8} {'rate':>6} {'peak MB':>8} "
              f"{'B moved':>9} {'disk MB':>9} {'merges':>7}")
        verdict, stats = run(arguments.tool, model, query, "--search", "bfs", "--all-variables")
        base = stats["stored"] / max(stats["cpu_seconds"], 1e-9)
        line("memory", verdict, stats, base)
        for share in arguments.shares:
            memory = max(1, round(stats["peak_bytes"] / share / 2**20))
            states = str(pathlib.Path(folder) / "states")
            line(f"{memory} MB", *run(arguments.tool, model, query, "--all-variables", "--disk", states, "--memory",
                                      f"{memory}M"), base)


if __name__ == "__main__":
    main()
