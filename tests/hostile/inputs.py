"""Inputs that readers trip over, made on the fly, in groups. Where it does not matter whether the tool accepts an
input, as long as it ends well, the input is `either`."""
import dataclasses
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from tool import BAD_INPUT, FINE, ROOT  # noqa: E402

DEEP = 10_000
LONG = 100_000
BULK = 50 << 20

XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
XML_TEMPLATE = '<template><name>P</name><location id="l0"><name>a</name></location><init ref="l0"/></template>'


@dataclasses.dataclass
class Input:
    name: str
    content: bytes
    exit_code: int = None  # None: either will do
    code: str = None       # of a diagnostic that must be among the errors

    def suffix(self):
        return ".xml" if b"<nta" in self.content[:4096] else ".xta"


def accepted(name, content):
    return Input(name, content, FINE)


def rejected(name, content, code=None):
    return Input(name, content, BAD_INPUT, code)


def either(name, content):
    return Input(name, content)


def xta(declarations="", labels="", system="system P;"):
    process = f"process P() {{ state a; init a; trans a -> a {{ {labels} }}; }}\n"
    return f"{declarations}\n{process}{system}\n".encode()


def xml(declarations="", templates=XML_TEMPLATE, system="system P;", head=XML_HEAD):
    return f"{head}<nta><declaration>{declarations}</declaration>{templates}<system>{system}</system></nta>\n".encode()


def nested():
    """Ten thousand levels of everything that nests."""
    parentheses = "(" * DEEP + "1" + ")" * DEEP
    yield rejected("parentheses", xta(f"int i = {parentheses};"), "E005")
    yield rejected("parentheses in XML", xml(f"int i = {parentheses};"), "E005")
    yield rejected("open parentheses", xta("int i = " + "(" * DEEP))
    yield rejected("unary minus", xta("int i = " + "- " * DEEP + "1;"), "E005")
    yield either("negations", xta("bool b = " + "!" * DEEP + "true;"))
    yield either("conditionals", xta("int i = " + "1 ? 1 : " * DEEP + "1;"))
    yield either("assignments", xta("int i;", "assign " + "i = " * DEEP + "1;"))
    yield rejected("indices", xta("int a[2];", "guard " + "a[" * DEEP + "0" + "]" * DEEP + " == 0;"), "E005")
    function = "int f(int i) { return i; }"
    yield rejected("calls", xta(function, "guard " + "f(" * DEEP + "0" + ")" * DEEP + " == 0;"), "E005")
    yield rejected("quantifiers", xta("", "guard " + "forall (i : int[0,1]) " * DEEP + "true;"), "E005")
    yield rejected("blocks", xta("void f() " + "{" * DEEP + "}" * DEEP), "E005")
    yield rejected("open blocks", xta("void f() " + "{" * DEEP))
    yield rejected("ifs", xta("void f() { " + "if (true) " * DEEP + "; }"), "E005")
    yield either("else ifs", xta("void f() { " + "if (true) ; else " * DEEP + "; }"))
    yield rejected("loops", xta("void f() { " + "while (true) " * DEEP + "; }"), "E005")
    yield rejected("records", xta("struct { " * DEEP + "int i; " + "} x; " * DEEP), "E005")
    yield rejected("initialisers", xta("int a[1] = " + "{" * DEEP + "1" + "}" * DEEP + ";"), "E005")
    yield either("dimensions", xta("int a" + "[1]" * DEEP + ";"))
    yield either("XML elements", xml(templates="<a>" * DEEP + "</a>" * DEEP + XML_TEMPLATE))
    yield rejected("open XML elements", (XML_HEAD + "<nta>" + "<a>" * DEEP).encode())


def long():
    """A hundred thousand in a row of what may also be a tree in disguise."""
    yield either("sum", xta("int i = 0" + " + 1" * LONG + ";"))
    yield either("sum of variables", xta("int i;", "assign i = i" + " + i" * LONG + ";"))
    yield either("conjunction", xta("", "guard true" + " && true" * LONG + ";"))
    yield either("conjunction of clocks", xta("clock x;", "guard x > 0" + " && x > 1" * LONG + ";"))
    yield rejected("chain of members", xta("int i;", "guard i" + ".a" * LONG + ";"))
    yield either("list of updates", xta("int i;", "assign i = 0" + ", i = 0" * LONG + ";"))
    yield either("list of selects", xta("", "select " + ", ".join(f"s{i} : int[0,1]" for i in range(LONG)) + ";"))
    yield accepted("name", xta("int " + "n" * LONG + ";"))
    yield accepted("initialiser", xta(f"int a[{LONG}] = {{ " + "1, " * (LONG - 1) + "1 };"))
    yield either("list of parameters", xta("void f(" + ", ".join(f"int p{i}" for i in range(LONG)) + ") { }"))
    yield rejected("list of priorities", xta("chan c; chan priority c" + " < default" * LONG + ";"))
    yield rejected("duplicates", xta("int i;\n" * LONG), "E010")
    yield rejected("unknown names", xta("", "assign " + ", ".join(f"n{i} = 1" for i in range(LONG)) + ";"), "E012")


