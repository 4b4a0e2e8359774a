#!/usr/bin/env python3
"""Pages say what the JSON of the same trace says, step by step, and their data fits its schema.

usage: pages.py --tool PATH
Exits 0 if they do, 1 otherwise. The schema is left out, which is said, without the jsonschema package.
"""
import argparse
import base64
import fractions
import json
import pathlib
import re
import sys
import tempfile
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool  # noqa: E402

try:
    from jsonschema import Draft202012Validator
except ImportError:
    Draft202012Validator = None

SCHEMA = tool.ROOT / "docs/schemas/crowfly-page-1.json"
MOST_BYTES = 400_000  # of a page with 15 processes
DATA = re.compile(r'<script id="crowfly-data" type="(?:application/json|text/plain)"( data-encoding="zlib-base64")?>([^<]*)</script>')


def data_of(html):
    found = DATA.findall(html)
    if len(found) != 1:
        raise ValueError(f"{len(found)} elements hold data")
    packed, text = found[0]
    return json.loads(zlib.decompress(base64.b64decode(text)) if packed else text)


class Replay:
    """The states of a page, by names as the JSON has them."""

    def __init__(self, page):
        self.model, self.trace = page["model"], page["trace"]
        initial = self.trace["initial"]
        self.locations, self.variables = list(initial["locations"]), list(initial["variables"])
        self.clocks = [fractions.Fraction(value) for value in initial["clocks"]]

    def take(self, step):
        for fired in step["edges"]:
            self.check_edge(fired)
        self.clocks = [value + fractions.Fraction(step["delay"]) for value in self.clocks]
        for cells, changes in ((self.locations, step["locations"]), (self.variables, step["variables"])):
            for number, value in changes:
                cells[number] = value
        for number, value in step["clocks"]:
            self.clocks[number] = fractions.Fraction(value)

    def check_edge(self, fired):
        """It starts where its process is, and ends at a location, at once or by way of a branchpoint."""
        template = self.model["templates"][self.model["processes"][fired["process"]]["template"]]
        edge = template["edges"][fired["edge"]]
        last = edge if fired["branch"] is None else template["edges"][fired["branch"]]
        if edge["from"] != self.locations[fired["process"]]:
            raise ValueError(f"an edge of {self.model['processes'][fired['process']]['name']} does not start where it is")
        if last["to"] >= len(template["locations"]) or (last is not edge and last["from"] != edge["to"]):
            raise ValueError("an edge leads nowhere")

    def named(self):
        templates = [self.model["templates"][process["template"]] for process in self.model["processes"]]
        places = {process["name"]: template["locations"][number]["name"] for process, template, number in zip(self.model["processes"], templates, self.locations)}
        variables = {cell["name"]: value for cell, value in zip(self.model["variables"], self.variables)}
        return places, variables, {clock["name"]: value for clock, value in zip(self.model["clocks"], self.clocks)}


def clocks_of(listed):
    return {clock["name"]: fractions.Fraction(clock["value"]) for clock in listed}


def disagreement(page, trace):
    """Where they differ, or None."""
    replay = Replay(page)
    places, variables, clocks = replay.named()
    said = {entry["process"]: entry["location"] for entry in trace["initial"]["locations"]}
    values = {entry["name"]: entry["value"] for entry in trace["initial"]["variables"]}
    if (places, variables, clocks) != (said, values, clocks_of(trace["initial"]["clocks"])):
        return "the initial state"
    for number, (step, other) in enumerate(zip(page["trace"]["steps"], trace["steps"], strict=True), 1):
        replay.take(step)
        places, variables, clocks = replay.named()
        said.update((edge["process"], edge["target"]) for edge in other["edges"])
        values.update((entry["name"], entry["value"]) for entry in other["changed"])
        if variables != values or clocks != clocks_of(other["clocks"]) or places != said:
            return f"step {number}"
    if page["query"]["atoms"] and any(len(atom["truth"]) != len(trace["steps"]) + 1 for atom in page["query"]["atoms"]):
        return "the number of states in which the query is looked at"
    return None


def saved_files(page):
    """The texts of the files that can be saved from the page, by their suffixes."""
    return {file["suffix"]: zlib.decompress(base64.b64decode(file["data"])) for file in page["files"]}


def check(page_path, trace_path, validator):
    page = data_of(page_path.read_text(encoding="utf-8"))
    problem = disagreement(page, json.loads(trace_path.read_text(encoding="utf-8")))
    if saved_files(page).get("json") != trace_path.read_bytes() and page["files"]:
        problem = "the JSON that can be saved from the page"
    if problem:
        raise ValueError(f"page and JSON differ: {problem}")
    for error in validator.iter_errors(page) if validator else ():
        raise ValueError(f"{error.json_path}: {error.message[:200]}")


