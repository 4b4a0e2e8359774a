// Cartesian abstractions of random networks: where states are looked up is where they are stored, no step is lost, and
// refinement that is not stopped ends with the true distance in the factored system.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "abstraction/cartesian/cartesian_system.hpp"
#include "abstraction/cartesian/cegar.hpp"
#include "abstraction/cost_partitioning/cost_partitioning.hpp"
#include "abstraction/cost_partitioning/label_graph.hpp"
#include "abstraction/merge_and_shrink/merge_and_shrink.hpp"
#include "property/property.hpp"
#include "tiny/budget.hpp"
#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

using namespace crowfly;

namespace {

using State = std::vector<Value>;

// All states of a factored system that can be reached, with their steps and distances to the goal.
class Solved {
public:
    struct Step {
        State from, to;
        LabelIndex label = 0;
    };

    explicit Solved(const FactoredSystem& system) : system_(system) {
        add_initial_states();
        for (std::size_t i = 0; i < states.size() && states.size() <= 2000; ++i) expand(State(states[i]));
        if (is_complete()) find_distances();
    }

    bool is_complete() const { return states.size() <= 2000; }
    Estimate distance(const State& state) const { return distances_.at(state); }
    Estimate from_start() const {
        Estimate least = dead_end;
        for (std::size_t i = 0; i < initial; ++i) least = std::min(least, distance(states[i]));
        return least;
    }
    bool meets_goal(const State& state) const {
        for (VariableIndex v = 0; v < state.size(); ++v) {
            if (!system_.variables[v].allows(state[v])) return false;
        }
        return true;
    }

    std::vector<State> states;
    std::size_t initial = 0;  // the first ones
    std::vector<Step> steps;

private:
    void add_initial_states() {
        std::vector<State> partial{{}};
        for (const Variable& variable : system_.variables) {
            std::vector<State> longer;
            for (const State& state : partial) {
                for (const Value value : variable.initial) {
                    longer.push_back(state);
                    longer.back().push_back(value);
                }
            }
            partial = std::move(longer);
        }
        for (const State& state : partial) add(state);
        initial = states.size();
    }

    void add(const State& state) {
        if (known_.insert(state).second) states.push_back(state);
    }

    void expand(const State& from) {
        for (LabelIndex l = 0; l < system_.labels.size(); ++l) {
            std::vector<State> partial{from};
            for (const VariableMove& move : system_.moves_of(system_.labels[l])) {
                std::vector<State> moved;
                for (const State& state : partial) {
                    for (const Rule& rule : system_.rules_of(move)) {
                        if (!rule.applies_to(from[move.variable])) continue;
                        moved.push_back(state);
                        moved.back()[move.variable] = rule.result(from[move.variable]);
                    }
                }
                partial = std::move(moved);
            }
            for (const State& to : partial) {
                steps.push_back({from, to, l});
                add(to);
            }
        }
    }

    void find_distances() {
        for (const State& state : states) distances_[state] = meets_goal(state) ? 0 : dead_end;
        for (bool changed = true; changed;) {
            changed = false;
            for (const Step& step : steps) {
                const Estimate through = plus(distances_[step.to], system_.labels[step.label].cost);
                if (through >= distances_[step.from]) continue;
                distances_[step.from] = through;
                changed = true;
            }
        }
    }

