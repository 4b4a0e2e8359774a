"""The checks of the documentation can fail: what they accept and what they report."""
import pathlib
import tempfile
import unittest

import fences
import links
import pages


class Fences(unittest.TestCase):
    def test_output_matches_up_to_times_and_memory(self):
        self.assertTrue(fences.matches(["explored 5, <0.01 s, 9.9 MiB"], ["explored 5, 1.25 s, 12 MiB"]))
        self.assertFalse(fences.matches(["explored 5, <0.01 s"], ["explored 6, <0.01 s"]))
        self.assertFalse(fences.matches(["trace in 4 time units"], ["trace in 5 time units"]))

    def test_an_ellipsis_stands_for_text_or_for_lines(self):
        self.assertTrue(fences.matches(["a … z", "…"], ["a b z", "1", "2"]))
        self.assertTrue(fences.matches(["…", "2"], ["2"]))
        self.assertFalse(fences.matches(["…", "3"], ["1", "2"]))
        self.assertFalse(fences.matches(["a …"], ["b c"]))

    def test_a_missing_or_additional_line_is_noticed(self):
        self.assertFalse(fences.matches(["a", "b"], ["a"]))
        self.assertFalse(fences.matches(["a"], ["a", "b"]))

    def test_an_info_string_says_what_a_fence_holds(self):
        self.assertEqual(pages.Fence(1, "sh not run: it never ends", []).parts, ("sh", "not run", "it never ends"))
        self.assertEqual(pages.Fence(1, "xta to: a.xta", []).parts, ("xta", "to", "a.xta"))
        self.assertEqual(pages.Fence(1, "", []).parts, ("", None, None))
        self.assertIsNone(pages.Fence(1, "sh skipped", []).parts)

    def test_sessions_are_split_into_commands_and_output(self):
        session = pages.Fence(1, "console", ["$ one \\", "> two", "output", "$ three"])
        self.assertEqual(fences.console_steps(session), [("one \\\ntwo", 2, 3), ("three", 4, 4)])

    def test_an_update_keeps_what_is_left_out(self):
        self.assertEqual(fences.updated(["…", "explored 5", "…"], ["x", "explored 6", "y"]), ["…", "explored 6", "…"])
        self.assertEqual(fences.updated(["took 1 s", "old"], ["took 2 s", "new"]), ["took 1 s", "new"])

    def test_fences_are_written_back(self):
        text = "a\n```console\n$ b\nold\n```\nc\n"
        found = pages.split_fences(text)[1]
        found[0].body = ["$ b", "new"]
        self.assertEqual(fences.rewritten(text, found), "a\n```console\n$ b\nnew\n```\nc\n")


class Links(unittest.TestCase):
    def findings(self, check=links.findings, **files):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in files.items():
                path = root / (name.replace("__", "/") + ".md")
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return list(check(root))

    def test_links_lead_to_files_and_headings(self):
        self.assertEqual(self.findings(a="[b](b.md#the-end-of-it)", b="# The `end`, of it\n"), [])
        self.assertEqual(self.findings(a="[b](c.md)"), ["a.md:1: there is no c.md"])
        self.assertEqual(self.findings(a="[b](b.md#x)", b="# y\n"), ["a.md:1: b.md has no heading #x"])

    def test_pages_of_the_documentation_are_linked(self):
        self.assertEqual(self.findings(docs__a="# a\n"), ["docs/a.md: no page links to it"])

    def test_code_has_no_links(self):
        self.assertEqual(self.findings(a="`[b](c.md)`\n\n```\n[b](c.md)\n```\n"), [])

    def test_the_changelog_names_pages_that_exist(self):
        def findings(text):
            return self.findings(links.changelog_findings, CHANGELOG=text, docs__a="# a\n")

        self.assertEqual(findings("- New (`docs/a.md`).\n"), [])
        self.assertEqual(findings("- New (`docs/b.md`).\n"), ["CHANGELOG.md:1: there is no docs/b.md"])

    def test_no_entry_of_the_changelog_is_there_twice(self):
        entry = "- `crowfly generate milner N` writes a ring of cells that pass on a token"
        text = f"{entry}.\n- Another entry.\n{entry} (see there).\n"
        self.assertEqual(self.findings(links.changelog_findings, CHANGELOG=text), ["CHANGELOG.md:3: the entry is on line 1, too"])

    def test_pages_name_no_processor(self):
        self.assertEqual(self.findings(links.machine_findings, README="crowfly_*.deb crowfly-0.1.0-linux-….tar.gz\n"), [])
        self.assertEqual(self.findings(links.machine_findings, README="a\ncrowfly_0.1.0-1_amd64.deb\n"),
                         ["README.md:2: the name of the package is that of one processor only"])


if __name__ == "__main__":
    unittest.main()
