// Least prices on random networks with closed bounds: a search with integer clock values finds the same ones. In such a
// network the cheapest run has integer delays, because the delays along given transitions are a linear programme whose
// corners are integers. The traces are replayed and cost just that.
#include <array>
#include <map>
#include <optional>
#include <queue>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/rng.hpp"
#include "search/optimum/least_price.hpp"
#include "trace/checker/replay.hpp"
#include "trace/measures/prices.hpp"
#include "trace/witnesses/witnesses.hpp"
#include "unit/support.hpp"

using namespace crowfly;

namespace {

constexpr int processes = 2;
constexpr int places = 3;
constexpr int timers = 3;
constexpr int farthest = 4;  // no clock is compared with more

struct Test {
    int clock = 0;
    bool least = false;  // >= rather than <=
    int bound = 0;
};

struct PricedPlace {
    std::optional<Test> invariant;
    std::optional<int> rate;
    bool urgent = false;
};

struct PricedEdge {
    int from = 0, to = 0;
    std::vector<Test> guard;
    std::vector<std::pair<int, int>> resets;  // clock, value
    int copied_to = -1, copied_from = -1;
    int amount = 0;
    int sync = 0;  // 1: sends, -1: receives
};

struct PricedNet {
    std::array<std::vector<PricedPlace>, processes> at;
    std::array<std::vector<PricedEdge>, processes> edges;
    bool declared = false;  // `clock cost;`
    bool urgent = false;    // the channel: no time passes while two edges can synchronise on it
    bool copies = false;    // of clocks: then nothing can be forgotten, and the search may not end
};

class Generator {
public:
    explicit Generator(std::uint64_t seed) : rng_(seed) {}

    PricedNet net() {
        PricedNet net;
        net.declared = chance(30);
        net.copies = chance(25);
        net.urgent = chance(25);
        for (int p = 0; p < processes; ++p) {
            for (int l = 0; l < places; ++l) net.at[p].push_back(place());
            const int count = number(3, 5);
            for (int e = 0; e < count; ++e) {
                net.edges[p].push_back(edge(p, net.copies));
                if (e < 2) net.edges[p].back().from = e, net.edges[p].back().to = e + 1;
            }
        }
        return net;
    }

private:
    int number(int least, int greatest) {
        return least + static_cast<int>(rng_.below(static_cast<std::uint64_t>(greatest - least + 1)));
    }
    bool chance(int percent) { return number(1, 100) <= percent; }

    PricedPlace place() {
        PricedPlace made;
        if (chance(65)) made.invariant = Test{number(0, timers - 1), false, number(1, farthest)};
        if (chance(75)) made.rate = number(0, 5);
        made.urgent = chance(10);
        return made;
    }

    PricedEdge edge(int process, bool copies) {
        PricedEdge made;
        made.from = number(0, places - 1);
        made.to = number(0, places - 1);
        for (int i = number(0, 2); i > 0; --i)
            made.guard.push_back({number(0, timers - 1), chance(70), number(0, farthest)});
        for (int i = number(0, 2); i > 0; --i) made.resets.push_back({number(0, timers - 1), chance(80) ? 0 : 1});
        if (copies && chance(20)) made.copied_to = number(0, timers - 1), made.copied_from = number(0, timers - 1);
        if (chance(50)) made.amount = number(0, 6);
        if (chance(20)) made.sync = process == 0 ? 1 : -1;
        return made;
    }

