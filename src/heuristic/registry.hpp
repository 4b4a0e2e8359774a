// The heuristics that can guide a search, and what is typed to choose one: `dU`, `formula(and=max)`, `max(dL,hamming)`.
// Each registers itself from a file of its own in heuristics/, with what may be relied on.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/registry.hpp"
#include "heuristic/heuristic.hpp"

namespace crowfly {

// A heuristic as typed, taken apart.
struct HeuristicSpec {
    std::string name;
    std::map<std::string, std::string> options;  // and=max
    std::vector<HeuristicSpec> parts;            // of a combination
};

struct Guarantees {
    bool admissible = false;
    bool consistent = false;
    bool safe = false;
};

struct HeuristicPlugin : Declaration {
    // The values each option may have, the default first.
    std::map<std::string, std::vector<std::string>> choices = {};
    bool combines = false;  // it has parts
    Guarantees (*guarantees)(const HeuristicSpec& spec) = nullptr;
    std::unique_ptr<Heuristic> (*make)(const Goal& goal, const HeuristicSpec& spec) = nullptr;
};

Registry<HeuristicPlugin>& heuristics();

// Nothing: `problem` says, in a sentence, what is wrong with the text.
std::optional<HeuristicSpec> parse_heuristic(const std::string& text, std::string& problem);
std::string to_string(const HeuristicSpec& spec);

Guarantees guarantees_of(const HeuristicSpec& spec);
std::unique_ptr<Heuristic> make_heuristic(const Goal& goal, const HeuristicSpec& spec);

// An option's value, or its default.
std::string option_of(const HeuristicSpec& spec, const std::string& name);

}  // namespace crowfly
