// Warnings about correct models: synchronisations without a partner, locations that cannot be reached, edges that can
// never fire, clocks without effect. They are computed on the network, where arguments have values and arrays have
// sizes. Each is about a piece of text, and is reported only if it holds in all processes instantiated from it: one
// argument may need what another rules out. Everything here takes time linear in the network, and only certain problems
// are reported.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "base/messages/diagnostic.hpp"
#include "network/network.hpp"

namespace crowfly {

// The identifiers in all queries known when the model is loaded.
class QueryWords {
public:
    void add(std::string_view query);
    bool any() const { return any_; }
    bool contain(const std::string& word) const { return words_.contains(word); }

private:
    bool any_ = false;
    std::unordered_set<std::string> words_;
};

void warn_about(const Network& network, const QueryWords& queries, Diagnostics& diagnostics);

// The parts of warn_about().
void warn_about_synchronisations(const Network& network, Diagnostics& diagnostics);                   // W020, W021
void warn_about_locations(const Network& network, Diagnostics& diagnostics);                          // W022
void warn_about_guards(const Network& network, Diagnostics& diagnostics);                             // W023
void warn_about_clocks(const Network& network, const QueryWords& queries, Diagnostics& diagnostics);  // W024, W025

}  // namespace crowfly
