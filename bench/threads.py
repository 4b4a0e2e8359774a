#!/usr/bin/env python3
"""What several threads bring, and what they cost: exhaustive searches by 1, 2, … threads, and by a build of before; with
`--ranks` by processes that mpirun starts instead.

Each model is searched breadth first, all sides in turn, `--repeat` times; of each side the run that took the least counts,
once for time on the wall and once for processor time. Reported are, against one thread,

- the speed-up: wall of one thread / wall of N,
- the speed-up that the processor time allows: N × processor time of one thread / that of N. On a machine that others use
  as well this is what a quiet one could give,
- of the states generated, the share that was sent to another worker, and the bytes moved by that per state stored,
- how evenly states are divided: the most that a worker has stored / their mean,
- with `--before`, one thread / the build of before: to have threads must cost nothing where there is one.

Exits with 1 if sides disagree on the number of states. Zones may be covered by others in another order, so that for timed
models this number may differ a little; then it is told.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import families
import outcome
import table

Model = collections.namedtuple("Model", "name generated query words timed", defaults=((), False))
MODELS = (
    Model("arbiter 4 --correct", ("arbiter", "4", "--correct"), "E<> false", ("--states", "2000000")),
    Model("bakery 5 3", None, "E<> false"),
    Model("scheduler 16", None, "E<> false"),
    Model("fischer 9", ("fischer", "9"), "E<> false", (), True),
    Model("fischer 10", ("fischer", "10"), "E<> false", (), True),
)
SMALL = (Model("bakery 3 4", None, "E<> false"), Model("fischer 4", ("fischer", "4"), "E<> false", (), True))
Found = collections.namedtuple("Found", "wall cpu stored generated sent moved uneven")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--before", metavar="PATH", help="a binary of an earlier build, for one thread")
    parser.add_argument("--threads", default="1,2", metavar="N,…", help="how many, the first is what others are held against")
    parser.add_argument("--ranks", action="store_true", help="processes of mpirun instead of threads")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name contains it")
    parser.add_argument("--small", action="store_true", help="tiny models, to try the script")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/threads", metavar="DIR")
    return parser.parse_args()


def written(model, tool, folder):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (model.name.replace(" ", "_") + (".xml" if model.generated else ".xta"))
    if model.generated:
        subprocess.run([tool, "generate", *model.generated, "-o", str(path)], check=True)
    else:
        name, *sizes = model.name.split()
        path.write_text(families.FAMILIES[name].model(*map(int, sizes)), encoding="utf-8")
    return path


def run(tool, path, model, threads, by_ranks=False):
    words = ["--distributed"] if by_ranks else ["--threads", str(threads)] if threads else []
    command = [str(tool), "check", "--json", "--search", "bfs", *words, *model.words, str(path), model.query]
    if by_ranks:
        command = ["mpirun", "--oversubscribe", "-n", str(threads), *command]
    with open(os.devnull, "wb") as nowhere:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=nowhere)
        document = json.loads(child.stdout.read())
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    query = document["queries"][0]
    workers = query.get("workers", [])
    stored = [worker["stored"] for worker in workers]
    return Found(wall, used.ru_utime + used.ru_stime, query["stats"]["stored"], query["stats"]["generated"],
                 sum(worker["sent"] for worker in workers), moved_bytes(query["ways"]),
                 max(stored) * len(stored) / sum(stored) if stored else None)


def moved_bytes(ways):
    """As the tool tells it in words: `… were sent, 123 bytes`."""
    return sum(int(match[1]) for match in (re.search(r"were sent, (\d+) bytes", way) for way in ways) if match)


def best(found):
    """Of several runs of one side."""
    return found[-1]._replace(wall=min(one.wall for one in found), cpu=min(one.cpu for one in found))


def measured(model, sides, options, tool, by_ranks=False):
    path = written(model, tool, options.out / "models")
    runs = collections.defaultdict(list)
    for _ in range(options.repeat):
        for name, (program, threads) in sides.items():
            runs[name].append(run(program, path, model, threads, by_ranks and name != "before"))
    return {name: best(found) for name, found in runs.items()}


def rows_of(model, found, counts):
    base = found[counts[0]]
    for name, one in found.items():
        if name == "before":
            yield [model.name, "before", one.wall, one.cpu, None, None, one.stored, None, None, None, base.cpu / one.cpu]
            continue
        threads = name / counts[0]
        yield [model.name, str(name), one.wall, one.cpu, base.wall / one.wall, threads * base.cpu / one.cpu, one.stored,
               one.sent / one.generated if one.generated else None, one.moved / one.stored if one.sent else None, one.uneven, None]


def disagreement(model, found):
    stored = {one.stored for one in found.values()}
    if len(stored) == 1 or model.words:  # a limit on states is looked at now and then
        return ""
    kind = "note" if model.timed else "error"
    return f"{kind}: {model.name}: {', '.join(map(table.short, sorted(stored)))} states stored"


HEAD = ("model", "threads", "wall s", "CPU s", "speed-up", "CPU allows", "stored", "sent / generated", "bytes moved / stored",
        "most / mean stored", "1 thread / before")


def main():
    options = arguments()
    tool = outcome.resolve_tool(options.tool)
    counts = [int(word) for word in options.threads.split(",")]
    sides = {"before": (options.before, 0)} if options.before else {}
    sides.update({count: (tool, count) for count in counts})
    rows, remarks = [], []
    for model in SMALL if options.small else MODELS:
        if options.only not in model.name:
            continue
        print(model.name, file=sys.stderr)
        found = measured(model, sides, options, tool, options.ranks)
        rows += rows_of(model, found, counts)
        remarks += filter(None, [disagreement(model, found)])
    report = table.markdown(HEAD, rows) + "".join(f"\n{remark}\n" for remark in remarks)
    (options.out / "threads.md").write_text(report, encoding="utf-8")
    print(report)
    return 1 if any(remark.startswith("error") for remark in remarks) else 0


if __name__ == "__main__":
    sys.exit(main())
