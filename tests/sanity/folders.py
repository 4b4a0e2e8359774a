"""A folder of src/ can be seen at once: it has at most 40 files, and a row in the README of its folder below src/.

usage: folders.py ROOT
"""
import collections
import pathlib
import sys

import tree

FILE_LIMIT = 40


def findings(root):
    root = pathlib.Path(root)
    files = collections.Counter(path.parent for path in tree.project_files(root, ("src",)) if path.name != "README.md")
    for folder, count in sorted(files.items()):
        name = folder.relative_to(root)
        if count > FILE_LIMIT:
            yield f"{name}: {count} files, more than {FILE_LIMIT}: split it by idea"
        if len(name.parts) > 2:
            readme = root.joinpath(*name.parts[:2], "README.md")
            if not readme.exists() or f"{name.name}/`" not in tree.read(readme):
                yield f"{name}: `{name.name}/` is not in {readme.relative_to(root)}"


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
