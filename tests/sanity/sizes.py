"""No file or function grows silently past what one can read. Exceptions stand in sizes.allowed, each with its reason.

usage: sizes.py ROOT
"""
import pathlib
import sys

import functions
import tree

FILE_LIMIT = 500
FUNCTION_LIMIT = 60


def allowed(root):
    """Lines `path[:function]  reason` of sizes.allowed, as a dictionary; an exception without a reason is a finding."""
    listed = pathlib.Path(root) / "tests/sanity/sizes.allowed"
    entries = {}
    for line in tree.read(listed).splitlines() if listed.exists() else ():
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.strip().partition(" ")
            entries[name] = reason.strip()
    return entries


def oversized(root):
    """(name as in sizes.allowed, line, length, limit) of everything too long."""
    for path in tree.code_files(root):
        text, name = tree.read(path), path.relative_to(root).as_posix()
        length = len(text.splitlines())
        if length > FILE_LIMIT:
            yield name, 1, length, FILE_LIMIT
        found = functions.python_functions(text) if path.suffix == ".py" else functions.cpp_functions(text)
        for function, first, last in found:
            if last - first + 1 > FUNCTION_LIMIT:
                yield f"{name}:{function}", first, last - first + 1, FUNCTION_LIMIT


def findings(root):
    exceptions = allowed(root)
    yield from (f"sizes.allowed: {name}: no reason given" for name, reason in exceptions.items() if not reason)
    seen = set()
    for name, line, length, limit in oversized(root):
        seen.add(name)
        if name not in exceptions:
            yield f"{name}: line {line}: {length} lines, more than {limit}: split it by idea"
    yield from (f"sizes.allowed: {name}: not needed any more" for name in exceptions if name not in seen)


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
