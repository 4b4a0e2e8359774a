#!/usr/bin/env python3
"""Holds what `--json` prints against docs/schemas, on good models, broken ones and wrong command lines.

usage: schemas.py --tool PATH [--few]
--few: the models of single features are only checked, with their traces; for sanitizers, under which each run takes long.
Exits 0 if every document fits the schema it names, 1 otherwise, 77 without the jsonschema package.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("skipped: the Python package jsonschema is not installed")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
ELSEWHERE = {"crowfly-page/1"}  # pages.py has these
BROKEN = {
    "empty.xml": "",
    "syntax.xta": "process P( { state a; init a; }\nsystem P;\n",
    "names.xta": "process P() { state a; init a; trans a -> a { guard y > 1; }; }\nsystem P;\n",
    "latin1.xta": "// \xfcber\nint \xfc;\nprocess P() { state a; init a; }\nsystem P;\n",
    "fault.xta": "int[0,1] n;\nprocess P() { state a; init a; trans a -> a { assign n++; }; }\nsystem P;\n",
    "stuck.xta": "clock x;\nprocess P() { state a { x < 1 && 1 == 2 }; init a; }\nsystem P;\n",
}
USAGE = [[], ["check"], ["info"], ["simulate"], ["convert"], ["explain", "E999"], ["explain"], ["nonsense"],
         ["completions", "bash"], ["completions", "tcsh"], ["man"], ["man", "check"], ["man", "chekc"], ["verifyta", "m.xml"],
         ["explore"], ["explore", "m.xml", "--heuristic", "x"], ["replay"], ["trace"], ["trace", "t.json", "--steps", "x"], ["list"], ["list", "cakes"], ["list", "searches"], ["list", "heuristics"], ["list", "queries"], ["list", "families"],
         ["generate"], ["generate", "cakes"], ["generate", "hanoi"], ["generate", "hanoi", "2"], ["generate", "random", "--seed", "x"],
         ["check", "--nonsense", "m.xml"], ["check", "--time", "soon", "m.xml"], ["check", "--search", "x", "m.xml"],
         ["check", "--shortest", "--fastest", "m.xml"], ["convert", "m.xml", "--to", "pdf"], ["simulate", "m.xml", "--steps", "x"]]


def command_lines(folder, few):
    for model in sorted((ROOT / "models").rglob("*.x*")):
        if few and model.parent.name == "features":
            yield from traces_of(model, folder)
            continue
        yield ["info", str(model)]
        yield ["check", "--dry-run", str(model)]
        yield ["check", "--time", "2s", str(model)]
        yield ["check", "--time", "2s", "--prune", "safe", "--profile", str(model)]
        yield ["check", "--time", "2s", "--reduce", "symmetry", str(model)]
        yield ["simulate", str(model), "--steps", "10"]
        yield ["convert", str(model), "--to", "xta"]
        yield from traces_of(model, folder)
        yield ["explore", str(model), "--heuristic", "dL"]
        yield ["explore", str(model), "--accuracy", "--states", "2000"]
        yield ["explore", str(model), "--count", "--states", "2000"]
    for name, text in BROKEN.items():
        path = folder / name
        path.write_bytes(text.encode("latin-1"))
        yield ["info", str(path)]
        yield ["check", "--dry-run", str(path), "E<> P.a", "E<> P.", "Pr[<=1](<> P.a)", ""]
        yield ["check", str(path), "E<> P.a", "A[] not deadlock", "--states", "1"]
        yield ["simulate", str(path)]
        yield ["convert", str(path), "--to", "xml"]
    (folder / "no.json").write_text("{}")
    yield ["replay", str(folder / "missing.xml"), str(folder / "no.json")]
    yield ["trace", str(folder / "no.json")]
    yield ["info", str(folder / "missing.xml")]
    yield from USAGE


def traces_of(model, folder):
    """The traces a model's own queries have, printed and replayed. Each is made by a run of its own."""
    yield ["check", "--time", "2s", str(model), "--trace", str(folder / f"{model.stem}.json")]
    for trace in sorted(folder.glob(f"{model.stem}*.json")):
        yield ["trace", str(trace), "--model", str(model)]
        yield ["replay", str(model), str(trace)]


def load_schemas():
    """The validators by the name that documents carry: crowfly-info/1 for crowfly-info-1.json."""
    validators = {}
    for path in SCHEMAS.glob("*.json"):
        schema = json.loads(path.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        validators[schema["properties"]["schema"]["const"]] = Draft202012Validator(schema)
    return validators


def faults_in(validators, document):
    """What is wrong with a document, as lines, one at a time: who wants to know whether there is any asks for the first."""
    validator = validators.get(document.get("schema"))
    if validator is None:
        yield f"no schema called {document.get('schema')}"
        return
    for error in validator.iter_errors(document):
        yield f"{'/'.join(map(str, error.path))}: {error.message[:200]}"


def faults_of(validators, output):
    """What is wrong with an output, as lines."""
    try:
        document = json.loads(output)
    except ValueError as error:
        return [f"not one JSON document: {error}"]
    return list(faults_in(validators, document))


def shared_parts_differ():
    """Schemas stand alone, so they repeat their common parts; those must stay equal."""
    seen = {}
    for path in sorted(SCHEMAS.glob("*.json")):
        for name, part in json.loads(path.read_text(encoding="utf-8"))["$defs"].items():
            if name in ("tool", "option", "diagnostic", "diagnostics") and seen.setdefault(name, part) != part:
                yield f"{path.name}: $defs/{name} differs from that of another schema"


def notices_damage(validators, output):
    """Whether a document without one of its fields is refused: a test that accepts everything proves nothing."""
    document = json.loads(output)
    for field in document:
        damaged = {name: value for name, value in document.items() if name != field}
        if next(faults_in(validators, damaged), None) is None:
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True, type=os.path.abspath)
    parser.add_argument("--few", action="store_true")
    arguments = parser.parse_args()
    tool = arguments.tool
    validators = load_schemas()
    faults = list(shared_parts_differ())
    seen = set()
    with tempfile.TemporaryDirectory(prefix="crowfly-schemas-") as folder:
        for line in command_lines(pathlib.Path(folder), arguments.few):
            run = subprocess.run([tool, *line, "--json"], capture_output=True, timeout=100)
            output = run.stdout.decode("utf-8", errors="strict")
            wrong = faults_of(validators, output)
            if run.returncode not in (0, 1, 2, 3):
                wrong.append(f"exit code {run.returncode}")
            if run.stderr:
                wrong.append(f"stderr: {run.stderr[:200]!r}")
            if not wrong and not notices_damage(validators, output):
                wrong.append("the schema does not insist on all fields")
            faults += [f"crowfly {' '.join(line)} --json: {fault}" for fault in wrong]
            seen.add(json.loads(output)["schema"] if not wrong else "")
    faults += [f"{name}: no document of this schema was seen" for name in validators.keys() - seen - ELSEWHERE]
    print("\n".join(faults) or f"{len(validators)} schemas hold")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
