"""Compiles files, syntax only, in parallel: headers must stand alone, sources must please a second compiler.

Files of src/ are compiled one by one, tests twelve at a time. A header that its own source includes first stands alone if that source
compiles: `other-headers` leaves it to `sources`.
Headers of the standard library, fmt and JSON are precompiled, which takes two thirds of the time away; whether a file includes those of
them that it uses is a question for includes.py.

usage: compiles.py headers|other-headers|sources ROOT COMPILER FLAG...
Exits 77 (skipped) where the compiler is not installed.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import includes
import tree

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "unit"))
import together

SUFFIXES = {"headers": (".hpp",), "other-headers": (".hpp",), "sources": (".cpp",)}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]*)[>"]', re.MULTILINE)


def compile_text(command, text):
    """What the compiler has against the text; "" if nothing."""
    run = subprocess.run([*command, "-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def including(path):
    """A header is included from an otherwise empty file, as the compiler would warn about `#pragma once` in a main file."""
    return f'#include "{path.resolve()}"\n'


def texts_of(files):
    """What is compiled: each file alone, except tests, in which no names can clash."""
    tests = [path.resolve() for path in files if together.is_test(path)]
    yield from (including(path) for path in files if not together.is_test(path))
    yield from ("".join(together.together(group)) for group in together.groups(tests))


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


def opens_its_source(header):
    """Whether the source beside the header includes it before anything else."""
    source = header.with_suffix(".cpp")
    first = INCLUDE.search(tree.read(source)) if source.exists() else None
    return first is not None and header.as_posix().endswith("/" + first.group(1))


def findings(kind, root, command):
    files = list(tree.code_files(root, SUFFIXES[kind]))
    if kind == "other-headers":
        files = [path for path in files if not opens_its_source(path)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(lambda text: compile_text(command, text), texts_of(files)))


def main():
    kind, root, *command = sys.argv[1:]
    if not shutil.which(command[0]):
        print(f"skipped: {command[0]} is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="crowfly-compiles-") as folder:
        tree.finish(findings(kind, root, with_precompiled_headers(command, folder)))


if __name__ == "__main__":
    main()
