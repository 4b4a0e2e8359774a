"""The arrows of ARCHITECTURE.md: a folder under src/ includes only itself and folders listed above it.

Languages hide behind the frontends: a folder src/model/LANGUAGE is known to src/model and src/frontend alone, and what
stands in src/frontend/languages to nobody.
usage: arrows.py ROOT
"""
import pathlib
import re
import sys

import tree

ORDER = "base family zone model network property frontend space task heuristic search trace engine render serve cli".split()
KNOW_LANGUAGES = {"model", "frontend"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def complaint(includer, target):
    """Why src/`includer` must not include `target`, or None."""
    parts = pathlib.PurePosixPath(target).parts
    own, other = includer.parts[0], parts[0]
    if len(parts) < 2 or ".." in parts:
        return "write the path from src/"
    if other not in ORDER:
        return f"`{other}` is not a folder of ARCHITECTURE.md"
    if ORDER.index(other) > ORDER.index(own):
        return f"`{own}` stands above `{other}` and must not know it"
    if other == "model" and len(parts) > 2 and own not in KNOW_LANGUAGES:
        return f"`{own}` must not know the language `{parts[1]}`"
    if parts[:2] == ("frontend", "languages"):
        return "a frontend registers itself; nobody calls it by name"
    return None


def findings(root):
    source_root = pathlib.Path(root) / "src"
    for path in tree.project_files(root, ("src",)):
        includer = path.relative_to(source_root)
        if len(includer.parts) < 2 or includer.parts[0] not in ORDER:
            yield f"src/{includer}: not in a folder of ARCHITECTURE.md"
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            match = INCLUDE.match(line)
            reason = match and complaint(includer, match.group(1))
            if reason:
                yield f'src/{includer}:{number}: includes "{match.group(1)}": {reason}'


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
