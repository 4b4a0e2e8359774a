// What is true of a tiny network: every state of its region graph, and the answers to all kinds of questions, computed
// by the textbook.
//
// A maximal run, as E[] and its relatives understand it, takes infinitely many actions (whether time advances or not),
// or waits for ever, or ends where neither an action is possible nor time can pass. A statement has to hold all along,
// while waiting too. A run that only comes closer and closer to a strict bound x < 2 ends there.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tiny/interpreter.hpp"

namespace crowfly::tiny {

// The end of an interval: the least time, the largest value.
struct Extreme {
    std::int64_t value = 0;
    bool attained = true;     // otherwise it is only come close to
    bool beyond_cap = false;  // `value` is as far as the reference can see; claimed by an engine: there is no end
    bool operator==(const Extreme&) const = default;
};

// Everything one may want to know about a question. An engine fills in what it claims; the reference all that applies.
struct Answer {
    std::optional<bool> holds;
    std::optional<std::size_t> steps;   // E<>: actions to the nearest state; A[]: to the nearest exception
    std::optional<Extreme> least_time;  // of E<> and A[], if asked for
    std::optional<Extreme> extreme;     // sup, inf; nothing if no state is asked about, and then `holds` is false
    std::optional<std::size_t> discrete_states;  // all that are reachable, clocks aside
};

std::string to_text(const Answer& answer);
// Of a question about a clock, or about times: where all its numbers are so many times as large.
Answer times(const Answer& answer, int factor);
// How a claimed answer contradicts the true one, or "".
std::string contradiction(const Answer& truth, const Answer& claimed);

struct Extent {
    int constants = 0;       // questions compare clocks with numbers up to this; the network's own are added
    bool diagonals = false;  // questions compare differences; the network's own are added
    int horizon = 0;         // if not 0, how far a clock that is never set follows the whole run
    std::size_t most_nodes = 20'000;
};

class Reference {
public:
    Reference(const Net& net, const Extent& extent);

    // False: too large, and no question may be asked.
    bool complete() const { return complete_; }
    std::size_t nodes() const { return nodes_.size(); }

    Answer answer(const Question& question) const;
    // E<>, A[]: what a trace costs at least, if each action costs what the state that it leads to says. Nothing: there
    // is none.
    using Cost = std::function<std::int64_t(const State&)>;
    std::optional<std::int64_t> least_cost(const Question& question, const Cost& cost) const;

private:
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    struct Node {
        State state;
        std::vector<std::uint32_t> actions;
        std::uint32_t later = nowhere;  // itself: time goes on for ever
        bool deadlocked = false;
    };
    using Set = std::vector<bool>;  // of nodes

    void explore(std::size_t most_nodes);
    std::uint32_t node_of(const State& state);
    void find_deadlocks();

    bool satisfies(const Node& node, const Claim& claim) const;
    Set where(const Claim& claim) const;
    Set goal_of(const Question& question) const;
    std::optional<std::size_t> steps_to(const Set& goal) const;
    std::optional<Extreme> extreme(const Set& among, int clock, int variable, bool largest) const;
    std::optional<Extreme> least_time(const Set& goal) const;
    // From where a maximal run stays within the set.
    Set can_stay_within(const Set& set) const;
    std::size_t discrete_states() const;
    Answer reachability(const Question& question) const;
    Answer liveness(const Question& question) const;

    const Net& net_;
    Extent extent_;
    Interpreter interpreter_;
    bool complete_ = false;
    std::size_t discrete_states_ = 0;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<Node> nodes_;  // the initial one first
};

// True if, in the reference's eyes, the network is one to ask questions about: its initial state exists.
bool starts(const Net& net);

}  // namespace crowfly::tiny
