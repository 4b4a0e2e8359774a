// Taking like processes for one another changes no verdict: random networks of processes that know their number, with
// variables and queues that hold numbers, arrays and clocks indexed by them, and now and then something that tells the
// processes apart. What is found has a trace, which the engine has replayed.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "search/methods/registry.hpp"
#include "tiny/budget.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

using Words = std::vector<std::string>;

class Writer {
public:
    explicit Writer(std::uint64_t seed)
        : rng_(seed), processes_(2 + static_cast<int>(rng_.below(3))), is_timed_(chance(60)), is_odd_(chance(25)) {}

    std::string model() {
        std::string text = fmt::format("const int N = {};\ntypedef int[0,N-1] id_t;\n", processes_);
        text += "int[0,N] owner = N;\nint[0,N] q[2] = {N, N};\nint[0,2] a[N];\nbool m[N][N];\nint[0,2] c;\n";
        text += "chan go[N], call[N];\n";
        text += fmt::format("broadcast chan tick;\n{}chan hurry;\n", chance(20) ? "urgent " : "");
        if (is_timed_) text += "clock xs[N], t;\n";
        text +=
            "int count() { int n = 0; for (j : id_t) if (a[j] == 1) n++; return n; }\n"
            "bool free() { for (j : int[0,1]) { if (q[j] == N) { return true; } } return false; }\n"
            "void push(int p) { int k = 0; while (k < 1 && q[k] < N) { k++; } q[k] = p; }\n"
            "int[0,N] pull() { int p = q[0]; q[0] = q[1]; q[1] = N; return p; }\n"
            "void mark(int p) { if (p < N) { a[p] = 2; m[p][p] = true; } }\n";
        text += process("P", "const id_t i", true) + process("C", "", false);
        return text + "system P, C;\n";
    }

    std::string query() { return chance(50) ? "E<> " + place() : fmt::format("A[] not ({})", place()); }

    std::string liveness() {
        for (;;) {
            const std::string first = place(), second = place();
            if (first.starts_with("deadlock") || second.starts_with("deadlock")) continue;
            const std::string expected = chance(50) ? second : fmt::format("not ({})", second);
            return chance(50) ? "A<> " + expected : fmt::format("({}) --> ({})", first, expected);
        }
    }

private:
    std::string place() {
        const Words places{"P(0).L1 && P(1).L2",
                           "P(0).L2 && P(1).L2",
                           "forall (j : id_t) P(j).L1",
                           "exists (j : id_t) (P(j).L2 && owner == j)",
                           "owner == 1",
                           "c == 2 && q[1] != N",
                           "deadlock",
                           "deadlock && P(1).L1",
                           "exists (j : id_t) exists (k : id_t) (j != k && P(j).L1 && P(k).L1 && m[j][k])",
                           "count() == 2",
                           is_timed_ ? "P(0).L1 && P(0).x > 2" : "P(0).L1 && P(0).v == 1",
                           is_timed_ ? "exists (j : id_t) (P(j).L2 && xs[j] < 1)" : "exists (j : id_t) P(j).v == 2"};
        return one_of(places);
    }

    bool chance(int percent) { return rng_.below(100) < static_cast<std::uint64_t>(percent); }
    int below(int n) { return static_cast<int>(rng_.below(static_cast<std::uint64_t>(n))); }
    const std::string& one_of(const Words& words) { return words[rng_.below(words.size())]; }

    std::string process(const std::string& name, const std::string& parameter, bool is_like) {
        std::string text = fmt::format("process {}({}) {{\n", name, parameter);
        if (is_timed_) text += "clock x;\n";
        text += is_like ? "int[0,2] v;\nint[0,N] friend_ = N;\nstate " : "int[0,N] cur = N;\nstate ";
        for (int l = 0; l < 3; ++l) {
            const bool bounded = is_timed_ && l > 0 && chance(40);
            text += fmt::format(
                "{}L{}{}", l == 0 ? "" : ", ", l,
                bounded ? fmt::format(" {{ {} <= {} }}", is_like && chance(50) ? "xs[i]" : "x", 1 + below(3)) : "");
        }
        text += ";\n";
        if (chance(15)) text += fmt::format("{} L{};\n", chance(50) ? "commit" : "urgent", 1 + below(2));
        text += "init L0;\ntrans\n";
        const int edges = 3 + below(3);
        for (int e = 0; e < edges; ++e) {
            const int source = e < 3 ? e : below(3);
            text += fmt::format("L{} -> L{} {{ {} }}{}\n", source, e < 3 ? (e + 1) % 3 : below(3),
                                is_like ? like_edge() : other_edge(), e + 1 == edges ? ";" : ",");
        }
        return text + "}\n";
    }

