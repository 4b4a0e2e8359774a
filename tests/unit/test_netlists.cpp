// Families of gates: what is written as a network and as a circuit is the same transition system, in all semantics, and
// has the answers that it announces.
#include <doctest/doctest.h>

#include <deque>
#include <set>

#include "family/registry.hpp"
#include "search/explore/count.hpp"
#include "unit/circuits.hpp"
#include "unit/collection.hpp"
#include "unit/support.hpp"

using namespace crowfly;
using aiger::Circuit;

namespace {

struct Instance {
    Instance(const std::string& name, const std::string& size, const std::string& fault, const std::string& semantics) {
        const FamilyPlugin& family = *families().find(name);
        std::string problem;
        const auto arguments =
            read_arguments(family, {size}, {{"--fault", fault}, {"--semantics", semantics}}, problem);
        REQUIRE_MESSAGE(arguments.has_value(), problem);
        network = family.write(*arguments, problem);
        circuit = circuit_of(family.write_circuit(*arguments, problem));
        says_reachable = network.find("EXPECT: T") != std::string::npos;
        CHECK((circuit.comments.back().find("EXPECT: T") != std::string::npos) == says_reachable);
    }

    std::string network;
    Circuit circuit;
    bool says_reachable = false;
};

std::size_t states_of_network(const std::string& text) {
    const Network network = network_of(text);
    SilentObserver nobody;
    const StateCount count = count_states(network, {}, nobody);
    REQUIRE(count.is_sure());
    return count.discrete_states;
}

// All states of a circuit by breadth first search, and how far the first bad one is.
class Reached {
public:
    explicit Reached(const Circuit& circuit) : circuit_(circuit), simulation_(circuit) {
        add(simulation_.latches(), 0);
        while (!open_.empty()) {
            const auto [state, depth] = open_.front();
            open_.pop_front();
            for (const std::vector<bool>& inputs : choices(state)) add(successor(state, inputs), depth + 1);
        }
    }

    std::size_t states() const { return seen_.size(); }
    std::optional<std::size_t> distance;

private:
    using State = std::vector<bool>;

    void add(const State& state, std::size_t depth) {
        if (!seen_.insert(state).second) return;
        open_.emplace_back(state, depth);
        evaluate(state, State(circuit_.inputs.size(), false));
        if (!distance && simulation_.value(circuit_.bad.front())) distance = depth;
    }

    void evaluate(const State& state, const std::vector<bool>& inputs) {
        for (std::size_t i = 0; i < state.size(); ++i) simulation_.set_latch(i, state[i]);
        simulation_.evaluate(inputs);
    }

    State successor(const State& state, const std::vector<bool>& inputs) {
        evaluate(state, inputs);
        simulation_.step();
        return simulation_.latches();
    }

    // Every value of the inputs; of those that move a gate each only the ones that change something alone.
    std::vector<std::vector<bool>> choices(const State& state) {
        const std::size_t count = circuit_.inputs.size();
        std::vector<std::size_t> free;
        for (std::size_t i = 0; i < count; ++i) {
            std::vector<bool> alone(count, false);
            alone[i] = true;
            if (count < circuit_.latches.size() || successor(state, alone) != state) free.push_back(i);
        }
        std::vector<std::vector<bool>> result;
        for (std::size_t subset = 0; subset < std::size_t{1} << free.size(); ++subset) {
            std::vector<bool>& inputs = result.emplace_back(count, false);
            for (std::size_t i = 0; i < free.size(); ++i) inputs[free[i]] = (subset >> i) % 2 == 1;
        }
        return result;
    }

    const Circuit& circuit_;
    aiger::Simulation simulation_;
    std::set<State> seen_;
    std::deque<std::pair<State, std::size_t>> open_;
};

// The one run of a circuit without inputs, until a state comes again.
bool run_is_bad(const Circuit& circuit) {
    REQUIRE(circuit.inputs.empty());
    aiger::Simulation simulation(circuit);
    std::set<std::vector<bool>> seen;
    while (seen.insert(simulation.latches()).second) {
        simulation.evaluate({});
        if (simulation.value(circuit.bad.front())) return true;
        simulation.step();
    }
    return false;
}

}  // namespace

