"""Queries, files of queries and command lines that the tool trips over: (name, arguments, exit code, code) each, where
None leaves it open whether they are accepted."""
import inputs
from tool import BAD_INPUT, FINE, ROOT

QUERIES = {
    "empty": "",
    "blank": "   ",
    "a semicolon": ";",
    "no formula": "E<>",
    "no kind": "P.a",
    "garbage": "\x01\x02\xff garbage ((((",
    "open": "E<> (P.a",
    "closed": "E<> P.a)",
    "half": "A[] P.a -->",
    "nested": "E<> A[] P.a",
    "unknown": "E<> Q.a",
    "unknown location": "E<> P.nowhere",
    "deadlock where it cannot be": "E[] deadlock",
    "an update": "E<> i = 1",
    "division by zero": "E<> 1 / 0 == 1",
    "statistics": "Pr[<=10](<> P.a)",
    "old statistics": "simulate 1 [<=10] { i }",
    "parentheses": "E<> " + "(" * inputs.DEEP + "P.a" + ")" * inputs.DEEP,
    "nots": "E<> " + "not " * inputs.DEEP + "P.a",
    "conjunction": "E<> P.a" + " && P.a" * inputs.DEEP,
    "quantifier": "E<> forall (k : int[0, 2000000000]) k >= 0",
    "quantifier over a location": "E<> forall (k : int[0, 2000000000]) k < 5 || P.a",
    "quantifier over a clock": "E<> forall (k : int[0, 2000000000]) x >= k",
    "quantifiers": "E<> " + "".join(f"exists (k{n} : int[0, 60000]) " for n in range(6)) + "P.a && k5 > 3",
    "exclusive ors": "E<> P.a" + " xor P.a" * 100,
    "conditionals with clocks": "E<> " + "(" * 100 + "x > 1" + " ? x > 2 : x > 3)" * 100,
    "no measure": "sup: ",
    "measures": "sup: " + "i, " * inputs.DEEP + "i",
}

LISTS = {
    "garbage": bytes(range(256)) * 40,
    "brackets": b"((((\n" * 10_000,
    "continued": b"E<> P.a \\\n" * 10_000,
    "formulas": b"E<> P.a\n" * 10_000,
    "open comment": b"/* E<> P.a",
    "comments": b"/**/ // x\n" * 100_000,
    "long": b"x" * (10 << 20),
    "nothing": b"",
}


def queries(folder):
    model = folder / "model.xta"
    model.write_bytes(inputs.xta("int i; clock x;"))
    for name, query in QUERIES.items():
        yield name, ["check", "--dry-run", model, query], None, None
    for number, (name, content) in enumerate(LISTS.items()):
        path = folder / f"list{number}.q"
        path.write_bytes(content)
        yield f"a file: {name}", ["check", "--dry-run", model, path], None, None


def files(folder):
    """Paths that lead to no file, models without queries, words the command line does not know."""
    model = ROOT / "models" / "lamp.xta"
    silent = folder / "silent.xta"
    silent.write_bytes(inputs.xta())
    nowhere = folder / "nowhere"
    yield "a folder", ["info", folder], BAD_INPUT, "E001"
    yield "no file", ["info", nowhere], BAD_INPUT, "E001"
    yield "nothing", ["info", "/dev/null"], BAD_INPUT, None
    yield "zeros without end", ["info", "/dev/zero"], BAD_INPUT, None
    yield "empty standard input", ["info", "-"], BAD_INPUT, None
    yield "no query", ["info", silent], FINE, None
    yield "no query to check", ["check", "--dry-run", silent], BAD_INPUT, "E060"
    yield "queries of the model", ["check", "--dry-run", model], FINE, None
    yield "no query file", ["check", "--dry-run", model, nowhere.with_suffix(".q")], BAD_INPUT, "E001"
    yield "too many steps", ["simulate", model, "--steps", "100000000000000000000"], BAD_INPUT, "E090"
    yield "no place to write", ["convert", model, "--to", "xml", "-o", nowhere / "model.xml"], BAD_INPUT, "E091"
    yield "no model", ["info"], BAD_INPUT, "E090"
    yield "no such command", ["fly"], BAD_INPUT, "E090"


GROUPS = {"queries": queries, "files": files}
