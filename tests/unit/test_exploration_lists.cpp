// The order in which open lists that explore are popped, each made from what is typed to choose it.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/restarts.hpp"
#include "support.hpp"

using namespace crowfly;

namespace {

using Nodes = std::vector<NodeId>;
using Slots = std::vector<std::int32_t>;
using Values = std::vector<Estimate>;

// A list over states with four slots. The estimates of a state come in the order in which the heuristics are written.
class Made {
public:
    explicit Made(const std::string& text, std::uint64_t seed = 1, std::size_t slots = 4)
        : maker_(numbers(slots), seed) {
        std::string problem;
        const std::optional<Spec> spec = parse_search(text, problem);
        REQUIRE_MESSAGE(spec.has_value(), problem);
        list_ = maker_.make(*spec);
    }

    // Nodes are numbered in the order in which they are pushed.
    bool push(const Values& estimates, std::uint32_t length = 0, const Slots& slots = {0, 0, 0, 0}) {
        return list_->push({next_++, length, estimates, slots});
    }
    Nodes pop(std::size_t count) {
        Nodes order;
        while (order.size() < count) order.push_back(list_->pop());
        return order;
    }
    Nodes pop_all() {
        Nodes order;
        while (!list_->empty()) order.push_back(list_->pop());
        return order;
    }
    const ExplorationList& list() const { return *list_; }
    std::size_t heuristics() const { return maker_.heuristics().size(); }

private:
    static std::vector<std::uint32_t> numbers(std::size_t count) {
        std::vector<std::uint32_t> all;
        while (all.size() < count) all.push_back(static_cast<std::uint32_t>(all.size()));
        return all;
    }

    ListMaker maker_;
    std::unique_ptr<ExplorationList> list_;
    NodeId next_ = 0;
};

Nodes first(NodeId count) {
    Nodes all;
    while (all.size() < count) all.push_back(static_cast<NodeId>(all.size()));
    return all;
}

Nodes sorted(Nodes nodes) {
    std::ranges::sort(nodes);
    return nodes;
}

std::string problem_with(const std::string& text) {
    std::string problem;
    CHECK_FALSE(parse_search(text, problem).has_value());
    return problem;
}

}  // namespace

TEST_CASE("best pops the least estimate, of equals the oldest") {
    Made best("best(hU)");
    for (const Estimate estimate : {5U, 3U, 5U, 3U, 9U}) best.push({estimate});
    CHECK(best.list().size() == 5);
    CHECK(best.pop_all() == Nodes{1, 3, 0, 2, 4});
    Made newest("best(hU,ties=newest)");
    for (const Estimate estimate : {5U, 3U, 5U, 3U, 9U}) newest.push({estimate});
    CHECK(newest.pop_all() == Nodes{3, 1, 2, 0, 4});
}

TEST_CASE("best says when a state is nearer to the goal than all before, but not of the first") {
    Made best("best(hU)");
    CHECK_FALSE(best.push({5}));
    CHECK_FALSE(best.push({5}));
    CHECK_FALSE(best.push({7}));
    CHECK(best.push({4}));
    CHECK_FALSE(best.push({4}));
}

TEST_CASE("type pops a random bucket, however many states are in it, and every state once") {
    std::size_t rare = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Made type("type(hU,g)", seed);
        for (NodeId node = 0; node < 99; ++node) type.push({7}, 3);
        type.push({7}, 4);
        const Nodes order = type.pop_all();
        CHECK(sorted(order) == first(100));
        rare += std::ranges::find(order, 99) < order.begin() + 2 ? 1 : 0;
    }
    CHECK(rare > 60);  // three in four are expected; of a list without types two in a hundred
    CHECK(rare < 90);
}

TEST_CASE("type tells states apart by all estimates, and by the length of the path unless told not to") {
    const auto share_of_first = [](const std::string& text) {
        std::size_t count = 0;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            Made type(text, seed);
            type.push({1, 1}, 1);
            for (std::uint32_t i = 0; i < 9; ++i) type.push({1, 2}, i < 5 ? 2 : 3);
            count += type.pop(1).front() == 0 ? 1 : 0;
        }
        return count;
    };
    CHECK(share_of_first("type(hU,dU)") > 45);  // one of three types
    CHECK(share_of_first("type(hU,dU)") < 90);
    CHECK(share_of_first("type(hU,dU,g=no)") > 80);  // one of two
    CHECK(share_of_first("type(hU,g=no)") < 40);     // one of ten states of one type
}

