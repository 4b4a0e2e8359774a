#!/usr/bin/env python3
"""The generated pages of docs/reference are those that docs/reference.py writes now, and the constructs that they list are real.

usage: reference_test.py --tool PATH
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ""
KEYWORD = re.compile(r'\{"(\w+)", TokenKind::kw_')
SYMBOL = re.compile(r'^    \{"([^"]+)", TokenKind::', re.MULTILINE)
OPERATOR_WORD = re.compile(r'\.word = "(\w+)"')
OPERATOR_SYMBOL = re.compile(r'\.(?:symbol|compound) = "([^"]+)"')
SEPARATORS = {"(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "?", "'", "!"}  # in examples, not operators themselves
# Where an example stands, by its place: a whole model.
DECLARATIONS = "int i, j; int a[3]; bool b; clock x, y; chan c, d[2]; typedef int[0, 2] id_t; struct { int u; } p; int f() { return 1; }\n"
PROCESS = "process T() { state s, t; init s; trans s -> t { %s }; }\n"
SYSTEM = "system T;\n"
FRAMES = {
    "type": DECLARATIONS + "%s\n" + PROCESS % "" + SYSTEM,
    "declaration": DECLARATIONS + "%s\n" + PROCESS % "" + SYSTEM,
    "statement": DECLARATIONS + "void run() { %s }\n" + PROCESS % "assign run();" + SYSTEM,
    "expression": DECLARATIONS + PROCESS % "assign %s;" + SYSTEM,
    "guard": DECLARATIONS + PROCESS % "guard %s;" + SYSTEM,
    "select": DECLARATIONS + PROCESS % "select %s;" + SYSTEM,
    "sync": DECLARATIONS + PROCESS % "sync %s;" + SYSTEM,
    "assign": DECLARATIONS + PROCESS % "assign %s;" + SYSTEM,
    "probability": DECLARATIONS + "process T() { state s; branchpoint k; init s; trans s -> k { }, k -> s { probability %s; }; }\n" + SYSTEM,
    "invariant": DECLARATIONS + "process T() { state s { %s }; init s; }\n" + SYSTEM,
    "template": DECLARATIONS + "%s\n",
    "system": DECLARATIONS + PROCESS % "" + "%s\n",
    "query": DECLARATIONS + PROCESS % "" + SYSTEM,
}
# The rest of a TChecker model in which an example stands.
TCK_FRAMES = {
    "location attribute": "system:S\nclock:1:x\nprocess:P\nlocation:P:a{initial:}\nlocation:P:b{%s}\n",
    "edge attribute": "system:S\nclock:1:x\nint:1:0:9:0:i\nevent:e\nprocess:P\nlocation:P:a{initial:}\nedge:P:a:a:e{%s}\n",
    "statement": "system:S\nint:1:0:9:0:i\nevent:e\nprocess:P\nlocation:P:a{initial:}\nedge:P:a:a:e{do: %s}\n",
}
INSTANCE = {"template": "A = T(%s); system A;\n"}


def constructs(language):
    run = subprocess.run([TOOL, "list", "constructs", "--json"], capture_output=True, text=True, check=True)
    entries = json.loads(run.stdout)["entries"]
    for entry in entries:
        entry.update({note["name"]: note["text"] for note in entry["properties"]})
    return [entry for entry in entries if entry["language"] == language]


def source(path):
    """The text of a file of src/model, in whichever subfolder of its language it lies."""
    folder, name = pathlib.Path(path).parent, pathlib.Path(path).name
    (found,) = (ROOT / "src/model" / folder).rglob(name)
    return found.read_text(encoding="utf-8")


def words(entries):
    return set(re.findall(r"\w+", " ".join(f"{entry['name']} {entry.get('example', '')}" for entry in entries)))


class Pages(unittest.TestCase):
    def test_are_as_declared(self):
        run = subprocess.run([sys.executable, "-B", ROOT / "docs/reference.py", "--tool", TOOL, "--check"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)

    def test_every_field_of_json_is_described(self):
        for row in (ROOT / "docs/reference/json.md").read_text(encoding="utf-8").splitlines():
            self.assertFalse(row.startswith("| `") and row.endswith("|  |"), row)

    def test_every_option_is_listed(self):
        page = (ROOT / "docs/reference/options.md").read_text(encoding="utf-8")
        for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
            command = section.split("\n")[0]
            run = subprocess.run([TOOL, command, "--help"], capture_output=True, text=True, check=True)
            for option in re.findall(r"(?:^|[ ,])(--[a-z][\w-]*)", "".join(re.findall(r"\?\n((?:  .*\n)+)", run.stdout)), re.MULTILINE):
                self.assertRegex(section, rf"(?m)^\| `[^`]*{option}\b", command)


class Uppaal(unittest.TestCase):
    def test_every_keyword(self):
        keywords = KEYWORD.findall(source("uppaal/lexer.cpp")) + OPERATOR_WORD.findall(source("operator_table.hpp"))
        self.assertGreater(len(keywords), 20)
        self.assertEqual([word for word in keywords if word not in words(constructs("uppaal"))], [])

    def test_every_operator(self):
        known = {part for entry in constructs("uppaal") for part in re.split(r",? ", entry["name"])}
        written = SYMBOL.findall(source("uppaal/lexer.cpp")) + OPERATOR_SYMBOL.findall(source("operator_table.hpp"))
        symbols = [text for text in written if text not in SEPARATORS and not text.isalpha()]
        self.assertGreater(len(symbols), 30)
        self.assertEqual([text for text in symbols if text not in known], [])

    def test_every_predefined_name(self):
        names = {re.match(r"\w*", entry["name"])[0] for entry in constructs("uppaal") if entry["place"].startswith("predefined")}
        text = source("uppaal/builtins.cpp")
        declared = re.findall(r'(?:constant|real|function|to_integer)\("(\w+)"', text) + re.findall(r'^    \{"(\w+)"', text, re.MULTILINE)
        self.assertGreater(len(declared), 80)
        self.assertEqual(set(declared), names)

    def test_every_kind_of_label(self):
        kinds = re.search(r"model_kinds\(\) \{.*?\{(.*?)\}", source("uppaal/xml_vocabulary.cpp"), re.DOTALL)[1]
        listed = [entry["name"] for entry in constructs("uppaal") if entry["place"] == "XML label"]
        for kind in re.findall(r'"(\w+)"', kinds):
            self.assertIn(f'<label kind="{kind}">', listed)

    def test_every_element(self):
        elements = set(re.findall(r'^        \{"(\w+)", (?:whole|\{)', source("uppaal/xml_vocabulary.cpp"), re.MULTILINE)) - {"label", "source", "target", "query", "project"}
        listed = " ".join(entry["name"] for entry in constructs("uppaal"))
        self.assertGreater(len(elements), 5)
        self.assertEqual([name for name in sorted(elements) if f"<{name}" not in listed], [])

    def test_examples_are_read(self):
        for entry in constructs("uppaal"):
            if "example" in entry:
                self.check(entry)

    def check(self, entry):
        place, example = entry["place"], entry["example"]
        frame = FRAMES[place]
        model = frame.replace("%s", example) if place != "query" else frame
        if place == "template":
            argument = "1" if "me" in example else "c" if "&" in example else ""
            model += INSTANCE["template"] % argument
        query = [example] if place == "query" else ["E<> true"] if "query {" not in example else []
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.xta"
            path.write_text(model, encoding="utf-8")
            run = subprocess.run([TOOL, "check", "--dry-run", path, *query], capture_output=True, text=True)
            self.assertNotIn("error[", run.stderr, f"{entry['name']}\n{model}\n{run.stderr}")


class Tchecker(unittest.TestCase):
    def test_every_declaration(self):
        keywords = re.findall(r'^ *(?:\{Kind::\w+,)? *"(\w+)",', source("tck/parse_lines.cpp"), re.MULTILINE)
        keywords += re.search(r"keywords\{(.*?)\}", source("tck/parse_programs.cpp"))[1].replace('"', "").split(", ")
        self.assertGreater(len(keywords), 12)
        self.assertEqual([word for word in keywords if word not in words(constructs("tck"))], [])

    def test_examples_are_read(self):
        for entry in constructs("tck"):
            if entry["place"] not in TCK_FRAMES:
                continue
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "model.tck"
                path.write_text(TCK_FRAMES[entry["place"]] % entry["example"], encoding="utf-8")
                run = subprocess.run([TOOL, "check", "--dry-run", path, "E<> true"], capture_output=True, text=True)
                self.assertNotIn("error[", run.stderr, entry["name"])


class Others(unittest.TestCase):
    def test_sections_of_planning_tasks(self):
        listed = {entry["name"] for entry in constructs("sas")}
        self.assertEqual(set(re.findall(r'expect\("(begin_\w+)"\)', source("sas/read.cpp"))) - listed, set())

    def test_parts_of_circuits(self):
        listed = " ".join(entry["name"] for entry in constructs("aiger"))
        for part in re.findall(r"\{'\w', \"([\w ]+)\",", source("aiger/read.cpp")):
            self.assertIn(part[:-1], listed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    TOOL = str(pathlib.Path(parser.parse_args().tool).resolve())
    unittest.main(argv=sys.argv[:1])
