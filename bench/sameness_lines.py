"""The command lines of sameness.py. Each group is a list of options and says which models they are tried on: so many of
the project's models with a tag, and so many public ones, chosen by a checksum of options and name. So a new entry
changes no other line, and without the public models there are fewer lines, but no other ones.

A line has one or more steps; the last one is recorded. FOLDER in a step is an empty folder that the steps share.
"""
import dataclasses
import zlib

import sameness_models

GUIDES = ("hU", "hL", "dU", "dL", "hamming")
BLIND = ("bfs", "bidirectional", "dfs", "rdfs(restart=50)", "rdfs", "dijkstra", "ranked", "ranked(adaptive)",
         "ranked(topological)")
GUIDED = ("arastar", "arastar(from=3,step=2)", "arastar(ties=random)", "astar", "astar(lazy)", "astar(ties=random)",
          "awastar", "awastar(weight=4,ties=oldest)", "beam(width=20)", "beam(width=10,select=priority)",
          "beam(width=10,select=flexible)", "beamstack(width=40)", "bfhs", "bfhs(bound=12)",
          "bfhs(keep=layers,every=4,before=0)", "broadening(width=5)", "broadening(width=8,select=priority)",
          "dfbnb(bound=30)", "dfbnb(bound=20)", "greedy", "greedy(lazy)", "greedy(ties=oldest)", "greedy(local=50)",
          "ib", "ib(contexts=interference,n=1)", "ib(inner=bfs)", "ib(inner=dfs)", "ib(inner=rdfs)",
          "idastar(table=2000)", "kbest(k=3)", "kbest(k=20,ties=random)", "nearest", "nearest(ties=random)",
          "restarts(walks=60,length=40)", "sma(nodes=400)", "wastar(w=3)", "wastar(w=2,lazy,ties=oldest)")
BACKWARD = ("perimeter(depth=3)", "perimeter(depth=4,w=2,ties=random)", "perimeter(depth=6,sets=500)")
OPEN_LISTS = ("best(hU)", "best(hL,ties=random)", "type(hU,g)", "type(dU,g=no)", "epsilon(p=0.3,best(hU))",
              "novelty(hU)", "novelty(dU,width=2)", "alt(best(hU),type(hU,g))",
              "alt(boost=100,best(hU),novelty(hL))", "alt(best(dU),epsilon(best(hamming)))")
ADMISSIBLE = ("cegar(states=300)", "cegar(states=300,subtasks=one)", "cegar(states=200,subtasks=landmarks)", "dL",
              "formula(and=max)", "hL", "hL(clocks=on)", "inferred(depth=3)", "inferred", "lmcut", "mas(N=500)",
              "mas(N=100,shrink=high_first,merge=definition)", "mas(N=300,shrink=bisimulation,merge=scc)",
              "mas(N=300,shrink=weak,merge=silent)", "mas(N=300,merge=dfp,clocks=digital)",
              "mas(N=300,clocks=regions)", "max(dL,hamming)", "pdb(size=500)", "pdb(pattern=plan,size=500)",
              "pdb(pattern=downward,size=500)", "pdb(pattern=systematic,size=200)", "pdb(pattern=climb,size=300)",
              "pdb(combine=max,size=500)", "pred(from=syntax,b=1)", "pred(from=refine,r=2)",
              "pred(from=refine,r=1,remove=all)", "scp(pdb(size=300),cegar(states=100))",
              "scp(orders=3,mas(N=100),pdb(size=100))", "sympdb(nodes=20000)", "sympdb(pattern=cone,bits=6)",
              "sympdb(pattern=plan,nodes=2000)", "zero")
OTHER_HEURISTICS = ("dU", "expr(1)", "formula", "fsm", "hU", "hU(clocks=on)", "hamming", "hcg",
                    "hcg(order=definition)", "landmarks", "lex(dU,hamming)", "sum(dU,hamming)")
FOR_SMALL_MODELS = ("pred(combine=sum,b=1)", "pred(combine=sum,from=syntax,b=2)")
STRATEGIES = ("abstraction", "compositional", "cone", "exact", "formula", "hL-contexts", "hU", "hU-helpful",
              "hU-lazy", "hU-novelty", "hU-useless", "hU-weighted", "hcg", "hulls", "local", "random-depth-first",
              "ranked", "symmetry", "value-ranges")
STORES = ("--store cleary", "--store cleary --shortest", "--store cleary --search dfs", "--store compact=20",
          "--store compact=40 --search dfs", "--store compact=40 --search rdfs", "--store bits=2^10",
          "--store bits=2^14 --search dfs", "--store bits=2^16,hashes=2 --search rdfs")
