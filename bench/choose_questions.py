"""The questions that the order and the shares of strategies are learned from: whether something can be reached."""
import csv
import dataclasses
import pathlib

import directed_models

REACHABILITY = ("E<>", "A[]", "A[]+deadlock", "E<>+deadlock")
FOLDERS = {"mutex": "mutex-derived", "stls": "stls-derived"}


@dataclasses.dataclass(frozen=True)
class Question:
    name: str
    family: str         # questions of one family resemble each other
    model: pathlib.Path
    words: tuple = ()   # after the model on the command line


def rows(path):
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def of_public_models(folder):
    """A repository is a family."""
    for row in rows(folder / "QUERIES.tsv"):
        if row["kind"] in REACHABILITY and row["formula"].strip() and row["utap_accepts"].startswith("OK"):
            yield Question(f"{row['file']}#{row['nr']}", row["file"].split("/")[0], folder / row["file"], (row["formula"],))


def of_timed_automata(folder):
    for row in rows(folder / "MANIFEST.tsv"):
        words = ("--reach", row["labels"]) if row["labels"] else ("E<> false",)
        yield Question(row["name"], row["family"], folder / row["tck_file"], words)


def of_papers(folder):
    for row in rows(folder / "expected.tsv"):
        model = folder / FOLDERS.get(row["family"], row["family"]) / f"{row['instance']}.xml"
        yield Question(row["instance"], row["family"], model, (row["query"],))


def of_generated(setting):
    for instance in directed_models.THESIS + directed_models.HOLDING:
        if instance.generate and setting.chosen(instance.name):
            yield Question(f"generated {instance.name}", instance.generate[0], setting.path(instance), instance.question)


def all_of(setting, corpus):
    """Those that are there, of the collection and generated."""
    found = list(of_generated(setting))
    if corpus:
        found += [*of_public_models(corpus / "uppaal"), *of_timed_automata(corpus / "ticktac"), *of_papers(corpus / "seeds/generated")]
    return [question for question in found if question.model.exists() and setting.chosen(question.name)]
