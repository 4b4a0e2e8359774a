"""The models of sameness.py: those of the project, generated ones, and public ones if their folder is named.

A model has the query that most lines ask; `None` asks the queries of its own. A tag says which lines suit it:
  discrete   no clocks                    timed    clocks
  alike      like processes               runs     its own queries are about runs, too
  circuit    decision diagrams know it    price    `cost` has rates or amounts
  reached    the query has a trace        proved   its answer needs all states
  feature    small, about one construct   costs    its transitions cost something
"""
import dataclasses
import pathlib
import subprocess

import families
import outcome

ALL_STATES = "E<> false"


@dataclasses.dataclass(frozen=True)
class Model:
    name: str
    tags: str
    query: str = None
    generated: str = ""  # the words that generate it
    is_public: bool = False

    def has(self, tags):
        """Whether it has all of these tags."""
        return set(tags.split()) <= set(self.tags.split())


OWN = (
    Model("models/gossip.xta", "discrete reached", "E<> forall (p : person_t) known[p] == ALL"),
    Model("models/philosophers.xta", "discrete runs reached", "A[] not deadlock"),
    Model("models/delivery.sas", "discrete costs"),
    Model("models/features/arrays.xta", "feature"),
    Model("models/features/channel_priorities.xta", "feature"),
    Model("models/features/free_parameters.xta", "feature"),
    Model("models/features/meta.xta", "feature"),
    Model("models/features/selects.xta", "feature"),
    Model("models/features/run_time_error_reached.xta", "feature"),
    Model("models/fischer.xml", "timed alike runs proved", "A[] forall (i : id_t) forall (j : id_t) "
          "Contender(i).critical && Contender(j).critical imply i == j"),
    Model("models/fischer_broken.xml", "timed alike reached",
          "A[] not (Contender(1).critical && Contender(2).critical)"),
    Model("models/train_gate.xml", "timed runs reached",
          "E<> Train(0).OnBridge && forall (t : train_t) t != 0 imply Train(t).Halted"),
    Model("models/bridge.xml", "timed reached", "E<> time <= 17 && forall (w : walker_t) Walker(w).There"),
    Model("models/landing.xta", "timed price reached", "E<> A.down && B.down"),
    Model("models/lamp.xta", "feature runs"),
    Model("models/printer.xta", "feature runs"),
    Model("models/producer_consumer.xta", "timed runs reached", "E<> count == SIZE"),
    Model("models/zones.xta", "feature"),
    Model("models/meeting.tck", "timed reached", "E<> Chair.done && Guest.home"),
    Model("models/tutorial/light_3.xta", "feature runs"),
    Model("models/features/queries.xta", "feature runs"),
    Model("models/features/stopwatches.xta", "feature"),
    Model("models/features/urgency.xta", "feature"),
    Model("models/features/scalars.xta", "feature"),
    Model("models/features/tchecker.tck", "feature"),
    Model("arbiter 2", "discrete circuit reached", generated="arbiter 2"),
    Model("arbiter 2 correct", "discrete circuit proved", generated="arbiter 2 --correct"),
    Model("arbiter 3", "discrete circuit reached", generated="arbiter 3"),
    Model("hanoi 4", "discrete circuit reached", generated="hanoi 4"),
    Model("philosophers 8", "discrete circuit alike reached", generated="philosophers 8"),
    Model("random 8", "discrete circuit reached", generated="random --processes 8 --seed 5"),
    Model("figure 4.1", "discrete circuit", generated="figure 4.1 --n 6"),
    Model("figure 5.5", "discrete circuit", generated="figure 5.5"),
    Model("tree_arbiter 3", "discrete circuit", generated="tree_arbiter 3 --fault B1"),
    Model("tree_arbiter 3 circuit", "circuit", generated="tree_arbiter 3 --fault B1 --to aag"),
    Model("dme 2 circuit", "circuit", generated="dme 2 --fault e:OR --to aig"),
    Model("scheduler 10", "discrete circuit proved", ALL_STATES, generated="family scheduler 10"),
    Model("bakery 3 4", "discrete alike proved", ALL_STATES, generated="family bakery 3 4"),
    Model("fischer 4", "timed alike proved", generated="fischer 4"),
    Model("fischer 4 broken", "timed alike reached", generated="fischer 4 --broken --variant A"),
    Model("fischer 5 broken", "timed alike reached", generated="fischer 5 --broken"),
    Model("milner 4", "timed reached", generated="milner 4"),
    Model("job shop", "timed reached", generated="jobshop models/shop.txt"),
)

