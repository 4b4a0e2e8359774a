"""Reports of whole runs hold what their formats require: SARIF 2.1.0 (sections 3.13 to 3.52 of the standard) and JUnit's XML.

usage: reports.py --tool CROWFLY
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

try:
    from jsonschema import Draft202012Validator as Validator
except ImportError:
    Validator = None  # what the schema says is then not looked at; the checks below are

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ["fischer.xml", "fischer_broken.xml", "train_gate.xml", "gossip.xta", "bridge.xml"]
TOOL = ""


class Reports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="crowfly-reports-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, model, *arguments):
        """Runs both reports over a model: the SARIF document, the root of the JUnit document, and the answers as JSON."""
        sarif, junit = self.folder / "out.sarif", self.folder / "out.junit.xml"
        command = [TOOL, "check", "--json", "--time", "20s", "--trace", sarif, "--trace", junit, model, *arguments]
        run = subprocess.run(command, capture_output=True, text=True)
        answers = json.loads(run.stdout)["queries"]
        self.require_schema(json.loads(sarif.read_text(encoding="utf-8")))
        return json.loads(sarif.read_text(encoding="utf-8")), xml.etree.ElementTree.parse(junit).getroot(), answers

    def require_schema(self, document):
        if Validator is None:
            return
        validator = Validator(json.loads((ROOT / "tests/cli/sarif-2.1.0.json").read_text(encoding="utf-8")))
        self.assertEqual([f"{list(error.path)}: {error.message[:200]}" for error in validator.iter_errors(document)], [])
        del document["runs"][0]["tool"]["driver"]["name"]
        self.assertTrue(list(validator.iter_errors(document)), "the schema accepts everything")

    def require_message(self, message):
        self.assertIsInstance(message["text"], str)
        self.assertNotEqual(message["text"], "")

    def require_location(self, location, text):
        place = location["physicalLocation"]
        self.assertRegex(place["artifactLocation"]["uri"], r"^[A-Za-z0-9%:/._~-]+$")
        region = place["region"]
        self.assertGreaterEqual(region["startLine"], 1)
        self.assertLessEqual(region["startLine"], text.count("\n") + 1)
        self.assertGreaterEqual(region.get("startColumn", 1), 1)
        self.assertGreaterEqual(region.get("endLine", region["startLine"]), region["startLine"])

    def require_result(self, result, rules, text):
        self.require_message(result["message"])
        self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        self.assertIn(result["kind"], ["pass", "open", "review", "fail"])
        self.assertEqual(result["level"] == "none", result["kind"] != "fail")
        for location in result["locations"]:
            self.require_location(location, text)
        for flow in result.get("codeFlows", []):
            self.assertEqual(len(flow["threadFlows"]), 1)
            steps = flow["threadFlows"][0]["locations"]
            self.assertNotEqual(steps, [])
            orders = [step["executionOrder"] for step in steps]
            self.assertEqual(orders, sorted(orders))
            for step in steps:
                self.require_location(step["location"], text)
                self.require_message(step["location"]["message"])

    def test_text_that_is_no_query_is_an_error(self):
        queries = self.folder / "wrong.q"
        queries.write_text("// a comment\nE<> P.b\nAG P.a\n", encoding="utf-8")
        model = self.folder / "m.xta"
        model.write_text("process P() { state a, b; init a; trans a -> b; }\nsystem P;\n", encoding="utf-8")
        sarif, junit, answers = self.check(model, queries)
        self.assertEqual([answer["verdict"] for answer in answers], ["satisfied", "error"])
        suite = junit.find("testsuite")
        self.assertEqual((suite.get("tests"), suite.get("errors")), ("2", "1"))
        self.assertIn("`AG P.a` is not a query", suite.findall("testcase")[1].find("error").get("message"))
        run = sarif["runs"][0]
        self.assertEqual([result["kind"] for result in run["results"]], ["pass", "fail"])
        self.assertFalse(run["invocations"][0]["executionSuccessful"])
        self.assertEqual([note["descriptor"]["id"] for note in run["invocations"][0]["toolConfigurationNotifications"]], ["E061"])

    def test_remarks_are_reported(self):
        model = self.folder / "m.xta"
        model.write_text("int n; process P() { state a, b; init a; trans a -> a { assign n = (n + 1) % 9; }; }\nsystem P;\n", encoding="utf-8")
        sarif, junit, _ = self.check(model, "A[] P.b imply n == 0", "A[] P.a imply n <= 8", "E<> P.b && n == 1")
        vacuous, other, unreachable = junit.findall("testsuite/testcase")
        self.assertEqual(vacuous.find("system-out").text, "vacuous: no reachable state satisfies P.b")
        self.assertIsNone(vacuous.find("failure"))
        self.assertIsNone(other.find("failure"))
        self.assertEqual(unreachable.find("system-out").text, "unreachable: P.b")
        undecided = self.check(model, "E<> n == 7", "--states", "1")[1].find("testsuite/testcase")
        self.assertIsNotNone(undecided.find("skipped"))
        self.assertRegex(undecided.find("system-out").text, "^try ")
        results = sarif["runs"][0]["results"]
        self.assertEqual(results[0]["properties"]["vacuity"], "vacuous")
        self.assertEqual(results[0]["kind"], "pass")

    def test_required_properties(self):
        for name in MODELS:
            with self.subTest(model=name):
                model = ROOT / "models" / name
                sarif, junit, answers = self.check(model)
                text = model.read_text(encoding="utf-8")
                self.assertEqual(sarif["version"], "2.1.0")
                self.assertEqual(len(sarif["runs"]), 1)
                run = sarif["runs"][0]
                rules = run["tool"]["driver"]["rules"]
                self.assertEqual(run["tool"]["driver"]["name"], "crowfly")
                self.assertEqual(len(set(rule["id"] for rule in rules)), len(answers))
                self.assertEqual(len(run["results"]), len(answers))
                self.assertIs(run["invocations"][0]["executionSuccessful"], True)
                for result, answer in zip(run["results"], answers):
                    self.require_result(result, rules, text)
                    self.assertEqual(result["kind"] == "fail", answer["as_expected"] is False)
                    if answer["trace"] and answer["trace"]["length"] and answer["text"][:3] in ("E<>", "A[]"):
                        self.assertIn("codeFlows", result)
                cases = junit.findall("testsuite/testcase")
                self.assertEqual([case.get("name") for case in cases], [re.sub(r"\s", " ", answer["text"]) for answer in answers])
                failed = [case.find("failure") is not None for case in cases]
                self.assertEqual(failed, [answer["as_expected"] is False for answer in answers])

    def test_a_violation_points_at_the_edges(self):
        sarif, junit, _ = self.check(ROOT / "models" / "fischer_broken.xml", "A[] not deadlock", "A[] 1 == 2")
        text = (ROOT / "models" / "fischer_broken.xml").read_text(encoding="utf-8").splitlines()
        failures = [result for result in sarif["runs"][0]["results"] if result["kind"] == "fail"]
        self.assertNotEqual(failures, [])
        for result in failures:
            for step in result.get("codeFlows", [{"threadFlows": [{"locations": []}]}])[0]["threadFlows"][0]["locations"]:
                region = step["location"]["physicalLocation"]["region"]
                line = text[region["startLine"] - 1][region["startColumn"] - 1:]
                self.assertTrue(line.startswith("<transition"), line)
        self.assertEqual(int(junit.find("testsuite").get("failures")), len(failures))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    TOOL = parser.parse_args().tool
    unittest.main(argv=sys.argv[:1])
