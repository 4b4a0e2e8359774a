#!/usr/bin/env python3
"""Runs every fenced command of the documentation in a fresh copy of the repository and compares the output shown.

usage: fences.py --tool PATH [--only TEXT] [--update]

The first word after the fence says what it holds:
    console    lines `$ command`, each followed by its output (standard output and error together)
    sh         commands only. Each ends with 0, 1 or 3; a comment `# E012` at its end says that it fails with that code,
               `# W012` that it warns
    anything else, or nothing: no commands
A mark may follow:
    not run: REASON     the commands are not run (at most ten in the whole repository)
    needs: PROGRAM      the commands are run if that program is there
    from: FILE          the lines are an excerpt of that file of the repository
    to: FILE            the lines are written to that file, for the commands of the page
The commands of one page run in order in one copy of the repository. There ./crowfly is the built tool, and so is crowfly.
In output shown, `…` stands for any text of a line, and a line `…` for any lines. Times, memory and the version are
normalised. `--update` writes what the commands print into the pages, unless a `…` is in the way.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import pages

MOST_NOT_RUN = 10
SECONDS = 120
SHARED = ("src", "tests", "web")  # large, and no command of a page writes there
ANSWERS = (0, 1, 3)  # exit codes of `crowfly check` that are answers
LOOKS_LIKE_A_COMMAND = re.compile(r"^(\$ |(\./)?crowfly [a-z-]|\./test\b|mpirun |cmake |python3 |bench/)")
EXPECTED_CODE = re.compile(r"#.*?\b([EW]\d{3})\b")
PROGRESS = re.compile(r"^\d+ s, ")  # a line every ten seconds on standard error
MOST_LINES = 24  # of a difference or an output in a finding
ANYTHING = "…"

NORMAL_FORMS = (
    (re.compile(r"<?\b\d[\d.,]*(?:e[+-]?\d+)? ?(ns|µs|us|ms|s|seconds?|CPU-seconds?)\b"), r"TIME"),
    (re.compile(r" \(TIME for the trace\)"), r""),
    (re.compile(r"\b\d[\d.,  ]*(B|KB|MB|GB|KiB|MiB|GiB|bytes)\b"), r"MEMORY"),
    (re.compile(r"\b[\d  .]+(?:k|M)? states/s\b"), r"RATE"),
    (re.compile(r"\bcrowfly \d+\.\d+\.\d+ \([0-9a-f]+\)"), r"crowfly VERSION"),
    (re.compile(r"/tmp/[\w./-]+"), r"PATH"),
    (re.compile(r"[ \t]+"), r" "),
)


def normalised(line):
    for pattern, replacement in NORMAL_FORMS:
        line = pattern.sub(replacement, line)
    return line.strip()


def matches_line(shown, printed):
    if ANYTHING not in shown:
        return normalised(shown) == normalised(printed)
    pattern = ".*".join(re.escape(" ".join(part.split())) for part in shown.split(ANYTHING))
    normal_pattern = ".*".join(re.escape(normalised(part)) for part in shown.split(ANYTHING))
    return bool(re.fullmatch(normal_pattern, normalised(printed)) or re.fullmatch(pattern, " ".join(printed.split())))


def matches(shown, printed):
    """Whether output (lists of lines) is as shown, where a line `…` stands for any lines, none included."""
    ends = {0}  # numbers of printed lines that the shown lines so far can account for
    for line in shown:
        if line.strip() == ANYTHING:
            ends = set(range(min(ends), len(printed) + 1)) if ends else set()
        else:
            ends = {end + 1 for end in ends if end < len(printed) and matches_line(line, printed[end])}
    return len(printed) in ends


def console_steps(fence):
    """[command, first line of its output, last + 1] as indices into the fence's body."""
    steps, index, body = [], 0, fence.body
    while index < len(body):
        if not body[index].startswith("$ "):
            index += 1
            continue
        command, index = body[index][2:], index + 1
        while command.endswith("\\") and index < len(body):
            command, index = command + "\n" + re.sub("^> ", "", body[index]), index + 1
        first = index
        while index < len(body) and not body[index].startswith("$ "):
            index += 1
        steps.append((command, first, index))
    return steps


def sh_commands(fence):
    joined = "\n".join(fence.body).replace("\\\n", " ")
    return [line for line in joined.split("\n") if line.strip() and not line.lstrip().startswith("#")]


class Copy:
    """A fresh copy of the repository in which the commands of one page run. Its sources are those of the first copy."""

    def __init__(self, folder, tool, original):
        self.folder = folder / "crowfly"
        self.folder.mkdir()
        for path in original.iterdir():
            if path.name in SHARED:
                (self.folder / path.name).symlink_to(path)
            elif path.is_dir():
                shutil.copytree(path, self.folder / path.name)
            else:
                shutil.copy2(path, self.folder / path.name)
        programs = folder / "bin"
        programs.mkdir()
        release = self.folder / "build/release"
        release.mkdir(parents=True)
        for link in (programs / "crowfly", self.folder / "crowfly", release / "crowfly"):
            link.unlink(missing_ok=True)
            link.symlink_to(tool)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb",
                            "LC_ALL": "C.UTF-8", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                            "PYTHONDONTWRITEBYTECODE": "1"}
        self.environment.pop("CROWFLY_CORPUS", None)

    def run(self, command):
        """(exit code, lines of output)."""
        try:
            done = subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None, [f"(still running after {SECONDS} s)"]
        lines = done.stdout.decode("utf-8", "replace").replace(str(self.folder) + "/", "").splitlines()
        return done.returncode, [line for line in lines if not PROGRESS.match(line)]


