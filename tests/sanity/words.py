"""Words that must not be left behind: paths of somebody's machine anywhere, marks of unfinished work in src/.

usage: words.py ROOT
"""
import pathlib
import re
import sys

import tree

PRIVATE_PATH = re.compile(r"(?<![\w.~-])/(?:home|root|Users|work)/\w+")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|\bnot (?:yet )?implemented\b", re.IGNORECASE)


def matches(path, pattern):
    for number, line in enumerate(tree.read(path).splitlines(), 1):
        match = pattern.search(line)
        if match:
            yield number, match.group()


def findings(root):
    root = pathlib.Path(root)
    for path in tree.project_files(root):
        name = path.relative_to(root).as_posix()
        patterns = [(PRIVATE_PATH, "a path of one machine")]
        if name.startswith("src/"):
            patterns.append((UNFINISHED, "unfinished work belongs into an issue"))
        for pattern, reason in patterns:
            yield from (f"{name}:{number}: `{word}`: {reason}" for number, word in matches(path, pattern))


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
