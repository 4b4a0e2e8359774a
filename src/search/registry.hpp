// The searches that can be asked for: `bfs`, `greedy(lazy,ties=oldest)`. Each registers itself from its own file in
// orders/.
#pragma once

#include <optional>

#include "base/registry.hpp"
#include "base/spec.hpp"
#include "search/search_method.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchPlugin : Declaration {
    SearchMethod method = {};
    std::uint32_t own = 0;    // with a heuristic: what a transition behind counts, in hundredths or not at all …
    std::uint32_t ahead = 0;  // … and one that is estimated to be ahead; 0 without a heuristic
    std::optional<Guidance::Ties> ties = {};  // without: a search with a heuristic that knows nothing does the same if
                                              // it pops these of equals first; none: there is no such search

    bool is_guided() const { return ahead > 0; }
};

Registry<SearchPlugin>& searches();

// Whether a search goes by a heuristic.
bool is_guided(const Settings& settings);

// Options that several searches have.
PluginOption lazy_option();
PluginOption ties_option();
PluginOption heuristic_option();  // --heuristic

// Nothing: `problem` says, in a sentence, what is wrong with the text.
std::optional<Spec> parse_search(const std::string& text, std::string& problem);

// Has the settings search as the spec says. Nothing: done; else what is wrong with options that do not go together.
std::string apply_search(const Spec& spec, Settings& settings);

// A search without a heuristic as best-first search: its heuristic knows nothing, and the ties do the rest.
void search_blindly(const SearchPlugin& blind, Guidance& guidance);

}  // namespace crowfly