def huge():
    """Small texts that ask for more than there is."""
    yield rejected("array", xta("int a[2000000000];"), "E046")
    yield rejected("array of arrays", xta("int a[60000][60000][60000];"), "E046")
    yield rejected("constant array", xta("const int a[2000000000] = { 1 };"))
    yield rejected("local array", xta("void f() { int a[2000000000]; }", "assign f();"))
    yield rejected("clock array", xta("clock x[1000000000];"))
    yield rejected("channel array", xta("chan c[1000000000];"))
    yield rejected("negative array", xta("int a[-1];"), "E046")
    yield either("empty array", xta("int a[0];"))
    yield accepted("range", xta("int[-2147483648, 2147483647] i;"))
    yield rejected("range upside down", xta("int[5, 1] i;"), "E047")
    yield either("scalar", xta("typedef scalar[2000000000] s; s x;"))
    yield either("select", xta("int i;", "select s : int[0, 2000000000]; assign i = s % 3;"))
    yield either("selects", xta("", "select a : int[0,65535], b : int[0,65535], c : int[0,65535];"))
    yield either("quantifier", xta("", "guard forall (i : int[0, 2000000000]) i >= 0;"))
    quantifiers = "".join(f"forall (i{n} : int[0, 60000]) " for n in range(4))
    yield either("quantifiers", xta("", f"guard {quantifiers} true;"))
    yield rejected("quantifier over clocks", xta("clock x;", "guard forall (i : int[0, 2000000000]) x >= i;"),
                   "E049")
    yield rejected("clocks by index", xta("clock x[5000]; int i, j;", "guard x[i] - x[j] < 3;"), "E049")
    yield either("clock by index", xta("clock x[100000]; int i;", "guard x[i] < 3; assign x[i] = 0;"))
    yield rejected("constant quantifier", xta("const bool b = forall (i : int[0, 2000000000]) i >= 0;"), "E045")
    yield either("channels by index", xta("int i; chan c[100000];", "sync c[i]!;"))
    yield either("literal", xta("int i = 99999999999999999999999999;"))
    yield either("real literal", xta("double d = 1e999999;"))


def crowds():
    """Systems of very many processes."""
    free = "process P(const int[0, {}] i) {{ state a; init a; }}\n"
    yield rejected("free parameter", (free.format(2000000000) + "system P;").encode(), "E049")
    pairs = "process P(int[0,9999] i, int[0,9999] j) { state a; init a; } system P;"
    yield rejected("free parameters", pairs.encode(), "E049")
    yield accepted("thousands of processes", (free.format(4999) + "system P;").encode())
    instances = "".join(f"P{i} = P({i % 7});\n" for i in range(5000))
    names = ", ".join(f"P{i}" for i in range(5000))
    yield accepted("thousands of instances", f"{free.format(6)}{instances}system {names};".encode())
    talkers = ("chan c; process P(const int[0, {}] i) {{ state a; init a; trans a -> a {{ sync c!; }}, "
               "a -> a {{ sync c?; }}; }} system P;")
    yield accepted("hundreds of partners", talkers.format(399).encode())
    yield rejected("thousands of partners", talkers.format(9999).encode(), "E049")
    listeners = talkers.replace("chan c", "broadcast chan c", 1)
    yield rejected("thousands of listeners", listeners.format(9999).encode(), "E049")


