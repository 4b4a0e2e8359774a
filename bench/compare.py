#!/usr/bin/env python3
"""Crowfly against a peer, on the same instances, in turn, on one core.

The instances stand in a TSV file with the columns name, tck_file, xml_file, labels, uppaal_query and verdict, its files
relative to it. The peer reads the .tck file and prints its answer as TChecker does. Ratios are Crowfly / peer: below 1,
Crowfly needs less. Results are kept as they come; the same command goes on where it was stopped.

With --peer-crowfly the peer is another build of Crowfly, which gets the same file, question and options. Ratios are
new / old.

Exits with 1 if two verdicts differ or Crowfly fails on an instance; with --peer-crowfly also if the new build is
slower: on an instance by more than a tenth, confirmed by ten more runs, or by more than 3 % in the geometric mean.
"""
import argparse
import csv
import functools
import pathlib
import re
import shlex
import shutil
import sys

import builds
import outcome
import table

COUNTS = ("explored", "generated", "stored")
SIDE = ("verdict", "cpu", "rss_kb", *COUNTS, "note")
COLUMNS = ("name", "recorded", *(f"crowfly_{name}" for name in SIDE), "crowfly_state_bytes",
           *(f"peer_{name}" for name in SIDE), "peer_state_bytes", "runs")
RECORDED = {"reachable": outcome.REACHABLE, "unreachable": outcome.UNREACHABLE, "exhaustive": outcome.UNREACHABLE}
NOTHING_IS_REACHED = "E<> false"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--instances", required=True, type=pathlib.Path, metavar="MANIFEST.tsv")
    peer = parser.add_mutually_exclusive_group(required=True)
    peer.add_argument("--peer", action="append", metavar="TEMPLATE",
                      help="'tck-reach -a aLU-covreach -s bfs -l {labels} {file}'; without labels `-l {labels}` is left out. Given several "
                           "times, the fastest that decides counts")
    peer.add_argument("--peer-crowfly", metavar="BINARY", help="another build of Crowfly, the old one")
    parser.add_argument("--tool", help="Crowfly's binary; the launcher ./crowfly if not given")
    parser.add_argument("--tool-options", action="append", metavar="WORDS",
                        help="further options for `crowfly check`; breadth first if not given, so that both look at all states. Given several "
                             "times, the fastest that decides counts")
    parser.add_argument("--not-asked", action="append", default=[], metavar="WORD:TEXT",
                        help="a peer with this word in its template is not asked about models with this text, as its answers may be wrong there")
    parser.add_argument("--input", choices=("tck", "xml"), default="tck",
                        help="what Crowfly reads; a peer reads .tck files, and some .xml files are other models (docs/reference/verdicts.md)")
    parser.add_argument("--time", type=float, default=60, metavar="SECONDS", help="processor time per run")
    parser.add_argument("--only", default="", metavar="REGEX", help="instances whose name has a match")
    parser.add_argument("--repeat", type=int, help="runs of each; the one with the least processor time counts "
                                                   "(3, with --peer-crowfly 5)")
    parser.add_argument("--min-peer-seconds", type=float, default=0.1, help="below that a CPU ratio says nothing")
    parser.add_argument("--min-peer-mb", type=float, default=50, help="below that a memory ratio says nothing")
    parser.add_argument("--out", type=pathlib.Path, default=outcome.ROOT / "build/bench/compare", metavar="DIR")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    options = parser.parse_args()
    options.repeat = options.repeat or (5 if options.peer_crowfly else 3)
    options.tool_options = options.tool_options or ["--search bfs"]
    if options.peer_crowfly and len(options.tool_options) > 1:
        parser.error("builds are compared with one set of options")
    return options


class Instance:
    def __init__(self, row, folder):
        self.name, self.labels = row["name"], row["labels"]
        self.query = row["uppaal_query"]
        self.recorded = RECORDED.get(row["verdict"], "")
        self.files = {kind: folder / row[f"{kind}_file"] for kind in ("tck", "xml") if row[f"{kind}_file"]}

    def question(self, kind):
        """What Crowfly is asked: labels only mean something in a .tck file. Without labels all states are visited."""
        return [self.query or NOTHING_IS_REACHED] if kind == "xml" else ["--reach", self.labels]


