#!/usr/bin/env python3
"""Draws the figures of docs/explanation from real runs of the tool, and that of ARCHITECTURE.md, as SVG.

usage: docs/figures/draw.py TOOL [--out FOLDER]

Each figure names its commands; the numbers come from their JSON, CSV and DOT files. tests/docs/figures.py draws them
again and compares.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import tempfile
from html import escape

ROOT = pathlib.Path(__file__).resolve().parents[2]
INK, GREY, BLUE, ORANGE, GREEN = "#222222", "#999999", "#3366aa", "#cc6622", "#338855"


class Run:
    """Runs the tool in a temporary folder."""

    def __init__(self, tool, folder):
        self.tool, self.folder = str(tool), pathlib.Path(folder)

    def __call__(self, *arguments):
        done = subprocess.run([self.tool, *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{arguments}: {done.stderr}")
        return done.stdout

    def trace(self, model, query):
        self("check", str(ROOT / "models" / model), query, "--trace", "trace.json")
        return json.loads((self.folder / "trace.json").read_text(encoding="utf-8"))

    def stored(self, model, *options):
        return json.loads(self("check", model, *options, "--json"))["queries"][0]["stats"]


def text(x, y, words, size=13, anchor="middle", colour=INK, weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
            f'font-weight="{weight}">{escape(words)}</text>')


def line(x1, y1, x2, y2, colour=GREY, width=1.0, arrow=False):
    end = ' marker-end="url(#arrow)"' if arrow else ""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width}"{end}/>'


def picture(width, height, title, parts):
    arrow = ('<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             f'<path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>')
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
                      f'font-family="sans-serif" role="img"><title>{escape(title)}</title>{arrow}',
                      f'<rect width="{width}" height="{height}" fill="white"/>', *parts, "</svg>", ""])


# ---- Zones: half planes of two clocks, clipped one after the other.

CONSTRAINT = re.compile(r"^(\w+)(?: - (\w+))? (<=|<|>=|>|==) (-?\d+)$")


def half_planes(zone, clocks):
    """Constraints a x + b y <= c; an equation is two of them."""
    for constraint in zone:
        match = CONSTRAINT.match(constraint)
        if not match or match[1] not in clocks or (match[2] and match[2] not in clocks):
            continue
        factors = [(match[1] == clock) - (match[2] == clock) for clock in clocks]
        bound = int(match[4])
        if match[3] in ("<=", "<", "=="):
            yield factors[0], factors[1], bound
        if match[3] in (">=", ">", "=="):
            yield -factors[0], -factors[1], -bound


def clipped(polygon, a, b, c):
    result = []
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
        first, second = a * x1 + b * y1 - c, a * x2 + b * y2 - c
        if first <= 0:
            result.append((x1, y1))
        if (first < 0 < second) or (second < 0 < first):
            share = first / (first - second)
            result.append((x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
    return result


class Plane:
    """A plot of two clocks."""

    def __init__(self, left, top, size, most, clocks):
        self.left, self.top, self.scale, self.most, self.clocks = left, top, size / most, most, clocks
        self.size = size

    def point(self, x, y):
        return self.left + x * self.scale, self.top + self.size - y * self.scale

    def axes(self, title):
        (left, bottom), (right, top) = self.point(0, 0), self.point(self.most, self.most)
        parts = [line(left, bottom, right + 8, bottom, INK, arrow=True), line(left, bottom, left, top - 8, INK, arrow=True),
                 text(right + 4, bottom + 16, self.clocks[0]), text(left - 12, top - 2, self.clocks[1]),
                 text((left + right) / 2, bottom + 38, title, weight="bold")]
        for tick in range(2, self.most, 2):
            x, y = self.point(tick, tick)
            parts += [text(x, bottom + 15, str(tick), 10, colour=GREY), text(left - 8, y + 4, str(tick), 10, colour=GREY)]
        return parts

    def zone(self, zone, colour):
        polygon = [(0, 0), (self.most, 0), (self.most, self.most), (0, self.most)]
        for a, b, c in half_planes(zone, self.clocks):
            polygon = clipped(polygon, a, b, c)
        points = " ".join("{:.1f},{:.1f}".format(*self.point(x, y)) for x, y in polygon)
        return [f'<polygon points="{points}" fill="{colour}" fill-opacity="0.35" stroke="{colour}" stroke-width="2"/>']


def zones(run):
    """crowfly check models/zones.xta 'E<> P.c' --trace trace.json"""
    trace = run.trace("zones.xta", "E<> P.c")
    states = [trace["initial"], *trace["steps"]]
    names = ["a", *(step["edges"][0]["target"] for step in trace["steps"])]
    parts = []
    for index, (state, name) in enumerate(zip(states, names)):
        plane = Plane(50 + 240 * index, 30, 170, 12, ("x", "y"))
        parts += plane.axes(f"location {name}") + plane.zone(state["zone"], BLUE)
        parts.append(text(plane.left + 85, 262, ", ".join(state["zone"]), 11, colour=GREY))
    return picture(760, 280, "The zones of the three states of a trace, as areas in the plane of two clocks", parts)


EXTRAPOLATIONS = ("none", "m", "m+", "lu", "lu+", "am", "alu")


def covering(run):
    """crowfly check models/zones.xta 'E<> P.b && way == 1', the same for 2; generate fischer 5, --search bfs --extrapolation …"""
    plane = Plane(50, 40, 190, 12, ("x", "y"))
    parts = plane.axes("two zones of location b")
    for way, colour in ((1, BLUE), (2, ORANGE)):
        parts += plane.zone(run.trace("zones.xta", f"E<> P.b && way == {way}")["steps"][-1]["zone"], colour)
    parts += [text(150, 30, "a → b", 12, colour=BLUE, weight="bold"), text(215, 30, "a → m → b", 12, colour=ORANGE, weight="bold")]
    run("generate", "fischer", "5", "-o", "fischer.xml")
    counts = [(name, run.stored("fischer.xml", "--search", "bfs", "--extrapolation", name)["stored"]) for name in EXTRAPOLATIONS]
    most = max(count for _, count in counts)
    for index, (name, count) in enumerate(counts):
        y = 44 + 26 * index
        parts += [text(370, y + 14, name, 12, "end"), f'<rect x="378" y="{y}" width="{300 * count / most:.1f}" height="18" fill="{GREEN}"/>',
                  text(384 + 300 * count / most, y + 14, f"{count}", 12, "start")]
    parts.append(text(530, 268, "stored states of Fischer's protocol, 5 processes, by --extrapolation", 13, weight="bold"))
    return picture(760, 285, "A zone inside another one, and the number of stored states by extrapolation", parts)


def heuristics(run):
    """crowfly generate hanoi 4; crowfly explore h4.xml --heuristic … --accuracy --csv FILE"""
    run("generate", "hanoi", "4", "-o", "h4.xml")
    parts, farthest = [], 0
    curves = {}
    for name in ("dU", "hL", "hU", "mas(N=50)"):
        run("explore", "h4.xml", "--heuristic", name, "--accuracy", "--csv", "estimates.csv")
        sums = {}
        with open(run.folder / "estimates.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["estimate"].isdigit():
                    total, count = sums.get(int(row["distance"]), (0, 0))
                    sums[int(row["distance"])] = (total + int(row["estimate"]) * int(row["states"]), count + int(row["states"]))
        curves[name] = [(distance, total / count) for distance, (total, count) in sorted(sums.items())]
        farthest = max(farthest, max(sums))

    def place(distance, estimate):
        return 60 + 480 * distance / farthest, 300 - 270 * estimate / farthest

    (left, bottom), (right, top) = place(0, 0), place(farthest, farthest)
    parts += [line(left, bottom, right + 10, bottom, INK, arrow=True), line(left, bottom, left, top - 10, INK, arrow=True),
              line(left, bottom, right, top, GREY, 1.5), text(right - 8, top + 2, "true distance", 12, "end", GREY),
              text((left + right) / 2, bottom + 34, "true distance to the goal, in transitions", 13),
              text(left - 6, top - 16, "mean estimate", 13, "start")]
    for tick in range(0, farthest, 10):
        x, y = place(tick, tick)
        parts += [text(x, bottom + 16, str(tick), 10, colour=GREY), text(left - 6, y + 4, str(tick), 10, "end", GREY)]
    for (name, curve), colour in zip(curves.items(), (GREY, GREEN, BLUE, ORANGE)):
        points = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in curve)
        end = place(*curve[-1])
        parts += [f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>',
                  text(end[0] + 8, end[1] + 4, name, 12, "start", colour, "bold")]
    return picture(680, 350, "Mean estimates of four heuristics over the true distance", parts)


NODE = re.compile(r'^  s(\d+) \[label="(\d+)"(.*)\];$', re.MULTILINE)
ARROW = re.compile(r"^  s(\d+) -> s(\d+)", re.MULTILINE)


def abstraction(run):
    """crowfly generate arbiter 2; crowfly explore --heuristic 'mas(N=5)' --abstraction --dot FILE"""
    run("generate", "arbiter", "2", "-o", "a2.xml")
    run("explore", "--heuristic", "mas(N=5)", "--abstraction", "--dot", "a2.dot", "a2.xml")
    dot = (run.folder / "a2.dot").read_text(encoding="utf-8")
    distance = {int(node): int(label) for node, label, _ in NODE.findall(dot)}
    initial = {int(node) for node, _, style in NODE.findall(dot) if "bold" in style}
    columns, place = {}, {}
    for node in sorted(distance):
        columns.setdefault(distance[node], []).append(node)
    farthest = max(columns)
    for steps, nodes in columns.items():
        for index, node in enumerate(nodes):
            place[node] = (60 + 78 * (farthest - steps), 170 + 52 * (index - (len(nodes) - 1) / 2))
    parts = []
    arrows = {(int(one), int(other)) for one, other in ARROW.findall(dot) if one != other}
    for one, other in sorted(arrows, key=lambda pair: (distance[pair[1]] < distance[pair[0]], pair)):
        nearer = distance[other] < distance[one]
        parts.append(line(*place[one], *place[other], BLUE if nearer else "#dddddd", 1.6 if nearer else 1))
    for node, (x, y) in place.items():
        colour = GREEN if distance[node] == 0 else ORANGE if node in initial else INK
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="15" fill="white" stroke="{colour}" stroke-width="{3 if colour != INK else 1.5}"/>',
                  text(x, y + 5, str(distance[node]), 13, colour=colour)]
    parts += [text(60, 318, "start", 13, colour=ORANGE, weight="bold"), text(60 + 78 * farthest, 318, "goal", 13, colour=GREEN, weight="bold")]
    return picture(120 + 78 * farthest, 335, "The 25 abstract states of an abstraction in columns by their distance to the goal", parts)


def lasso(run):
    """crowfly check models/printer.xta 'A<> Bob.served' --trace trace.json"""
    trace = run.trace("printer.xta", "A<> Bob.served")
    where = {entry["process"]: entry["location"] for entry in trace["initial"]["locations"]}
    states, labels = [dict(where)], []
    for step in trace["steps"]:
        where.update({edge["process"]: edge["target"] for edge in step["edges"]})
        states.append(dict(where))
        labels.append((step["delay"], step["edges"][0]["synchronisation"] or "{process}: {source} -> {target}".format(**step["edges"][0])))
    back = states.index(states[-1])  # the loop leads back to this state
    parts, width = [], 200
    for index, state in enumerate(states[:-1]):
        x = 30 + (width + 40) * index
        parts += [f'<rect x="{x}" y="60" width="{width - 50}" height="66" rx="8" fill="white" stroke="{BLUE if index >= back else INK}" stroke-width="2"/>']
        parts += [text(x + (width - 50) / 2, 80 + 18 * row, f"{process}.{location}", 12) for row, (process, location) in enumerate(state.items())]
    for index, (delay, words) in enumerate(labels):
        x = 30 + (width + 40) * index + width - 50
        if index < len(labels) - 1:
            parts += [line(x, 93, x + 88, 93, INK, 1.5, True), text(x + 43, 84, f"after {delay}", 11, colour=GREY), text(x + 43, 112, words.split(": ")[-1], 10)]
        else:
            first, y = 30 + (width + 40) * back + 75, 126
            parts += [f'<path d="M{x - 75},{y} V180 H{first} V{y + 4}" fill="none" stroke="{BLUE}" stroke-width="2" marker-end="url(#arrow)"/>',
                      text((x - 75 + first) / 2, 172, f"after {delay}: {words.split(': ')[-1]}, and so on for ever", 12, colour=BLUE)]
    parts += [text(105, 40, "stem", 13, weight="bold"), text(30 + (width + 40) * back + 195, 40, "loop", 13, colour=BLUE, weight="bold")]
    return picture(60 + (width + 40) * (len(states) - 1) - 90, 200, "A lasso: a stem, and a loop that repeats for ever", parts)


# ---- The folders of src/. Columns are the way of a model; a box is a folder with a few words about it.

COLUMNS = (
    ("text", (("family", "models at any size"), ("model", "languages, typed model"))),
    ("network", (("frontend", "one door for languages"), ("network", "slots, bytecode, edges"), ("property", "compiled queries"))),
    ("states", (("zone", "sets of clock values"), ("space", "successors, stores"))),
    ("guidance", (("task", "facts and operators"), ("abstraction", "small systems"), ("heuristic", "estimates"))),
    ("search", (("search", "which state is next"), ("reduce", "smaller networks"), ("symbolic", "decision diagrams"))),
    ("answer", (("trace", "exact delays, replay"), ("engine", "verdicts"))),
    ("output", (("render", "text, JSON, pages"), ("serve", "simulator"), ("cli", "commands, exit codes"))),
)


def architecture(_):
    """No run: the folders of src/."""
    parts, width, top, height = [], 140, 60, 58
    for index, (title, folders) in enumerate(COLUMNS):
        x = 20 + (width + 28) * index
        parts.append(text(x + width / 2, 36, title, 14, weight="bold", colour=BLUE))
        if index:
            parts.append(line(x - 26, 31, x - 4, 31, INK, 1.5, True))
        for row, (folder, words) in enumerate(folders):
            y = top + (height + 12) * row
            parts += [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="white" stroke="{INK}" stroke-width="1.5"/>',
                      text(x + width / 2, y + 24, folder, 14, weight="bold"), text(x + width / 2, y + 44, words, 11, colour=GREY)]
    right = 20 + (width + 28) * len(COLUMNS) - 28
    bottom = top + (height + 12) * max(len(folders) for _, folders in COLUMNS)
    parts += [f'<rect x="20" y="{bottom + 6}" width="{right - 20}" height="34" rx="8" fill="#eeeeee" stroke="{INK}"/>',
              text((20 + right) / 2, bottom + 28, "base: sources and spans, diagnostics, numbers, alarms, registries; used by all", 13)]
    return picture(right + 20, bottom + 56, "The folders of src, from text to output", parts)


FIGURES = {"architecture.svg": architecture, "zones.svg": zones, "covering.svg": covering, "heuristics.svg": heuristics, "abstraction.svg": abstraction, "lasso.svg": lasso}


def draw(tool):
    """(name, text) of every figure."""
    for name, figure in FIGURES.items():
        with tempfile.TemporaryDirectory(prefix="crowfly-figures-") as folder:
            yield name, figure(Run(pathlib.Path(tool).resolve(), folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).parent)
    options = parser.parse_args()
    for name, drawn in draw(options.tool):
        (options.out / name).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
