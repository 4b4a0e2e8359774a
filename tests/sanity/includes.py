"""A file includes what it uses of the standard library, of fmt and of JSON, itself or by headers of the project; and a source what it
uses of the project. The compilers do not notice what is missing: where they compile, these headers are precompiled, and sources of
a folder are compiled together.

usage: includes.py ROOT
"""
import pathlib
import re
import sys

import closure
import tree

# A header, and the names by which its use is seen.
HEADERS = {
    "algorithm": ("std::(?:ranges::)?(?:sort|stable_sort|any_of|all_of|none_of|find_if|find|count|count_if|max_element|min_element|copy|fill|"
                  "remove_if|reverse|lower_bound|upper_bound|equal|transform|for_each|unique|is_sorted|binary_search|shuffle|clamp)\\("),
    "array": "std::array<",
    "atomic": "std::atomic<",
    "bit": "std::(?:popcount|countr_zero|countl_zero|bit_width|bit_ceil|has_single_bit)\\(",
    "charconv": "std::(?:from_chars|to_chars)\\(",
    "chrono": "std::chrono::",
    "cmath": "std::(?:floor|ceil|round|sqrt|pow|isnan|isfinite|isinf|log2|fabs|lround)\\(",
    "condition_variable": "std::condition_variable",
    "deque": "std::deque<",
    "filesystem": "std::filesystem::",
    "fmt/format.h": "fmt::(?:format|to_string|format_to|memory_buffer|join)\\b",
    "fstream": "std::[io]?fstream",
    "functional": "std::function<",
    "iostream": "std::(?:cout|cerr|cin)\\b",
    "map": "std::(?:multi)?map<",
    "memory": "std::(?:unique_ptr|shared_ptr|weak_ptr|make_unique|make_shared)<",
    "mutex": "std::(?:mutex|lock_guard|unique_lock|scoped_lock|call_once)\\b",
    "nlohmann/json.hpp": "(?:nlohmann::(?:ordered_)?json|\\bJson)(?:::|\\{| \\w+(?:;| = |\\{))",
    "numeric": "std::(?:accumulate|iota|gcd|lcm|partial_sum)\\(",
    "optional": "std::(?:optional<|nullopt)",
    "random": "std::(?:mt19937|minstd_rand|uniform_int_distribution|random_device)",
    "set": "std::(?:multi)?set<",
    "span": "std::span<",
    "sstream": "std::[io]?stringstream",
    "stdexcept": "std::(?:runtime_error|logic_error|invalid_argument|out_of_range)\\b",
    "string": "std::(?:string|to_string|stoi|stod)\\b",
    "string_view": "std::string_view\\b",
    "thread": "std::(?:j?thread\\b(?!::)|this_thread::)",
    "tuple": "std::(?:tuple<|tie\\()",
    "unordered_map": "std::unordered_(?:multi)?map<",
    "unordered_set": "std::unordered_(?:multi)?set<",
    "variant": "std::(?:variant<|get_if<|holds_alternative<|visit\\()",
    "vector": "std::vector<",
}
SELDOM_IN_HEADERS = ("nlohmann/json.hpp",)
USES = {header: re.compile(pattern) for header, pattern in HEADERS.items()}
# What includes a header for certain, so that it need not be named beside it.
BRINGS = {"iostream": ("string",), "fstream": ("string",), "sstream": ("string",), "string": ("string_view",), "filesystem": ("string",), "fmt/format.h": ("string",)}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]*)[>"]', re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|R"\(.*?\)"|R"(\w+)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)


class Includes:
    """What each file includes, directly and by the project's headers."""

    def __init__(self, root):
        self.roots = [root / folder for folder in ("src", "tests")]
        self.known = {}

    def of(self, path):
        if path not in self.known:
            self.known[path] = set()  # until it is known: whoever includes each other has both
            names = set(INCLUDE.findall(tree.read(path)))
            names.update(*(BRINGS.get(name, ()) for name in names), *(self.of(header) for header in self.headers(path, names)))
            self.known[path] = names
        return self.known[path]

    def headers(self, path, names):
        candidates = (folder / name for name in sorted(names) for folder in (path.parent, *self.roots))
        return [candidate for candidate in candidates if candidate.is_file()]


# What a header declares outside of classes begins at the first column.
TYPE = re.compile(r"^(?:struct|class|enum class|union) (\w+)\b(?! *;)|^using (\w+) =", re.MULTILINE)
FUNCTION = re.compile(r"^(?!return|using|namespace|struct|class|enum|template)[\w\[][\w:<>,&*\[\] ]*[\w>\]&*] [&*]?(\w+)\(", re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (?:crowfly::)?(\w+) \{", re.MULTILINE)
STATEMENT = re.compile(r"\b(?:return|else|throw|case|co_return)\b")
OF_THE_SYSTEM = {"close": "<unistd.h>", "poll": "<poll.h>"}


class Names:
    """What each header of src/ declares, found by its text alone."""

    def __init__(self, root):
        self.root = root
        self.closures = closure.Closures(root)
        self.texts = {path: COMMENT_OR_TEXT.sub(" ", tree.read(path)) for path in tree.project_files(root, ("src",)) if path.suffix in (".hpp", ".cpp", ".def")}
        self.words = {path: set(re.findall(r"\w+", text)) for path, text in self.texts.items()}
        self.declared = {}
        headers = {path: text for path, text in self.texts.items() if path.suffix == ".hpp"}
        for path, text in headers.items():
            for name in (*map("".join, TYPE.findall(text)), *FUNCTION.findall(text)):
                self.declared.setdefault(name, path)
        namespaces = {name for text in headers.values() for name in NAMESPACE.findall(text)} | {"crowfly"}
        self.begin = "(?:" + "|".join(["(?<![\\w.:>])", *(rf"(?<=\b{name}::)" for name in sorted(namespaces))]) + ")"

    def is_used(self, name, text):
        """Not where the source declares something of that name itself."""
        if name[0].isupper():
            return re.search(rf"{self.begin}{name}\b", text) and not re.search(rf"\b(?:struct|class|union|using|typename) {name}\b", text)
        declaration = rf"[\w>&*] [&*]?{name}\(|\b{name} = \["
        return re.search(rf"{self.begin}{name}\(", text) and not re.search(declaration, STATEMENT.sub("", text))

    def missing(self, source):
        seen = set().union(*(self.words.get(header, set()) for header in self.closures.of(source)))
        for name in sorted((self.words[source] & self.declared.keys()) - seen):
            of_the_system = name in OF_THE_SYSTEM and OF_THE_SYSTEM[name] in self.texts[source]
            if not of_the_system and self.is_used(name, self.texts[source]):
                yield name, self.declared[name].relative_to(self.root).as_posix()


def findings_in_sources(root):
    names = Names(root)
    for source in tree.code_files(root, (".cpp",)):
        if root / "src" in source.parents:
            for name, header in names.missing(source):
                yield f"{source.relative_to(root).as_posix()}: uses {name} and does not include {header}"


def findings(root):
    root = pathlib.Path(root)
    yield from findings_in_sources(root)
    includes = Includes(root)
    for path in tree.code_files(root, (".hpp", ".cpp")):
        names = includes.of(path)
        code = COMMENT_OR_TEXT.sub(" ", tree.read(path))
        for header, use in USES.items():
            found = use.search(code)
            if found and header not in names:
                yield f"{path.relative_to(root).as_posix()}: uses {found.group(0).rstrip('(<')} and does not include <{header}>"


if __name__ == "__main__":
    tree.finish(findings(sys.argv[1]))
