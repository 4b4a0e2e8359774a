"""Every trace of the public models is accepted when it is read again, from our own format and from UPPAAL's.

usage: traces.py --tool CROWFLY
Looks at the queries of the corpus whose answers have traces, and at the traces UPPAAL wrote for models that are there.
Exits 77 (skipped) without CROWFLY_CORPUS.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

OURS = (".json", ".xtr")
# Written by UPPAAL for these very models; others in the corpus belong to models that were edited later.
THEIRS = {"uppaal/traces/pyuppaal": ["test1-1", "pedestrian-1", "constructed_model-2", "constructed_model-3", "constructed_model-4", "constructed_model-5"]}
PATIENCE = 120  # seconds; what takes longer hangs, and the exception says which command it was
LEAST_TRACES = 80  # a sweep that found next to nothing proves nothing


def queries(corpus):
    """Of each model the first few of every kind: more of the same say little."""
    seen = {}
    with open(corpus / "uppaal/QUERIES.tsv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            key = (row["file"], row["expected"], row["formula"][:3])
            if row["expected"] not in ("T", "F"):
                continue
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= 2:
                yield corpus / "uppaal" / row["file"], row["formula"]


def replayed(tool, model, trace):
    run = subprocess.run([tool, "replay", model, trace], capture_output=True, text=True, timeout=PATIENCE)
    return None if run.returncode == 0 else f"{model} {trace.name}: {run.stdout}{run.stderr[-300:]}"


def look(tool, number, model, formula, folder):
    """The number of traces, and what is wrong with them."""
    files = [folder / f"{number}{suffix}" for suffix in OURS]
    command = [tool, "check", "--time", "1s", model, formula]
    for file in files:
        command += ["--trace", file]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if run.returncode == 70:
        return 0, [f"{model} {formula}: {run.stderr[-300:]}"]
    written = [file for file in files if file.exists()]
    wrong = [replayed(tool, model, file) for file in written]
    return len(written), [fault for fault in wrong if fault]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    tool = pathlib.Path(parser.parse_args().tool).resolve()
    corpus = tools.corpus()
    faults = []
    for folder, names in THEIRS.items():
        for name in names:
            faults.append(replayed(tool, corpus / folder / f"{name.rsplit('-', 1)[0]}.xml", corpus / folder / f"{name}.xtr"))
    with tempfile.TemporaryDirectory(prefix="crowfly-traces-") as place, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(look, tool, i, model, formula, pathlib.Path(place)) for i, (model, formula) in enumerate(queries(corpus))]
        results = [job.result() for job in jobs]
    traces = sum(count for count, _ in results)
    faults = [fault for fault in faults if fault] + [fault for _, some in results for fault in some]
    if traces < LEAST_TRACES:
        faults.append(f"only {traces} traces were written")
    print("\n".join(faults) or f"{traces} traces accepted")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