TEST_CASE("the same seed gives the same order, another one another") {
    for (const std::string text : {"type(hU,g)", "epsilon(p=0.5,best(hU))"}) {
        const auto order = [&](std::uint64_t seed) {
            Made list(text, seed);
            for (Estimate i = 0; i < 30; ++i) list.push({i % 3}, i % 5);
            return list.pop_all();
        };
        CHECK(order(1) == order(1));
        CHECK(order(1) != order(2));
    }
}

TEST_CASE("epsilon pops as its list does, a random state with the probability given, and every state once") {
    const auto order = [](const std::string& text) {
        Made list(text, 3);
        for (NodeId node = 0; node < 1000; ++node) list.push({node});
        Nodes popped = list.pop_all();
        CHECK(sorted(popped) == first(1000));
        return popped;
    };
    const auto out_of_turn = [](const Nodes& nodes) {  // among the first hundred
        return std::count_if(nodes.begin(), nodes.begin() + 100, [](NodeId node) { return node >= 100; });
    };
    CHECK(order("epsilon(p=0,best(hU))") == first(1000));
    CHECK(out_of_turn(order("epsilon(p=0.2,best(hU))")) > 5);
    CHECK(out_of_turn(order("epsilon(p=0.2,best(hU))")) < 40);
    CHECK(out_of_turn(order("epsilon(p=1,best(hU))")) > 70);
    CHECK(order("epsilon(best(hU))") == order("epsilon(p=0.2,best(hU))"));
}

TEST_CASE("novelty pops what has a new fact first, of equals the least estimate, then the oldest") {
    Made novelty("novelty(hU)");
    novelty.push({5}, 0, {0, 0, 0, 0});  // all is new
    novelty.push({5}, 0, {0, 0, 0, 0});  // nothing is
    novelty.push({5}, 0, {0, 0, 0, 1});  // one value is
    novelty.push({5}, 0, {0, 0, 1, 0});
    novelty.push({5}, 0, {0, 0, 1, 1});  // no value, but a pair
    novelty.push({4}, 0, {0, 0, 0, 0});  // new among states with this estimate
    novelty.push({4}, 0, {0, 0, 0, 0});
    CHECK(novelty.pop_all() == Nodes{5, 0, 2, 3, 6, 1, 4});
}

TEST_CASE("with width 2 new pairs come after new facts, and before what is not new at all") {
    Made novelty("novelty(hU,width=2)");
    novelty.push({5}, 0, {0, 0, 0, 0});
    novelty.push({5}, 0, {0, 0, 0, 0});
    novelty.push({5}, 0, {0, 0, 0, 1});
    novelty.push({5}, 0, {0, 0, 1, 0});
    novelty.push({5}, 0, {0, 1, 1, 1});
    novelty.push({5}, 0, {0, 0, 1, 1});  // every pair of it was seen, in three states
    novelty.push({5}, 0, {0, 1, 1, 0});  // the second with the last is new
    novelty.push({5}, 0, {0, 0, 1, 0});
    CHECK(novelty.pop_all() == Nodes{0, 2, 3, 4, 6, 1, 5, 7});
}

TEST_CASE("novelty without a heuristic compares all states, with several those that none tells apart") {
    Made blind("novelty");
    CHECK(blind.heuristics() == 0);
    blind.push({}, 0, {0, 0, 0, 0});
    blind.push({}, 0, {0, 0, 0, 0});
    blind.push({}, 0, {0, 0, 0, 1});
    CHECK(blind.pop_all() == Nodes{0, 2, 1});
    Made several("novelty(hU,dU)");
    several.push({5, 1});
    several.push({5, 1});
    several.push({5, 2});
    CHECK(several.pop_all() == Nodes{0, 2, 1});
}

TEST_CASE("pairs are not compared where there are too many slots") {
    Made novelty("novelty(width=2)", 1, 201);
    Slots slots(201);
    novelty.push({}, 0, slots);
    slots[0] = 1;
    novelty.push({}, 0, slots);
    slots = Slots(201);
    slots[1] = 1;
    novelty.push({}, 0, slots);
    novelty.push({}, 0, Slots(201));
    slots[0] = 1;
    novelty.push({}, 0, slots);  // a new pair
    CHECK(novelty.pop_all() == Nodes{0, 1, 2, 3, 4});
}

TEST_CASE("alt has turns one after the other, and all lists have every state") {
    Made alt("alt(best(hU),best(dU),boost=0)");
    CHECK(alt.heuristics() == 2);
    for (Estimate i = 0; i < 4; ++i) alt.push({i, 9 - i});
    CHECK(alt.list().size() == 8);
    CHECK(alt.pop_all() == Nodes{0, 3, 1, 2, 2, 1, 3, 0});
}

