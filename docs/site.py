#!/usr/bin/env python3
"""Builds an offline site of the project's Markdown pages: docs/site.py FOLDER

Every page becomes an HTML file at the same place, README.md becomes index.html. Files that pages link to are copied. The site makes
no external request. It can be read without JavaScript; with it there is a search field.
"""
import argparse
import html
import json
import pathlib
import posixpath
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))
sys.path.insert(0, str(ROOT / "tests/docs"))
import markdown  # noqa: E402
import pages  # noqa: E402

KINDS = (("docs/tutorial/", "Tutorial"), ("docs/howto/", "How-to"), ("docs/reference/", "Reference"), ("docs/explanation/", "Explanation"))
GENERAL = ("README.md", "docs/README.md", "docs/features.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md")
EXTERNAL = re.compile(r"^[a-z][a-z0-9+.-]*:")

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --soft: #f3f4f6; --line: #d5d8dd; --link: #2457a6; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #17191c; --soft: #22262b; --line: #3a4048; --link: #8ab4f8; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 sans-serif; color: var(--ink); background: var(--paper); display: flex; flex-wrap: wrap; }
nav { flex: 0 1 17rem; padding: 1rem; background: var(--soft); border-right: 1px solid var(--line); }
nav h2 { font-size: 0.85rem; margin: 1rem 0 0.2rem; } nav ul { list-style: none; margin: 0; padding: 0; font-size: 0.92rem; }
main { flex: 1 1 30rem; min-width: 0; max-width: 60rem; padding: 1rem 2rem 4rem; }
a { color: var(--link); } [aria-current] { font-weight: bold; }
pre { background: var(--soft); border: 1px solid var(--line); padding: 0.7rem; overflow-x: auto; font-size: 0.85rem; line-height: 1.4; }
code { font-family: monospace; font-size: 0.92em; } p code, li code, td code { background: var(--soft); padding: 0 0.2em; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 0.92rem; } th, td { border: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: left;
vertical-align: top; } .number { text-align: right; } img { max-width: 100%; background: #fff; }
#search { width: 100%; padding: 0.3rem; } #found { font-size: 0.92rem; } #found li { margin: 0.4rem 0; }
"""

SCRIPT = """
(function () {
  var field = document.getElementById("search"), found = document.getElementById("found"), root = document.documentElement.dataset.root;
  field.parentElement.hidden = false;
  field.addEventListener("input", function () {
    var words = field.value.toLowerCase().split(/\\s+/).filter(Boolean), hits = [];
    found.textContent = "";
    if (!words.length) return;
    SECTIONS.forEach(function (section) {
      var title = (section.page + " " + section.title).toLowerCase(), text = section.text.toLowerCase(), score = 0;
      for (var i = 0; i < words.length; i++) {
        var inTitle = title.indexOf(words[i]) >= 0, inText = text.indexOf(words[i]) >= 0;
        if (!inTitle && !inText) return;
        score += inTitle ? 10 : 1;
      }
      hits.push([score, section]);
    });
    hits.sort(function (a, b) { return b[0] - a[0]; });
    hits.slice(0, 25).forEach(function (hit) {
      var item = document.createElement("li"), link = document.createElement("a");
      link.href = root + hit[1].address;
      link.textContent = hit[1].page + (hit[1].title === hit[1].page ? "" : ": " + hit[1].title);
      item.appendChild(link);
      found.appendChild(item);
    });
    if (!hits.length) found.textContent = "nothing found";
  });
})();
"""


def address(name):
    """Where a page is in the site."""
    folder, file = posixpath.split(name)
    return posixpath.join(folder, "index.html" if file == "README.md" else file[:-3] + ".html")


class Site:
    def __init__(self, folder):
        self.folder, self.names, self.copied, self.sections = folder, pages.all_pages(ROOT), set(), []
        self.titles = {name: self.title(name) for name in self.names}

    @staticmethod
    def title(name):
        match = re.search(r"^# +(.*)$", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        return match[1].replace("`", "") if match else name

    def linked(self, page, target):
        """The target of a link as seen from a page of the site. Files that are no pages are copied."""
        if EXTERNAL.match(target) or target.startswith("#"):
            return target
        path, mark, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if path in self.names:
            path = address(path)
        elif (ROOT / path).is_dir():
            path = self.listing(path)
        else:
            self.copied.add(path)
        return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor

    def listing(self, path):
        """A page with the files of a folder."""
        if f"{path}/README.md" in self.names:
            return address(f"{path}/README.md")
        files = sorted(name for name in pages.tracked_files(ROOT) if posixpath.dirname(name) == path)
        self.copied.update(name for name in files if not name.endswith(".md"))
        entries = "\n".join(f'<li><a href="{posixpath.basename(address(name) if name.endswith(".md") else name)}">'
                            f"{html.escape(posixpath.basename(name))}</a></li>" for name in files)
        self.write(f"{path}/index.html", path, f"<h1>{html.escape(path)}</h1>\n<ul>\n{entries}\n</ul>", f"{path}/README.md")
        return f"{path}/index.html"

    def navigation(self, page):
        def entry(name):
            here = ' aria-current="page"' if name == page else ""
            return f'<li><a href="{posixpath.relpath(address(name), posixpath.dirname(page) or ".")}"{here}>{html.escape(self.titles[name])}</a></li>'
        groups = [("Crowfly", [name for name in GENERAL if name in self.names])]
        groups += [(kind, [name for name in self.names if name.startswith(prefix)]) for prefix, kind in KINDS]
        known = {name for _, names in groups for name in names}
        parts = [f"<h2>{kind}</h2>\n<ul>\n" + "\n".join(map(entry, names)) + "\n</ul>" for kind, names in groups if names]
        others = "\n".join(entry(name) for name in self.names if name not in known)
        return "\n".join(parts) + f"\n<details><summary>Other pages</summary>\n<ul>\n{others}\n</ul></details>"

    def write(self, target, title, body, page):
        root = posixpath.relpath(".", posixpath.dirname(target) or ".")
        root = "" if root == "." else root + "/"
        text = f"""<!DOCTYPE html>
<html lang="en" data-root="{root}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{html.escape(title)} - Crowfly</title><link rel="stylesheet" href="{root}site.css"></head><body>
<nav><div hidden><label for="search">Search</label> <input id="search" type="search"><ul id="found"></ul></div>
{self.navigation(page)}
</nav><main>
{body}
</main><script src="{root}sections.js"></script><script src="{root}search.js"></script></body></html>
"""
        path = self.folder / target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def collect(self, name, body):
        """Adds the sections of a page to the index of the search."""
        parts = re.split(r'<h[1-6] id="([^"]*)">(.*?)</h[1-6]>', body)
        for anchor, heading, text in zip(parts[1::3], parts[2::3], parts[3::3]):
            plain = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))
            title = html.unescape(re.sub(r"<[^>]+>", "", heading))
            self.sections.append({"address": f"{address(name)}#{anchor}", "page": self.titles[name], "title": title, "text": plain[:3000]})

    def build(self):
        for name in self.names:
            text = (ROOT / name).read_text(encoding="utf-8")
            body = markdown.Page(text, lambda target, page=name: self.linked(page, target)).body
            self.collect(name, body)
            self.write(address(name), self.titles[name], body, name)
        for name in self.copied:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, self.folder / name)
        (self.folder / "site.css").write_text(STYLE, encoding="utf-8")
        (self.folder / "search.js").write_text(SCRIPT, encoding="utf-8")
        (self.folder / "sections.js").write_text(f"var SECTIONS = {json.dumps(self.sections)};\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    site = Site(folder)
    site.build()
    print(f"{len(site.names)} pages: open {folder}/index.html")


if __name__ == "__main__":
    main()