PUBLIC = tuple(dataclasses.replace(model, is_public=True) for model in (
    Model("planning/tpp/p04.sas", "discrete costs"),
    Model("planning/pathways/p01.sas", "discrete"),
    Model("planning/airport/p01.sas", "discrete"),
    Model("planning/depot/p01.sas", "discrete costs"),
    Model("planning/pipesworld-tankage/p01.sas", "discrete"),
    Model("planning/pathways/p03.sas", "discrete"),
    Model("aiger/counterp0neg.aig", "circuit"),
    Model("aiger/mutexp0neg.aig", "circuit"),
    Model("aiger/spi-bus-receive-e-08-bits.aig", "circuit"),
    Model("aiger/petersons-algorithm-2-threads-1-core.aig", "circuit"),
    Model("hard/savages.xml", "alike", "E<> deadlock"),
    Model("ticktac/fischer/fischer_6_safe.xml", "timed alike proved", "E<> P(1).cs && P(2).cs"),
    Model("ticktac/csmacd/csmacd_5_allretry.xml", "timed alike", "E<> forall (i : pid_t) Station(i).Retry"),
    Model("ticktac/mutex/mutex_3_1_2.xml", "timed", "E<> A(1).Unsafe && A(2).Unsafe"),
    Model("ticktac/train_gate/train_gate_8_bug.xml", "timed", "E<> Train1.Cross && Train8.Cross"),
    Model("ticktac/dining/dining_6_alt.xml", "timed", "E<> P1.eat && P3.eat && P5.eat"),
    Model("ticktac/job_shop/job_shop_4_4_5_20_2.xml", "timed", "E<> C.done"),
    Model("ticktac/critical_region/critical_region_3_full.tck", "timed", "--reach "),
    Model("ticktac/leader_election/leader_election_4_5.tck", "timed", "--reach error"),
    Model("uppaal/uppaal-demos/2doors.xml", "timed runs", "A[] not (Door1.open and Door2.open)"),
    Model("uppaal/uppaal-demos/train-gate-orig.xml", "timed runs", "E<> Train1.Cross and Train2.Stop and Train3.Stop"),
))

MODELS = OWN + PUBLIC


def question(model):
    """What follows the model on the command line."""
    if model.query is None:
        return []
    return ["--reach", model.query.removeprefix("--reach ")] if model.query.startswith("--reach ") else [model.query]


def suffix(model):
    words = model.generated.split()
    if words[0] == "family":
        return ".xta"
    return "." + words[words.index("--to") + 1] if "--to" in words else ".xml"


def files(tool, models, folder, corpus):
    """Where each of these models is; those that are generated are written to the folder."""
    paths = {}
    for model in models:
        if model.is_public:
            paths[model.name] = pathlib.Path(corpus).resolve() / model.name
        elif not model.generated:
            paths[model.name] = outcome.ROOT / model.name
        else:
            paths[model.name] = pathlib.Path(folder) / (model.name.replace(" ", "_") + suffix(model))
            generate(tool, model.generated.split(), paths[model.name])
    missing = [str(path) for path in paths.values() if not path.exists()]
    if missing:
        raise SystemExit(f"no such model: {', '.join(missing)}")
    return paths


def generate(tool, words, path):
    if words[0] == "family":
        text = families.FAMILIES[words[1]].model(*map(int, words[2:]))
        path.write_text(text, encoding="utf-8")
        return
    subprocess.run([str(tool), "generate", *words, "-o", str(path)], cwd=outcome.ROOT, check=True)
