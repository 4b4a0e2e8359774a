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


def of_planning(folder):
    for row in rows(folder / "MANIFEST.tsv"):
        yield Question(f"{row['domain']} {row['instance']}", row["domain"], folder / row["sas_file"])


RINGS = [directed_models.Instance(f"milner_{size}", generate=("milner", str(size))) for size in (100, 500, 1000)]


def of_generated(setting, instances=(*directed_models.THESIS, *directed_models.HOLDING, *RINGS)):
    for instance in instances:
        if instance.generate and setting.chosen(instance.name):
            yield Question(f"generated {instance.name}", instance.generate[0], setting.path(instance), instance.question)


def all_of(setting, corpus):
    """Those that are there, of the collection and generated."""
    found = list(of_generated(setting))
    if corpus:
        found += [*of_public_models(corpus / "uppaal"), *of_timed_automata(corpus / "ticktac"), *of_papers(corpus / "seeds/generated")]
    return [question for question in found if question.model.exists() and setting.chosen(question.name)]


def collection(name, setting, corpus):
    """For bounds.py: one of the three collections."""
    corpus = pathlib.Path(corpus) if corpus else pathlib.Path("no collection")
    found = {"ticktac": lambda: of_timed_automata(corpus / "ticktac"), "planning": lambda: of_planning(corpus / "planning"),
             "public": lambda: [*of_generated(setting, RINGS), *of_public_models(corpus / "uppaal")]}[name]()
    return [question for question in found if question.model.exists() and setting.chosen(question.name)]
