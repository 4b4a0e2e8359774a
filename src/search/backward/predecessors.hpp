// How many states have a transition to a state, as far as that is known without a search: each label of the factored
// system is followed backward, and what has a pair of values that cannot occur together is not counted. No predecessor
// is missing, and some of those that are counted may not be reachable.
//
// States are told apart as a search does it (network/analyses/distinction.hpp): by relevant slots, and dead ones have
// their initial value. So whatever is written to a slot that is dead afterwards leads to the same state.
#pragma once

#include "network/analyses/distinction.hpp"
#include "search/backward/value_pairs.hpp"

namespace crowfly {

class Predecessors {
public:
    static constexpr std::uint32_t many = 255;  // so many, more, or an unknown number

    // `compared`: see SearchOptions.
    Predecessors(const Goal& goal, const Distinction* compared);
    Predecessors(const Predecessors&) = delete;
    Predecessors& operator=(const Predecessors&) = delete;

    // Of states other than this one itself.
    std::uint32_t count(std::span<const std::int32_t> slots);

    std::size_t bytes() const;

private:
    // Whether a variable distinguishes states.
    enum class Tells : std::uint8_t { never, while_live, always };
    static std::vector<Tells> tellers(const FactoredSystem& system, const Distinction* compared);
    static std::vector<bool> that_always_tell(const std::vector<Tells>& all);

    // A variable, the values that it may have had, and one of them.
    struct Digit {
        VariableIndex variable = 0;
        std::span<const Value> values;
        std::size_t chosen = 0;
    };

    void list_sources();
    void find_dead();
    bool follow_achievers(VariableIndex variable, Value value);
    bool regress(std::uint32_t label);
    bool list_digits(std::uint32_t label);
    bool choose_next();
    void note_predecessor();
    bool dead_ones_are_initial();
    std::span<const Value> sources_of(std::uint32_t move) const;

    FactoredSystem system_;
    BackwardLabels labels_;
    LiveSlots live_;
    std::vector<Tells> tells_;  // per variable
    ValuePairs pairs_;
    // Per move, and value that it leads to: the values from which it does. One more list has those from which it leads
    // anywhere.
    std::vector<std::vector<std::vector<Value>>> sources_;
    std::vector<Value> numbers_;  // from 0 on
    // Of the state whose predecessors are counted, and of the predecessor:
    std::vector<Value> state_, before_;
    std::vector<std::int32_t> slots_before_;
    std::vector<bool> is_dead_;         // per variable, in the state
    std::vector<std::uint32_t> asked_;  // per label: the state for which it was last followed
    std::uint32_t states_ = 0;
    std::vector<VariableIndex> dead_;   // those
    std::vector<Digit> digits_;         // in which a predecessor by the label may differ
    std::vector<std::uint64_t> found_;  // hashes of predecessors
};

}  // namespace crowfly
