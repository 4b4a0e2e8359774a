"""Each check finds the fault it is there to find, and is content without it."""
import pathlib
import shutil
import tempfile
import unittest

import arrows
import codes
import compiles
import folders
import format as formatting
import functions
import heavy
import includes
import sizes
import words


class Trees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def assert_finds(self, findings, *fragments):
        """Exactly one finding per fragment, in order, that contains it."""
        findings = list(findings)
        self.assertEqual(len(findings), len(fragments), findings)
        for finding, fragment in zip(findings, fragments):
            self.assertIn(fragment, finding)


class Arrows(Trees):
    def test_downward_includes_pass(self):
        self.write("src/network/a.cpp", '#include "network/a.hpp"\n#include "base/b.hpp"\n#include <vector>\n')
        self.write("src/frontend/c.cpp", '#include "model/uppaal/read.hpp"\n')
        self.assert_finds(arrows.findings(self.root))

    def test_upward_include(self):
        self.write("src/base/a.cpp", '\n#include "model/m.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "src/base/a.cpp:2")

    def test_language_known_to_an_engine(self):
        self.write("src/engine/a.cpp", '#include "model/uppaal/syntax.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "must not know the language `uppaal`")

    def test_language_known_to_a_command(self):
        self.write("src/cli/a.cpp", '#include "model/drawing.hpp"\n#include "model/uppaal/syntax.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "a.cpp:2")

    def test_frontend_called_by_name(self):
        self.write("src/cli/a.cpp", '#include "frontend/frontend.hpp"\n#include "frontend/languages/tck.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "a.cpp:2")

    def test_base_types_know_no_functions(self):
        self.write("src/search/a_options.hpp", '#include "search/settings.hpp"\n#include "search/a.hpp"\n')
        self.write("src/search/a.hpp", "")
        self.assert_finds(arrows.findings(self.root), "src/search/a_options.hpp:2")

    def test_arrows_within_a_folder(self):
        self.write("src/network/a.hpp", "")
        self.write("src/network/terms/b.hpp", '#include "network/a.hpp"\n#include "network/values/c.hpp"\n')
        self.write("src/network/compile/d.cpp", '#include "network/terms/b.hpp"\n#include "network/compile/e.hpp"\n')
        self.assert_finds(arrows.findings(self.root))
        self.write("src/network/a.hpp", '#include "network/compile/e.hpp"\n')
        self.write("src/network/terms/b.hpp", '#include "network/symmetry/f.hpp"\n')
        self.write("src/network/values/c.hpp", '\n#include "network/pruning/g.hpp"\n')
        self.assert_finds(
            arrows.findings(self.root),
            "src/network/a.hpp:1: includes \"network/compile/e.hpp\": `network` stands above `network/compile`",
            "src/network/terms/b.hpp:1",
            "src/network/values/c.hpp:2: includes \"network/pruning/g.hpp\": `network/values` stands beside",
        )

    def test_subfolder_without_a_level(self):
        self.write("src/zone/more/a.cpp", '#include "zone/zone.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "`zone/more` is not in SUBFOLDERS")

    def test_language_known_to_a_language(self):
        self.write("src/model/uppaal/a.cpp", '#include "model/tck/syntax.hpp"\n#include "model/uppaal/parse/syntax.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "the language `uppaal` must not know the language `tck`")

    def test_circle_of_includes(self):
        self.write("src/base/a.hpp", '#include "base/b.hpp"\n')
        self.write("src/base/b.hpp", '#include "base/a.hpp"\n')
        self.assert_finds(arrows.findings(self.root), "base/a.hpp → base/b.hpp → base/a.hpp")

    def test_relative_include_and_unknown_folders(self):
        self.write("src/base/a.cpp", '#include "b.hpp"\n#include "misc/c.hpp"\n')
        self.write("src/misc/c.hpp", "")
        self.assert_finds(arrows.findings(self.root), "a.cpp:1", "a.cpp:2", "src/misc/c.hpp")


class Folders(Trees):
    def test_a_row_for_each_subfolder(self):
        self.write("src/base/a.hpp", "")
        self.write("src/base/files/b.hpp", "")
        self.assert_finds(folders.findings(self.root), "src/base/files: `files/` is not in src/base/README.md")
        self.write("src/base/README.md", "| `files/` | what is written to disk |\n")
        self.assert_finds(folders.findings(self.root))

    def test_many_files(self):
        for number in range(41):
            self.write(f"src/base/{number}.hpp", "")
        self.assert_finds(folders.findings(self.root), "src/base: 41 files")
        (self.root / "src/base/0.hpp").rename(self.root / "src/base/README.md")
        self.assert_finds(folders.findings(self.root))


class Format(Trees):
    def test_long_lines_in_code_and_comments(self):
        self.write("src/base/a.cpp", "// " + "x" * 118 + "\n")
        self.assert_finds(formatting.long_lines(self.root), "src/base/a.cpp:1: 121 columns")

    @unittest.skipUnless(shutil.which("clang-format"), "clang-format is not installed")
    def test_formatting(self):
        self.write("src/base/a.cpp", "int  a;\n")
        self.write("src/base/b.cpp", "int b;\n")
        self.assert_finds(formatting.misformatted(self.root), "src/base/a.cpp:1")


class Functions(unittest.TestCase):
    def test_bodies_in_classes_and_namespaces(self):
        text = "namespace n {\nstruct S {\n    int f() const { return 1; }\n};\nvoid S::g(int a,\n  int b)\n{\n}\n}\n"
        self.assertEqual(functions.cpp_functions(text), [("f", 3, 3), ("S::g", 5, 8)])

    def test_initialiser_lists_and_lambdas_belong_to_the_function(self):
        text = "S::S(int a)\n    : a_{a}, b_{[] {\n        return 1;\n    }()} {\n    for (;;) {\n    }\n}\nint x{0};\n"
        self.assertEqual(functions.cpp_functions(text), [("S::S", 1, 7)])

    def test_braces_in_comments_literals_and_macros(self):
        text = '// {\n#define OPEN {\nvoid f() {\n    g("{", \'{\', R"x({)x", 1\'000\'000);  /* { */\n}\nvoid h() {}\n'
        self.assertEqual(functions.cpp_functions(text), [("f", 3, 5), ("h", 6, 6)])


class Heavy(Trees):
    def test_one_file_with_cli11_and_forward_declarations_pass(self):
        self.write("src/cli/a.cpp", "#include <CLI/CLI.hpp>\n#include <nlohmann/json.hpp>\n")
        self.write("src/render/a.hpp", "#include <nlohmann/json_fwd.hpp>\n")
        self.assert_finds(heavy.findings(self.root))

    def test_cli11_in_two_files(self):
        self.write("src/cli/a.cpp", "#include <CLI/CLI.hpp>\n")
        self.write("src/cli/b.cpp", "#include <CLI/App.hpp>\n")
        self.assert_finds(heavy.findings(self.root), "src/cli/a.cpp, src/cli/b.cpp: only one file")

    def test_heavy_headers(self):
        self.write("src/cli/a.hpp", "#include <CLI/CLI.hpp>\n")
        self.write("src/render/b.hpp", "#  include <nlohmann/json.hpp>\n")
        self.assert_finds(heavy.findings(self.root), "src/cli/a.hpp: a header includes CLI11", "src/render/b.hpp")


class Sizes(Trees):
    def test_short_code_passes(self):
        self.write("src/base/a.cpp", "void f() {\n" + "    g();\n" * 58 + "}\n")
        self.assert_finds(sizes.findings(self.root))

    def test_long_function_and_file(self):
        self.write("src/base/a.cpp", "void f() {\n" + "    g();\n" * 59 + "}\n")
        self.write("src/base/b.hpp", "// x\n" * 501)
        self.write("bench/c.py", "def f():\n" + "    g()\n" * 60)
        self.assert_finds(sizes.findings(self.root), "a.cpp:f", "b.hpp: line 1: 501", "bench/c.py:f")

    def test_exceptions_need_a_reason_and_a_use(self):
        self.write("src/base/b.hpp", "// x\n" * 501)
        self.write("tests/sanity/sizes.allowed", "src/base/b.hpp  a table\n")
        self.assert_finds(sizes.findings(self.root))
        self.write("tests/sanity/sizes.allowed", "src/base/b.hpp\nsrc/base/gone.hpp  a table\n")
        self.assert_finds(sizes.findings(self.root), "no reason given", "not needed any more")


class Codes(Trees):
    def write_tree(self, pages, severity="error"):
        self.write("src/base/messages/codes.def", f'CROWFLY_CODE(E012, unknown_name, {severity}, "unknown name")\n')
        self.write("docs/reference/diagnostics.md", "# Diagnostics\n" + pages)

    def test_a_page_per_code_passes(self):
        self.write_tree("## E012: unknown name\n```\nx\n```\n")
        self.assert_finds(codes.findings(self.root))

    def test_missing_surplus_and_double_pages(self):
        self.write_tree("")
        self.assert_finds(codes.findings(self.root), "E012 has no page")
        page = "## E012: unknown name\n```\nx\n```\n"
        self.write_tree(page + page + "## E013: other\n```\nx\n```\n")
        self.assert_finds(codes.findings(self.root), "E013 is not in codes.def", "E012 has two pages")

    def test_titles_headings_examples_and_severities(self):
        self.write_tree("## E012: no such name\ntext\n## Other\n", severity="warning")
        self.assert_finds(codes.findings(self.root), "severity", "is called", "no example", "## Other")


class Words(Trees):
    def test_ordinary_text_passes(self):
        self.write("src/base/a.cpp", "// see /usr/include and the work/home of others, xxxl\n")
        self.write("README.md", "A list of TODO items may be mentioned outside src/.\n")
        self.write("build/a.txt", "/ho" + "me/someone\n")
        self.assert_finds(words.findings(self.root))

    def test_paths_and_unfinished_work(self):
        self.write("src/base/a.cpp", "// TO" + "DO: later\n// not imple" + "mented\n")
        self.write("docs/a.md", "run /ho" + "me/someone/build\n")
        self.assert_finds(words.findings(self.root), "docs/a.md:1", "a.cpp:1", "a.cpp:2")


class Includes(Trees):
    def test_used_and_included(self):
        self.write("src/base/a.hpp", "#pragma once\n#include <vector>\n")
        self.write("src/base/b.hpp", '#pragma once\n#include "base/a.hpp"\ninline std::vector<int> v;\n')
        self.write("src/base/c.cpp", '// std::map<int, int>\nconst char* text = "std::map<int, int>";\n')
        self.assert_finds(includes.findings(self.root))

    def test_used_and_not_included(self):
        self.write("src/base/a.hpp", "#pragma once\ninline std::vector<int> v;\n")
        self.write("src/base/b.cpp", '#include "base/a.hpp"\nstd::string s = fmt::format("");\n')
        self.assert_finds(includes.findings(self.root), "a.hpp: uses std::vector", "include <fmt/format.h>", "include <string>")

    def test_used_of_the_project(self):
        self.write("src/base/a.hpp", "#pragma once\nstruct Apple {\n};\nint peel(int);\n")
        self.write("src/base/b.hpp", '#pragma once\n#include "base/a.hpp"\n')
        self.write("src/base/c.cpp", '#include "base/b.hpp"\nint c(Apple) { return peel(1); }\n')
        self.assert_finds(includes.findings(self.root))
        self.write("src/base/c.cpp", "int c(Apple) { return peel(1); }\n")
        self.assert_finds(includes.findings(self.root), "c.cpp: uses Apple and does not include src/base/a.hpp", "uses peel")
        self.write("src/base/c.cpp", "struct Apple {};\nint peel(Apple) { return 1; }\nint c(Apple a) { return peel(a); }\n")
        self.assert_finds(includes.findings(self.root))


class Compiles(Trees):
    COMMAND = ["c++", "-std=c++20", "-Wall", "-Wextra", "-Werror"]

    def test_header_alone(self):
        self.write("src/base/a.hpp", "#pragma once\n#include <vector>\ninline std::vector<int> v;\n")
        self.assert_finds(compiles.findings("headers", self.root, self.COMMAND))
        self.write("src/base/a.hpp", "#pragma once\ninline std::vector<int> v;\n")
        self.assert_finds(compiles.findings("headers", self.root, self.COMMAND), "a.hpp:2")

    def test_header_that_others_help(self):
        command = [*self.COMMAND, f"-I{self.root}/src"]
        self.write("src/base/a.hpp", "#pragma once\nstruct A {};\n")
        self.write("src/base/b.hpp", "#pragma once\ninline A b;\n")
        self.write("src/base/c.hpp", '#pragma once\n#include "base/a.hpp"\n#include "base/b.hpp"\n')
        self.write("src/base/b.cpp", '#include "base/a.hpp"\n#include "base/b.hpp"\n')
        self.assert_finds(compiles.findings("headers", self.root, command), "b.hpp:2")
        self.assert_finds(compiles.findings("sources", self.root, command))
        self.write("src/base/b.hpp", '#pragma once\n#include "base/a.hpp"\ninline A b;\n')
        self.assert_finds(compiles.findings("headers", self.root, command))

    def test_chains_of_headers(self):
        for name, included in (("a", ""), ("b", "a"), ("c", "b"), ("d", "a"), ("e", "")):
            self.write(f"src/base/{name}.hpp", f'#include "base/{included}.hpp"\n' if included else "\n")
        headers = list(includes.tree.code_files(self.root, (".hpp",)))
        chains = list(compiles.closure.chains(headers, compiles.closure.Closures(self.root)))
        self.assertEqual(sorted("".join(header.stem for header in chain) for chain in chains), ["abc", "d", "e"])

    def test_sources_that_clash(self):
        self.write("src/base/a.cpp", "namespace { const int same = 1; }\nint a() { return same; }\n")
        self.write("src/base/b.cpp", "namespace { const int same = 2; }\nint b() { return same; }\n")
        self.assert_finds(compiles.findings("sources", self.root, self.COMMAND))
        self.write("src/base/c.cpp", "int c(int unused) { return 1; }\n")
        self.assert_finds(compiles.findings("sources", self.root, self.COMMAND), "unused")

    def test_plug_ins_that_clash(self):
        plug_in = "namespace crowfly { template <class T> struct Registered {}; namespace { const Registered<int> registered; %s } }\n"
        self.write("src/base/a.cpp", plug_in % "")
        self.write("src/base/b.cpp", plug_in % "")
        self.assert_finds(compiles.findings("sources", self.root, self.COMMAND))
        self.write("src/base/b.cpp", plug_in % "int wrong = nobody;")
        self.assert_finds(compiles.findings("sources", self.root, self.COMMAND), "nobody")

    def test_warning_in_a_source(self):
        self.write("src/base/a.cpp", "int f(int unused) { return 1; }\n")
        self.assert_finds(compiles.findings("sources", self.root, self.COMMAND), "unused")


if __name__ == "__main__":
    unittest.main()