def constants():
    """Constants that cannot be computed, and definitions that never end."""
    yield rejected("division by zero", xta("const int i = 1 / 0;"), "E045")
    yield rejected("modulo zero", xta("const int z = 0; int i = 1 % z;"), "E045")
    yield rejected("overflowing division", xta("const int m = -2147483648; const int i = m / -1;"))
    yield either("overflowing remainder", xta("const int m = -2147483648; const int i = m % -1;"))
    yield rejected("overflowing product", xta("const int i = 65536 * 65536;"))
    yield rejected("overflowing power", xta("const int i = 2 ** 1000000;"))
    yield rejected("negative power", xta("const int n = -1; const int i = 2 ** n;"))
    yield rejected("wide shift", xta("const int i = 1 << 64;"))
    yield rejected("negative shift", xta("const int n = -1; const int i = 1 >> n;"))
    yield rejected("index out of range", xta("const int a[2] = { 0, 1 }; const int i = a[2];"))
    yield rejected("value out of range", xta("int[0, 3] i = 4;"), "E048")
    endless = "int f() { while (true) ; return 0; } "
    yield rejected("endless loop", xta(endless + "const int i = f();"), "E045")
    many = "".join(f"const int i{n} = f();\n" for n in range(1000))
    yield rejected("many endless loops", xta(endless + many), "E045")
    yield rejected("array of endless loops", xta(endless + "const int a[1000] = {" + "f(), " * 999 + "f() };"), "E045")
    days = "int f() { int i, j; for (i = 0; i < 65000; i++) for (j = 0; j < 30000; j++) ; return i; } "
    yield rejected("almost endless loop", xta(days + "const int i = f();"), "E045")
    yield accepted("endless guard", xta("bool f() { while (true) ; return true; }", "guard f();"))
    doubling = "".join(f"int f{i}(int x) {{ return f{i - 1}(x) + f{i - 1}(x); }}\n" for i in range(1, 60))
    yield rejected("doubling functions", xta(f"int f0(int x) {{ return x; }}\n{doubling} const int i = f59(0);"))
    growing = "".join(f"typedef t{i - 1} t{i}[1000];\n" for i in range(1, 12))
    yield rejected("growing types", xta(f"typedef int t0;\n{growing} t11 x;"))
    branching = "".join(f"typedef struct {{ s{i - 1} a, b; }} s{i};\n" for i in range(1, 60))
    yield rejected("branching types", xta(f"typedef int s0;\n{branching} s59 x;"))
    yield rejected("recursion", xta("int f(int i) { return f(i); }"), "E027")
    yield rejected("record in itself", xta("typedef struct { t inner; } t; t x;"))
    yield rejected("type of itself", xta("typedef t t; t x;"))
    yield rejected("types of each other", xta("typedef b a; typedef a b; a x;"))
    yield rejected("constant of itself", xta("const int i = i + 1;"))
    yield rejected("instance of itself", xta(system="Q = Q(); system Q;"))
    yield rejected("instances of each other", xta(system="Q = R(); R = Q(); system Q;"))


def incomplete():
    """Models with a part missing."""
    yield rejected("empty file", b"", "E007")
    yield rejected("blank file", b" \n\t\n", "E007")
    yield rejected("comment only", b"// nothing\n")
    yield rejected("no system line", b"int i;\nprocess P() { state a; init a; }\n", "E040")
    yield rejected("no system line in XML", xml(system=""), "E040")
    yield rejected("no system element", f"{XML_HEAD}<nta>{XML_TEMPLATE}</nta>".encode(), "E040")
    yield rejected("no processes", b"int i;\nsystem ;\n")
    yield rejected("no templates", xml(templates=""), "E042")
    yield rejected("no initial location", b"process P() { state a; }\nsystem P;\n", "E031")
    yield either("no locations", xml(templates="<template><name>P</name></template>"))
    arrow = '<transition><source ref="l0"/><target ref="l9"/></transition></template>'
    yield rejected("dangling reference", xml(templates=XML_TEMPLATE.replace("</template>", arrow)), "E009")
    yield rejected("dangling start", xml(templates=XML_TEMPLATE.replace('<init ref="l0"', '<init ref="l1"')))
    yield rejected("no name", xml(templates=XML_TEMPLATE.replace("<name>P</name>", "")))
    yield rejected("something else", b"<html><body>no model</body></html>", "E007")


def encodings():
    """Encodings and line ends, and what is no text at all."""
    model = xta("int i;\nclock x;", "guard x > 1;")
    yield accepted("CRLF", model.replace(b"\n", b"\r\n"))
    yield accepted("CR only", model.replace(b"\n", b"\r"))
    yield accepted("CRLF in XML", xml("int i;\nint j;").replace(b"\n", b"\r\n"))
    yield accepted("byte order mark", b"\xef\xbb\xbf" + model)
    yield accepted("byte order mark in XML", b"\xef\xbb\xbf" + xml("int i;"))
    yield accepted("UTF-16", xml("int i;", head=XML_HEAD.replace("utf-8", "utf-16")).decode().encode("utf-16"))
    yield either("UTF-32", xml("int i;", head="").decode().encode("utf-32"))
    yield accepted("Latin 1", xta("// Z\u00fcrich").decode().encode("latin-1"))
    latin = XML_HEAD.replace("utf-8", "ISO-8859-1")
    yield accepted("Latin 1 in XML", xml("// Z\u00fcrich", head=latin).decode().encode("latin-1"))
    yield either("broken UTF-8", xml("// x").replace(b"// x", b"// \xc3\x28 \xff\xfe \x80"))
    yield rejected("letters beyond ASCII in a name", xta("int na\u00efve;"))
    yield rejected("NULs", model.replace(b"int i", b"int\0 i"))
    yield rejected("NULs in XML", xml("int i;").replace(b"int i", b"int\0 i"))
    yield rejected("NULs only", b"\0" * 4096, "E007")
    yield rejected("all bytes", bytes(range(256)) * 64, "E007")
    yield rejected("an executable", b"\x7fELF\x02\x01\x01" + bytes(4096), "E007")
    yield rejected("JSON", b'{"automata": []}')
    yield rejected("unterminated comment", xta("int j; /* int i;"), "E008")
    yield rejected("unterminated string", xta('const string s = "abc'))
    yield either("backslash at the end", model + b"\\")
    yield rejected("control characters", xta("int i\x01\x02\x7f;"))


