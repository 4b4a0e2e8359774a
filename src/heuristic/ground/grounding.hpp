// The network in terms of facts. A fact says that a slot has a certain value: a process is at a location, a variable
// holds a number. What a transition asks for and what it brings about are facts, too, so that whoever relaxes the
// network never runs a program again.
//
// A transition is taken apart into *aspects*: the conditions and assignments that share variables, and so have to be
// looked at together. Of each aspect all *ways* are listed: values of the variables it reads, as far as it reads them,
// under which its conditions hold, with the values it then writes. Aspects have nothing to do with one another, so the
// transition can fire where each of them finds one of its ways, and what it does is what these ways do.
//
// Two kinds of variables would have too many facts or ways. One that takes more than `most_values` values, counted from
// the initial ones on, has a last fact for all others: what reads it there may do anything. An aspect with too many
// ways to look at may do anything at once (ways.hpp has the numbers). Both only make more possible than there is. So do
// these: clock guards, invariants of bystanders, commitment, urgency and priorities are not looked at; whoever may
// receive a broadcast or join a vector may also stay away; what a receiver reads of variables that another one writes
// in the same transition may be anything. A run-time error ends the run of a model, so it counts as a condition that
// does not hold; what leads to one is listed, because no state that may come to one is a dead end.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "heuristic/heuristic.hpp"
#include "heuristic/target.hpp"

namespace crowfly {

using Fact = std::uint32_t;
using Facts = std::vector<Fact>;

// The facts of each slot are numbered in a row.
class FactTable {
public:
    static constexpr Fact unknown = std::numeric_limits<Fact>::max();

    struct SlotFacts {
        Fact first = 0;
        std::vector<std::int32_t> values;  // ascending
        bool others = false;               // there is one more fact, for all other values
        std::int32_t least = 0;            // `dense` starts here; empty where values lie too far apart
        std::vector<Fact> dense = {};
    };

    explicit FactTable(std::vector<SlotFacts> slots);

    Fact fact(std::uint32_t slot, std::int32_t value) const {
        const SlotFacts& of = slots_[slot];
        const auto at = static_cast<std::uint32_t>(value) - static_cast<std::uint32_t>(of.least);
        return at < of.dense.size() ? of.dense[at] : search(of, value);
    }
    std::uint32_t slots() const { return static_cast<std::uint32_t>(slots_.size()); }
    Fact count() const { return count_; }
    const SlotFacts& of(std::uint32_t slot) const { return slots_[slot]; }
    Fact size(std::uint32_t slot) const {
        return static_cast<Fact>(slots_[slot].values.size() + (slots_[slot].others ? 1 : 0));
    }
    std::uint32_t slot(Fact fact) const { return owner_[fact]; }
    // Nothing: any value without a fact of its own.
    std::optional<std::int32_t> value(Fact fact) const;

private:
    static Fact search(const SlotFacts& of, std::int32_t value);

    std::vector<SlotFacts> slots_;
    std::vector<std::uint32_t> owner_;
    Fact count_ = 0;
};

struct GroundWay {
    Facts needs;
    Facts adds;
};

struct GroundAspect {
    std::vector<GroundWay> ways;
    bool certain = false;       // in every state one of the ways is there
    std::vector<Facts> faults;  // what leads to a run-time error
};

struct GroundTransition {
    std::uint32_t transition = 0;  // into Network::transitions; several ground ones may share it
    std::vector<EdgeIndex> edges;  // that fire together
    Facts needs;                   // locations
    Facts adds;
    std::vector<std::uint32_t> aspects;  // into Ground::aspects
};

struct Ground {
    FactTable facts;
    std::vector<GroundAspect> aspects;
    std::vector<GroundTransition> transitions;

    // A leaf of the goal that is about integers: each way is a set of facts under which it is as wanted.
    std::vector<const Target*> leaves;
    std::vector<std::uint32_t> leaf_aspects;
};

std::size_t bytes_of(const Ground& ground);  // roughly

// The facts are those that states reachable from the initial ones, and from `also`, can have.
Ground ground(const Network& network, const Target& target, const Effort& effort,
              const std::vector<std::vector<std::int32_t>>& also = {});

}  // namespace crowfly
