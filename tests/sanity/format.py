"""Sources are formatted as .clang-format says, and no line of code or comment is longer than 120 columns.

usage: format.py ROOT
Exits 77 without clang-format.
"""
import pathlib
import shutil
import subprocess
import sys

import tree

COLUMNS = 120
SUFFIXES = (".hpp", ".cpp")
FILES_AT_ONCE = 50


def sources(root):
    return list(tree.code_files(root, SUFFIXES))


def long_lines(root):
    for path in sources(root):
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            if len(line) > COLUMNS:
                yield f"{path.relative_to(root).as_posix()}:{number}: {len(line)} columns, more than {COLUMNS}"


def misformatted(root):
    """What clang-format would change: the first place of every file."""
    paths = [path.relative_to(root).as_posix() for path in sources(root)]
    for start in range(0, len(paths), FILES_AT_ONCE):
        command = ["clang-format", "--dry-run", "--ferror-limit=1", *paths[start:start + FILES_AT_ONCE]]
        output = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stderr
        for line in output.splitlines():
            if "[-Wclang-format-violations]" in line:
                yield line.split(": ")[0] + ": not formatted: run clang-format -i on this file"


def findings(root):
    yield from long_lines(root)
    yield from misformatted(root)


if __name__ == "__main__":
    if not shutil.which("clang-format"):
        print("skipped: clang-format is not installed")
        sys.exit(77)
    tree.finish(findings(pathlib.Path(sys.argv[1])))