TEST_CASE("a list that is pushed a better state than all before has turns in advance") {
    Made alt("alt(best(hU),best(dU),boost=2)");
    for (Estimate i = 0; i < 6; ++i) alt.push({10 + i, 20});
    CHECK(alt.pop(2) == Nodes{0, 0});
    alt.push({30, 19});  // node 6, better by dU
    CHECK(alt.pop(4) == Nodes{6, 1, 1, 2});
}

TEST_CASE("lists are made of lists, and one heuristic is built once") {
    Made nested("alt(epsilon(p=0,alt(best(hU),novelty(dU))),type(hU,dU),best(hU))");
    CHECK(nested.heuristics() == 2);
    for (Estimate i = 0; i < 9; ++i) nested.push({i, 9 - i}, i);
    const Nodes order = nested.pop_all();
    CHECK(order.size() == 9 * 3);  // an epsilon list pops nothing twice
    CHECK(std::set(order.begin(), order.end()).size() == 9);
}

TEST_CASE("what lists are made of is checked") {
    CHECK(problem_with("best") == "`best` combines others: best(cegar)");
    CHECK(problem_with("best(hU,dU)") == "`best` has 2 parts, and can have 1");
    CHECK(problem_with("best(hX)").find("there is no heuristic `hX`; choose from cegar, dL, dU") == 0);
    CHECK(problem_with("alt(hU)").find("there is no open list `hU`") == 0);
    CHECK(problem_with("alt(bfs)").find("there is no open list `bfs`") == 0);
    CHECK(problem_with("epsilon(p=2,best(hU))") == "`2` is not a probability; write for example p=0.2");
    CHECK(problem_with("novelty(width=3)") == "`width` of `novelty` is a whole number from 1 to 2, not `3`");
    CHECK(problem_with("rdfs(restart=0)") == "`0` is not a number of states; write for example restart=1000");
    CHECK(problem_with("greedy(best(hU))") == "`greedy` is not a combination of others");
}

TEST_CASE("runs get longer as Luby's sequence does") {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 1; i <= 15; ++i) numbers.push_back(luby(i));
    CHECK(numbers == std::vector<std::size_t>{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8});
}

namespace {

SearchResult find(const Asked& asked, const std::string& search_name, const std::string& heuristic = "",
                  const Limits& limits = {}) {
    std::string problem;
    Settings settings;
    apply_search(*parse_search(search_name, problem), settings);
    if (!heuristic.empty()) settings.guidance.heuristic = *parse_heuristic(heuristic, problem);
    SearchOptions options;
    options.search = settings.search;
    options.guidance = settings.guidance;
    options.restart = settings.restart;
    options.abstraction.reset();
    SilentObserver silent;
    return search(asked.network(), as_reach(*asked.query).formula, options, limits, silent);
}

}  // namespace

TEST_CASE("one list by one heuristic is greedy search") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 5 && n[2] == n[0] + n[1] - 7 && n[3] == 3");
    for (const std::string heuristic : {"hU", "formula"}) {
        for (const std::string ties : {"newest", "oldest"}) {
            const SearchResult greedy = find(asked, "greedy(ties=" + ties + ")", heuristic);
            const SearchResult best = find(asked, "best(" + heuristic + ",ties=" + ties + ")");
            CHECK(greedy.found == best.found);
            CHECK(greedy.statistics.explored == best.statistics.explored);
            CHECK(greedy.statistics.generated == best.statistics.generated);
        }
    }
}

TEST_CASE("a state is expanded once, in however many lists it is") {
    const Asked asked(four_counters, "E<> n[0] == 9 && n[1] == 10 - n[0] && n[2] == n[0] + n[1]");
    const SearchResult result = find(asked, "alt(best(formula),best(hamming),type(formula,g),novelty)");
    CHECK(result.is_sure());
    CHECK_FALSE(result.found);
    CHECK(result.statistics.explored <= 10'000);
}

TEST_CASE("restarts share the limits of one search, and end with the answer") {
    const Asked deep(four_counters, "E<> n[0] == 9 && n[1] == 9 && n[2] == 9 && n[3] == 9");
    const SearchResult found = find(deep, "rdfs(restart=100)");
    REQUIRE(found.found);
    CHECK(found.statistics.stored <= 10'000);
    const Asked never(four_counters, "E<> n[0] == 9 && n[1] == 10 - n[0] && n[2] == n[0] + n[1]");
    CHECK(find(never, "rdfs(restart=1000)").is_sure());
    Limits limits;
    limits.explored = 2000;
    const SearchResult ended = find(never, "rdfs(restart=100)", "", limits);
    CHECK(ended.unfinished == enough_states_reason);
    CHECK(ended.statistics.explored < 2200);
}