    Rng rng_;
};

// ---- As text --------------------------------------------------------------------------------------------------------

std::string text_of(const Test& test) {
    return fmt::format("x{} {} {}", test.clock, test.least ? ">=" : "<=", test.bound);
}

std::string text_of(const PricedEdge& edge) {
    std::string guard, update;
    for (const Test& test : edge.guard) guard += (guard.empty() ? "" : " && ") + text_of(test);
    for (const auto& [clock, value] : edge.resets) update += fmt::format("x{} = {}, ", clock, value);
    if (edge.copied_to >= 0) update += fmt::format("x{} = x{}, ", edge.copied_to, edge.copied_from);
    update +=
        edge.amount % 2 == 0 ? fmt::format("cost += {}", edge.amount) : fmt::format("cost = cost + {}", edge.amount);
    return fmt::format("L{} -> L{} {{ {}{}assign {}; }}", edge.from, edge.to,
                       guard.empty() ? "" : fmt::format("guard {}; ", guard),
                       edge.sync == 0  ? ""
                       : edge.sync > 0 ? "sync c!; "
                                       : "sync c?; ",
                       update);
}

std::string text_of(const PricedNet& net) {
    std::string text =
        fmt::format("clock x0, x1, x2;{} {}chan c;\n", net.declared ? " clock cost;" : "", net.urgent ? "urgent " : "");
    for (int p = 0; p < processes; ++p) {
        std::string states, urgent, edges;
        for (int l = 0; l < places; ++l) {
            const PricedPlace& place = net.at[p][l];
            std::string invariant = place.invariant ? text_of(*place.invariant) : "";
            if (place.rate) invariant += fmt::format("{}cost' == {}", invariant.empty() ? "" : " && ", *place.rate);
            states += fmt::format("{}L{}{}", l == 0 ? "" : ", ", l,
                                  invariant.empty() ? "" : fmt::format(" {{ {} }}", invariant));
            if (place.urgent) urgent += fmt::format("{}L{}", urgent.empty() ? "urgent " : ", ", l);
        }
        for (const PricedEdge& edge : net.edges[p]) edges += (edges.empty() ? "" : ", ") + text_of(edge);
        text += fmt::format("process P{}() {{ state {}; {}{} init L0; trans {}; }}\n", p, states, urgent,
                            urgent.empty() ? "" : ";", edges);
    }
    return text + "system P0, P1;";
}

// ---- With integer clock values --------------------------------------------------------------------------------------

struct Digital {
    std::array<int, processes> at{};
    std::array<int, timers> clocks{};
    auto operator<=>(const Digital&) const = default;
};

class Naive {
public:
    explicit Naive(const PricedNet& net) : net_(net) {}

    // Dijkstra's algorithm.
    std::optional<std::int64_t> least_price(int goal0, int goal1) {
        if (!allowed({})) return std::nullopt;
        push({}, 0);
        while (!open_.empty()) {
            const auto [price, state] = open_.top();
            open_.pop();
            if (price > prices_[state]) continue;
            if (state.at[0] == goal0 && state.at[1] == goal1) return price;
            wait(state, price);
            for (const PricedEdge& one : net_.edges[0]) {
                if (one.sync == 0) fire(state, price, {&one, nullptr});
                for (const PricedEdge& other : net_.edges[1])
                    if (one.sync > 0 && other.sync < 0) fire(state, price, {&one, &other});
            }
            for (const PricedEdge& other : net_.edges[1])
                if (other.sync == 0) fire(state, price, {nullptr, &other});
        }
        return std::nullopt;
    }

private:
    using Edges = std::array<const PricedEdge*, processes>;

    static bool holds(const Test& test, const Digital& state) {
        const int value = state.clocks[static_cast<std::size_t>(test.clock)];
        return test.least ? value >= test.bound : value <= test.bound;
    }
    const PricedPlace& place(const Digital& state, std::size_t p) const {
        return net_.at[p][static_cast<std::size_t>(state.at[p])];
    }
    bool allowed(const Digital& state) const {
        for (std::size_t p = 0; p < processes; ++p)
            if (place(state, p).invariant && !holds(*place(state, p).invariant, state)) return false;
        return true;
    }

    bool is_urgent(const Digital& state) const {
        if (!net_.urgent) return false;
        for (const PricedEdge& one : net_.edges[0])
            for (const PricedEdge& other : net_.edges[1])
                if (one.sync > 0 && other.sync < 0 && can_fire(one, 0, state) && can_fire(other, 1, state)) return true;
        return false;
    }
    static bool can_fire(const PricedEdge& edge, std::size_t process, const Digital& state) {
        for (const Test& test : edge.guard)
            if (!holds(test, state)) return false;
        return edge.from == state.at[process];
    }

    void wait(Digital state, std::int64_t price) {
        if (is_urgent(state)) return;
        std::int64_t rate = 0;
        bool given = false;
        for (std::size_t p = 0; p < processes; ++p) {
            if (place(state, p).urgent) return;
            given = given || place(state, p).rate;
            rate += place(state, p).rate.value_or(0);
        }
        if (!given) rate = net_.declared ? 1 : 0;
        for (int& clock : state.clocks) clock = std::min(clock + 1, farthest + 1);
        if (allowed(state)) push(state, price + rate);
    }