    const FactoredSystem& system_;
    std::set<State> known_;
    std::map<State, Estimate> distances_;
};

// Splits states at random.
void check_splits(const FactoredSystem& system, const Solved& solved, Rng& rng, const std::string& where) {
    const cartesian::LabelClasses labels(system);
    cartesian::CartesianSystem abstract(labels);
    const cartesian::ValueSets& layout = abstract.layout();
    for (int split = 0; split < 30; ++split) {
        const auto state = static_cast<AbstractState>(rng.below(abstract.states()));
        const auto variable = static_cast<VariableIndex>(rng.below(layout.variables()));
        std::vector<cartesian::Word> moved(layout.words());
        for (Value value = 0; value < layout.values(variable); ++value) {
            if (layout.contains(abstract.set(state), variable, value) && rng.below(2) == 0)
                layout.insert(moved, variable, value);
        }
        const Value count = layout.count(moved, variable);
        if (count > 0 && count < layout.count(abstract.set(state), variable)) abstract.split(state, variable, moved);
    }
    std::set<std::tuple<AbstractState, LabelIndex, AbstractState>> transitions;
    for (const cartesian::CartesianSystem::Transition& t : abstract.transitions()) {
        for (const LabelIndex label : labels.labels(t.label))
            CHECK_MESSAGE(transitions.emplace(t.source, label, t.target).second, where);
    }
    for (const State& state : solved.states) {
        const AbstractState found = abstract.hierarchy().state_of(state);
        for (AbstractState s = 0; s < abstract.states(); ++s) {
            bool is_member = true;
            for (VariableIndex v = 0; v < layout.variables(); ++v)
                is_member = is_member && layout.contains(abstract.set(s), v, state[v]);
            CHECK_MESSAGE(is_member == (s == found), where);
        }
    }
    for (const Solved::Step& step : solved.steps) {
        const AbstractState from = abstract.hierarchy().state_of(step.from);
        const AbstractState to = abstract.hierarchy().state_of(step.to);
        CHECK_MESSAGE((from == to || transitions.contains({from, step.label, to})), where);
    }
}

Estimate estimate_of_start(const AbstractionSet& set, const Solved& solved) {
    Estimate least = dead_end;
    for (std::size_t i = 0; i < solved.initial; ++i) least = std::min(least, set.estimate(solved.states[i]));
    return least;
}

void check_admissible(const AbstractionSet& set, const FactoredSystem& system, const Solved& solved,
                      const std::string& where) {
    for (const State& state : solved.states) CHECK_MESSAGE(set.estimate(state) <= solved.distance(state), where);
    for (const Solved::Step& step : solved.steps)
        CHECK_MESSAGE(set.estimate(step.from) <= plus(set.estimate(step.to), system.labels[step.label].cost), where);
}

// More states never lower the estimate of a single abstraction.
void check_refinement(const FactoredSystem& system, const Solved& solved, const std::string& where) {
    const std::size_t all = 1'000'000;
    Estimate before = 0;
    for (const std::size_t states : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{12}, all}) {
        const AbstractionSet set =
            cartesian::build(system, {.states = states, .subtasks = cartesian::Subtasks::one}, Effort{});
        CHECK_MESSAGE(set.states() <= states, where);
        check_admissible(set, system, solved, where);
        const Estimate now = estimate_of_start(set, solved);
        CHECK_MESSAGE(now >= before, where);
        before = now;
    }
    CHECK_MESSAGE(before == solved.from_start(), where);
}

// Cartesian abstractions of all subtasks, and merge-and-shrink.
AbstractionSet several_abstractions(const FactoredSystem& system, std::size_t states) {
    AbstractionSet set =
        cartesian::build(system, {.states = states, .subtasks = cartesian::Subtasks::landmarks}, Effort{});
    AbstractionSet one = cartesian::build(system, {.states = 5, .subtasks = cartesian::Subtasks::one}, Effort{});
    AbstractionSet merged = mas::merge_and_shrink(system, {.most_states = 4}, Effort{});
    for (auto& part : one.parts) set.parts.push_back(std::move(part));
    for (auto& part : merged.parts) set.parts.push_back(std::move(part));
    return set;
}

// The distances of an abstraction are those under the costs that it was built for, and saturated costs keep them.
void check_saturation(const StateAbstraction& abstraction, const FactoredSystem& system, const std::string& where) {
    const std::optional<LabelGraph> graph = LabelGraph::of(abstraction);
    REQUIRE_MESSAGE(graph.has_value(), where);
    LabelCosts costs;
    for (const Label& label : system.labels) costs.push_back(label.cost);
    const std::vector<Estimate> distances = graph->distances(costs);
    for (AbstractState s = 0; s < abstraction.states(); ++s)
        CHECK_MESSAGE(distances[s] == abstraction.distance(s), where);
    LabelCosts saturated(costs.size());
    graph->saturate(distances, saturated);
    for (std::size_t l = 0; l < costs.size(); ++l) CHECK_MESSAGE(saturated[l] <= costs[l], where);
    CHECK_MESSAGE(graph->distances(saturated) == distances, where);
}

