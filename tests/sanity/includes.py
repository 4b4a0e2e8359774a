"""A file includes what it uses of the standard library, of fmt and of JSON, itself or by headers of the project. The compilers do
not notice what is missing: where they compile, these headers are precompiled.

usage: includes.py ROOT
"""
import pathlib
import re
import sys

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


def findings(root):
    root = pathlib.Path(root)
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
