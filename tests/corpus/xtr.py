"""Shortest traces of public models come out byte for byte as UPPAAL has written them.

usage: xtr.py --tool CROWFLY
Exits 77 (skipped) without CROWFLY_CORPUS.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

# Written by UPPAAL 4.1.26 with -t1, as far as the models are those they were written for.
FOLDER = "uppaal/traces/pyuppaal"
TRACES = {"test1": [1], "pedestrian": [1], "constructed_model": [2, 3, 4, 5]}


def findings(tool, corpus, folder):
    for model, numbers in TRACES.items():
        prefix = folder / model
        command = [tool, "verifyta", "-q", "-t1", "-f", prefix, corpus / FOLDER / f"{model}.xml"]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            yield f"{model}: exit code {run.returncode}: {run.stderr}"
            continue
        for number in numbers:
            ours, theirs = folder / f"{model}-{number}.xtr", corpus / FOLDER / f"{model}-{number}.xtr"
            if not ours.exists():
                yield f"{ours.name} was not written"
            elif ours.read_bytes() != theirs.read_bytes():
                yield f"{ours.name} differs:\n{ours.read_text()}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    tool = pathlib.Path(parser.parse_args().tool).resolve()
    corpus = tools.corpus()
    with tempfile.TemporaryDirectory(prefix="crowfly-xtr-") as folder:
        found = list(findings(tool, corpus, pathlib.Path(folder)))
    print("\n".join(found) or "all as UPPAAL writes them")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