def check_model(runner, model, folder, validator):
    """How many pages were looked at, and how many are wrong."""
    runner.run("check", "--time", "2s", "--trace", folder / "it.html", "--trace", folder / "it.json", model)
    pages, broken = sorted(folder.glob("it*.html")), 0
    for page in pages:
        try:
            check(page, page.with_suffix(".json"), validator)
        except (ValueError, KeyError, IndexError) as error:
            broken += 1
            print(f"{model.name}, {page.name}: {error!r}")
        page.unlink()
        page.with_suffix(".json").unlink()
    return len(pages), broken


def check_structure(runner, model, folder, validator):
    """How the model hangs together: whether that page is wrong."""
    path = folder / "structure.html"
    runner.run("info", model, "--html", path)
    if not path.exists():
        return False  # it has mistakes, for others to tell
    page = data_of(path.read_text(encoding="utf-8"))
    nodes = page["structure"]["nodes"]
    ends = [end for arc in page["structure"]["access"] for end in (arc["from"], arc["to"])] + [end for arc in page["structure"]["causal"] for end in arc]
    faults = [error.message[:200] for error in (validator.iter_errors(page) if validator else ())]
    faults += ["an arc leads nowhere"] * any(end >= len(nodes) for end in ends)
    faults += ["processes are missing"] * ([process["name"] for process in page["model"]["processes"]] != [node["name"] for node in nodes if node["kind"] == "process"])
    path.unlink()
    for fault in faults:
        print(f"{model.name}, structure: {fault}")
    return bool(faults)


def wrong_files(runner, folder):
    """What is saved from a page is accepted by replay, in both formats."""
    model, query, page = tool.ROOT / "models/train_gate.xml", "E<> Train(1).OnBridge && Train(0).Halted", folder / "gate.html"
    runner.run("check", model, query, "--trace", page)
    files = saved_files(data_of(page.read_text(encoding="utf-8")))
    wrong = set(files) != {"json", "xtr"}
    for suffix, text in files.items():
        path = folder / f"saved.{suffix}"
        path.write_bytes(text)
        wrong |= runner.run("replay", model, path).code != 0
    if wrong:
        print(f"the files that a page offers: {sorted(files)}")
    return wrong


def too_large(runner, folder):
    """Fischer's protocol with 15 processes is to fit an attachment."""
    model, page = folder / "F15.xml", folder / "F15.html"
    runner.run("generate", "fischer", "15", "--broken", "-o", model)
    runner.run("check", model, "--trace", page)
    size = page.stat().st_size
    if size >= MOST_BYTES:
        print(f"the page of fischer 15 has {size} bytes")
    return size >= MOST_BYTES


SHOP = (((0, 3), (1, 2), (2, 2)), ((0, 2), (2, 1), (1, 4)), ((1, 4), (2, 3), (0, 1)))  # per job: machines and durations
SHOP_MAKESPAN = 11  # the least that there is


def bars_of(lanes, trace):
    """Per lane, who holds it from when to when."""
    times = [fractions.Fraction(0)]
    for step in trace["steps"]:
        times.append(times[-1] + fractions.Fraction(step["delay"]))
    times.append(fractions.Fraction(trace["duration"]))
    return {lane["name"]: [(times[bar["from"]], times[bar["to"]], bar["process"]) for bar in lane["bars"]] for lane in lanes}


def wrong_schedule(runner, folder):
    """The Gantt chart of a job shop has a bar per operation, none on another, and ends with the makespan."""
    instance, model, page = folder / "shop.txt", folder / "shop.xml", folder / "shop.html"
    instance.write_text("\n".join(["3 3"] + [" ".join(f"{m} {d}" for m, d in job) for job in SHOP]), encoding="utf-8")
    runner.run("generate", "jobshop", instance, "-o", model)
    runner.run("check", model, "--fastest", "--trace", page)
    trace = data_of(page.read_text(encoding="utf-8"))["trace"]
    bars = bars_of(trace["gantt"]["resources"], trace)
    expected = {f"busy[{m}]": sorted((job, d) for job, operations in enumerate(SHOP) for machine, d in operations if machine == m) for m in range(3)}
    found = {name: sorted((job, end - begin) for begin, end, job in lane) for name, lane in bars.items()}
    faults = ["its bars are not its operations"] * (found != expected)
    faults += ["bars overlap"] * any(first[1] > second[0] for lane in bars.values() for first, second in zip(lane, lane[1:]))
    faults += ["it does not end with the makespan"] * (max(end for lane in bars.values() for _, end, _ in lane) != SHOP_MAKESPAN)
    for fault in faults:
        print(f"the Gantt chart of a job shop: {fault}")
    return bool(faults)


