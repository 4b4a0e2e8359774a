#!/usr/bin/env python3
"""How many bytes a state takes, and what that costs: the usual store, `--compress`, and `--store`.

usage: stores.py --tool PATH [--states N] [--only TEXT]

Each model is searched breadth first until so many states are stored. Reported are the bytes per state, all in
(`stats.state_bytes`: stored states, their index, parents, open states), and the processor time against the usual store.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

STORES = (("bfs",), ("--compress", "--compress"), ("cleary", "--store", "cleary"), ("compact=40", "--store", "compact=40"))


def counters():
    """Nine counters, each in a variable with many more bits than it needs."""
    return ("int[0, 1000000] n[9];\nprocess P(const int[0, 8] i) { state a; init a; trans a -> a { guard n[i] < 4; "
            "assign n[i] = n[i] + 1; }, a -> a { guard n[i] == 4; assign n[i] = 0; }; }\nsystem P;\n")


def processes():
    """16 processes, each with a variable of 30 bits that has eight values."""
    return ("process W(const int[0, 15] id) { int[0, 1000000000] x = 0; state a; init a; trans "
            "a -> a { guard x < 700000000; assign x = x + 100000007 + id; }, "
            "a -> a { guard x >= 700000000; assign x = 0; }; }\nsystem W;\n")


def unread():
    """16 processes, each with a variable of 30 bits that nobody reads, so that it does not tell states apart."""
    return ("process W(const int[0, 15] id) { int[0, 1000000000] x = 0; int[0, 7] k = 0; state a; init a; trans "
            "a -> a { guard k < 7; assign x = (x * 1103 + 12345 + id) % 1000003, k = k + 1; }, "
            "a -> a { guard k == 7; assign x = 0, k = 0; }; }\nsystem W;\n")


def queue(places, numbers):
    """Four senders put numbered messages into a queue; whoever takes one remembers it. All others move then."""
    return (f"const int Q = {places};\nint[0, 1000000000] q[Q];\nint[0, Q] n = 0;\n"
            "void put(int v) { q[n] = v; n++; }\n"
            "void take() { int i; for (i = 0; i + 1 < Q; i++) q[i] = q[i + 1]; q[Q - 1] = 0; n--; }\n"
            f"process S(const int[0, 3] me) {{ int[0, {numbers}] k = 0; state a; init a; trans a -> a {{ guard n < Q; "
            f"assign put(me * 10007 + k * 131 + 7), k = (k + 1) % {numbers}; }}; }}\n"
            "process C() { int[0, 1000000000] last = 0; state a; init a; trans a -> a { guard n > 0; "
            "assign last = q[0], take(); }; }\nsystem S, C;\n")


MODELS = {"nine counters": counters, "16 processes": processes, "16 unread": unread,
          "queue of 14": lambda: queue(14, 3), "queue of 14, 16 numbers": lambda: queue(14, 16)}


def search(tool, model, query, states, options):
    command = [tool, "check", "--json", "--search", "bfs", "--states", str(states), *options, str(model), query]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout)["queries"][0]["stats"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--states", type=int, default=5_000_000)
    parser.add_argument("--only", default="", metavar="TEXT", help="models whose name contains it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="crowfly-bench-") as folder:
        models = {}
        for name, text in MODELS.items():
            models[name] = pathlib.Path(folder) / f"{name.replace(' ', '_')}.xta"
            models[name].write_text(text(), encoding="utf-8")
        models["hanoi 8"] = pathlib.Path(folder) / "hanoi.xml"
        subprocess.run([arguments.tool, "generate", "hanoi", "8", "-o", str(models["hanoi 8"])], check=True)
        print("| model | store | states | bytes per state | CPU s | times |\n|---|---|--:|--:|--:|--:|")
        for name, model in models.items():
            if arguments.only not in name:
                continue
            usual = None
            for store, *options in STORES:
                found = search(arguments.tool, model, "E<> deadlock and false", arguments.states, options)
                usual = usual or found["cpu_seconds"]
                print(f"| {name} | {store} | {found['stored']} | {found['state_bytes']:.1f} | "
                      f"{found['cpu_seconds']:.1f} | {found['cpu_seconds'] / usual:.2f} |", flush=True)


if __name__ == "__main__":
    main()
