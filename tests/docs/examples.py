#!/usr/bin/env python3
"""The examples of CONTRIBUTING.md compile where it says that they belong.

usage: examples.py COMPILER FLAG...
"""
import subprocess
import sys

import pages


def main():
    examples = sorted((pages.ROOT / "tests/docs/examples").glob("*.cpp"))
    failed = [example for example in examples if subprocess.run([*sys.argv[1:], "-fsyntax-only", example], check=False).returncode]
    print(f"docs.examples: {len(examples)} examples, {len(failed)} do not compile")
    sys.exit(1 if failed or not examples else 0)


if __name__ == "__main__":
    main()
