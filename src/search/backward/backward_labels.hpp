// The labels of a factored system that stand for transitions, to be followed backward: by which of them a variable may
// have got its value, and what each of them asks of the others. Commitment, which labels ignore, is taken into account:
// unless an edge of a transition leaves a committed location, no process that does not take part is in one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "abstraction/factored_system.hpp"

namespace crowfly {

class BackwardLabels {
public:
    struct Move {
        VariableIndex variable = 0;
        std::span<const Rule> rules;
    };

    // The system has to outlive it.
    explicit BackwardLabels(const FactoredSystem& system);
    BackwardLabels(const BackwardLabels&) = delete;
    BackwardLabels& operator=(const BackwardLabels&) = delete;

    std::size_t size() const { return labels_.size(); }
    const Run& moves_of(std::uint32_t label) const { return labels_[label]; }  // numbers of moves
    std::size_t moves() const { return moves_.size(); }
    const Move& move(std::uint32_t number) const { return moves_[number]; }
    // The labels by which the variable may get this value from another one.
    const std::vector<std::uint32_t>& achievers(VariableIndex variable, Value value) const {
        return achievers_[variable][value];
    }
    std::size_t bytes() const;

private:
    void add_label(const FactoredSystem& system, const Label& label);
    bool may_be_committed(const FactoredSystem& system, const Label& label) const;
    void list_achievers(const FactoredSystem& system);

    std::vector<std::optional<std::vector<Rule>>> staying_;  // per process with committed locations: in the others
    std::vector<Move> moves_;
    std::vector<Run> labels_;                                         // into `moves_`
    std::vector<std::vector<std::vector<std::uint32_t>>> achievers_;  // per variable and value
};

}  // namespace crowfly
