#!/usr/bin/env python3
"""The figures of docs/explanation are those that docs/figures/draw.py draws from runs of this tool.

usage: figures.py --tool PATH
"""
import argparse
import sys

import pages

sys.path.insert(0, str(pages.ROOT / "docs/figures"))
import draw  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    found = [f"docs/figures/{name} is not what docs/figures/draw.py draws now; run it and look at the picture"
             for name, drawn in draw.draw(parser.parse_args().tool)
             if drawn != (pages.ROOT / "docs/figures" / name).read_text(encoding="utf-8")]
    for finding in found:
        print(finding)
    print(f"docs.figures: {len(draw.FIGURES)} figures, {len(found)} findings")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
