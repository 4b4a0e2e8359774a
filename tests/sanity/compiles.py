"""Compiles files, syntax only, in parallel: headers must stand alone, sources must please a second compiler.

Most of compiling a file is what it includes, so it is included for several at a time:
- headers in chains, each of which includes the one before. It sees nothing of that which it would not see alone.
- sources of a folder, as the build does, and plug-ins and tests each in a namespace of its own. What does not compile together is
  taken apart until it does, or until one file is left: only that is a finding. What a source sees here because of its neighbours
  alone is a question for includes.py.
Headers of the standard library, fmt and JSON are precompiled, which takes two thirds of the time away; whether a file includes those of
them that it uses is a question for includes.py as well. (Precompiled headers of the project, each on top of another, would take
away more. Clang 14 crashes on them.)

usage: compiles.py headers|sources ROOT COMPILER FLAG...
Exits 77 (skipped) where the compiler is not installed.
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import closure
import includes
import tree

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "unit"))
import together

TOGETHER = 24


def compile_text(command, text):
    """What the compiler has against the text; "" if nothing."""
    run = subprocess.run([*command, "-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def including(files):
    """Included from an otherwise empty file, as the compiler would warn about `#pragma once` in a main file."""
    return "".join(f'#include "{path.resolve()}"\n' for path in files)


def plug_ins(files):
    """Many of a folder call what they register alike. In a namespace around it, a plug-in finds what the headers of the project declare."""
    around = "namespace crowfly { using namespace ::crowfly; }\n"
    return "".join(together.together([path.resolve() for path in files], around))


def tests(files):
    return "".join(together.together([path.resolve() for path in files]))


def kind_of(path):
    if together.is_test(path):
        return tests
    return plug_ins if "Registered<" in tree.read(path) else including


def groups_of_sources(root, files):
    """Pairs: what makes a text of some files, and these files. Programs, each of which has a main function, stay alone."""
    groups = {}
    for path in files:
        joins = together.is_test(path) or root / "src" in path.parents
        groups.setdefault((kind_of(path), path.parent if joins else path), []).append(path)
    for (kind, _), members in groups.items():
        size = together.TOGETHER if kind is tests else TOGETHER
        yield from ((kind, members[first : first + size]) for first in range(0, len(members), size))


def groups_of_headers(root, files):
    return ((including, chain) for chain in closure.chains(files, closure.Closures(root)))


def compile_group(command, kind, files):
    """What the compiler has against them; "" if nothing."""
    complaints = compile_text(command, kind(files))
    if not complaints:
        return ""
    if len(files) == 1:
        return complaints if kind is including else compile_text(command, including(files))
    half = len(files) // 2
    return compile_group(command, kind, files[:half]) + compile_group(command, kind, files[half:])


def with_precompiled_headers(command, folder):
    """The command, made to begin with the headers of includes.HEADERS; as it was if they do not compile."""
    common = f"{folder}/common.hpp"
    is_clang = "clang" in command[0]
    left_out = () if is_clang else includes.SELDOM_IN_HEADERS
    with open(common, "w", encoding="utf-8") as file:
        file.writelines(f"#include <{header}>\n" for header in includes.HEADERS if header not in left_out)
    made = f"{folder}/common.pch" if is_clang else f"{common}.gch"
    further = ["-fpch-instantiate-templates"] if is_clang else []
    run = subprocess.run([*command, *further, "-x", "c++-header", common, "-o", made], capture_output=True, check=False)
    if run.returncode:
        return command
    return [*command, "-include-pch", made] if is_clang else [*command, "-include", common]


def findings(kind, root, command):
    root = pathlib.Path(root)
    if kind == "headers":
        groups = groups_of_headers(root, list(tree.code_files(root, (".hpp",))))
    else:
        groups = groups_of_sources(root, tree.code_files(root, (".cpp",)))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(lambda group: compile_group(command, *group), groups))


def main():
    kind, root, *command = sys.argv[1:]
    if not shutil.which(command[0]):
        print(f"skipped: {command[0]} is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="crowfly-compiles-") as folder:
        tree.finish(findings(kind, root, with_precompiled_headers(command, folder)))


if __name__ == "__main__":
    main()
