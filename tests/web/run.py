#!/usr/bin/env python3
"""Tests of the viewer: installs what its build needs, builds it again, and opens pages in a browser.

usage: run.py install
       run.py fresh                what is committed is what the sources make, and types are right
       run.py viewer --tool PATH   every panel against the data: made up, and as the tool writes it
       run.py serve --tool PATH    walks through models, and one whose file is saved meanwhile
       run.py simulator --tool PATH   all that the simulator can do, at two widths
Exits 0 if all is well, 1 otherwise, 77 without npm, its packages or Chromium.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WEB = ROOT / "web"
SKIPPED = 77
TRACES = (("fischer_broken.xml", None), ("train_gate.xml", "E<> Train(1).OnBridge && Train(0).Halted"), ("meeting.tck", None), ("philosophers.xta", None),
          ("lamp.xta", "Lamp.dim --> Lamp.off"), ("gossip.xta", "E<> calls == 4 && forall (p : person_t) known[p] == ALL"), ("delivery.sas", None))
MODELS = ("gossip.xta", "train_gate.xml")  # pages without a trace
CROWD = 30  # processes of one generated model
# Of the public collection: large templates, many processes, unnamed locations, labels on top of each other.
LARGE_TRACES = (("uppaal/uppaal-demos/lmac6.xml", "E<> Node(0).normal && Node(1).normal"), ("uppaal/uppaal-demos/SchedulingFramework.xml", "E<> Task(0).WaitingOffset"),
                ("uppaal/uppaal-demos/firewire.cav.xml", None))
LARGE_MODELS = ("uppaal/deis-casestudies/HerschelPlanck2010/HerschelEvents2.xml", "uppaal/deis-randomized-reachability/CSMA-CD/csma-20N.xml",
                "uppaal/itstools/example/bocdp.xml", "uppaal/uppaal-demos/lmac6.xml", "uppaal/gear-control/src/project.xml",
                "uppaal/deis-casestudies/Pacemaker2019/pacemaker_with-abstract-heart.xml")
DEMO = "uppaal/uppaal-demos/train-gate.xml"  # of the public collection
LARGE_WALKS = (
    "uppaal/consensus/SCP_UPPAAL/SCP_v8.24_5nodes_1quorum_1value_cnt13_gap1_thr100_v4.1.26.xml",
    "uppaal/deis-casestudies/Pacemaker2019/pacemaker_with-abstract-heart.xml",
    "uppaal/deis-randomized-reachability/CSMA-CD/csma-20N.xml",
)


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def needs(program):
    if not shutil.which(program):
        skip(f"{program} is not installed")


def install():
    """Only what is missing; without a network that is said, and the other tests are skipped."""
    needs("npm")
    lock, installed = WEB / "package-lock.json", WEB / "node_modules/.package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return 0
    done = subprocess.run(["npm", "ci", "--prefer-offline", "--no-audit", "--no-fund"], cwd=WEB, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shutil.rmtree(WEB / "node_modules", ignore_errors=True)
        skip("npm cannot install the packages of web/: " + (done.stderr.strip().splitlines() or ["it does not say why"])[0])
    return 0


def needs_packages():
    needs("node")
    if not (WEB / "node_modules").exists():
        skip("web/node_modules is missing (cd web && npm ci)")


def fresh():
    needs_packages()
    return subprocess.run(["npm", "run", "--silent", "check"], cwd=WEB, check=False).returncode or subprocess.run(["npm", "run", "--silent", "fresh"], cwd=WEB, check=False).returncode


def node(*arguments):
    needs_packages()
    return subprocess.run(["node", *map(str, arguments)], check=False).returncode


class Pages:
    """Pages that the tool writes into a folder."""

    def __init__(self, tool, folder):
        self.tool, self.folder, self.wanted = tool, folder, 0

    def run(self, *words):
        subprocess.run([str(word) for word in (self.tool, *words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def path(self, model):
        self.wanted += 1
        return self.folder / f"{self.wanted}-{pathlib.Path(model).name}.html"

    def trace(self, model, query):
        self.run("check", "--time", "20s", "--trace", self.path(model), model, *([query] if query else []))

    def model(self, model):
        self.run("info", model, "--html", self.path(model))

    def job_shop(self):
        """The schedule of two jobs on two machines, as a Gantt chart."""
        with tempfile.TemporaryDirectory() as folder:
            instance, model = pathlib.Path(folder) / "shop.txt", pathlib.Path(folder) / "shop.xml"
            instance.write_text("2 2\n0 3 1 2\n1 4 0 1\n", encoding="utf-8")
            self.run("generate", "jobshop", instance, "-o", model)
            self.run("check", "--fastest", "--trace", self.path(model), model)

    def circuit(self):
        """Its signals as waves, and the sets of a symbolic search."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "circuit.aig"
            self.run("generate", "dme", "3", "--fault", "l:drop2", "--to", "aig", "-o", model)
            self.trace(model, None)

    def crowd(self):
        """One template, many processes, few of which move."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "crowd.xml"
            self.run("generate", "fischer", CROWD, "--broken", "-o", model)
            self.trace(model, "E<> P1.cs && P2.cs")
            self.model(model)


def collected(pages):
    """What the public collection has, as far as it is there."""
    collection = os.environ.get("CROWFLY_CORPUS")
    if not collection:
        print("the public models are left out: CROWFLY_CORPUS is not set")
        return
    for model, query in LARGE_TRACES:
        if (pathlib.Path(collection) / model).exists():
            pages.trace(pathlib.Path(collection) / model, query)
    for model in LARGE_MODELS:
        if (pathlib.Path(collection) / model).exists():
            pages.model(pathlib.Path(collection) / model)


def viewer(tool):
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(tool, pathlib.Path(folder))
        for model, query in TRACES:
            pages.trace(ROOT / "models" / model, query)
        for model in MODELS:
            pages.model(ROOT / "models" / model)
        pages.crowd()
        pages.job_shop()
        pages.circuit()
        own = sorted(pathlib.Path(folder).iterdir())
        collected(pages)
        written = sorted(pathlib.Path(folder).iterdir())
        if len(written) < pages.wanted:
            print(f"{len(written)} pages were written, {pages.wanted} were wanted")
            return 1
        return node(HERE / "viewer.mjs", *written) or node(HERE / "labels.mjs", *own)


def serve(tool):
    walks = [(ROOT / "models/train_gate.xml", "Train(0).OnBridge")]
    collection = os.environ.get("CROWFLY_CORPUS")
    if collection and (pathlib.Path(collection) / DEMO).exists():
        walks.append((pathlib.Path(collection) / DEMO, "Train(0).Cross"))
    codes = [node(HERE / "serve.mjs", tool, model, goal) for model, goal in walks]
    codes.append(node(HERE / "inputs.mjs", tool))
    codes.append(node(HERE / "watch.mjs", tool))
    return next((code for code in codes if code != 0), 0)


def simulator(tool):
    collection = os.environ.get("CROWFLY_CORPUS")
    large = [pathlib.Path(collection) / model for model in LARGE_WALKS] if collection else []
    codes = [node(HERE / "simulator.mjs", tool, "-")]
    if all(model.exists() for model in large) and large:
        codes.append(node(HERE / "simulator.mjs", tool, "-", *large))
    return next((code for code in codes if code != 0), 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=("install", "fresh", "viewer", "serve", "simulator"))
    parser.add_argument("--tool")
    options = parser.parse_args()
    if options.part == "install":
        return install()
    if options.part == "fresh":
        return fresh()
    return {"viewer": viewer, "serve": serve, "simulator": simulator}[options.part](options.tool)


if __name__ == "__main__":
    sys.exit(main())
