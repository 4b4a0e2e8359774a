// Which values variables of a factored system can have if no value is ever lost, and no label needs more of a state
// than that each of its variables could have had a value that a rule applies to.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "abstraction/factored_system.hpp"

namespace crowfly::cartesian {

struct ValueOf {
    VariableIndex variable = 0;
    Value value = 0;
};

class RelaxedReachability {
public:
    explicit RelaxedReachability(const FactoredSystem& system);

    // From the initial states. Nothing comes of `without`, if it is given.
    void explore(const ValueOf* without = nullptr);
    bool is_reached(VariableIndex variable, Value value) const { return reached_[first_[variable] + value]; }
    bool meets_goal() const;
    // Values on the way to the goal by which it was reached, the initial ones excepted. Every landmark is one of them.
    std::vector<ValueOf> plan() const;
    std::size_t work() const { return uses_.size() + system_.rules.size(); }  // of an exploration, roughly

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    // A rule that applies to a value.
    struct Use {
        std::uint32_t move = 0;
        std::uint32_t rule = 0;
    };

    bool applies_always(const VariableMove& move) const;
    void reach(VariableIndex variable, Value value, std::uint32_t rule);
    void apply(std::uint32_t label);
    void support(std::uint32_t move, std::uint32_t fact);

    const FactoredSystem& system_;
    std::vector<std::uint32_t> first_;  // per variable, and the number of all
    std::vector<ValueOf> facts_;
    std::vector<std::uint32_t> starts_;  // per fact, into uses_
    std::vector<Use> uses_;
    std::vector<std::uint32_t> label_of_, move_of_;  // per move, per rule

    std::vector<bool> reached_;            // per fact
    std::vector<std::uint32_t> achiever_;  // per fact: the rule that reached it
    std::vector<std::uint32_t> support_;   // per move: the fact that a rule applied to first
    std::vector<std::uint32_t> missing_;   // per label: moves without a rule that applies
    std::vector<std::uint32_t> queue_;
    const ValueOf* without_ = nullptr;
};

}  // namespace crowfly::cartesian
