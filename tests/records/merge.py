#!/usr/bin/env python3
"""Adds up the records of several runs of the law over combinations (tests/property/test_combinations_slow.cpp) and writes
tests/records/combinations.tsv: a line per plug-in and per value of an option, with how often it was drawn, refused, answered
`unknown` and compared with the reference, and with how many others it was compared in one combination at least once. In the
first line, `all`, the last column counts the pairs. `./test nightly` runs it.

usage: merge.py --to FILE RECORD...
"""
import argparse
import collections
import pathlib
import sys

HEADER = ("option", "drawn", "refused", "unknown", "compared", "partners")


def merged(texts):
    """Per feature its four counts, and the set of pairs that were compared."""
    counts = collections.defaultdict(lambda: [0, 0, 0, 0])
    pairs = set()
    for text in texts:
        for line in text.splitlines():
            kind, name, *rest = line.split("\t")
            if kind == "pair":
                pairs.add((name, rest[0]))
                continue
            for place, number in enumerate(rest):
                counts[name][place] += int(number)
    return counts, pairs


def table(counts, pairs):
    partners = collections.Counter(name for pair in pairs for name in pair)
    rows = [HEADER, ("all", *counts.pop("all", [0, 0, 0, 0]), len(pairs))]
    rows += [(name, *numbers, partners[name]) for name, numbers in sorted(counts.items())]
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", required=True, type=pathlib.Path)
    parser.add_argument("records", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    missing = [str(path) for path in arguments.records if not path.exists()]
    if missing:
        sys.exit(f"there is no record {', '.join(missing)}")
    text = table(*merged(path.read_text(encoding="utf-8") for path in arguments.records))
    arguments.to.write_text(text, encoding="utf-8")
    print(f"{len(text.splitlines()) - 2} options in {arguments.to}")


if __name__ == "__main__":
    main()