def copy_repository(folder):
    for name in pages.tracked_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(pages.ROOT / name, folder / name)
    return folder


def updated(shown, printed):
    """What a page shows from now on: the lines printed; times and sizes, and lines left out by `…`, stay as they were."""
    if not any(ANYTHING in line for line in shown):
        as_shown = {normalised(line): line for line in shown}
        return [as_shown.get(normalised(line), line) for line in printed]
    result, rest = [], printed
    for line in shown:
        nearest = difflib.get_close_matches(line, rest, 1, 0.5) if ANYTHING not in line else []
        result += nearest or [line]
        rest = rest[rest.index(nearest[0]) + 1:] if nearest else rest
    return result if matches(result, printed) else shown


def run_console(fence, copy):
    """Runs a session. Yields findings; changes the body of the fence to what was printed."""
    body, kept = [], 0
    for command, first, last in console_steps(fence):
        body += fence.body[kept:first]
        kept = last
        shown = fence.body[first:last]
        code, printed = copy.run(command)
        trimmed = shown[:-1] if shown and not shown[-1].strip() else shown
        if matches(shown, printed) or matches(trimmed, printed):
            body += shown
            continue
        difference = list(difflib.unified_diff(trimmed, printed, "shown", f"printed, exit code {code}", lineterm="", n=1))
        yield fence.line + first, "\n".join([f"`{command}` prints something else:", *difference[:MOST_LINES]])
        body += updated(shown, printed)
    fence.body = body + fence.body[kept:]


def run_sh(fence, copy):
    for command in sh_commands(fence):
        code, printed = copy.run(command)
        expected, output = EXPECTED_CODE.search(command), "\n".join(printed)
        if expected and expected[1] not in output:
            yield fence.line, f"`{command}` does not print {expected[1]}, exit code {code}:\n{output[-600:]}"
        elif code not in ANSWERS and not (expected and expected[1].startswith("E")):
            yield fence.line, f"`{command}` ends with {code}:\n{output[-600:]}"


def is_excerpt(fence, path):
    if not path.is_file():
        return False
    lines, wanted = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()], [line.strip() for line in fence.body]
    return any(lines[start:start + len(wanted)] == wanted for start in range(len(lines)))


def fence_findings(fence, copy):
    if fence.parts is None:
        yield fence.line, f"`{fence.info}` does not say what the fence holds; tests/docs/fences.py has the words"
        return
    language, mark, value = fence.parts
    if language not in ("console", "sh"):
        for line in fence.body:
            if LOOKS_LIKE_A_COMMAND.match(line):
                yield fence.line, f"`{line}` looks like a command: call the fence console or sh"
        if mark == "from" and not is_excerpt(fence, copy.folder / value):
            yield fence.line, f"this is no excerpt of {value}"
        if mark == "to":
            (copy.folder / value).parent.mkdir(parents=True, exist_ok=True)
            (copy.folder / value).write_text("\n".join(fence.body) + "\n", encoding="utf-8")
    elif mark == "not run" or (mark == "needs" and shutil.which(value) is None):
        return
    elif language == "console":
        yield from run_console(fence, copy)
    else:
        yield from run_sh(fence, copy)


def rewritten(text, fences):
    """The page with the bodies of its fences replaced."""
    lines, result, position = text.splitlines(), [], 0
    for fence in fences:
        result += lines[position:fence.line] + fence.body
        position = fence.line
        while not pages.FENCE.match(lines[position]):
            position += 1
    return "\n".join(result + lines[position:]) + "\n"


def check_page(page, tool, original, update):
    path = pages.ROOT / page
    text = path.read_text(encoding="utf-8")
    fences = pages.split_fences(text)[1]
    if not fences:
        return []
    with tempfile.TemporaryDirectory(prefix="crowfly-docs-") as folder:
        copy = Copy(pathlib.Path(folder), tool, original)
        found = [f"{page}:{line}: {finding}" for fence in fences for line, finding in fence_findings(fence, copy)]
    if update and found:
        path.write_text(rewritten(text, fences), encoding="utf-8")
    return found


def not_run(page):
    fences = pages.split_fences((pages.ROOT / page).read_text(encoding="utf-8"))[1]
    return [f"{page}:{fence.line}: not run: {fence.parts[2]}" for fence in fences if fence.parts and fence.parts[1] == "not run"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--only", default="", help="pages whose name contains this")
    parser.add_argument("--update", action="store_true", help="write what the commands print into the pages")
    options = parser.parse_args()
    chosen = [page for page in pages.documentation() if options.only in page]
    left_out = [line for page in pages.documentation() for line in not_run(page)]
    with tempfile.TemporaryDirectory(prefix="crowfly-docs-") as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        original = copy_repository(pathlib.Path(folder))
        found = [finding for some in pool.map(lambda page: check_page(page, options.tool, original, options.update), chosen)
                 for finding in some]
    if len(left_out) > MOST_NOT_RUN:
        found.append(f"{len(left_out)} fences are not run, more than {MOST_NOT_RUN}:\n" + "\n".join(left_out))
    for finding in found:
        print(finding)
    print(f"docs.fences: {len(chosen)} pages, {len(left_out)} fences not run, {len(found)} findings")
    sys.exit(1 if found or not chosen else 0)


if __name__ == "__main__":
    main()
