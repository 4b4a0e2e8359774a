"""The families that `crowfly generate` writes are those of the collection: the same shortest trace and the same states.

usage: families.py --tool CROWFLY
Exits 77 (skipped) without CROWFLY_CORPUS.
"""
import argparse
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tool as tools  # noqa: E402

# An instance of the collection and the words that generate it.
INSTANCES = {
    "arbiter/A2": "arbiter 2",
    "arbiter/A3": "arbiter 3",
    "hanoi/H3": "hanoi 3",
    "hanoi/H4": "hanoi 4",
    "hanoi/H5": "hanoi 5",
    "fischer/F5": "fischer 5 --broken",
    "fischer/F5_correct": "fischer 5",
    "fischer/FA5": "fischer 5 --broken --variant A",
    "fischer/FB5": "fischer 5 --broken --variant B",
    "figures/fig3_1_n3": "figure 3.1 --n 3",
    "figures/fig3_1_n8": "figure 3.1 --n 8",
    "figures/fig3_3": "figure 3.3",
    "figures/fig3_4_left": "figure 3.4-left",
    "figures/fig3_4_right": "figure 3.4-right",
    "figures/fig4_1_n3": "figure 4.1 --n 3",
    "figures/fig4_2": "figure 4.2",
    "figures/fig5_1": "figure 5.1",
    "figures/fig5_5": "figure 5.5",
    "figures/fig5_6": "figure 5.6",
    "figures/fig5_8": "figure 5.8",
    "figures/fig6_1": "figure 6.1",
    "figures/paper000_fig1": "figure draeger-1",
    "figures/paper004_fig2": "figure reffel-2",
}
# Too many states to visit them all, but a shortest trace is found within seconds.
ONLY_TRACES = {"hanoi/H8": "hanoi 8", "fischer/F10": "fischer 10 --broken", "fischer/FA10": "fischer 10 --broken --variant A", "fischer/FB10": "fischer 10 --broken"}


def checked(tool, model, *arguments):
    """The answer to the first query. Exit code 1 is one, too: the collection does not say what its queries come out as."""
    outcome = tool.run("check", model, *arguments, "--json")
    if outcome.code not in (0, 1):
        raise tools.BadEnd(f"{model}: {outcome.fault() or outcome.stderr}")
    return outcome.code, outcome.document()["queries"][0]


def shortest(tool, model):
    code, query = checked(tool, model, "--shortest")
    return code, (query["verdict"], query["trace"] and query["trace"]["length"])


def state_space(tool, model):
    _, query = checked(tool, model, "E<> false", "--all-variables", "--search", "bfs")
    return query["stats"]["stored"], query["stats"]["generated"]


def findings(tool, reference, words, folder, exhaustive):
    ours = folder / "generated.xml"
    outcome = tool.run("generate", *words.split(), "-o", ours)
    if outcome.code != tools.FINE:
        yield outcome.stderr
        return
    code, found = shortest(tool, ours)
    _, known = shortest(tool, reference)
    if code != tools.FINE:
        yield f"{words}: not as expected"
    if found != known:
        yield f"{words}: {found}, the collection has {known}"
    if exhaustive and state_space(tool, ours) != state_space(tool, reference):
        yield f"{words}: {state_space(tool, ours)} states and steps, the collection has {state_space(tool, reference)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    tool = tools.Tool(parser.parse_args().tool)
    generated = tools.corpus() / "seeds/generated"
    faults = []
    with tempfile.TemporaryDirectory(prefix="crowfly-families-") as folder:
        for name, words in {**INSTANCES, **ONLY_TRACES}.items():
            reference = generated / f"{name}.xml"
            faults += tools.collect(name, findings(tool, reference, words, pathlib.Path(folder), name in INSTANCES))
    tools.finish("families", len(INSTANCES) + len(ONLY_TRACES), faults)


if __name__ == "__main__":
    main()
