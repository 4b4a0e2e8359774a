// Which processes can change places, and why others cannot.
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "engine/engine.hpp"
#include "network/symmetry/symmetry.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

// "P(0) P(1) | Q(2) Q(3)", or what is said against it after a colon.
std::string orbits(const std::string& model, const std::string& query) {
    const Asked asked(model, query);
    std::vector<std::string> why_not;
    const std::optional<Symmetry> symmetry = find_symmetry(asked.network(), {&as_reach(*asked.query).formula}, why_not);
    if (!symmetry) return ": " + why_not.front();
    std::vector<std::string> texts;
    for (const Symmetry::Orbit& orbit : symmetry->orbits)
        texts.push_back(fmt::format("{}", fmt::join(orbit.names, " ")));
    return fmt::format("{}", fmt::join(texts, " | "));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string fischer(int processes, const std::string& wait = "x > 2") {
    return fmt::format(R"(
        const int N = {};
        typedef int[1,N] pid_t;
        int[0,N] id;
        process P(const pid_t pid) {{
            clock x;
            state idle, req {{ x <= 2 }}, wait, cs;
            init idle;
            trans idle -> req {{ guard id == 0; assign x = 0; }},
                  req -> wait {{ assign x = 0, id = pid; }},
                  wait -> req {{ guard id == 0; assign x = 0; }},
                  wait -> cs {{ guard {} && id == pid; }},
                  cs -> idle {{ assign id = 0; }};
        }}
        system P;
    )",
                       processes, wait);
}

// A gate that keeps the numbers of waiting trains in a queue, with functions that search it.
std::string gate(int trains) {
    return fmt::format(R"(
        const int N = {};
        typedef int[0,N-1] id_t;
        chan appr[N], leave[N], stop[N], go[N];
        process Train(const id_t id) {{
            clock x;
            state safe, coming {{ x <= 20 }}, stopped, crossing {{ x <= 5 }};
            init safe;
            trans safe -> coming {{ sync appr[id]!; assign x = 0; }},
                  coming -> crossing {{ guard x >= 10; assign x = 0; }},
                  coming -> stopped {{ guard x <= 10; sync stop[id]?; }},
                  stopped -> crossing {{ sync go[id]?; assign x = 0; }},
                  crossing -> safe {{ guard x >= 3; sync leave[id]!; }};
        }}
        process Gate() {{
            int[-1,N-1] list[N];
            bool started;
            void start() {{ for (i : id_t) list[i] = -1; started = true; }}
            bool empty() {{ return list[0] == -1; }}
            void enqueue(int e) {{ int i = 0; while (list[i] >= 0) {{ i++; }} list[i] = e; }}
            void dequeue() {{ for (i : int[0,N-2]) list[i] = list[i + 1]; list[N - 1] = -1; }}
            int last() {{ int i = N - 1; while (i > 0 && list[i] == -1) {{ i--; }} return list[i]; }}
            state begin, free, occupied, stopping;
            commit begin, stopping;
            init begin;
            trans begin -> free {{ assign start(); }},
                  free -> occupied {{ select e : id_t; guard empty(); sync appr[e]?; assign enqueue(e); }},
                  free -> occupied {{ guard !empty(); sync go[list[0]]!; }},
                  occupied -> free {{ select e : id_t; guard e == list[0]; sync leave[e]?; assign dequeue(); }},
                  occupied -> stopping {{ select e : id_t; sync appr[e]?; assign enqueue(e); }},
                  stopping -> occupied {{ sync stop[last()]!; }};
        }}
        system Train, Gate;
    )",
                       trains);
}

Answer decided(const std::string& model, const std::string& query, bool symmetry) {
    const Asked asked(model, query);
    Settings settings;
    settings.reduction = symmetry ? Reduction::symmetry : Reduction::none;
    SilentObserver silent;
    return choose_engine(asked.network(), *asked.query)
        .engine->decide({asked.network(), *asked.query, settings, Limits{}, silent});
}

