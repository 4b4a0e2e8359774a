#!/usr/bin/env python3
"""Writes the reference pages that are generated from declarations: docs/reference.py --tool CROWFLY [--check]

Options, searches, heuristics, queries and the language come from `crowfly list … --json`, JSON fields from docs/schemas. `--check`
writes nothing and ends with 1 if a page differs. Of searches.md only the sections named in SECTIONS are generated.
"""
import argparse
import difflib
import itertools
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))
from markdown import slug  # noqa: E402

PAGES = ROOT / "docs/reference"
GENERATED = "This page is generated: `docs/reference.py --tool build/release/crowfly` writes it from {}."
LANGUAGES = {"uppaal": "UPPAAL", "tck": "TChecker", "sas": "Planning tasks (SAS+)", "aiger": "Circuits (AIGER)"}
COMMON = ("tool", "diagnostics", "diagnostic")  # parts of all documents
# Options whose values have sections elsewhere.
VALUES = {
    "--search": "[Searches](searches.md#every-search-and-its-options)",
    "--heuristic": "[Heuristics](heuristics.md)",
    "--strategies": "[Strategies](searches.md#every-strategy-of-the-default-search)",
    "--engine": "[Engines](queries.md#engines)",
}


class Tool:
    def __init__(self, path):
        self.path = path

    def entries(self, name):
        run = subprocess.run([self.path, "list", name, "--json"], capture_output=True, text=True, check=True)
        return json.loads(run.stdout)["entries"]


def properties(entry, name):
    return [note["text"] for note in entry["properties"] if note["name"] == name]


def escaped(text):
    """Text in a cell of a table."""
    return text.replace("|", "\\|").replace("<", "\\<")


def code(text):
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|")


def prose(text):
    """A sentence in a cell; what is between backquotes stays as it is."""
    parts = text.split("`")
    return "`".join(part.replace("|", "\\|") if i % 2 else escaped(part) for i, part in enumerate(parts)).replace("*", "\\*")


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return lines + [f"| {' | '.join(row)} |" for row in rows] + [""]


def page(title, source, *parts):
    return "\n".join([f"# {title}", "", GENERATED.format(source), "", *itertools.chain(*parts)]).rstrip() + "\n"


def is_of(entry, command):
    return command in properties(entry, "commands")[0].split(", ")


def name_of(option):
    """`-o, --output FILE` is --output."""
    return re.search(r"--[\w-]+|$", option["name"])[0]


def meaning_of(option):
    text = prose(option["description"] + "".join(f". Values: {v}" for v in properties(option, "values")))
    return f"{text}. {VALUES[name_of(option)]} describes the values" if name_of(option) in VALUES and option["options"] else text


def values_of(option):
    if name_of(option) in VALUES:
        return []
    rows = [(code(value["name"]), prose(value["text"])) for value in option["options"]]
    return [f"Values of {code(option['name'])}:", "", *table(("value", "meaning"), rows)] if rows else []


def command_section(command, options):
    yield from (f"## {command['name']}", "", f"{command['description']}: {code(properties(command, 'usage')[0])}", "")
    own = [option for option in options if is_of(option, command["name"])]
    for question in dict.fromkeys(properties(option, "question")[0] for option in own):
        asked = [option for option in own if properties(option, "question")[0] == question]
        rows = [(code(option["name"]), meaning_of(option)) for option in asked]
        yield from (f"**{question}**", "", *table(("option", "meaning"), rows))
        for option in asked:
            yield from values_of(option)


def options_page(tool):
    commands, options = tool.entries("commands"), tool.entries("options")
    index = [f"- [{c['name']}](#{slug(c['name'])}): {c['description']}" for c in commands] + [""]
    text = ["`crowfly help COMMAND` prints the same, and `crowfly help OPTION` describes one option.", ""]
    return page("Options", "the options as declared", text, index, *[command_section(c, options) for c in commands])


def plugin_section(entry):
    """The promises and options of a search, heuristic or engine."""
    yield from (f"### {entry['name']}", "", entry["description"] + ".", "")
    promises = [f"{note['name']}: {note['text']}" for note in entry["properties"]]
    if promises:
        yield from ("; ".join(promises) + ".", "")
    rows = [(code(option["name"]), prose(option["text"])) for option in entry["options"]]
    if rows:
        yield from table(("option", "meaning"), rows)


def heuristics_page(tool):
    entries = tool.entries("heuristics")
    names = ("admissible", "consistent", "safe")
    rows = [(f"[{e['name']}](#{slug(e['name'])})", prose(e["description"]), *(", ".join(properties(e, n)) for n in names)) for e in entries]
    text = ["[Heuristics](../explanation/heuristics.md) explains what an estimate is, and "
            "[directed search](../explanation/directed.md) how each of these is computed.", ""]
    return page("Heuristics", "the heuristics as declared", text, table(("heuristic", "what it is", *names), rows),
                ["## Options", ""], *[plugin_section(e) for e in entries])


def searches_section(tool):
    return list(itertools.chain(*[plugin_section(e) for e in tool.entries("searches")]))


def strategies_section(tool):
    rows = [(code(e["name"]), prose(e["description"]), ", ".join(code(o) for o in properties(e, "alone"))) for e in tool.entries("strategies")]
    return table(("strategy", "what it does", "options for it alone"), rows)


# Sections of docs/reference/searches.md, from their heading to the next one.
SECTIONS = {
    "Every search and its options": searches_section,
    "Every strategy of the default search": strategies_section,
}


