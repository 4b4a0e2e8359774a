"""Writes a source that compiles several tests together: first all that they include, then each in a namespace of its own.

Most of compiling a test is what it includes and instantiates, which others do as well. Names of one test cannot clash with
those of another, so none has to be made up for the sake of this.

usage: together.py OUTPUT SOURCE...
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include (?:<([^>]*)>|"([^"]*[.]hpp)")', re.MULTILINE)
TOGETHER = 12


def is_test(path):
    return path.parent.name in ("unit", "property") and path.name.startswith("test_") and path.suffix == ".cpp"


def groups(sources):
    return [sources[first : first + TOGETHER] for first in range(0, len(sources), TOGETHER)]


def included(source):
    """What the source includes, written so that it is found from everywhere."""
    for system, own in INCLUDE.findall(source.read_text(encoding="utf-8")):
        beside = source.parent / own
        yield f"<{system}>" if system else f'"{beside if beside.is_file() else own}"'


def together(sources, around=""):
    """`around`: what stands before each source in its namespace."""
    headers = dict.fromkeys(header for source in sources for header in included(source))
    yield from (f"#include {header}\n" for header in headers)
    for source in sources:
        yield f'namespace {source.parent.name}_{source.stem} {{\n{around}#include "{source}"\n}}\n'


def main():
    output, *sources = sys.argv[1:]
    pathlib.Path(output).write_text("".join(together([pathlib.Path(source).resolve() for source in sources])), encoding="utf-8")


if __name__ == "__main__":
    main()
