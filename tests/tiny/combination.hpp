// Combinations of options of `crowfly check`, drawn from the registries of plug-ins: whoever registers a heuristic, a
// search, an open list, an engine, a strategy or an option of one has it drawn here.
#pragma once

#include <string>
#include <vector>

#include "base/plugins/spec.hpp"
#include "base/rng.hpp"
#include "tiny/net.hpp"

namespace crowfly::tiny {

// One option of the command line. Its value is a plug-in with its options, several of them and a text (--prefer), or a
// text; a flag has none.
struct Given {
    std::string option;
    std::vector<Spec> specs = {};
    std::string text = {};

    std::string value() const;
    bool operator==(const Given& other) const { return option == other.option && value() == other.value(); }
};

struct Combination {
    std::vector<Given> options;

    bool has(const std::string& option) const { return find(option) != nullptr; }
    const Given* find(const std::string& option) const;  // null: it is not given
    std::vector<std::string> words() const;              // as typed
    bool operator==(const Combination&) const = default;
};

std::string to_text(const Combination& combination);

// What may be asked for besides.
struct Wishes {
    bool least_time = false;  // --fastest
};

Combination random_combination(Rng& rng, const Net& net, const Wishes& wishes);

// With an option less, with a plug-in that has an option less, or with a part of it in its place.
std::vector<Combination> simpler(const Combination& combination);
// Every option of one is an option of the other, with the same plug-in.
bool is_part_of(const Combination& smaller, const Combination& larger);

// What is counted: "--search greedy", "--search greedy(lazy=yes)", "--heuristic mas(N)", "--compress".
std::vector<std::string> features_of(const Combination& combination);
// The names of all plug-ins that can be drawn, as features.
std::vector<std::string> drawable_plugins();

// The options of `crowfly check` that are drawn, and those that are not, each with the reason.
std::vector<std::string> options_drawn();
std::vector<std::pair<std::string, std::string>> options_left_out();

}  // namespace crowfly::tiny