void compare(const std::string& model, const std::string& query, std::size_t times) {
    CAPTURE(query);
    const Answer without = decided(model, query, false);
    const Answer with = decided(model, query, true);
    CHECK(with.verdict == without.verdict);
    CHECK_FALSE(with.unverified);
    CHECK(with.statistics->stored * times <= without.statistics->stored);
}

std::string two_of(const std::string& declarations, const std::string& edge) {
    return fmt::format(
        "{}\nprocess P(const int i) {{ clock x; state a, b; init a; trans a -> b {{ {} }}, b -> a; }}\n"
        "P0 = P(0); P1 = P(1); P2 = P(2);\nsystem P0, P1, P2;",
        declarations, edge);
}

}  // namespace

TEST_CASE("processes of Fischer's protocol change places with their clocks and the variable that holds their number") {
    CHECK(orbits(fischer(3), "E<> deadlock") == "P(1) P(2) P(3)");
    CHECK(orbits(fischer(3), "A[] forall (i : pid_t) forall (j : pid_t) (P(i).cs && P(j).cs imply i == j)") ==
          "P(1) P(2) P(3)");
}

TEST_CASE("those that the query tells apart stay where they are") {
    CHECK(orbits(fischer(5), "E<> P(1).cs && P(2).cs") == "P(1) P(2) | P(3) P(4) P(5)");
    CHECK(orbits(fischer(3), "E<> id == 2") == "P(1) P(3)");
    CHECK(orbits(fischer(3), "E<> P(1).x > 3") == "P(2) P(3)");
    CHECK(contains(orbits(fischer(2), "E<> P(1).cs"), "the query tells them apart"));
}

TEST_CASE("verdicts are the same with fewer states") {
    compare(fischer(5), "A[] forall (i : pid_t) forall (j : pid_t) (P(i).cs && P(j).cs imply i == j)", 8);
    compare(fischer(4), "A[] not deadlock", 4);
    compare(fischer(4, "x >= 2"), "E<> P(1).cs && P(2).cs", 1);
    compare(gate(4), "A[] not deadlock", 8);
    compare(gate(4), "A[] forall (i : id_t) forall (j : id_t) (Train(i).crossing && Train(j).crossing imply i == j)",
            8);
    compare(gate(4), "E<> Train(3).stopped && Train(1).crossing && Train(2).stopped", 1);
}

TEST_CASE("a queue of numbers is permuted with the processes") {
    CHECK(orbits(gate(4), "A[] not deadlock") == "Train(0) Train(1) Train(2) Train(3)");
    CHECK(orbits(gate(4), "E<> Gate.list[0] == 2") == "Train(0) Train(1) Train(3)");
}

TEST_CASE("arrays of variables, clocks and channels, with one or two dimensions") {
    const std::string model = two_of("int[0,1] a[3]; bool m[3][3]; clock y[3]; chan c[3];",
                                     "guard a[i] == 0 && y[i] > 1 && forall (j : int[0,2]) (j == i || !m[i][j]); "
                                     "assign a[i] = 1, y[i] = 0, m[i][i] = true;");
    CHECK(orbits(model, "E<> deadlock") == "P0 P1 P2");
    CHECK(orbits(model, "E<> m[0][1]") == ": P0 and P1: the query tells them apart");
    CHECK(orbits(model, "E<> m[2][0] && m[2][1]") == "P0 P1");
}

TEST_CASE("processes that share a number change places together") {
    const std::string model = R"(
        typedef int[0,2] id_t;
        chan c[3];
        process S(const id_t i) { state a, b; init a; trans a -> b { sync c[i]!; }; }
        process R(const id_t i) { int n; state a; init a; trans a -> a { guard n < 2; sync c[i]?; assign n = n + 1; }; }
        system S, R;
    )";
    CHECK(orbits(model, "E<> deadlock") == "S(0)+R(0) S(1)+R(1) S(2)+R(2)");
    CHECK(orbits(model, "E<> R(1).n == 1") == "S(0)+R(0) S(2)+R(2)");
}

TEST_CASE("scalar sets") {
    const std::string model = R"(
        typedef scalar[3] S;
        S held;
        bool taken[S];
        process P(const S s) {
            state a, b;
            init a;
            trans a -> b { guard !taken[s]; assign taken[s] = true, held = s; };
        }
        system P;
    )";
    const std::string found = orbits(model, "E<> deadlock");
    CHECK(std::ranges::count(found, 'P') == 3);
    CHECK_FALSE(contains(found, ":"));
}