MEMORY = ("--compress", "--compress --search dfs", "--compress --search 'rdfs(restart=100)'",
          "--compress --search greedy", "--compress --search astar --heuristic hL --shortest",
          "--compress --search ranked", "--all-variables --search bfs", "--all-variables --search greedy",
          "--disk FOLDER/states", "--disk FOLDER/states --search astar --heuristic dL",
          "--disk FOLDER/states --share", "--disk FOLDER/states --shortest")
PREFERENCES = ("greedy --heuristic hU --prefer useless", "greedy --heuristic hL --prefer contexts",
               "greedy --heuristic hU --prefer helpful", "greedy(lazy) --heuristic hU --prefer helpful(boost=10)",
               "wastar(w=2) --heuristic hU --prefer useless(reads=all),contexts",
               "greedy --heuristic dU --prefer useless(plain),contexts(plain),order=contexts",
               "astar --heuristic hL --prefer useless(exact)", "bfs --prefer contexts(clocks)",
               "dfs --prefer contexts", "greedy --heuristic hU --prefer useless,contexts,helpful")
SHORTEST = ("", "--search bfs", "--search dijkstra", "--search bfhs --heuristic hL",
            "--search 'sma(nodes=400)' --heuristic dL", "--search dfbnb --heuristic hL", "--search bidirectional",
            "--search dfs", "--heuristic dL")
SYMMETRY = ("", "--search bfs", "--search dfs", "--search greedy --heuristic hU",
            "--search astar --heuristic hL --shortest", "--search ranked", "--compress --search bfs",
            "--search 'beam(width=20)'", "--search bfs --all-traces 3", "--time-semantics local --search bfs")
LOCAL_TIME = ("--search bfs", "--search dfs", "--search ranked", "--search greedy --heuristic hU",
              "--compress --search bfs", "--shortest", "--prune safe --search bfs")
PRUNING = ("", "--search bfs", "--search greedy --heuristic hU", "--search astar --heuristic hL",
           "--search dfs --compress", "--reduce symmetry --search bfs")
ZONES = tuple(f"--extrapolation {name} --search {search}" for name, search in (
    ("none", "bfs"), ("m", "bfs"), ("m+", "dfs"), ("lu", "greedy"), ("lu+", "bfs"), ("am", "bfs"),
    ("am", "ranked"), ("alu", "dfs")))
ENGINES = ("--engine auto", "--engine discrete --search bfs", "--engine zone --search bfs", "--engine abstraction",
           "--engine abstraction --compress")
DIAGRAMS = tuple(f"--engine 'symbolic({options})'" for options in (
    "search=auto", "search=forward", "search=backward", "search=bidirectional", "search=chaining", "search=bounded",
    "search=bdda", "search=seta,depth=2", "search=greedy", "search=bdda,alpha=30", "search=forward,split=200",
    "search=forward,dense=200", "order=declared,sift", "search=forward,nodes=300", "visited=no,search=bdda"))
LEAST_TIME = ("--fastest", "--fastest --reduce symmetry", "--fastest --compress", "--minimise time")
PRICES = ("--minimise price", "--minimise price --compress", "--minimise price --reduce symmetry")
COSTS = ("--minimise cost", "--minimise cost --search dijkstra", "--minimise cost --search astar --heuristic hL",
         "--minimise cost --search 'idastar(table=2000)' --heuristic hL",
         "--minimise cost --search 'sma(nodes=400)' --heuristic hL", "--minimise cost --search dfbnb --heuristic dL",
         "--minimise cost --search awastar --heuristic hL", "--minimise cost --search arastar --heuristic hL",
         "--minimise cost --max-cost 3", "--minimise max", "--minimise min", "--minimise probability",
         "--minimise steps", "--minimise 'lexicographic(cost,steps)'")
# A constant suits every model; an expression of gossip.xta makes costs differ.
STEP_COSTS = tuple(f"--cost '1 + calls' {options}" for options in COSTS)
TRACES = ("--search bfs --all-traces 3", "--search dfs --all-traces 3", "--search dfs --shorten",
          "--search rdfs --seed 7 --shorten", "--search greedy --delays latest", "--search bfs --delays integer",
          "--strict", "--shorten", "--search rdfs --seed 5", "--search bfs --max-depth 4",
          "--search astar --heuristic hL --max-depth 6", "--search bfs --states 40", "--states 60")
RUNS = ("", "--compress", "--reduce symmetry", "--prune safe", "--all-variables", "--extrapolation m",
        "--time-semantics local", "--states 20", "--shorten", "--dry-run")
