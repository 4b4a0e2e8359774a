// The searches that can be asked for: `bfs`, `greedy(lazy,ties=oldest)`. Each registers itself from its own file in
// orders/.
#pragma once

#include "base/registry.hpp"
#include "base/spec.hpp"
#include "search/settings.hpp"

namespace crowfly {

struct SearchPlugin : Declaration {
    Order order = Order::breadth_first;
    std::uint32_t own = 0;  // of the best-first order: what a transition behind counts, in hundredths or not at all …
    std::uint32_t ahead = 0;  // … and one that is estimated to be ahead; 0 in the other orders
};

Registry<SearchPlugin>& searches();

// Options that several searches have.
PluginOption lazy_option();
PluginOption ties_option();
PluginOption heuristic_option();  // --heuristic

// Nothing: `problem` says, in a sentence, what is wrong with the text.
std::optional<Spec> parse_search(const std::string& text, std::string& problem);

// Has the settings search as the spec says. Nothing: done; else what is wrong with options that do not go together.
std::string apply_search(const Spec& spec, Settings& settings);

// A blind search in the best-first order: its heuristic knows nothing, and among equals the oldest, the newest or any
// state comes first, as `order` says.
void search_blindly(Order order, Guidance& guidance);

}  // namespace crowfly