def xml_tricks():
    """What XML allows and a model does not need."""
    twice = "".join(f'<!ENTITY e{i} "&e{i - 1};&e{i - 1};">' for i in range(1, 40))
    yield either("entity bomb", xml("// &e39;", head=f'{XML_HEAD}<!DOCTYPE nta [<!ENTITY e0 "lol">{twice}]>\n'))
    outside = '<!DOCTYPE nta [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
    yield either("entity of a file", xml("// &x;", head=XML_HEAD + outside))
    yield either("entity of itself", xml("// &x;", head=XML_HEAD + '<!DOCTYPE nta [<!ENTITY x "&x;">]>\n'))
    yield either("unknown entity", xml("int i; // &nosuch;"))
    yield rejected("unclosed document type", (XML_HEAD + "<!DOCTYPE nta [" + "<!ENTITY x 'y'>" * 1000).encode())
    yield rejected("unclosed CDATA", (XML_HEAD + "<nta><declaration><![CDATA[int i;").encode(), "E002")
    yield rejected("unclosed comment", (XML_HEAD + "<nta><!-- int i;").encode(), "E002")
    yield rejected("crossing elements", b"<nta><declaration>int i;</nta></declaration>", "E002")
    yield accepted("characters by number", xml("int i&#59; bool b &#x3d; 1 &#60; 2;"))
    yield either("impossible characters", xml("int i; // &#0; &#xFFFFFFFF; &#1;"))
    attributes = " ".join(f'a{i}="1"' for i in range(LONG))
    yield either("many attributes", xml(templates=XML_TEMPLATE.replace("<name>", f"<name {attributes}>", 1)))
    far = 'id="l0" x="99999999999999999999" y="-1e400"'
    yield accepted("huge coordinates", xml(templates=XML_TEMPLATE.replace('id="l0"', far)))
    yield either("duplicate ids", xml(templates=XML_TEMPLATE.replace("<init", '<location id="l0"/><init')))
    yield either("two roots", xml() + xml(head=""))
    yield either("text around", b"hello " + xml(head="") + b" bye")


def bulk():
    """Fifty megabytes, of sense and of nonsense."""
    line = b"const int c%07d = 12 + 30;\n"
    yield either("declarations", b"".join(line % i for i in range(BULK // len(line % 0))) + xta())
    yield either("comment", b"/*" + b"x" * BULK + b"*/" + xta())
    yield rejected("semicolons", b";" * BULK)
    yield rejected("words", b"int int " * (BULK // 8))
    yield either("one XML label", xml("int i; // " + "y" * BULK))
    location = '<location id="id%07d" x="%d" y="0"><name>n%07d</name></location>\n'
    locations = "".join(location % (i, i, i) for i in range(BULK // len(location % (0, 0, 0))))
    yield either("XML locations", xml(templates=XML_TEMPLATE.replace("<init", locations + "<init")))
    yield rejected("XML nonsense", XML_HEAD.encode() + b"<nta>" + b"<a b='c'/>" * (BULK // 10))


def truncated():
    """The project's own models, cut off at many places."""
    for name in ("train_gate.xml", "producer_consumer.xta", "features/branchpoints.xml", "features/functions.xta",
                 "features/old.ta", "features/statistical.xml", "features/soft_keywords.xta"):
        content = (ROOT / "models" / name).read_bytes()
        for part in range(1, 30):
            at = len(content) * part // 30
            yield either(f"{name} cut at {at}", content[:at])


GROUPS = {"nested": nested, "long": long, "huge": huge, "crowds": crowds, "constants": constants,
          "incomplete": incomplete, "encodings": encodings, "xml": xml_tricks, "bulk": bulk, "truncated": truncated}