TEST_CASE("an edge that is not understood is in the way of those it touches") {
    const auto model = [](const std::string& guard) {
        return fmt::format(R"(
            const int table[2][2] = {{{{0, 1}}, {{1, 0}}}};
            int[0,1] k, a[3], b[2];
            process P(const int[0,2] i) {{ state s; init s; trans s -> s {{ assign a[i] = 1 - a[i]; }}; }}
            process Q() {{ state s; init s; trans s -> s {{ guard {}; assign k = 1 - k; }}; }}
            system P, Q;
        )",
                           guard);
    };
    CHECK(orbits(model("table[k][k] == 0 || b[k] == 1"), "E<> deadlock") == "P(0) P(1) P(2)");
    CHECK(contains(orbits(model("table[k][a[0]] == 0"), "E<> deadlock"), "P(1) P(2)"));
    CHECK(orbits(model("table[a[0]][a[1]] == 0 && a[2] == 0"), "E<> deadlock").front() == ':');
}

TEST_CASE("what tells processes apart is said") {
    const std::string any = "E<> deadlock";
    CHECK(orbits(two_of("int o;", "guard o == i; assign o = 0;"), any) == "P1 P2");
    CHECK(contains(orbits(two_of("", "guard x >= i;"), any), "location a of P0 tells them apart"));
    CHECK(contains(orbits(two_of("int o;", "guard o < i; assign o = i;"), any), ":"));
    CHECK(contains(orbits(two_of("int o;", "assign o = i + 1;"), any), "P0 P1 P2"));  // another number for each
    CHECK(contains(orbits(two_of("int o;", "guard o < 5; assign o = o + i;"), any), ":"));
    CHECK(contains(orbits(two_of("int[0,2] o;", "guard o < 2; assign o = i;"), any), "P0 P1"));
    CHECK(contains(orbits("process P() { state a; init a; } process Q() { state a, b; init a; } system P, Q;", any),
                   "no two processes are alike"));
}

TEST_CASE("receivers of a broadcast may touch the same variable if their order does not matter") {
    const auto model = [](const std::string& sent, const std::string& received) {
        return fmt::format(R"(
            int[0,9] n; int[0,3] from; int[0,3] votes[3];
            broadcast chan c;
            process P(const int[0,2] i) {{
                state a, b; init a;
                trans a -> b {{ sync c!; assign {}; }}, a -> a {{ sync c?; assign {}; }},
                      b -> b {{ sync c?; assign votes[i] = 0; }};
            }}
            system P;
        )",
                           sent, received);
    };
    const std::string any = "E<> deadlock", all = "P(0) P(1) P(2)";
    CHECK(orbits(model("n = 0", "n = n + 1"), any) == all);
    CHECK(orbits(model("from = i", "votes[from] = votes[from] + 1"), any) == all);
    // Nobody knows whose votes are counted, or somebody counts in between.
    CHECK(contains(orbits(model("n = 0", "votes[from] = votes[from] + 1"), any), "their order matters"));
    CHECK(contains(orbits(model("from = i", "votes[from] = votes[from] + 1, from = i"), any), "their order matters"));
    CHECK(contains(orbits(model("n = 0", "n = votes[i]"), any), "their order matters"));
    CHECK(contains(orbits(model("n = 0", "from = i"), any), "when P(0) and P(1) act together their order matters"));
}

TEST_CASE("a symmetry is for reachability alone") {
    const Asked asked(fischer(2), "A<> P(1).cs");
    Settings settings;
    settings.reduction = Reduction::symmetry;
    SilentObserver silent;
    const Answer answer = choose_engine(asked.network(), *asked.query)
                              .engine->decide({asked.network(), *asked.query, settings, Limits{}, silent});
    REQUIRE(answer.symmetry.has_value());
    CHECK(answer.symmetry->orbits.empty());
    CHECK(answer.symmetry->refused.front() == "symmetry is for E<> and A[] only");
}
