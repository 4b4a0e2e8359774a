"""The arrows of ARCHITECTURE.md: a folder under src/ includes only itself and folders listed above it.

Languages hide behind the frontends: a folder src/model/LANGUAGE is known to src/model and src/frontend alone, and what
stands in src/frontend/languages to nobody.

The same holds within a folder: SUBFOLDERS lists its subfolders in levels, and each includes only itself and those of
earlier levels. Neighbours on one level do not know each other.

Within src/search and src/space, headers of base types (options, results, settings, ids) include no header with functions,
and no includes go in a circle anywhere.
usage: arrows.py ROOT
"""
import pathlib
import re
import sys

import tree

ORDER = "base family zone model network property frontend space task abstraction heuristic search reduce symbolic trace engine render serve cli".split()
# Levels are separated by `/`; `.` stands for the files that are in no subfolder.
SUBFOLDERS = {
    "base": ". / messages / files plugins",
    "family": ". / families",
    "model": ". / aiger sas tck uppaal/parse / uppaal/write / uppaal/check uppaal/xml / uppaal",
    "network": ". / pruning values warnings / terms / symmetry / analyses / compile",
    "property": "kinds / .",
    "frontend": ". / languages",
    "space": ". / stores / zones / discrete local priced / any",
    "abstraction": ". / cartesian cost_partitioning merge_and_shrink patterns predicates",
    "heuristic": ". / abstractions heuristics",
    "search": "costs / settings / methods / backward guidance / kernels lists"
    " / . disk explore local lossy optimum runs workers / schedule / orders orders/general schedule/strategies",
    "reduce": ". / strategies",
    "symbolic": ". / diagrams / systems / searches / heuristics unrolling",
    "trace": ". / checker / runs / measures shorter / formats witnesses",
    "engine": ". / kinds",
    "render": ". / models steps / results / abstractions page reports / traces",
    "cli": "process / interface / files / queries / options / . commands",
}
KNOW_LANGUAGES = {"model", "frontend"}
BASE_TYPES = re.compile(
    r"(search|space)/(\w+/)?(\w+_options|\w+_result|search_outcome|search_task|settings|limits|pacer|path|samples|proof|strategy_run|total"
    r"|node|firing|priced_passage|stop|zone_work)\.hpp"
)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')


def levels(folder):
    """The level of each subfolder of `folder`."""
    ranks = enumerate(SUBFOLDERS.get(folder, ".").split(" / "))
    return {subfolder: rank for rank, subfolders in ranks for subfolder in subfolders.split()}


def complaint_within(folder, own, other):
    """Why subfolder `own` of `folder` must not include subfolder `other`, or None."""
    known = levels(folder)
    for subfolder in (own, other):
        if subfolder not in known:
            return f"`{folder}/{subfolder}` is not in SUBFOLDERS of tests/sanity/arrows.py"
    if own == other or known[other] < known[own]:
        return None
    where = "beside" if known[other] == known[own] else "above"
    names = [folder if subfolder == "." else f"{folder}/{subfolder}" for subfolder in (own, other)]
    return f"`{names[0]}` stands {where} `{names[1]}` and must not know it"


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
    if own == other == "model" and len(parts) > 2 and len(includer.parts) > 2 and parts[1] != includer.parts[1]:
        return f"the language `{includer.parts[1]}` must not know the language `{parts[1]}`"
    if parts[:2] == ("frontend", "languages"):
        return "a frontend registers itself; nobody calls it by name"
    if BASE_TYPES.fullmatch(str(includer)) and other in ("search", "space") and not BASE_TYPES.fullmatch(target):
        return "a header of base types must not know functions"
    if own == other:
        return complaint_within(own, "/".join(includer.parts[1:-1]) or ".", "/".join(parts[1:-1]) or ".")
    return None


def circles(includes):
    """Every circle that a depth first search through {file: [included]} closes, as a list of files."""
    done, path = set(), []

    def visit(file):
        if file in path:
            yield path[path.index(file):] + [file]
        elif file not in done:
            path.append(file)
            for target in includes.get(file, []):
                yield from visit(target)
            path.pop()
            done.add(file)

    for file in sorted(includes):
        yield from visit(file)


def findings(root):
    includes = {}
    source_root = pathlib.Path(root) / "src"
    for path in tree.project_files(root, ("src",)):
        includer = path.relative_to(source_root)
        if len(includer.parts) < 2 or includer.parts[0] not in ORDER:
            yield f"src/{includer}: not in a folder of ARCHITECTURE.md"
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                includes.setdefault(str(includer), []).append(match.group(1))
            reason = match and complaint(includer, match.group(1))
            if reason:
                yield f'src/{includer}:{number}: includes "{match.group(1)}": {reason}'
    for circle in circles(includes):
        yield f"src/{circle[0]}: includes itself: {' → '.join(circle)}"


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
