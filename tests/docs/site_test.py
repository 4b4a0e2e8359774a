#!/usr/bin/env python3
"""The site of the documentation can be built, makes no external request, has no broken link, and every page can be reached from its start.

usage: site_test.py
"""
import html
import pathlib
import posixpath
import re
import subprocess
import sys
import tempfile
import urllib.parse

import pages

LOADED = re.compile(r'<(?:img|script|iframe|source|embed|object|link|video|audio)\b[^>]*?(?:src|href|data)="([^"]*)"')
LINK = re.compile(r'<a\b[^>]*?href="([^"]*)"')
STYLE_REQUEST = re.compile(r"url\(|@import")
SCRIPT_REQUEST = re.compile(r"\bfetch\(|XMLHttpRequest|importScripts|WebSocket|sendBeacon")
EXTERNAL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)")


def page_findings(name, text, root, known):
    for target in LOADED.findall(text):
        if EXTERNAL.match(html.unescape(target)):
            yield f"{name}: loads {target}"
        elif not (root / posixpath.normpath(posixpath.join(posixpath.dirname(name), html.unescape(target)))).exists():
            yield f"{name}: there is no {target}"
    for target in LINK.findall(text):
        path, _, anchor = urllib.parse.unquote(html.unescape(target)).partition("#")
        if EXTERNAL.match(target):
            continue
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if not (root / path).is_file():
            yield f"{name}: there is no {path}"
        elif anchor and anchor not in known.get(path, ()):
            yield f"{name}: {path} has no #{anchor}"
    main = re.search(r"<main>(.*)</main>", text, re.DOTALL)
    if not main or len(re.sub(r"<[^>]+>", "", main[1]).split()) < 3:
        yield f"{name}: nothing to read without JavaScript"


def reached(texts):
    """Pages that links lead to from the start."""
    seen, waiting = {"index.html"}, ["index.html"]
    while waiting:
        name = waiting.pop()
        for target in LINK.findall(texts[name]):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), urllib.parse.unquote(html.unescape(target)).partition("#")[0]))
            if path in texts and path not in seen:
                seen.add(path)
                waiting.append(path)
    return seen


def findings(root):
    texts = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in root.rglob("*.html")}
    known = {name: set(re.findall(r'\bid="([^"]+)"', text)) for name, text in texts.items()}
    for name, text in sorted(texts.items()):
        yield from page_findings(name, text, root, known)
    yield from (f"{name}: no way leads to it from index.html" for name in sorted(texts.keys() - reached(texts)))
    for path in root.rglob("*.css"):
        if STYLE_REQUEST.search(path.read_text(encoding="utf-8")):
            yield f"{path.name}: loads something"
    if SCRIPT_REQUEST.search((root / "search.js").read_text(encoding="utf-8")):
        yield "search.js: makes a request"
    if len(texts) < len(pages.all_pages()):
        yield f"{len(texts)} pages of {len(pages.all_pages())}"


def main():
    with tempfile.TemporaryDirectory(prefix="crowfly-site-") as folder:
        subprocess.run([sys.executable, "-B", pages.ROOT / "docs/site.py", folder], check=True)
        found = list(findings(pathlib.Path(folder)))
    for finding in found:
        print(finding)
    print(f"docs.site: {len(found)} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
