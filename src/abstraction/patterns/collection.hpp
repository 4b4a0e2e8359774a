// Collections of pattern databases.
//
// Two patterns are *additive* if no label that costs anything changes variables of both. Each step of a trace then
// changes the abstract state of at most one of them, so their distances can be added up. The canonical heuristic
// (Haslum, Botea, Helmert, Bonet, Koenig: Domain-independent construction of pattern database heuristics for
// cost-optimal planning, 2007) is the greatest sum over sets of patterns any two of which are additive.
#pragma once

#include "abstraction/patterns/choose_pattern.hpp"

namespace crowfly::pdb {

class Additivity {
public:
    explicit Additivity(const LabelTable& table);

    bool are_additive(const Pattern& a, const Pattern& b) const;
    // For each pattern a set that has it, to which none of the others can be added, as indices; each set once.
    std::vector<std::vector<std::uint32_t>> groups(const std::vector<Pattern>& patterns) const;

private:
    std::vector<std::vector<bool>> changed_together_;  // per two variables
};

// One pattern per variable of the goal and one for each that it shares with a variable that influences it, as long as
// all have together at most so many abstract states (interesting patterns of up to two variables: Pommerening, Röger,
// Helmert: Getting the most out of pattern databases for classical planning, 2013).
std::vector<Pattern> systematic(const LabelTable& table, std::uint64_t most_states);

// The databases of some patterns. `add_up`: canonical; otherwise the greatest of all estimates counts. Where the effort
// is used up, patterns are left out.
AbstractionSet databases_of(const LabelTable& table, const std::vector<Pattern>& patterns, bool add_up,
                            const Effort& effort);

// Variables of the goal as patterns start with them: each alone, together with the variable that says that a disjunct
// was met, if there is one.
std::vector<Pattern> patterns_of_goal(const LabelTable& table);

}  // namespace crowfly::pdb
