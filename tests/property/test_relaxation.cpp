// hL against its definition: every transition of a tiny network, looked at again in every round, over sets of values.
// What the network means is read off its plain data; only the goal is taken from the tool.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <set>

#include "heuristic/registry.hpp"
#include "property/property.hpp"
#include "task/target.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

using Values = std::set<int>;
using Sets = std::vector<Values>;  // per slot: processes first

class NaiveRounds {
public:
    NaiveRounds(const tiny::Net& net, const Network& network, const Goal& goal)
        : net_(net), network_(network), target_(target_of(goal)) {}

    Estimate rounds(const std::vector<std::int32_t>& state) {
        Sets sets;
        for (const std::int32_t value : state) sets.push_back({value});
        for (Estimate round = 0;; ++round) {
            if (is_met(target_, sets)) return round;
            Sets next = sets;
            fire_all(sets, next);
            if (next == sets) return dead_end;
            sets = std::move(next);
        }
    }

private:
    struct Taking {
        int process;
        const tiny::Edge* edge;
    };

    std::size_t slot(int variable) const { return net_.processes.size() + static_cast<std::size_t>(variable); }
    const tiny::Channel& channel(const tiny::Edge& edge) const {
        return net_.channels[static_cast<std::size_t>(edge.channel)];
    }

    void each_edge(const std::function<void(const Taking&)>& visit) const {
        for (int p = 0; p < static_cast<int>(net_.processes.size()); ++p) {
            for (const tiny::Edge& edge : net_.processes[static_cast<std::size_t>(p)].edges) visit({p, &edge});
        }
    }

    void fire_all(const Sets& sets, Sets& next) const {
        each_edge([&](const Taking& first) {
            if (first.edge->sync == tiny::Sync::receive) return;
            const bool alone = first.edge->sync == tiny::Sync::none || channel(*first.edge).broadcast;
            if (alone)
                fire({first}, first.edge->sync == tiny::Sync::none ? std::set<int>{} : written_by_others(first, first),
                     sets, next);
            if (first.edge->sync == tiny::Sync::none) return;
            each_edge([&](const Taking& second) {
                if (second.edge->sync != tiny::Sync::receive || second.edge->channel != first.edge->channel ||
                    second.process == first.process)
                    return;
                fire({first, second},
                     channel(*first.edge).broadcast ? written_by_others(first, second) : std::set<int>{}, sets, next);
            });
        });
    }

    // Variables that a third process may write in the same broadcast.
    std::set<int> written_by_others(const Taking& sender, const Taking& receiver) const {
        std::set<int> variables;
        each_edge([&](const Taking& other) {
            if (other.process == sender.process || other.process == receiver.process) return;
            if (other.edge->sync != tiny::Sync::receive || other.edge->channel != sender.edge->channel) return;
            for (const tiny::Update& update : other.edge->updates) {
                if (is_of_variable(update)) variables.insert(update.target);
            }
        });
        return variables;
    }

    static bool is_of_variable(const tiny::Update& update) {
        return update.kind == tiny::Update::Kind::set_variable || update.kind == tiny::Update::Kind::add;
    }

    static bool passes(int value, int variable, const tiny::Condition& condition) {
        for (const tiny::IntTest& test : condition.ints) {
            if (test.variable == variable && !tiny::compare(value, test.relation, test.value)) return false;
        }
        return true;
    }

    // What one variable can have after the edges have fired, given what it has before; nothing if they cannot fire.
    Values after(int variable, const std::vector<Taking>& edges, bool unsure, const Values& before) const {
        const int size = net_.variables[static_cast<std::size_t>(variable)];
        Values result;
        for (const int value : before) {
            bool possible = true;
            for (const Taking& taking : edges) possible = possible && passes(value, variable, taking.edge->guard);
            if (!possible) continue;
            int now = value;
            bool any = false;
            for (std::size_t e = 0; e < edges.size(); ++e) {
                for (const tiny::Update& update : edges[e].edge->updates) {
                    if (!is_of_variable(update) || update.target != variable) continue;
                    any = any || (e > 0 && unsure && update.kind == tiny::Update::Kind::add);
                    now = update.kind == tiny::Update::Kind::set_variable ? update.value : (now + update.value) % size;
                }
            }
            for (int reached = 0; reached < size; ++reached) {
                if (!any && reached != now) continue;
                bool stays = true;
                for (const Taking& taking : edges) {
                    const tiny::Location& target = net_.processes[static_cast<std::size_t>(taking.process)]
                                                       .locations[static_cast<std::size_t>(taking.edge->target)];
                    stays = stays && (unsure || passes(reached, variable, target.invariant));
                }
                if (stays) result.insert(reached);
            }
        }
        return result;
    }

