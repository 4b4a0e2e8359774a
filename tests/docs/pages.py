"""The pages of the documentation: README.md, CONTRIBUTING.md, ARCHITECTURE.md, docs/**/*.md and the READMEs of folders.

Markdown is read line by line: fences with their info strings, headings with their anchors, links.
"""
import dataclasses
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs"))
from markdown import FENCE, HEADING, slug  # noqa: E402

LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?: +\"[^\"]*\")?\)")
INLINE_CODE = re.compile(r"(`+).*?\1")
INFO = re.compile(r"^(?P<language>[\w-]*)(?: +(?P<mark>not run|needs|from|to): *(?P<value>.+))?$")


@dataclasses.dataclass
class Fence:
    line: int  # of the opening fence, from 1
    info: str
    body: list

    @property
    def parts(self):
        """(language, mark, value) of the info string; None if it does not follow the grammar."""
        match = INFO.match(self.info)
        return (match["language"], match["mark"], match["value"]) if match else None


def tracked_files(root=ROOT):
    """Files of the working tree that git knows or would know, relative to the root."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root, capture_output=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode().split("\0") if name]
    else:  # a source archive without git
        names = [path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()]
        names = [name for name in names if not name.startswith(("build/", "web/node_modules/"))]
    return sorted(name for name in names if (root / name).is_file())


def documentation(root=ROOT):
    """Pages whose commands are run."""
    return [name for name in tracked_files(root)
            if name in ("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md") or (name.startswith("docs/") and name.endswith(".md"))]


def all_pages(root=ROOT):
    """Pages whose links are checked."""
    return [name for name in tracked_files(root) if name.endswith(".md")]


def split_fences(text):
    """(lines outside of fences as (number, line), fences)."""
    outside, fences, open_fence, indent = [], [], None, ""
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if open_fence is None and match:
            open_fence, indent = Fence(number, match[3], []), match[1]
        elif open_fence is not None and match and not match[3]:
            fences.append(open_fence)
            open_fence = None
        elif open_fence is not None:
            open_fence.body.append(line[len(indent):] if line.startswith(indent) else line)
        else:
            outside.append((number, line))
    return outside, fences


def anchors(text):
    found, seen = set(), {}
    for _, line in split_fences(text)[0]:
        match = HEADING.match(line)
        if match:
            name = slug(match[2])
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
        found.update(re.findall(r'<a (?:id|name)="([^"]+)"', line))
    return found


def links(text):
    """(line number, target) of every link and picture outside of code."""
    for number, line in split_fences(text)[0]:
        if line.startswith("    "):
            continue
        for match in LINK.finditer(INLINE_CODE.sub(lambda code: "`" * len(code[0]), line)):
            yield number, match[1]