def read_instances(manifest, only, kinds):
    """Those whose name has a match, and that have files of all these kinds."""
    with open(manifest, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    instances = [Instance(row, manifest.parent) for row in rows if re.search(only, row["name"])]
    return [instance for instance in instances if kinds <= instance.files.keys()]


def crowfly(instance, options, tool, words):
    return outcome.crowfly(tool, instance.files[options.input], instance.question(options.input), options.time,
                           options=shlex.split(words))


def asked_peers(instance, options):
    model = instance.files["tck"].read_text(encoding="utf-8") if options.not_asked else ""
    excluded = [rule.split(":", 1) for rule in options.not_asked]
    return [template for template in options.peer
            if not any(word in shlex.split(template) and text in model for word, text in excluded)]


def fastest(outcomes, names):
    """The one that decided with the least processor time; which, if there are several. The first, if none decided."""
    decided = [index for index, found in enumerate(outcomes) if found.decided()]
    best = min(decided, key=lambda index: outcomes[index].cpu, default=0)
    if len(names) > 1 and decided:
        outcomes[best].note = "; ".join(filter(None, (names[best] or "no options", outcomes[best].note)))
    return outcomes[best]


def different(templates):
    """The words in which they differ from each other."""
    words = [shlex.split(template) for template in templates]
    return [" ".join(word for word in own if not all(word in other for other in words)) for own in words]


def outcomes(instance, options, tool, program):
    """Of Crowfly and of the peer, and how many runs of each that took."""
    if options.peer_crowfly:
        words = options.tool_options[0]
        return builds.best(options.repeat, options.min_peer_seconds, lambda: crowfly(instance, options, tool, words),
                           lambda: crowfly(instance, options, program, words))
    templates = asked_peers(instance, options)
    commands = [outcome.peer_command(template, instance.files["tck"], instance.labels) for template in templates]
    ours = [functools.partial(crowfly, instance, options, tool, words) for words in options.tool_options]
    theirs = [functools.partial(outcome.peer, command, options.time) for command in commands]
    found = outcome.best_of(options.repeat, *ours, *theirs)
    return fastest(found[:len(ours)], options.tool_options), fastest(found[len(ours):], different(templates)), options.repeat


def measured(instance, options, tool, program):
    ours, theirs, runs = outcomes(instance, options, tool, program)
    row = {"name": instance.name, "recorded": instance.recorded, "runs": runs}
    for side, found in (("crowfly", ours), ("peer", theirs)):
        row.update({f"{side}_{name}": getattr(found, name) for name in (*SIDE, "state_bytes")})
    return row


class Row:
    """A line of the results, with the ratios that follow from it."""

    def __init__(self, row):
        self.name, self.recorded, self.runs = row["name"], row["recorded"], row["runs"]
        self.ours, self.theirs = row["crowfly_verdict"], row["peer_verdict"]
        self.note = "; ".join(f"{side}: {row[f'{side}_note']}" for side in ("crowfly", "peer") if row[f"{side}_note"])
        self.number = {name: table.number(row[name]) for name in COLUMNS
                       if name.endswith((*COUNTS, "cpu", "rss_kb", "state_bytes"))}

    @staticmethod
    def decided(verdict):
        return verdict in (outcome.REACHABLE, outcome.UNREACHABLE)

    def both(self):
        return self.decided(self.ours) and self.decided(self.theirs)

    def problem(self):
        if self.ours == outcome.FAILED:
            return f"{self.name}: Crowfly fails: {self.note}"
        others = {verdict for verdict in (self.theirs, self.recorded) if self.decided(verdict)}
        if self.decided(self.ours) and others - {self.ours}:
            return f"{self.name}: Crowfly says {self.ours}, the peer {self.theirs}, recorded is {self.recorded or 'nothing'}"
        return None

    def ratio(self, name):
        return table.ratio(self.number[f"crowfly_{name}"], self.number[f"peer_{name}"]) if self.both() else None

    def cells(self):
        number = self.number
        memory = [number[f"{side}_rss_kb"] / 1024 for side in ("crowfly", "peer")]
        return [self.name, self.ours, number["crowfly_cpu"], number["peer_cpu"], self.ratio("cpu"), *memory,
                self.ratio("rss_kb"), number["crowfly_explored"], number["peer_explored"], number["crowfly_stored"],
                number["peer_stored"], self.note]


HEAD = ("instance", "verdict", "CPU s", "peer CPU s", "ratio", "MB", "peer MB", "ratio", "explored", "peer explored", "stored",
        "peer stored", "remark")


def ratio_line(what, name, rows):
    ratios = sorted((row.ratio(name), row.name) for row in rows if row.ratio(name))
    if not ratios:
        return f"- {what}: no instances"
    mean = table.geometric_mean(value for value, _ in ratios)
    less = sum(value < 1 for value, _ in ratios)
    return (f"- {what}: geometric mean {mean:.3g} over {len(ratios)} instances; best {ratios[0][0]:.3g} ({ratios[0][1]}), "
            f"worst {ratios[-1][0]:.3g} ({ratios[-1][1]}); below 1 on {less}")


def summary(rows, options):
    both = [row for row in rows if row.both()]
    slow = [row for row in both if row.number["peer_cpu"] >= options.min_peer_seconds]
    large = [row for row in both if row.number["peer_rss_kb"] > options.min_peer_mb * 1024]
    ours = sum(row.decided(row.ours) for row in rows) - len(both)
    theirs = sum(row.decided(row.theirs) for row in rows) - len(both)
    return "\n".join([
        f"- {len(rows)} instances, {options.time:g} s each: decided by both {len(both)}, only by Crowfly {ours}, only by the "
        f"peer {theirs}",
        ratio_line(f"CPU, Crowfly / peer, where the peer needs at least {options.min_peer_seconds:g} s", "cpu", slow),
        ratio_line(f"memory, Crowfly / peer, where the peer needs over {options.min_peer_mb:g} MB", "rss_kb", large),
        ratio_line("states stored, Crowfly / peer", "stored", both),
        *(["- the peer read `.tck` files, Crowfly `.xml` files, some of which are other models (docs/reference/verdicts.md)"]
          if options.input != "tck" else [])]) + "\n"


def peer_program(options):
    for name in [options.peer_crowfly] if options.peer_crowfly else [shlex.split(template)[0] for template in options.peer]:
        program = shutil.which(name)
        if not program:
            raise SystemExit(f"no such program: {name}")
    return outcome.resolve_tool(program) if options.peer_crowfly else program


def report(rows, options):
    """The text, and what is wrong."""
    problems = [row.problem() for row in rows if row.problem()]
    if options.peer_crowfly:
        text = table.markdown(builds.HEAD, map(builds.cells, rows)) + "\n" + builds.summary(rows, options, ratio_line)
        problems += builds.problems(rows, options.min_peer_seconds)
    else:
        text = table.markdown(HEAD, [row.cells() for row in rows]) + "\n" + summary(rows, options)
    return text + "".join(f"- **{problem}**\n" for problem in problems), problems


def main():
    options = arguments()
    program = peer_program(options)
    tool = outcome.resolve_tool(options.tool)
    instances = read_instances(options.instances, options.only, {options.input} if options.peer_crowfly else {"tck", options.input})
    setup = {"tool": table.fingerprint(tool), "tool_options": options.tool_options, "peer": options.peer or "crowfly", "not_asked": options.not_asked,
             "peer_program": table.fingerprint(program), "input": options.input, "seconds": options.time,
             "repeat": options.repeat}
    if options.peer_crowfly:
        setup["min_peer_seconds"] = options.min_peer_seconds  # decides what is repeated
    results = table.Results(options.out, "compare", COLUMNS, "name", setup, options.fresh)
    known = results.known()
    for count, instance in enumerate(instances, 1):
        if instance.name not in known:
            print(f"[{count}/{len(instances)}] {instance.name}", file=sys.stderr)
            results.append(measured(instance, options, tool, program))
    asked = {instance.name for instance in instances}
    rows = [Row(row) for row in results.rows() if row["name"] in asked]
    text, problems = report(rows, options)
    (options.out / "compare.md").write_text(text, encoding="utf-8")
    print(text, end="")
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
