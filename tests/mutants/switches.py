"""Mutants that are compiled in together (mutant schemata: Untch, Offutt and Harrold, ISSTA 1993).

The statement that an edit changes becomes a choice between what it was and what it becomes, which a variable of the
environment makes when the program starts. So one build serves for many mutants, and each costs no more than its tests.
Edits of types and tables cannot be switched and are built one by one; the compiler finds those that only look like
statements.
"""
import collections
import re

VARIABLE = "CROWFLY_MUTANT"
DECLARATION = "extern int crowfly_mutant;  // which mutant runs; 0: none\n"
DEFINITION = f"""#include <cstdlib>
{DECLARATION}int crowfly_mutant = std::getenv("{VARIABLE}") != nullptr ? std::atoi(std::getenv("{VARIABLE}")) : 0;
"""

NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|^[ \t]*\#[^\n]*""",
                     re.S | re.M)
LABEL = re.compile(r"\s*(?:case\b(?:[^:;{}]|::)*|default\s*|public|private|protected):(?!:)\s*")
KEYWORD = re.compile(r"(?:return|if|for|while|switch|throw|do|break|continue)\b")
BEFORE_BLOCK = re.compile(r"(?:[){};]|\b(?:else|do|try|const|noexcept|mutable))\s*$")


def code_of(text):
    """The text with blanks in place of comments, literals and directives, of the same length."""
    digits_kept = re.sub(r"(?<=\d)'(?=\d)", "_", text)
    return NO_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), digits_kept)


def blocks_around(code, at):
    """(begin, end) of what stands between braces around a place, from the inside out."""
    opened, around = [], []
    for i, c in enumerate(code):
        if c == "{":
            opened.append(i)
        elif c == "}" and opened:
            begin = opened.pop()
            if begin < at < i:
                around.append((begin + 1, i))
    return around


def ends_statement(code, begin, opened, i):
    """Whether a statement that began there ends with the semicolon at i, or with the brace there, opened before."""
    after = code[i + 1:].lstrip()
    if after.startswith("else") or (code[begin:].lstrip().startswith("do ") and after.startswith("while")):
        return False
    return code[i] == ";" or (BEFORE_BLOCK.search(code[begin:opened]) is not None and after[:1] not in tuple(";,)(."))


def statements(code, begin, end):
    """(begin, end) of each statement of a block; what has no end, as in a list of values, is left out."""
    depth, start, opened = 0, begin, begin
    for i in range(begin, end):
        if depth == 0 and code[i] == "{":
            opened = i
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0 and code[i] in ";}" and ends_statement(code, start, opened, i):
            yield start, i + 1
            start = i + 1


def statement_around(code, first, last):
    """(begin, end) of the smallest statement around two places; nothing: there is none that could be switched."""
    for begin, end in blocks_around(code, first):
        head = re.split(r"[;{}]", code[:begin - 1])[-1]
        if re.search(r"\b(class|struct|namespace|enum|union)\b", head) and ")" not in head:
            return None
        for start, stop in statements(code, begin, end):
            while label := LABEL.match(code, start, stop):
                start = label.end()
            start += len(code[start:stop]) - len(code[start:stop].lstrip())
            if start <= first and last < stop:
                return start, stop
    return None


def top_level_assignment(code):
    """Where the `=` of a declaration stands, or -1."""
    depth = 0
    for i, c in enumerate(code):
        depth += (c in "([{") - (c in ")]}")
        if c == "=" and depth == 0 and code[i + 1] != "=" and code[i - 1] not in "=<>!+-*/%&|^":
            return i
    return -1


def choice(statement, others):
    """One statement that is all of them; others: {number: statement}."""
    equals = top_level_assignment(code_of(statement))
    declares = not KEYWORD.match(statement) and equals > 0 and re.search(r"[\w>&*]\s+[&*]?\w+\s*$", statement[:equals])
    if not declares:
        chosen = "".join(f"if (::crowfly_mutant == {number}) {{ {other} }} else " for number, other in others.items())
        return f"{chosen}{{ {statement} }}"
    value_of = lambda declaration: f"({declaration[equals + 1:].strip()[:-1]})"
    values = "".join(f"::crowfly_mutant == {number} ? {value_of(other)} : " for number, other in others.items())
    return f"{statement[:equals]}= {values}{value_of(statement)};"


def place_of(mutant, text):
    """(begin, end, replacement) of the part of a text that an edit really changes."""
    old, new = mutant.old, mutant.new
    if "//" in old and "//" not in new:
        old = old.split("//")[0].rstrip()
    at = text.index(mutant.old)
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    tail = 0
    while tail < min(len(old), len(new)) - same and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return at + same, at + len(old) - tail, new[same:len(new) - tail]


def switched(text, mutants):
    """The text of a file with these mutants ({number: mutant}) compiled in, and where each of them stands in it."""
    code, of_statement = code_of(text), collections.defaultdict(dict)
    for number, mutant in mutants.items():
        begin, end, replacement = place_of(mutant, text)
        found = statement_around(code, min(begin, len(code) - 1), max(begin, end - 1))
        if found:
            start, stop = found
            of_statement[found][number] = text[start:begin] + replacement + text[end:stop]
    inner = [one for one in of_statement
             if not any(other != one and one[0] <= other[0] and other[1] <= one[1] for other in of_statement)]
    result, end_before, places = DECLARATION, 0, {}
    for start, stop in sorted(inner):
        result += text[end_before:start]
        begin = len(result)
        result += choice(text[start:stop], of_statement[start, stop])
        places.update({number: (begin, len(result)) for number in of_statement[start, stop]})
        end_before = stop
    return result + text[end_before:], places
