"""Tables: results that are kept line by line so that a run can be resumed, and Markdown for people."""
import csv
import hashlib
import json
import math
import pathlib


class Results:
    """A TSV file, one line per measurement, written as soon as it is made. Beside it stands what was run; a file that was
    made with something else is not continued."""

    def __init__(self, folder, name, columns, key, setup, fresh=False):
        self.folder = pathlib.Path(folder)
        self.path = self.folder / f"{name}.tsv"
        self.columns, self.key = columns, key
        self.folder.mkdir(parents=True, exist_ok=True)
        setup_file = self.folder / f"{name}.setup.json"
        text = json.dumps({"columns": list(columns), **setup}, indent=2) + "\n"
        if fresh or not self.path.exists():
            setup_file.write_text(text, encoding="utf-8")
            self.path.write_text("\t".join(columns) + "\n", encoding="utf-8")
        elif not setup_file.exists() or setup_file.read_text(encoding="utf-8") != text:
            raise SystemExit(f"{self.path} was made with another tool, peer or limit (see {setup_file.name}): "
                             "use --fresh or another --out")
        self.drop_unfinished_line()

    def drop_unfinished_line(self):
        """What a stopped run may have left."""
        text = self.path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            self.path.write_text(text[:text.rfind("\n") + 1], encoding="utf-8")

    def rows(self):
        with open(self.path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))

    def known(self):
        return {row[self.key] for row in self.rows()}

    def append(self, row):
        cells = [" ".join(cell(row.get(column)).split()) for column in self.columns]
        with open(self.path, "a", encoding="utf-8") as file:
            file.write("\t".join(cells) + "\n")


def cell(value):
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def number(text):
    return float(text) if text else None


def ratio(ours, theirs):
    return ours / theirs if ours is not None and theirs else None


def geometric_mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values and min(values) > 0 else None


def fingerprint(path):
    """So that results of two builds are not mixed."""
    path = pathlib.Path(path)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else None


def short(value):
    """A number as one reads it: three digits, or all of a count."""
    if value is None:
        return ""
    if isinstance(value, int) or value == int(value):
        return f"{int(value):,}".replace(",", " ")
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def markdown(head, rows):
    """`rows` hold text or numbers; a column of numbers stands to the right."""
    rows = [list(row) for row in rows]
    words = [any(isinstance(row[index], str) for row in rows) for index in range(len(head))]
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join("---" if is_text else "--:" for is_text in words) + "|"]
    for row in rows:
        cells = [value.replace("|", "\\|") if isinstance(value, str) else short(value) for value in row]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"