// What a landmark is said to be ahead of cannot reach the goal without it.
void check_landmarks(const FactoredSystem& system, const Solved& solved, const std::string& where) {
    const AbstractionSet set =
        cartesian::build(system, {.states = 100'000, .subtasks = cartesian::Subtasks::landmarks}, Effort{});
    check_admissible(set, system, solved, where);
}

// A partition alone may give less than one of its parts, so what the parts say counts as well.
std::size_t check_partitions(const FactoredSystem& system, const Solved& solved, const std::string& where) {
    AbstractionSet set = several_abstractions(system, 30);
    const AbstractionSet alone = several_abstractions(system, 30);
    for (const auto& part : set.parts) check_saturation(*part, system, where);
    partition_costs(set, system, {.orders = 3, .samples = 10}, Effort{});
    CHECK_MESSAGE(set.partitions.count <= 3, where);
    check_admissible(set, system, solved, where);
    std::size_t better = 0;
    for (const State& state : solved.states) {
        CHECK_MESSAGE(set.estimate(state) >= alone.estimate(state), where);
        better += set.estimate(state) > alone.estimate(state) ? 1 : 0;
    }
    return better;
}

// Makes a state the goal that is reached late.
void aim_far(FactoredSystem& system) {
    const State last = Solved(system).states.back();
    for (VariableIndex v = 0; v < last.size(); ++v) {
        system.variables[v].goal.assign(system.variables[v].values, false);
        system.variables[v].goal[last[v]] = true;
    }
}

template <class Check>
std::size_t sweep(const tiny::Shape& shape, std::uint64_t first_seed, std::size_t networks, const Check& check) {
    networks = tiny::budget(networks);
    std::size_t checked = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + networks; ++seed) {
        Rng rng(seed);
        const tiny::Net net = tiny::random_net(rng, shape);
        tiny::Loaded loaded(net);
        const tiny::Question question = tiny::random_reach(rng, net, shape, seed % 5 == 0);
        const std::optional<Property> query = loaded.compile(question);
        REQUIRE(query.has_value());
        const std::string where = fmt::format("seed {}: {}\n{}\n", seed, tiny::to_text(question), tiny::to_xta(net));
        const Goal goal{loaded.network(), as_reach(*query).formula, as_reach(*query).exists};
        FactoredSystem system = factored_system(goal);
        if (!system.goal_is_possible) continue;
        if (seed % 2 == 0) aim_far(system);
        const Solved solved(system);
        if (!solved.is_complete()) continue;
        check(system, solved, rng, where);
        ++checked;
    }
    CHECK(checked > networks / 3);
    return checked;
}

tiny::Shape without_clocks() {
    tiny::Shape shape;
    shape.clocks = {0, 0};
    shape.variables = {0, 2};
    shape.processes = {2, 4};
    shape.locations = {3, 6};
    shape.guards = 70;
    return shape;
}

tiny::Shape with_broadcasts() {
    tiny::Shape shape;
    shape.channels = {1, 3};
    shape.processes = {2, 3};
    shape.broadcast_clock_guards = true;
    return shape;
}

}  // namespace

TEST_CASE("states are looked up where they are stored, and no step is lost") {
    const auto check = [](const FactoredSystem& system, const Solved& solved, Rng& rng, const std::string& where) {
        check_splits(system, solved, rng, where);
    };
    sweep(without_clocks(), 71'000'000, 40, check);
    sweep(with_broadcasts(), 72'000'000, 40, check);
}

TEST_CASE("refinement ends with the distance of the factored system") {
    std::size_t far = 0, never = 0;
    const auto check = [&](const FactoredSystem& system, const Solved& solved, Rng&, const std::string& where) {
        check_refinement(system, solved, where);
        far += solved.from_start() != dead_end && solved.from_start() > 3 ? 1 : 0;
        never += solved.from_start() == dead_end ? 1 : 0;
    };
    sweep(without_clocks(), 73'000'000, 40, check);
    sweep(with_broadcasts(), 74'000'000, 40, check);
    CHECK(far > tiny::share(8));
    CHECK(never > 1);
}

TEST_CASE("distances to landmarks are distances to the goal") {
    const auto check = [](const FactoredSystem& system, const Solved& solved, Rng&, const std::string& where) {
        check_landmarks(system, solved, where);
    };
    sweep(without_clocks(), 77'000'000, 40, check);
    sweep(with_broadcasts(), 78'000'000, 40, check);
}

TEST_CASE("sums under saturated costs are admissible and consistent") {
    std::size_t better = 0;
    const auto check = [&](const FactoredSystem& system, const Solved& solved, Rng&, const std::string& where) {
        better += check_partitions(system, solved, where) > 0 ? 1 : 0;
    };
    sweep(without_clocks(), 75'000'000, 40, check);
    sweep(with_broadcasts(), 76'000'000, 40, check);
    CHECK(better > tiny::share(8));
}
