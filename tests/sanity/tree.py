"""What the checks share: walking the project's own files, and ending with a list of findings."""
import pathlib
import sys

CODE_FOLDERS = ("src", "tests", "bench")
CODE_SUFFIXES = (".hpp", ".cpp", ".py")
SKIPPED_FOLDERS = {"build", ".git", "__pycache__", "node_modules"}


def project_files(root, folders=(".",)):
    """The files of the project below the given folders, in a fixed order; build products are none of its files."""
    for folder in folders:
        for path in sorted((pathlib.Path(root) / folder).rglob("*")):
            relative = path.relative_to(root)
            if path.is_file() and not SKIPPED_FOLDERS.intersection(relative.parts):
                yield path


def code_files(root, suffixes=CODE_SUFFIXES):
    return (path for path in project_files(root, CODE_FOLDERS) if path.suffix in suffixes)


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def finish(findings):
    """Prints the findings and ends the program: 1 if there are any."""
    findings = list(findings)
    for finding in findings:
        print(finding)
    sys.exit(1 if findings else 0)
