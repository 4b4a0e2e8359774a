"""Libraries that take seconds to compile stay where they are used: one file includes CLI11, and no header includes
nlohmann/json.hpp, for which there is nlohmann/json_fwd.hpp.

usage: heavy.py ROOT
"""
import pathlib
import re
import sys

import tree

CLI11 = re.compile(r'^\s*#\s*include\s*[<"]CLI/', re.MULTILINE)
JSON = re.compile(r'^\s*#\s*include\s*[<"]nlohmann/json\.hpp[>"]', re.MULTILINE)


def findings(root):
    root = pathlib.Path(root)
    parsers = []
    for path in tree.project_files(root, ("src",)):
        name = path.relative_to(root).as_posix()
        text = tree.read(path)
        if CLI11.search(text):
            parsers.append(name)
            if path.suffix == ".hpp":
                yield f"{name}: a header includes CLI11, and so does whoever includes it"
        if path.suffix == ".hpp" and JSON.search(text):
            yield f"{name}: a header includes nlohmann/json.hpp: nlohmann/json_fwd.hpp declares what it needs"
    if len(parsers) > 1:
        yield f"{', '.join(parsers)}: only one file may include CLI11; others declare options in cli/interface/declaration.hpp"


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