    std::string like_edge() {
        const Words discrete{"owner == i",
                             "owner != i",
                             "owner == N",
                             "a[i] == 0",
                             "v < 2",
                             "q[0] == i",
                             "q[1] == N",
                             "(forall (j : id_t) (j == i || a[j] == 0))",
                             "owner < N && a[owner] == 1",
                             "c < 2",
                             "count() < 2",
                             "free()",
                             "friend_ == owner",
                             "owner < N && m[i][owner]",
                             "(exists (j : id_t) m[j][i])",
                             "friend_ < N"};
        const Words odd{"i == 0", "i < 1", "owner > i", "i + owner == N", "a[0] == 1", "owner == 1"};
        const Words timed{"x >= 1", "x < 2", "xs[i] > 1", "x <= 3", "t >= 1"};
        const Words updates{"owner = i",
                            "owner = N",
                            "a[i] = 1",
                            "a[i] = 0",
                            "v = (v + 1) % 3",
                            "c = (c + 1) % 3",
                            "push(i)",
                            "owner = pull()",
                            "mark(owner)",
                            "mark(i)",
                            "friend_ = owner",
                            "friend_ = q[0]",
                            "owner = owner == N ? i : owner",
                            "m[i][i] = !m[i][i]",
                            "q[1] = q[0], q[0] = i",
                            "if_free"};
        const Words resets{"x = 0", "xs[i] = 0", "x = 0, xs[i] = 1"};
        const Words syncs{"go[i]?", "call[i]!", "tick!", "tick?", "hurry!", "hurry?"};
        return labels("", discrete, odd, timed, updates, resets, syncs);
    }

    std::string other_edge() {
        const Words discrete{"owner == N",  "owner < N", "cur == N", "c == 1",
                             "count() > 0", "q[0] != N", "free()",   "cur == owner"};
        const Words odd{"owner == 0", "a[1] == 0", "q[0] < 1"};
        const Words timed{"x >= 1", "x < 3", "t < 2"};
        const Words updates{"owner = N", "cur = owner", "cur = pull()", "c = (c + 1) % 3",
                            "mark(cur)", "owner = cur", "push(cur)"};
        const Words with_input{"owner = j", "cur = j", "a[j] = 0", "m[j][j] = false", "mark(j)", "push(j)"};
        const Words resets{"x = 0", "t = 0"};
        const Words syncs{"tick!", "tick?", "hurry?"};
        const bool selects = chance(50);
        Words all = syncs;
        if (selects) all.insert(all.end(), {"go[j]!", "call[j]?", "go[j]!", "call[j]?"});
        Words changes = updates;
        if (selects) changes.insert(changes.end(), with_input.begin(), with_input.end());
        return labels(selects ? "select j : id_t; " : "", discrete, odd, timed, changes, resets, all);
    }

    std::string labels(const std::string& select, const Words& discrete, const Words& odd, const Words& timed,
                       const Words& updates, const Words& resets, const Words& syncs) {
        std::string text = select;
        Words guards, assignments;
        if (chance(50)) guards.push_back(one_of(discrete));
        if (is_odd_ && chance(15)) guards.push_back(one_of(odd));
        const bool is_synced = chance(40);
        const std::string sync = is_synced ? one_of(syncs) : "";
        const bool takes_time = sync != "tick?" && sync.substr(0, 5) != "hurry";
        if (is_timed_ && takes_time && chance(40)) guards.push_back(one_of(timed));
        if (!guards.empty()) text += fmt::format("guard {}; ", fmt::join(guards, " && "));
        if (is_synced) text += fmt::format("sync {}; ", sync);
        for (int k = below(3); k > 0; --k) {
            const std::string& update = one_of(updates);
            assignments.push_back(update == "if_free" ? "q[0] = free() ? q[0] : i" : update);
        }
        if (is_timed_ && chance(50)) assignments.push_back(one_of(resets));
        if (!assignments.empty()) text += fmt::format("assign {};", fmt::join(assignments, ", "));
        return text;
    }

    Rng rng_;
    int processes_;
    bool is_timed_;
    bool is_odd_;  // something may tell the processes apart
};

Answer decide(const Network& network, const Property& query, const Settings& settings) {
    SilentObserver silent;
    Limits limits;
    limits.explored = 2'000;
    return choose_engine(network, query).engine->decide({network, query, settings, limits, silent});
}

Settings way(const std::string& search, const std::string& heuristic = "") {
    Settings settings;
    std::string problem;
    const std::size_t fallback_after = settings.fallback_after;
    REQUIRE(apply_search(*parse_search(search, problem), settings).empty());
    settings.fallback_after = fallback_after;
    if (!heuristic.empty()) settings.guidance.heuristic = *parse_heuristic(heuristic, problem);
    return settings;
}