    void fire(const std::vector<Taking>& edges, const std::set<int>& unsure, const Sets& sets, Sets& next) const {
        for (const Taking& taking : edges) {
            if (!sets[static_cast<std::size_t>(taking.process)].contains(taking.edge->source)) return;
        }
        std::vector<Values> reached;
        for (int v = 0; v < static_cast<int>(net_.variables.size()); ++v) {
            reached.push_back(after(v, edges, unsure.contains(v), sets[slot(v)]));
            if (reached.back().empty()) return;
        }
        for (int v = 0; v < static_cast<int>(net_.variables.size()); ++v)
            next[slot(v)].insert(reached[static_cast<std::size_t>(v)].begin(),
                                 reached[static_cast<std::size_t>(v)].end());
        for (const Taking& taking : edges) next[static_cast<std::size_t>(taking.process)].insert(taking.edge->target);
    }

    bool is_met(const Target& target, const Sets& sets) const {
        const auto part_met = [&](const Target& part) { return is_met(part, sets); };
        if (target.kind == Target::Kind::all) return std::all_of(target.parts.begin(), target.parts.end(), part_met);
        if (target.kind == Target::Kind::any) return std::any_of(target.parts.begin(), target.parts.end(), part_met);
        LeafTest test(network_);
        std::vector<std::int32_t> state(sets.size());
        return is_met_somewhere(target, sets, 0, state, test);
    }

    static bool is_met_somewhere(const Target& leaf, const Sets& sets, std::size_t slot,
                                 std::vector<std::int32_t>& state, LeafTest& test) {
        if (slot == sets.size()) {
            test.bind(state);
            return test.is_met(leaf);
        }
        for (const int value : sets[slot]) {
            state[slot] = value;
            if (is_met_somewhere(leaf, sets, slot + 1, state, test)) return true;
        }
        return false;
    }

    const tiny::Net& net_;
    const Network& network_;
    Target target_;
};

void compare(const tiny::Shape& shape, std::uint64_t first_seed) {
    std::size_t finite = 0, infinite = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + 300; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        tiny::Question question;
        question.first = tiny::both(tiny::random_claim(rng, net, shape), tiny::random_claim(rng, net, shape));
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const Goal goal{loaded.network(), as_reach(*query).formula, true};
        std::string problem;
        const std::unique_ptr<Heuristic> fast = make_heuristic(goal, *parse_heuristic("hL", problem));
        NaiveRounds naive(net, loaded.network(), goal);
        for (int sample = 0; sample < 20; ++sample) {
            std::vector<std::int32_t> state;
            for (const tiny::Process& process : net.processes)
                state.push_back(static_cast<std::int32_t>(rng.below(process.locations.size())));
            for (const int size : net.variables)
                state.push_back(static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(size))));
            const Estimate expected = naive.rounds(state);
            ++(expected == dead_end ? infinite : finite);
            CHECK_MESSAGE(fast->estimate(state) == expected, "seed " << seed << ": " << tiny::to_text(question) << "\n"
                                                                     << tiny::to_xta(net)
                                                                     << fmt::format("{}", fmt::join(state, " ")));
        }
    }
    CHECK(finite > 1000);
    CHECK(infinite > 300);
}

}  // namespace

TEST_CASE("rounds of the relaxed network without broadcasts") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.variables = {1, 3};
    shape.values = {2, 4};
    shape.broadcast = false;
    shape.guards = 70;
    compare(shape, 55'000'000);
}

TEST_CASE("rounds of the relaxed network with broadcasts") {
    tiny::Shape shape;
    shape.processes = {2, 4};
    shape.variables = {1, 2};
    shape.channels = {1, 2};
    shape.guards = 70;
    compare(shape, 56'000'000);
}
