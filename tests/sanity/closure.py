"""Which headers of the project a file includes, itself or by other headers; and headers in chains, each of which includes the one before it."""
import re

import tree

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]*)[>"]', re.MULTILINE)


class Closures:
    def __init__(self, root):
        self.roots = [root / folder for folder in ("src", "tests")]
        self.direct = {}
        self.known = {}

    def included(self, path):
        if path not in self.direct:
            candidates = (folder / name for name in INCLUDE.findall(tree.read(path)) for folder in (path.parent, *self.roots))
            self.direct[path] = [candidate for candidate in candidates if candidate.is_file()]
        return self.direct[path]

    def of(self, path):
        if path not in self.known:
            found, left = set(), [path]
            while left:
                new = set(self.included(left.pop())) - found
                found |= new
                left.extend(new)
            self.known[path] = found
        return self.known[path]


def chains(headers, closures):
    """As few chains as there can be: each step is an edge of a maximum matching between headers and those that include them."""
    includers = {header: sorted((other for other in headers if header in closures.of(other)), key=lambda other: len(closures.of(other)))
                 for header in headers}
    before = {}  # of a header, the one before it in its chain

    def extend(header, seen):
        for includer in includers[header]:
            if includer in seen or includer == header:
                continue
            seen.add(includer)
            if includer not in before or extend(before[includer], seen):
                before[includer] = header
                return True
        return False

    for header in headers:
        extend(header, set())
    after = {header: includer for includer, header in before.items()}
    for header in headers:
        if header not in before:
            chain = [header]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            yield chain