std::vector<Settings> ways_to_search() {
    std::vector<Settings> ways{way("bfs"), way("dfs"), way("greedy", "hU"), way("bfs"), way("bfs"), way("astar", "dL")};
    ways[1].compress = ways[3].compress = true;
    ways[4].objective = ways[5].objective = Objective::shortest;
    return ways;
}

struct Counts {
    std::size_t decided = 0, symmetric = 0, refused = 0, found = 0;
    std::size_t states = 0, states_without = 0;
};

void compare(const Network& network, const Property& query, const Settings& way, const std::string& where,
             Counts& counts) {
    const Answer expected = decide(network, query, way);
    Settings settings = way;
    settings.reduction = Reduction::symmetry;
    const Answer answer = decide(network, query, settings);
    REQUIRE_MESSAGE(answer.symmetry.has_value(), where);
    const bool is_symmetric = !answer.symmetry->orbits.empty();
    if (!is_symmetric) CHECK_MESSAGE(!answer.symmetry->refused.empty(), where);
    ++(is_symmetric ? counts.symmetric : counts.refused);
    if (expected.verdict == Verdict::unknown || answer.verdict == Verdict::unknown) return;
    ++counts.decided;
    CHECK_MESSAGE(answer.verdict == expected.verdict, where);
    CHECK_MESSAGE(answer.unverified == expected.unverified, where << (answer.witness ? answer.witness->remark : ""));
    if (answer.witness) {
        CHECK_MESSAGE(answer.witness->run != nullptr, where << answer.witness->remark);
        if (way.objective == Objective::shortest)
            CHECK_MESSAGE(answer.witness->length == expected.witness->length, where);
        ++counts.found;
    } else if (is_symmetric && answer.verdict != Verdict::error && way.search == "bfs") {
        // Which zones cover which depends on the order in which they are generated.
        if (network.clocks.size() == 1) CHECK_MESSAGE(answer.statistics->stored <= expected.statistics->stored, where);
        counts.states += answer.statistics->stored;
        counts.states_without += expected.statistics->stored;
    }
}

}  // namespace

// The search that looks at every state is asked first, and it is interrupted by the one of orbits as often as can be.
TEST_CASE("that no run exists can be told from one state of each orbit") {
    const std::size_t networks = tiny::budget(1000);
    std::size_t decided = 0, by_orbits = 0, found = 0;
    for (std::uint64_t seed = 84'000'000; seed < 84'000'000 + networks; ++seed) {
        Writer writer(seed);
        const std::string model = writer.model();
        const std::string query = writer.liveness();
        INFO("seed ", seed, "\n", model, "\n", query);
        const Asked asked(model, query);
        Settings plain = way("bfs"), interrupted = plain;
        plain.fallback_after = no_fallback;
        interrupted.fallback_after = 5;
        const Answer expected = decide(asked.network(), *asked.query, plain);
        const Answer answer = decide(asked.network(), *asked.query, interrupted);
        if (expected.verdict == Verdict::unknown || answer.verdict == Verdict::unknown) continue;
        ++decided;
        CHECK(answer.verdict == expected.verdict);
        CHECK(answer.unverified == expected.unverified);
        found += answer.witness ? 1U : 0U;
        by_orbits += answer.proof && answer.proof->search.find("orbit") != std::string::npos ? 1U : 0U;
    }
    MESSAGE(decided << " decided, " << by_orbits << " proved by orbits, " << found << " runs");
    CHECK(decided > networks / 2);
    CHECK(by_orbits > networks / 50);
    CHECK(found > networks / 10);
}

TEST_CASE("verdicts do not depend on whether like processes are taken for one another") {
    const std::size_t networks = tiny::budget(1000);
    Counts counts;
    for (std::uint64_t seed = 83'000'000; seed < 83'000'000 + networks; ++seed) {
        Writer writer(seed);
        const std::string model = writer.model();
        const std::string query = writer.query();
        const std::string where = fmt::format("seed {}\n{}\n{}\n", seed, model, query);
        INFO(where);
        const Asked asked(model, query);
        const std::vector<Settings> ways = ways_to_search();
        compare(asked.network(), *asked.query, ways[seed % ways.size()], where, counts);
    }
    MESSAGE(counts.decided << " decided, " << counts.symmetric << " symmetric, " << counts.refused << " refused, "
                           << counts.found << " traces; " << counts.states << " states instead of "
                           << counts.states_without);
    CHECK(counts.decided > networks / 2);
    CHECK(counts.symmetric > networks / 3);
    CHECK(counts.refused > networks / 20);
    CHECK(counts.found > networks / 10);
    CHECK(counts.states < counts.states_without);
}
