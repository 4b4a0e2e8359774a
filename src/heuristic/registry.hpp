// The registry of heuristics, and the grammar to choose one: `dU`, `formula(and=max)`, `max(dL,hamming)`.
// Each registers itself from a file of its own in heuristics/, with its options and its guarantees.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/plugins/registry.hpp"
#include "base/plugins/spec.hpp"
#include "heuristic/heuristic.hpp"

namespace crowfly {

using HeuristicSpec = Spec;  // a heuristic as typed, parsed

struct Guarantees {
    bool admissible = false;
    bool consistent = false;
    bool safe = false;
    // Estimates are admissible and safe, as declared, also for states in these normal forms. A heuristic is told by
    // Goal::form which of them a search applies. A search does without those that are not declared.
    NormalForms forms = {};
    // … and consistent in these. A search that relies on consistency does without the others.
    NormalForms consistent_forms = {};
};

struct HeuristicPlugin : Declaration {
    Guarantees (*guarantees)(const HeuristicSpec& spec) = nullptr;
    std::unique_ptr<Heuristic> (*make)(const Goal& goal, const HeuristicSpec& spec) = nullptr;
    // Why it cannot be made for a network, in a sentence, or ""; null: it always can.
    std::string (*why_not)(const Network& network, const HeuristicSpec& spec) = nullptr;
};

// Each heuristic is compiled alone, and how one is registered only once.
extern template struct Registered<HeuristicPlugin>;

Registry<HeuristicPlugin>& heuristics();

// Nothing: `problem` says, in a sentence, what is wrong with the text.
std::optional<HeuristicSpec> parse_heuristic(const std::string& text, std::string& problem);

// Why a heuristic or one of its parts cannot be made for a network, in a sentence, or "".
std::string why_not(const Network& network, const HeuristicSpec& spec);

Guarantees guarantees_of(const HeuristicSpec& spec);
// As `crowfly list` prints them: "yes", "no", "with and=max", "unless clocks=on", "as its parts".
std::vector<Declaration::Note> properties_of(const HeuristicPlugin& plugin);
std::unique_ptr<Heuristic> make_heuristic(const Goal& goal, const HeuristicSpec& spec);

// Under which the tables of a heuristic are kept in the goal's cache, see task/task_cache.hpp.
std::string table_name(const Goal& goal, const HeuristicSpec& spec);

// An option's value, or its default.
std::string option_of(const HeuristicSpec& spec, const std::string& name);

}  // namespace crowfly
