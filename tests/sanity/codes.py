"""Every diagnostic code has its page in docs/reference/diagnostics.md, under its own title, and every page has its code.

usage: codes.py ROOT
"""
import pathlib
import re
import sys

import tree

CODE = re.compile(r'^CROWFLY_CODE\(\s*(\w+)\s*,\s*\w+\s*,\s*(\w+)\s*,\s*"([^"]*)"\s*\)', re.MULTILINE)
HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
PAGE = re.compile(r"([EW]\d{3}): (.+)")
PREFIX = {"error": "E", "warning": "W"}


def pages(text):
    """(heading, body) of each page."""
    pieces = HEADING.split(text)
    return list(zip(pieces[1::2], pieces[2::2]))


def findings(root):
    root = pathlib.Path(root)
    titles = {}
    for code, severity, title in CODE.findall(tree.read(root / "src/base/messages/codes.def")):
        if code in titles:
            yield f"codes.def: {code} is defined twice"
        if PREFIX.get(severity) != code[0]:
            yield f"codes.def: {code} is of severity {severity}"
        titles[code] = title
    seen = []
    for heading, body in pages(tree.read(root / "docs/reference/diagnostics.md")):
        match = PAGE.fullmatch(heading)
        if not match:
            yield f"diagnostics.md: `## {heading}` is not of the form `## E012: unknown name`"
            continue
        code, title = match.groups()
        seen.append(code)
        if titles.get(code, title) != title:
            yield f"diagnostics.md: {code} is called `{title}`, in codes.def `{titles[code]}`"
        if "```" not in body:
            yield f"diagnostics.md: {code} has no example"
    yield from (f"diagnostics.md: {code} has no page" for code in titles if code not in seen)
    yield from (f"diagnostics.md: {code} is not in codes.def" for code in seen if code not in titles)
    yield from (f"diagnostics.md: {code} has two pages" for code in sorted(set(seen)) if seen.count(code) > 1)


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
