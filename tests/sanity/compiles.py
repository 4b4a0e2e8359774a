"""Compiles files one by one, syntax only, in parallel: headers must stand alone, sources must please a second compiler.

usage: compiles.py headers|sources ROOT COMPILER FLAG...
Exits 77 (skipped) where the compiler is not installed.
"""
import concurrent.futures
import os
import shutil
import subprocess
import sys

import tree

SUFFIXES = {"headers": (".hpp",), "sources": (".cpp",)}


def compile_alone(command, path):
    """What the compiler has against the file; "" if nothing. A header is included from an otherwise empty file, as the
    compiler would warn about `#pragma once` in a main file."""
    text = f'#include "{path.resolve()}"\n'
    run = subprocess.run([*command, "-fsyntax-only", "-x", "c++", "-"], input=text, capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def findings(kind, root, command):
    files = list(tree.code_files(root, SUFFIXES[kind]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from filter(None, pool.map(lambda path: compile_alone(command, path), files))


def main():
    kind, root, *command = sys.argv[1:]
    if not shutil.which(command[0]):
        print(f"skipped: {command[0]} is not installed")
        sys.exit(77)
    tree.finish(findings(kind, root, command))


if __name__ == "__main__":
    main()