    void fire(const Digital& before, std::int64_t price, const Edges& edges) {
        Digital after = before;
        for (std::size_t p = 0; p < processes; ++p) {
            if (edges[p] != nullptr && !can_fire(*edges[p], p, before)) return;
        }
        for (std::size_t p = 0; p < processes; ++p) {
            if (edges[p] == nullptr) continue;
            after.at[p] = edges[p]->to;
            for (const auto& [clock, value] : edges[p]->resets) after.clocks[static_cast<std::size_t>(clock)] = value;
            if (edges[p]->copied_to >= 0)
                after.clocks[static_cast<std::size_t>(edges[p]->copied_to)] =
                    after.clocks[static_cast<std::size_t>(edges[p]->copied_from)];
            price += edges[p]->amount;
        }
        if (allowed(after)) push(after, price);
    }

    void push(const Digital& state, std::int64_t price) {
        const auto [at, added] = prices_.try_emplace(state, price);
        if (!added && at->second <= price) return;
        at->second = price;
        open_.emplace(price, state);
    }

    using Entry = std::pair<std::int64_t, Digital>;
    const PricedNet& net_;
    std::map<Digital, std::int64_t> prices_;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

// ---- The law --------------------------------------------------------------------------------------------------------

struct Tally {
    int found = 0, unreachable = 0, unfinished = 0;
};

struct PricedCase {
    explicit PricedCase(std::uint64_t seed)
        : net(Generator(seed).net()), text(text_of(net)), asked(text, "E<> P0.L2 && P1.L2") {}

    LeastPriceResult search(std::size_t states) {
        limits.states = states;
        return search_least_price(asked.network(), as_reach(*asked.query).formula, true, limits, silent);
    }

    PricedNet net;
    std::string text;
    Asked asked;
    Limits limits;
    SilentObserver silent;
};

void check_one(std::uint64_t seed, Tally& tally) {
    PricedCase given(seed);
    const PricedNet& net = given.net;
    const Asked& asked = given.asked;
    CAPTURE(seed);
    CAPTURE(given.text);
    const LeastPriceResult result = given.search(3'000);
    REQUIRE_FALSE(result.stop);
    const std::optional<std::int64_t> truth = Naive(net).least_price(2, 2);
    if (!result.is_sure()) {
        REQUIRE(net.copies);
        ++tally.unfinished;
        if (result.found && truth) CHECK(result.found->price >= *truth);
        return;
    }
    REQUIRE(result.found.has_value() == truth.has_value());
    ++(truth ? tally.found : tally.unreachable);
    if (!truth) return;
    REQUIRE(result.found->price == *truth);
    REQUIRE(result.found->attained);
    const TraceOptions options;
    const Witness witness =
        witness_of_least_price({asked.network(), *asked.query, options, given.limits, given.silent}, *result.found);
    REQUIRE_MESSAGE(witness.run, witness.remark);
    CHECK(witness.run->prices == prices_of(asked.network(), *witness.run));
    CHECK(witness.run->prices->total() == Rational(*truth));
    Trace wrong = *witness.run;
    wrong.prices->rest += 1;
    CHECK(replay(asked.network(), wrong, {&*asked.query, nullptr, nullptr}));
}

}  // namespace

TEST_CASE("the least price of a random network is that of the cheapest run with integer delays") {
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) check_one(seed, tally);
    CHECK(tally.found >= 100);
    CHECK(tally.unreachable >= 40);
    CHECK(tally.unfinished <= 40);
}

TEST_CASE("a search for the least price that ends at a limit has bounds around it") {
    std::size_t open = 0, found = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        PricedCase given(seed);
        CAPTURE(seed);
        CAPTURE(given.text);
        const LeastPriceResult result = given.search(1 + Rng(seed).below(12));
        const std::optional<std::int64_t> truth = Naive(given.net).least_price(2, 2);
        if (result.least && truth) CHECK(*result.least <= *truth);
        if (result.found) {
            REQUIRE(truth);
            CHECK(result.found->price >= *truth);
            CHECK(result.totals_found.back() == Total{result.found->price, result.found->attained});
        }
        if (result.is_sure()) continue;
        CHECK(result.least.has_value());
        ++open;
        found += result.found ? 1 : 0;
    }
    CHECK(open >= 100);
    CHECK(found >= 5);
}
