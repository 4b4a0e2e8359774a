"""The models that directed search is measured on: those of the thesis, re-modelled, from a folder or made by `crowfly generate`."""
import dataclasses
import os
import pathlib
import subprocess
import sys
import typing

CORPUS = os.environ.get("CROWFLY_CORPUS")
DERIVED = {"S": "stls-derived", "M": "mutex-derived", "N": "mutex-derived"}
GENERATED = {"F": ("fischer", "--broken"), "H": ("hanoi",), "A": ("arbiter",)}


@dataclasses.dataclass(frozen=True)
class Instance:
    """A model and what is asked of it: its own query unless `question` has another one."""
    name: str
    file: str = None        # below the folder of models
    generate: tuple = ()    # what follows `crowfly generate`
    question: tuple = ()


def thesis(name):
    """An instance by the name it has in the thesis."""
    family, size = name[0], name[1:]
    if family in DERIVED:
        return Instance(name, file=f"{DERIVED[family]}/{name}.xml")
    words = GENERATED[family]
    return Instance(name, generate=(words[0], size, *words[1:]))


def numbered(letter, *sizes):
    return [f"{letter}{size}" for size in sizes]


THESIS = [thesis(name) for name in (
    *numbered("S", *range(1, 10)), *numbered("M", *range(1, 5)), *numbered("N", *range(1, 5)), *numbered("F", 5, 10, 15),
    *numbered("H", *range(3, 10)), *numbered("A", *range(2, 7)))]

# Nothing of this is reachable, so that every state has to be looked at.
NO_HANOI = ("E<> Disk1.m01 && Disk2.m01 && Disk3.p1",)
NO_ARBITER = ("E<> Client2.work && Client3.bounce && Client4.work",)
HOLDING = [*(Instance(f"fischer_{n}", generate=("fischer", str(n))) for n in (6, 7, 8, 9)),
           *(Instance(f"hanoi_{n}", generate=("hanoi", str(n)), question=NO_HANOI) for n in (7, 8)),
           Instance("arbiter_3", generate=("arbiter", "3"), question=NO_ARBITER),
           Instance("S1_correct", file="stls-derived/S1_correct.xml")]


def default_folder():
    return pathlib.Path(CORPUS) / "seeds/generated" if CORPUS else None


def default_manifest():
    return pathlib.Path(CORPUS) / "ticktac/MANIFEST.tsv" if CORPUS else None


@dataclasses.dataclass
class Setting:
    """What a part is measured with: on which instances, by which tool, for how long, how often."""
    tool: pathlib.Path
    derived: pathlib.Path   # the folder of models, or None
    manifest: pathlib.Path  # of the public collection, or None
    made: pathlib.Path      # where models are generated
    chosen: typing.Callable
    seconds: float
    repeat: int
    ways: typing.Callable

    def say(self, text):
        print(text, file=sys.stderr, flush=True)

    def present(self, instances):
        """Those chosen, with their paths; says which are missing."""
        found = [(instance, self.path(instance)) for instance in instances if self.chosen(instance.name)]
        missing = [instance.name for instance, path in found if not path]
        if missing:
            self.say(f"skipped, as --models or CROWFLY_CORPUS does not have them: {' '.join(missing)}")
        return [pair for pair in found if pair[1]]

    def path(self, instance):
        """None: it is neither there nor can it be generated."""
        if instance.generate:
            return self.written(instance)
        path = self.derived / instance.file if self.derived else None
        return path if path and path.exists() else None

    def written(self, instance):
        self.made.mkdir(parents=True, exist_ok=True)
        path = self.made / f"{instance.name}.xml"
        subprocess.run([str(self.tool), "generate", *instance.generate, "-o", str(path)], check=True)
        return path