CIRCUIT = "dme 3 --fault l:drop2 --to aag"  # as `crowfly generate` makes it
COUNTER = "aag 11 1 2 1 8 1|2|4 15|6 21|8|22|8 4 2|10 4 3|12 5 2|14 11 13|16 6 9|18 7 8|20 17 19|22 4 6|"  # its output reads its input


class Circuit:
    """A circuit in AIGER's text form, run gate by gate."""

    def __init__(self, text):
        lines = [line.split() for line in text.splitlines()]
        _, inputs, latches, outputs, gates, bad = (int(word) for word in (lines[0][1:] + ["0"])[:6])
        rest = iter([[int(word) for word in line] for line in lines[1:1 + inputs + latches + outputs + bad + gates]])
        self.inputs = [next(rest)[0] for _ in range(inputs)]
        self.latches = [next(rest)[:2] for _ in range(latches)]
        self.puts_out = [next(rest)[0] for _ in range(outputs + bad)]
        self.puts_out = self.puts_out[outputs:] + self.puts_out[:outputs]  # as pages have them
        self.gates = list(rest)

    def values(self, state):
        """Of all variables, from those of latches and inputs."""
        values = {0: 0, **{literal: bit for literal, bit in zip([latch[0] for latch in self.latches] + self.inputs, state, strict=True)}}
        while any(gate[0] not in values for gate in self.gates):
            for output, left, right in self.gates:
                if left & ~1 in values and right & ~1 in values:
                    values[output] = self.of(left, values) & self.of(right, values)
        return values

    @staticmethod
    def of(literal, values):
        return values[literal & ~1] ^ (literal & 1)


def faults_of_waves(circuit, page):
    kinds = ["latch"] * len(circuit.latches) + ["input"] * len(circuit.inputs)
    if not page["model"]["circuit"] or [variable["kind"] for variable in page["model"]["variables"]] != kinds:
        yield "its signals are not those of the circuit"
        return
    replay = Replay(page)
    states = [list(replay.variables)]
    for step in page["trace"]["steps"]:
        replay.take(step)
        states.append(list(replay.variables))
    values = [circuit.values(state) for state in states]
    for wave, literal in zip(page["trace"]["outputs"], circuit.puts_out, strict=True):
        if wave["values"] != "".join(str(circuit.of(literal, one)) for one in values):
            yield f"the wave of {wave['name']}"
    for before, after in zip(values, states[1:]):
        if [circuit.of(latch[1], before) for latch in circuit.latches] != after[:len(circuit.latches)]:
            yield "a step that the circuit does not take"


def wrong_circuits(runner, folder, validator):
    generated, written = folder / "dme.aag", folder / "counter.aag"
    runner.run("generate", *CIRCUIT.split(), "-o", generated)
    written.write_text(COUNTER.replace("|", "\n"), encoding="utf-8")
    return sum(wrong_circuit(runner, model, validator) for model in (generated, written))


def wrong_circuit(runner, model, validator):
    """The waves of a circuit are what its gates compute, and its page tells the sets that were searched."""
    path = model.with_suffix(".html")
    runner.run("check", model, "--engine", "symbolic(search=forward)", "--trace", path)  # a set per step
    page = data_of(path.read_text(encoding="utf-8"))
    faults = list(faults_of_waves(Circuit(model.read_text(encoding="utf-8")), page))
    faults += [error.message[:200] for error in (validator.iter_errors(page) if validator else ())]
    faults += ["no trace"] * (len(page["trace"]["steps"]) < 3)
    faults += ["nobody put out that it is bad"] * (page["trace"]["outputs"][0]["values"].rstrip("1").count("1") > 0 or not page["trace"]["outputs"][0]["values"].endswith("1"))
    faults += ["the sets"] * ([layer[0] for layer in page["search"]["layers"]] != list(range(len(page["trace"]["steps"]))))
    faults += ["estimates of a heuristic that was not used"] * (page["search"]["estimates"] is not None)
    for fault in faults:
        print(f"the page of {model.name}: {fault}")
    return bool(faults)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    runner = tool.Tool(parser.parse_args().tool)
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))) if Draft202012Validator else None
    checked, broken = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for model in sorted(path for path in (tool.ROOT / "models").rglob("*") if path.suffix in tool.MODEL_SUFFIXES):
            pages, wrong = check_model(runner, model, pathlib.Path(folder), validator)
            checked += pages
            broken += wrong + check_structure(runner, model, pathlib.Path(folder), validator)
        broken += wrong_files(runner, pathlib.Path(folder))
        broken += too_large(runner, pathlib.Path(folder))
        broken += wrong_schedule(runner, pathlib.Path(folder))
        broken += wrong_circuits(runner, pathlib.Path(folder), validator)
    print(f"{checked} pages, {broken} wrong" + ("" if validator else "; without their schema, as jsonschema is not installed"))
    return 1 if broken or checked < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
