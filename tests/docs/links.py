#!/usr/bin/env python3
"""No link of a Markdown page of the project is broken: files exist, anchors are headings, every page of docs/ is linked.
Pages that are to be read at once stay short. The pages that CHANGELOG.md names and the files that pages of folders name exist. No
entry of CHANGELOG.md is there twice.

usage: links.py
"""
import posixpath
import re
import sys
import urllib.parse

import pages

MOST_LINES = {"README.md": 150, "ARCHITECTURE.md": 100}
MOST_LINES_OF_A_FOLDER = 60  # a screen, for src/*/README.md
NAMED_FILE = re.compile(r"`([a-z0-9_/]+\.(?:hpp|cpp|def))`")
NAMED_PAGE = re.compile(r"`(docs/[\w/-]+\.md)`")
SAME = 40  # characters at the beginning of two entries of CHANGELOG.md that make them the same
PROCESSOR = re.compile(r"_(arm64|amd64)\.deb|linux-(aarch64|x86_64)")
EXTERNAL = ("http:", "https:", "mailto:")


def target_of(page, link):
    """(path from the root, anchor) that a link of a page leads to."""
    path, _, anchor = urllib.parse.unquote(link).partition("#")
    return (posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page), anchor


def findings(root):
    texts = {name: (root / name).read_text(encoding="utf-8") for name in pages.all_pages(root)}
    known = {name: pages.anchors(text) for name, text in texts.items()}
    linked = set()
    for page, text in texts.items():
        for number, link in pages.links(text):
            if link.startswith(EXTERNAL):
                continue
            path, anchor = target_of(page, link)
            if path != page:
                linked.add(path)
            if not (root / path).exists():
                yield f"{page}:{number}: there is no {path}"
            elif anchor and path in known and anchor not in known[path]:
                yield f"{page}:{number}: {path} has no heading #{anchor}"
    for page in texts:
        if page.startswith("docs/") and page not in linked:
            yield f"{page}: no page links to it"


def file_findings(root):
    """Files that the page of a folder of src/ names are there."""
    for page in pages.all_pages(root):
        if not page.startswith("src/"):
            continue
        folder = (root / page).parent
        for name in sorted(set(NAMED_FILE.findall((root / page).read_text(encoding="utf-8")))):
            if not any(path.exists() for path in (folder / name, root / "src" / name, root / name)) and not any(folder.rglob(name)):
                yield f"{page}: there is no {name}"


def changelog_findings(root):
    changelog = root / "CHANGELOG.md"
    seen = {}
    for number, line in enumerate(changelog.read_text(encoding="utf-8").splitlines() if changelog.exists() else [], 1):
        for name in NAMED_PAGE.findall(line):
            if not (root / name).exists():
                yield f"CHANGELOG.md:{number}: there is no {name}"
        if line.startswith("- ") and line[:SAME] in seen:
            yield f"CHANGELOG.md:{number}: the entry is on line {seen[line[:SAME]]}, too"
        seen[line[:SAME]] = number


def machine_findings(root):
    """Names of packages contain the processor, so that pages write `*` or `…` for it."""
    for page in pages.documentation(root):
        for number, line in enumerate((root / page).read_text(encoding="utf-8").splitlines(), 1):
            if PROCESSOR.search(line):
                yield f"{page}:{number}: the name of the package is that of one processor only"


def length_findings(root):
    for page in pages.all_pages(root):
        most = MOST_LINES.get(page, MOST_LINES_OF_A_FOLDER if page.startswith("src/") else None)
        length = len((root / page).read_text(encoding="utf-8").splitlines())
        if most and length > most:
            yield f"{page}: {length} lines, more than {most}"


def main():
    found = sorted([*findings(pages.ROOT), *file_findings(pages.ROOT), *changelog_findings(pages.ROOT), *machine_findings(pages.ROOT),
                    *length_findings(pages.ROOT)])
    for finding in found:
        print(finding)
    print(f"docs.links: {len(pages.all_pages())} pages, {len(found)} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
