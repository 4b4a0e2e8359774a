#!/usr/bin/env python3
"""What is compiled in for an edit: the statement around it, as a choice; and what cannot be switched."""
import types
import unittest

import switches


def switched(text, *edits):
    """The text with edits (old, new), numbered from 1, compiled in, without the declaration; and their numbers."""
    mutants = {number: types.SimpleNamespace(old=old, new=new) for number, (old, new) in enumerate(edits, 1)}
    edited, places = switches.switched(text, mutants)
    return edited.removeprefix(switches.DECLARATION), set(places)


class Switches(unittest.TestCase):
    def test_a_statement_becomes_a_choice(self):
        text, _ = switched("int f(int a) { g(); return a + 1; }", ("a + 1", "a + 2"))
        self.assertEqual(text, "int f(int a) { g(); if (::crowfly_mutant == 1) { return a + 2; } else { return a + 1; } }")

    def test_several_edits_of_one_statement_share_it(self):
        text, numbers = switched("void f() { a = b; }", ("a = b", "a = c"), ("b;", "d;"))
        self.assertEqual(numbers, {1, 2})
        self.assertIn("{ a = c; } else if (::crowfly_mutant == 2) { a = d; } else { a = b; }", text)

    def test_a_declaration_chooses_its_value(self):
        text, _ = switched("void f() { const int a = g(1); h(a); }", ("g(1)", "g(2)"))
        self.assertIn("const int a = ::crowfly_mutant == 1 ? (g(2)) : (g(1)); h(a);", text)

    def test_if_and_else_stay_together(self):
        text, _ = switched("void f() { if (a) g(); else { h(); } k(); }", ("(a)", "(!a)"))
        self.assertIn("{ if (!a) g(); else { h(); } } else { if (a) g(); else { h(); } } k();", text)

    def test_braces_in_expressions_end_nothing(self):
        text, _ = switched("bool f() { return A{1} < B{2}; }", ("<", ">"))
        self.assertIn("{ return A{1} > B{2}; } else { return A{1} < B{2}; }", text)

    def test_comments_and_literals_are_no_code(self):
        text, _ = switched('void f() { g("}"); /* } */ h(1); }  // }', ("h(1)", "h(2)"))
        self.assertIn("/* } */ if (::crowfly_mutant == 1) { h(2); } else { h(1); } }", text)

    def test_labels_stay_before_the_choice(self):
        text, _ = switched("int f() { switch (a) { case A::b: return 1; } }", ("return 1", "return 2"))
        self.assertIn("case A::b: if (::crowfly_mutant == 1)", text)

    def test_members_and_tables_cannot_be_switched(self):
        self.assertEqual(switched("struct S { int a; };", ("int", "long"))[1], set())
        self.assertEqual(switched("namespace n { const int t[] = {1, 2}; }", ("1, 2", "1, 3"))[1], set())

    def test_of_nested_statements_the_inner_one_is_switched(self):
        _, numbers = switched("void f() { for (i = 0; i < n; ++i) { g(i); } }", ("i < n", "i > n"), ("g(i)", "g(0)"))
        self.assertEqual(numbers, {2})


if __name__ == "__main__":
    unittest.main()
