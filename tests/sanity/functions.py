"""Where functions begin and end, without a compiler.

In C++ a brace opens a function body if the text since the last `;`, `{` or `}` has a parameter list and is not the head of
a class, a namespace or an enumeration. Braces inside a body belong to it, so lambdas count for the function around them.
"""
import ast
import re

# Comments, literals and preprocessor lines can hold braces that mean nothing.
NOISE = re.compile(
    r'R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'"
    r"|//[^\n]*"
    r"|/\*.*?\*/"
    r"|^[ \t]*#(?:[^\n\\]|\\.)*",
    re.DOTALL | re.MULTILINE)
TEMPLATE = re.compile(r"\btemplate\s*<[^<>]*>")
CONTAINER = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b")
AFTER_INITIALISER = re.compile(r"\s*[,{]")
NAME = re.compile(r"([~\w:]+|operator\s*\S+?)\s*\(")


def blank_out(match):
    return re.sub(r"[^\n]", " ", match.group())


class Scanner:
    """Reads C++ text once; `found` holds (name, first line, last line) of each function."""

    def __init__(self, text):
        self.text = NOISE.sub(blank_out, text)
        self.found = []
        self.open = []  # the head of the function each open brace starts, None for other braces
        self.head = ""
        self.head_line = 1

    def scan(self):
        line = 1
        for position, char in enumerate(self.text):
            line += char == "\n"
            if char == "{":
                self.open_brace()
            elif char == "}":
                self.close_brace(line, position)
            elif char == ";" and self.head.count("(") == self.head.count(")"):
                self.head = ""
            elif self.head or not char.isspace():
                if not self.head:
                    self.head_line = line
                self.head += char
        return self.found

    def inside_function(self):
        return any(head is not None for head in self.open)

    def open_brace(self):
        is_body = "(" in self.head and not CONTAINER.search(TEMPLATE.sub("", self.head).split("(")[0]) and not self.inside_function()
        self.open.append((self.head, self.head_line) if is_body else None)
        self.head = ""

    def close_brace(self, line, position):
        head = self.open.pop() if self.open else None
        self.head = ""
        if head is None:
            return
        if AFTER_INITIALISER.match(self.text, position + 1):
            # `: member_{1}, …` was no body: go on collecting the head it belongs to.
            self.head, self.head_line = head[0] + "{}", head[1]
            return
        name = NAME.search(head[0])
        self.found.append((name.group(1) if name else "?", head[1], line))


def cpp_functions(text):
    return Scanner(text).scan()


def python_functions(text):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [(node.name, node.lineno, node.end_lineno) for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
