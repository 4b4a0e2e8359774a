"""The English of the tool: sentences in help, lists and diagnostics have at most 30 words and name their subject.

usage: english.py --tool CROWFLY
Lists every sentence that is longer, or that begins with What, Those, So or Where: such a sentence makes the reader look for its
subject. The texts are those that the tool prints: `help` of every topic, `-h` and `--help` of every command, `list`, and
`explain` of every code.
"""
import argparse
import json
import re
import subprocess
import sys

MOST_WORDS = 30
FIRST_WORDS = {"what", "those", "so", "where"}
LISTS = ["searches", "heuristics", "families", "queries", "engines", "strategies", "constructs", "commands", "options"]
MARGIN = 100  # src/cli/interface/help.cpp fills lines up to this column


def paragraphs(markdown):
    """The paragraphs and list items of a page, without code and tables."""
    text, is_code = [], False
    for line in markdown.splitlines() + [""]:
        if line.startswith("```"):
            is_code = not is_code
            line = ""
        if is_code:
            continue
        if not line.strip() or line.startswith(("- ", "|", "#")):
            if text:
                yield " ".join(text)
            text = []
        if line.strip() and not line.startswith(("|", "#")):
            text.append(line.strip().removeprefix("- "))


def columns_of(help_text):
    """The texts of help: `  --name   text`, whose later lines begin below the text and follow a full line."""
    column, text, last = 0, "", ""
    for line in help_text.splitlines() + [""]:
        body = line.strip()
        indent = len(line) - len(line.lstrip())
        is_full = len(last) + 1 + len(body.split(" ")[0]) > MARGIN
        is_paragraph = indent == 0 and not last.startswith("[")
        if body and text and indent == column and (is_full or is_paragraph):
            text += " " + body
        else:
            if text:
                yield text
            entry = re.match(r"(\s*\S.*?\s{2,})(\S.*)$", line)
            column, text = (len(entry.group(1)), entry.group(2)) if entry else (indent, body)
        last = line


def sentences(text):
    """A line of properties, `complete: yes; shortest: no`, has a sentence for each."""
    parts = text.split("; ")
    if len(parts) > 1 and all(re.match(r"[\w -]+: ", part) for part in parts):
        return parts
    return re.split(r"(?<=[.!?])\s+(?=[A-Z`])", text)


def complaints(text):
    for sentence in sentences(text):
        words = [word for word in sentence.split() if re.search(r"\w", word)]
        if len(words) > MOST_WORDS:
            yield f"{len(words)} words: {sentence}"
        if len(words) > 1 and re.sub(r"\W", "", words[0]).lower() in FIRST_WORDS:
            yield f"begins with {words[0]}: {sentence}"


class Texts:
    def __init__(self, tool):
        self.tool = tool

    def run(self, *arguments):
        run = subprocess.run([self.tool, *arguments], capture_output=True, text=True)
        assert run.returncode == 0 and run.stderr == "", (arguments, run.stderr)
        return run.stdout

    def topics(self):
        script = self.run("completions", "fish")
        words = re.search(r"__fish_seen_subcommand_from help' -f -a '(.*)'", script).group(1)
        return words.split()

    def commands(self):
        return re.findall(r"^  (\w+) ", self.run("--help").split("Commands:\n")[1].split("\n\n")[0], re.MULTILINE)

    def lists(self):
        for name in LISTS:
            for entry in json.loads(self.run("list", name, "--json"))["entries"]:
                yield f"list {name}: {entry['name']}", entry["description"]
                for note in entry["options"] + entry["properties"]:
                    yield f"list {name}: {entry['name']}: {note['name']}", note["text"]

    def help(self):
        pages = [["-h"], ["--help"]] + [[c, flag] for c in self.commands() for flag in ("-h", "--help")]
        pages += [["help", topic] for topic in self.topics() if topic not in LISTS and not re.fullmatch(r"[EW]\d+", topic)]
        for page in pages:
            for text in columns_of(self.run(*page)):
                yield " ".join(page), text

    def diagnostics(self):
        for line in self.run("explain").splitlines():
            code, title = re.split(r"  |: ", line, maxsplit=1)
            yield f"explain {code}", title
            for text in paragraphs(self.run("explain", code).split("\n", 1)[1]):
                yield f"explain {code}", text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    texts = Texts(parser.parse_args().tool)
    found, seen = 0, set()
    for source in (texts.lists(), texts.help(), texts.diagnostics()):
        for place, text in source:
            for complaint in complaints(text):
                if complaint not in seen:
                    print(f"{place}: {complaint}")
                seen.add(complaint)
                found += 1
    assert "greedy best first" in self_check(texts), "the texts of help are not found"
    sys.exit(1 if found else 0)


def self_check(texts):
    """The check reads what it should: a description, in help as well as in a list."""
    return " ".join(text for text in columns_of(texts.run("help", "greedy")))


if __name__ == "__main__":
    main()
