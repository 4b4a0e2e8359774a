// The states from which a goal can be reached, layer by layer backward from it, as Cartesian sets of states (regression
// search; the target enlargement of Yang, Dill: Validation with guided search of the state space, 1998, and the
// perimeter of Dillenburg, Nelson: Perimeter search, 1994). The goal need not be a single state: variables that it does
// not mention have any value.
//
// A set that is part of another one is dropped. As layers come in order, the first layer with a set that contains a
// state is that of its distance to the goal, as far as preimages are exact. They may be too large, never too small: a
// state has at least the distance of its layer, and one that is in no set has at least that of the next layer. Whoever
// relies on the distance of a state has it confirmed by steps of the network (corridor.hpp).
#pragma once

#include <limits>
#include <memory>
#include <string>

#include "abstraction/predicates/trie.hpp"
#include "base/files/parts.hpp"
#include "search/backward/preimages.hpp"

namespace crowfly {

// Why nothing can be searched for backward in such a network, or "".
std::string why_not_backward(const Network& network, const Formula& formula);

class TargetLayers {
public:
    static constexpr std::uint32_t beyond = predicates::Trie::none;
    static constexpr const char* vacuous =
        "the query allows too many combinations of values to search backward from them";

    // The first layer is the goal. The goal's effort and watch limit the work.
    explicit TargetLayers(const Goal& goal);
    TargetLayers(const TargetLayers&) = delete;
    TargetLayers& operator=(const TargetLayers&) = delete;

    // Expands one set of the last complete layer, which must have one left. True: the next layer is complete now.
    bool expand();

    std::uint32_t depth() const { return depth_; }                 // of the last complete layer; that of the goal is 0
    std::size_t frontier() const { return last_.size() - next_; }  // sets of it that were not expanded
    bool is_complete() const { return frontier() == 0; }           // there are no further layers
    std::size_t sets() const { return sets_; }                     // of all layers
    std::size_t expanded() const { return expanded_; }             // of these
    // A run-time error may occur somewhere. Errors are no goals here, so states in no set may lead to one.
    bool may_fault() const { return system_.may_fault; }

    // The layer of a state; `beyond`: it is in no set.
    std::uint32_t distance(std::span<const std::int32_t> slots);

    bool is_vacuous() const { return is_vacuous_; }          // every state is in the first layer
    const std::string& why_not() const { return why_not_; }  // why further layers would say nothing, or ""
    void parts(auto& each) { each.derived(system_, constraints_, preimages_, trie_, last_, following_); }

private:
    // One after the other.
    struct Sets {
        std::vector<std::size_t> ends;
        std::vector<ConstraintIndex> members;

        std::size_t size() const { return ends.size(); }
        Preimages::Set operator[](std::size_t i) const {
            const std::size_t first = i == 0 ? 0 : ends[i - 1];
            return {members.data() + first, ends[i] - first};
        }
        void parts(auto& each) { each(ends, members); }
    };

    void add_goal();
    void add(Preimages::Set set, std::uint32_t layer, Sets& into);

    FactoredSystem system_;
    ValueConstraints constraints_;
    Preimages preimages_;
    predicates::Trie trie_;
    Sets last_, following_;  // the last complete layer, and the one after it
    std::size_t next_ = 0;   // in `last_`: to be expanded
    std::uint32_t depth_ = 0;
    std::size_t sets_ = 0;
    std::size_t expanded_ = 0;
    bool is_vacuous_ = false;
    std::string why_not_;
    std::vector<Value> values_;
    std::vector<ConstraintIndex> set_;
};

}  // namespace crowfly