IMPROVED = ("dfs", "rdfs --seed 3", "greedy --heuristic dU")
RESUMED = ("bfs", "dfs", "rdfs", "ranked", "greedy --heuristic zero", "astar --heuristic dL",
           "beam(width=2000) --heuristic zero", "bfhs --heuristic zero", "alt(best(zero),type(zero,g))",
           "ib --heuristic zero", "wastar(w=2) --heuristic zero", "dijkstra", "arastar --heuristic zero")
RESUMED_WITH_TRACE = ("bidirectional", "idastar(table=500) --heuristic zero", "sma(nodes=400) --heuristic zero",
                      "astar --heuristic hL", "dfbnb --heuristic dL", "awastar --heuristic zero",
                      "nearest --heuristic dU", "perimeter(depth=2) --heuristic zero")
KEPT_HEURISTICS = ("mas(N=200)", "pdb(size=300)", "cegar(states=100)", "scp(pdb(size=200),cegar(states=50))")
EXPLORED = ("--count", "--accuracy --heuristic hU", "--accuracy --heuristic dL", "--classify useless --heuristic hL",
            "--abstraction --heuristic 'mas(N=200)'")
REFUSED = ("--store cleary --search astar", "--store bits=2^12 --compress", "--store compact=40 --fastest",
           "--store bits=2^12 --shortest", "--store cleary --max-depth 5", "--store cleary --all-traces 2",
           "--store cleary --reduce symmetry", "--store cleary --prune safe", "--disk FOLDER/states --search dfs",
           "--disk FOLDER/states --store cleary", "--disk FOLDER/states --prune safe",
           "--disk FOLDER/states --reduce symmetry", "--disk FOLDER/states --compress", "--threads 2 --search dfs",
           "--threads 2 --store cleary", "--threads 2 --disk FOLDER/states", "--shortest --search greedy",
           "--shortest --fastest", "--shortest --search astar --heuristic hU", "--minimise cost --search bfs",
           "--fastest --search astar", "--fastest --prune safe", "--prefer useless --search nearest",
           "--search bidirectional --reduce symmetry", "--search bidirectional --prune safe",
           "--search 'perimeter(depth=2)' --minimise cost", "--time-semantics local --fastest",
           "--time-semantics local --search bidirectional", "--all-traces 2 --search greedy",
           "--max-depth 4 --search dfs", "--engine symbolic --search dfs", "--engine abstraction --shortest",
           "--checkpoint FOLDER/c --minimise price", "--minimise 'lexicographic(max,cost)'",
           "--minimise steps --max-cost 3", "--checkpoint FOLDER/c --store cleary",
           "--checkpoint FOLDER/c --all-traces 2", "--compress --disk FOLDER/states --search astar",
           "--strategies hulls --shortest", "--search bfs --strategies exact",
           "--save-heuristic FOLDER/h --heuristic hU", "--search nothing", "--heuristic nothing", "--store nothing")


@dataclasses.dataclass(frozen=True)
class Line:
    model: sameness_models.Model
    steps: tuple
    asks_own: bool = False  # the queries of the model, not the one of the table

    def key(self):
        return f"{self.model.name}{' (own queries)' if self.asks_own else ''}: {'; '.join(self.steps)}"


def chosen(words, tag, own, public):
    """So many of the project's and of the public models with this tag."""
    def first(models, count):
        return sorted(models, key=lambda model: zlib.crc32(f"{words} {model.name}".encode()))[:count]
    models = [model for model in sameness_models.MODELS if model.has(tag)]
    counts = ((False, own), (True, public))
    return [model for side, count in counts for model in first([one for one in models if one.is_public is side], count)]


def steps(command, *options):
    return tuple(" ".join(filter(None, (command, words))) for words in options)


def quoted(search):
    """The search as the shell would have it, with the options that follow it."""
    name, space, rest = search.partition(" ")
    return f"'{name}'{space}{rest}" if "(" in name else search


def group(entries, *wanted, asks_own=False):
    """Each entry, options or steps, on these models: (tag, own, public) …"""
    for entry in entries:
        done = (entry,) if isinstance(entry, str) else entry
        for model in [model for tag, own, public in wanted for model in chosen(" ".join(done), tag, own, public)]:
            yield Line(model, steps("check", *done) if isinstance(entry, str) else done, asks_own)


def guided(searches):
    for index, search in enumerate(searches):
        yield f"--search {quoted(search)} --heuristic {GUIDES[index % len(GUIDES)]}"