def searches_page(tool):
    text = (PAGES / "searches.md").read_text(encoding="utf-8")
    for title, make in SECTIONS.items():
        body = "\n".join([f"## {title}", "", GENERATED.replace("page", "section").format("the declarations"), "", *make(tool)])
        section = re.compile(rf"^## {title}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
        if not section.search(text):
            text = text.rstrip() + f"\n\n## {title}\n"
        text = section.sub(lambda _: body.rstrip() + "\n\n", text).rstrip() + "\n"
    return text


def queries_page(tool):
    queries = [(code(e["name"]), prose(e["description"]), ", ".join(e["engines"])) for e in tool.entries("queries")]
    conditions = [c for c in tool.entries("constructs") if properties(c, "place") == ["query"]]
    engines = [(code(e["name"]), prose(e["description"])) for e in tool.entries("engines")]
    return page(
        "Queries", "the kinds of queries and the engines as declared",
        ["Files of queries have one query per line, and comments in front of it. [Verdicts](verdicts.md) says what each answer rests on.", ""],
        table(("query", "meaning", "engines"), queries),
        ["## What conditions may name", "", "A condition is an expression of [the language](language.md) without assignments. Besides:", ""],
        table(("construct", "meaning", "example"), [construct_row(c) for c in conditions]),
        ["## Engines", ""], table(("engine", "what it is"), engines),
        *[plugin_section(e) for e in tool.entries("engines") if e["options"]])


def construct_row(construct):
    return (code(construct["name"]), prose(construct["description"]), ", ".join(code(e) for e in properties(construct, "example")))


def language_sections(tool):
    constructs = tool.entries("constructs")
    for language, title in LANGUAGES.items():
        own = [c for c in constructs if properties(c, "language") == [language]]
        yield f"## {title}"
        yield ""
        for place in dict.fromkeys(properties(c, "place")[0] for c in own):
            rows = [construct_row(c) for c in own if properties(c, "place") == [place]]
            has_examples = any(row[2] for row in rows)
            head = ("construct", "meaning", "example") if has_examples else ("construct", "meaning")
            yield from (f"**{place[0].upper()}{place[1:]}**", "", *table(head, [row[:len(head)] for row in rows]))


def language_page(tool):
    text = ["`crowfly help CONSTRUCT` prints one of these. The models in [models/features](../../models/README.md) use every construct of UPPAAL "
            "and TChecker, and their queries have known answers.", ""]
    return page("The language by construct", "the constructs that each language declares", text, language_sections(tool))


def type_of(schema):
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(type_of(s) for s in schema[word]))
    if "$ref" in schema:
        return schema["$ref"].split("/")[-1].replace("_", " ")
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "enum" in schema:
        return ", ".join(code(json.dumps(value)) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"array of {type_of(schema['items'])}" if "items" in schema else "array"
    kinds = schema.get("type", "any value")
    return " or ".join([kinds] if isinstance(kinds, str) else kinds)


def place_of(field):
    """Where the part is described that a field without a description refers to."""
    part = field.get("$ref", "").split("/")[-1]
    return "" if not part else "See [above](#parts-of-all-documents)" if part in COMMON else "See below"


def fields(schema, path=""):
    """(path, type, description) of all fields below an object or array."""
    for name, field in schema.get("properties", {}).items():
        yield path + name, type_of(field), field.get("description", place_of(field))
        inner = [field, *field.get("oneOf", []), *field.get("anyOf", [])]
        for alternative in inner:
            yield from fields(alternative, f"{path}{name}.")
            yield from fields(alternative.get("items", {}), f"{path}{name}[].")


def fields_table(schema):
    return table(("field", "type", "meaning"), [(code(p), t, prose(d)) for p, t, d in fields(schema)])


def schema_section(name, schema):
    yield from (f"## {name}", "", f"{schema['title']}. The schema is [{name}](../schemas/{name}.json).", "")
    if "description" in schema:
        yield from (schema["description"], "")
    yield from fields_table(schema)
    for part, definition in schema.get("$defs", {}).items():
        if part not in COMMON and any(fields(definition)):
            yield from (f"**{part.replace('_', ' ')}**", "", *fields_table(definition))


def json_page(_):
    schemas = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "docs/schemas").glob("*.json"))}
    text = ["Every command with `--json` prints one document. Its field `schema` names the schema and the version. Within a version, fields keep "
            "their names and types; new ones may be added.", ""]
    common = schemas["crowfly-result-1"]["$defs"]
    parts = ["## Parts of all documents", "", "**tool**", "", *fields_table(common["tool"]), "**diagnostic**", "", *fields_table(common["diagnostic"])]
    return page("JSON fields", "the schemas in `docs/schemas`", text, parts, *[schema_section(n, s) for n, s in schemas.items()])


MAKERS = {"options.md": options_page, "heuristics.md": heuristics_page, "searches.md": searches_page, "queries.md": queries_page,
          "language.md": language_page, "json.md": json_page}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    tool, differs = Tool(options.tool), False
    for name, make in MAKERS.items():
        path, new = PAGES / name, make(tool)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if new == old:
            continue
        differs = True
        if options.check:
            difference = difflib.unified_diff(old.splitlines(), new.splitlines(), f"{name} as it is", f"{name} as declared", lineterm="", n=0)
            print("\n".join(itertools.islice(difference, 20)))
        else:
            path.write_text(new, encoding="utf-8")
            print(f"written: {path.relative_to(ROOT)}")
    if options.check and differs:
        sys.exit("docs/reference.py --tool build/release/crowfly writes these pages again")


if __name__ == "__main__":
    main()
