// The parts of a goal, all of which have to hold, and which of them are independent of one another: their estimates may
// be added up, since no transition brings two of them nearer at once.
#pragma once

#include <map>
#include <vector>

#include "symbolic/systems/clauses.hpp"
#include "symbolic/systems/network_system.hpp"

namespace crowfly::symbolic {

// A formula, or a term.
struct GoalPart {
    const Formula* formula = nullptr;
    TermId term{};
    bool holds = true;
};
using GoalGroup = std::vector<GoalPart>;

// What the transitions depend on that change a slot.
struct SlotNeeds {
    std::vector<TermId> terms;
    std::vector<std::uint32_t> slots;
};

class GoalParts {
public:
    // `needs`, `free`: by slot. Free ones are given any value, and cost nothing.
    GoalParts(NetworkSystem& network, std::vector<SlotNeeds> needs, std::vector<bool> free);

    // Estimates that unfold slots `depth` times count changes of the slots behind a part. No relation changes slots
    // behind two groups. Empty: there are no two.
    std::vector<GoalGroup> independent_groups(std::uint32_t depth);

private:
    void add(const Formula& formula, bool holds);
    void add(TermId term, bool holds);

    SlotSet slots_behind(const GoalPart& part, std::uint32_t depth);
    void add_slots(const Formula& formula, SlotSet& slots);
    void add_slots(TermId term, SlotSet& slots);
    const std::vector<std::uint32_t>& slots_in(TermId root);
    std::vector<SlotSet> changed_slots() const;  // by relation

    NetworkSystem& network_;
    const TermGraph& graph_;
    TruthTerms truths_;
    std::vector<SlotNeeds> needs_;
    std::vector<bool> is_free_;
    std::vector<GoalPart> parts_;
    std::map<TermId, std::vector<std::uint32_t>> slots_;  // that a term reads
    bool reads_unknown_ = false;                          // a term reads elements of arrays, or is not taken apart
};

}  // namespace crowfly::symbolic