def searches():
    blind = [f"--search {quoted(search)}" for search in BLIND]
    yield from group(blind, ("discrete", 1, 1), ("timed", 1, 1), ("feature", 1, 0))
    yield from group(guided(GUIDED), ("discrete", 1, 0), ("timed", 0, 1))
    yield from group(guided(BACKWARD), ("discrete", 2, 1), ("timed", 1, 0))
    yield from group([f"--search {quoted(search)}" for search in OPEN_LISTS], ("discrete", 0, 1), ("timed", 1, 0))
    yield from group([f"--search {quoted(search)}" for search in PREFERENCES], ("discrete", 1, 0), ("timed", 1, 0))
    yield from group([f"--strategies {name}" for name in STRATEGIES], ("discrete", 1, 0), ("timed", 1, 0))


def heuristics():
    for index, heuristic in enumerate(ADMISSIBLE):
        search = ("astar", "astar --shortest", "greedy")[index % 3]
        yield from group([f"--search {search} --heuristic '{heuristic}'"], ("discrete", 1, 0), ("timed", 1, 0))
    for heuristic in OTHER_HEURISTICS:
        yield from group([f"--search greedy --heuristic '{heuristic}'"], ("discrete", 0, 1), ("timed", 1, 0))
    for heuristic in FOR_SMALL_MODELS:
        yield from group([f"--search greedy --heuristic '{heuristic}'"], ("discrete", 1, 0), ("timed", 1, 0))


def stores_and_reductions():
    yield from group(STORES, ("discrete", 1, 1))
    yield from group(MEMORY, ("discrete", 1, 0), ("timed", 1, 0))
    yield from group([f"--reduce symmetry {options}".strip() for options in SYMMETRY], ("alike", 1, 0))
    yield from group([f"--time-semantics local {options}" for options in LOCAL_TIME], ("timed", 1, 0))
    yield from group([f"--prune safe {options}".strip() for options in PRUNING], ("discrete", 0, 1), ("timed", 1, 0))
    yield from group(ZONES, ("timed", 1, 0))
    yield from group(ENGINES, ("discrete", 1, 0), ("timed", 1, 0))
    yield from group(DIAGRAMS, ("circuit", 1, 0))
    yield from group(["--engine 'symbolic(search=forward)'", "--engine 'symbolic(search=backward)'"], ("circuit", 0, 2))


def objectives():
    yield from group([f"--shortest {options}".strip() for options in SHORTEST], ("discrete", 1, 0), ("timed", 1, 0))
    yield from group(LEAST_TIME, ("timed", 2, 0))
    yield from group(PRICES, ("price", 1, 0))
    yield from group(COSTS, ("costs", 1, 0))
    gossip = next(model for model in sameness_models.MODELS if model.name.endswith("gossip.xta"))
    yield from (Line(gossip, steps("check", options)) for options in STEP_COSTS)
    yield from group(TRACES, ("reached", 2, 0))
    yield from group(RUNS, ("runs", 1, 0), asks_own=True)


def several_steps():
    for search in IMPROVED:
        steps_to_improve = (f"check --search {search} --trace FOLDER/t.json", "improve FOLDER/t.json")
        yield from group([steps_to_improve], ("reached", 2, 0))
    for tag, resumed in (("proved", RESUMED), ("discrete reached", RESUMED_WITH_TRACE)):
        for search in resumed:
            words = f"check --search {quoted(search)}"
            both = (f"{words} --states 30 --checkpoint FOLDER/c", f"{words} --resume FOLDER/c")
            yield from group([both], (tag, 1, 0))
    for heuristic in KEPT_HEURISTICS:
        words = f"check --search astar --heuristic '{heuristic}'"
        both = (f"{words} --save-heuristic FOLDER/h", f"{words} --load-heuristic FOLDER/h")
        yield from group([both], ("discrete", 1, 0))
    yield from group([("check --disk FOLDER/states --states 50", "check --disk FOLDER/states")], ("proved", 2, 0))
    yield from group([(f"explore {options}",) for options in EXPLORED], ("discrete", 1, 0))


def lines(with_public):
    """All of them, in this order; no two have the same key."""
    all_lines = [Line(model, ("check",)) for model in sameness_models.MODELS]
    for part in (searches, heuristics, stores_and_reductions, objectives, several_steps):
        all_lines += part()
    # Two threads visit all states of a model without clocks, in any order.
    all_lines += group(["--search bfs --threads 2"], ("discrete proved", 2, 0))
    all_lines += group(REFUSED, ("discrete", 1, 0))
    return [line for line in all_lines if with_public or not line.model.is_public]