TEST_CASE("networks and circuits of gates have the same states, and the published distances") {
    struct Fact {
        const char *name, *size, *fault, *semantics;
        std::optional<std::size_t> distance;
    };
    const std::vector<Fact> facts{
        {"tree_arbiter", "3", "B1", "interleaving", 18}, {"tree_arbiter", "3", "none", "interleaving", {}},
        {"tree_arbiter", "3", "B1", "synchronous", {}},  {"tree_arbiter", "4", "B3", "synchronous", {}},
        {"dme", "2", "none", "synchronous", {}},         {"dme", "3", "e:OR", "synchronous", 7},
        {"dme", "4", "f:AND", "synchronous", {}},        {"tree_arbiter", "3", "none", "asynchronous", {}},
    };
    for (const Fact& fact : facts) {
        CAPTURE(fact.name);
        CAPTURE(fact.fault);
        CAPTURE(fact.semantics);
        const Instance instance(fact.name, fact.size, fact.fault, fact.semantics);
        const Reached reached(instance.circuit);
        CHECK(reached.states() == states_of_network(instance.network));
        CHECK(reached.distance == fact.distance);
        CHECK(instance.says_reachable == fact.distance.has_value());
    }
}

TEST_CASE("gates have a latch each, and inputs as the semantics needs them") {
    const auto sizes = [](const Circuit& circuit) { return std::pair(circuit.inputs.size(), circuit.latches.size()); };
    using Sizes = std::pair<std::size_t, std::size_t>;
    CHECK(sizes(Instance("tree_arbiter", "8", "B3", "interleaving").circuit) == Sizes{6, 58});
    CHECK(sizes(Instance("tree_arbiter", "6", "B1", "interleaving").circuit) == Sizes{5, 32});
    CHECK(sizes(Instance("tree_arbiter", "8", "B1", "asynchronous").circuit) == Sizes{44, 44});
    CHECK(sizes(Instance("dme", "6", "none", "interleaving").circuit) == Sizes{7, 108});
    CHECK(sizes(Instance("dme", "3", "i:drop1", "asynchronous").circuit) == Sizes{54, 54});
    CHECK(sizes(Instance("dme", "6", "l:drop2", "synchronous").circuit) == Sizes{0, 108});
}

TEST_CASE("the answers of the synchronous semantics hold at any size") {
    for (const char* fault : {"none", "B1", "B3"}) {
        for (const int users : {3, 4, 5, 6, 7, 8, 12, 17, 31, 33}) {
            CAPTURE(users);
            const Instance instance("tree_arbiter", std::to_string(users), fault, "synchronous");
            CHECK(run_is_bad(instance.circuit) == instance.says_reachable);
        }
    }
    for (const char* fault : {"none", "e:OR", "f:AND", "h:OR", "i:drop1", "l:drop2"}) {
        for (const int cells : {2, 3, 4, 5, 8, 16}) {
            CAPTURE(cells);
            const Instance instance("dme", std::to_string(cells), fault, "synchronous");
            CHECK(run_is_bad(instance.circuit) == instance.says_reachable);
        }
    }
}

TEST_CASE("circuits of the collection that others wrote of the same gates behave alike") {
    const auto folder = collected("aiger");
    if (!folder) return;
    struct Other {
        const char *file, *name, *size, *fault, *semantics;
    };
    Rng rng(4);
    for (const Other& other : std::vector<Other>{{"treearb_u6_B1_inter", "tree_arbiter", "6", "B1", "interleaving"},
                                                 {"treearb_u8_B3_inter", "tree_arbiter", "8", "B3", "interleaving"},
                                                 {"treearb_u8_ok_inter", "tree_arbiter", "8", "none", "interleaving"},
                                                 {"treearb_u8_B1_async", "tree_arbiter", "8", "B1", "asynchronous"},
                                                 {"dme6_none_inter", "dme", "6", "none", "interleaving"},
                                                 {"dme6_eOR_inter", "dme", "6", "e:OR", "interleaving"},
                                                 {"dme6_fAND_inter", "dme", "6", "f:AND", "interleaving"},
                                                 {"dme6_hOR_inter", "dme", "6", "h:OR", "interleaving"},
                                                 {"dme6_ldrop2_inter", "dme", "6", "l:drop2", "interleaving"},
                                                 {"dme3_idrop1_async", "dme", "3", "i:drop1", "asynchronous"}}) {
        CAPTURE(other.file);
        const Circuit written = circuit_of(bytes_of(*folder / (other.file + std::string(".aig"))));
        const Instance instance(other.name, other.size, other.fault, other.semantics);
        CHECK(written.latch_names == instance.circuit.latch_names);
        CHECK(behave_alike(written, instance.circuit, 1000, rng));
    }
}
