"""The small models of the corpus that once got a wrong answer get the right one.

usage: trials.py --tool CROWFLY
One check per row of trials/EXPECTED.tsv; a row that nobody checks is a fault, so that new ones are not overlooked.
Exits 77 (skipped) without CROWFLY_CORPUS.
"""
import argparse
import csv
import json
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

# Every abstraction that is sound for all of them.
ABSTRACTIONS = ("none", "m", "m+", "lu", "lu+", "am", "alu")
# Rows of later work: queries that invariants imply.
LATER = {"invariant-implies.xta"}
# Files whose rows say which options go together.
COMBINED = ("dead-", "sym-")


class Trials:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder

    def run(self, *arguments):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([self.tool, *map(str, arguments)], capture_output=True, text=True, timeout=300)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        run.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return run

    def ask(self, model, query, *options):
        """The answer to one query, as JSON tells it."""
        run = self.run("check", "--json", *options, self.folder / model, query)
        answers = json.loads(run.stdout)["queries"]
        return answers[0] if answers else {"verdict": f"none, exit code {run.returncode}"}

    def verdict_is(self, model, query, wanted):
        answers = {name: self.ask(model, query, "--extrapolation", name) for name in ABSTRACTIONS}
        answers["default"] = self.ask(model, query)
        return [f"{name}: {a['verdict']}" for name, a in answers.items() if a["verdict"] != wanted or a.get("unverified")]

    def value_is(self, model, query, which, wanted):
        values = self.ask(model, query).get("values")
        found = values[0][which] if values else None
        return [] if found == wanted else [f"{which} is {found}"]

    def check_over3(self, question):
        if question.startswith("sup"):
            return self.value_is("over3.xta", question, "sup", "1500000000")
        return self.verdict_is("over3.xta", question, "not satisfied")

    def check_over(self, question):
        answer = self.ask("over.xta", question.removeprefix("--fastest: "), "--fastest")
        return [] if answer["trace"]["duration"] == "1200000000" else [str(answer["trace"])]

    def check_assign(self, question):
        return self.verdict_is("assign.xta", question, "not satisfied")

    def check_big(self, question):
        return self.value_is("big.xta", question, "inf", "300000000") + self.verdict_is("big.xta", "E<> P.B", "satisfied")

    def is_refused(self, model, word, *query):
        run = self.run("check", self.folder / model, *query)
        if run.returncode == 2 and word in run.stdout + run.stderr:
            return []
        return [f"exit code {run.returncode}: {run.stdout}{run.stderr}"]

    def check_vac(self, question):
        return self.is_refused("vac.xta", "E050", question)

    def check_chanty(self, _):
        run = self.run("check", self.folder / "chanty.xml")
        return [] if "gaurd" in run.stderr + run.stdout else [run.stdout + run.stderr]

    def check_hidden(self, _):
        return self.is_refused("hidden.xml", "error")

    def check_pn(self, question):
        run = self.run("check", "--time", "5s", self.folder / "pn.xta", question.split(": ", 1)[1])
        return [] if run.cpu < 6.2 else [f"{run.cpu:.1f} s of processor time"]

    def check_clk3(self, question):
        run = self.run("check", "--json", self.folder / "clk3.xta", question)
        answer = json.loads(run.stdout)["queries"][0]
        wrong = [] if answer["verdict"] == "not satisfied" and answer["trace"] else [str(answer)]
        return wrong + ([f"{run.cpu:.1f} s of processor time"] if run.cpu > 2 else [])

    def check_clock_double_init(self, _):
        return self.value_is("clock-double-init.xta", "inf: temperature", "inf", "18")

    def check_double_noninfluencing(self, question):
        return self.verdict_is("double-noninfluencing.xta", question, "satisfied")

    def ends_soon(self, model, query, wanted, *options):
        answer = self.ask(model, query, "--time", "20s", *options)
        explored = answer["stats"]["explored"] if answer.get("stats") else None
        return [] if answer["verdict"] == wanted and explored < 1000 else [f"{answer['verdict']}, {explored} states"]

    def check_bound_sum(self, question):
        return self.ends_soon("bound-sum.xta", question, "not satisfied")

    def check_bound_shift(self, question):
        return self.ends_soon("bound-shift.xta", question, "not satisfied")

    def check_bound_random(self, question):
        query, options = question.split(" with ")
        wrong = self.ends_soon("bound-random.xta", query, "satisfied", *options.split())
        length = self.ask("bound-random.xta", query, *options.split())["trace"]["length"]
        return wrong + ([] if length == 2 else [f"{length} transitions"])

    def combined(self, model, question, expected):
        """`QUERY with --option a, b, --other c`: one run with each of them."""
        query, text = question.split(" with ", 1)
        alternatives = [shlex.split(part) for part in text.split(", ")]
        verdict, _, rest = expected.partition(", ")
        wrong = []
        for words in alternatives:
            options = words if words[0].startswith("--") else alternatives[0][:-1] + words
            answer = self.ask(model, query, *options)
            length = f"{answer['trace']['length']} " if answer.get("trace") else ""
            if answer["verdict"] != verdict or (rest and not rest.startswith(length)):
                wrong.append(f"{' '.join(options)}: {answer['verdict']}, {length}transitions")
        return wrong

    def check_value_ranges_hang(self, question):
        run = self.run("check", self.folder / "value-ranges-hang.xta", question.split(" with ")[0], "--time", "3s")
        return [] if run.cpu < 4.2 else [f"{run.cpu:.1f} s of processor time"]

    def page(self, model, *query):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.html"
            self.run("check", self.folder / model, *query, "--trace", file)
            return file.read_text(encoding="utf-8")

    def check_page_entity(self, _):
        return ["raw entities"] if re.search(r'"text":"[^"]*&[gl]t;', self.page("page-entity.xml")) else []

    def check_page_forall(self, _):
        page = self.page("page-forall.xml", "E<> forall (i : int[0,2]) a[i] == 1")
        return [] if re.search(r"a\[i\] *== *1 \(i = 2\)", page) else ["an atom does not name its element"]

    def check_query_number(self, _):
        run = self.run("check", self.folder / "query-number.xml")
        numbers = [re.findall(pattern, text, re.M) for pattern, text in ((r"query (\d+)", run.stderr), (r"^ *(\d+)  ", run.stdout))]
        return [] if set(numbers[0]) <= set(numbers[1]) else [f"messages name {numbers[0]}, answers {numbers[1]}"]

    def check_fint_round(self, question):
        return self.verdict_is("fint-round.xta", question, "satisfied")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    tool = pathlib.Path(parser.parse_args().tool).resolve()
    folder = tools.corpus() / "trials"
    trials = Trials(tool, folder)
    faults, checked = [], 0
    with open(folder / "EXPECTED.tsv", newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["file"] in LATER:
                continue
            name = pathlib.Path(row["file"]).stem
            if name.startswith(COMBINED):
                wrong = trials.combined(row["file"], row["question"], row["expected"])
            else:
                check = getattr(trials, "check_" + name.replace("-", "_"), None)
                wrong = check(row["question"]) if check else ["nobody checks this row"]
            faults += [f"{row['file']} {row['question']}: {fault}" for fault in wrong]
            checked += 1
    print("\n".join(faults) or f"{checked} rows as expected")
    sys.exit(1 if faults or checked < 10 else 0)


if __name__ == "__main__":
    main()
