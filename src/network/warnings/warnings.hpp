// What a model may contain but was hardly meant: synchronisations without a partner, locations that no edges lead to,
// edges that can never fire, clocks that do nothing. The network knows all of it, since there arguments have their
// values and arrays their sizes. Each warning is about a piece of text and is given only if it holds in all processes
// made from that text: what one argument rules out another may need. Everything here takes time linear in the network,
// and nothing is warned about that is merely likely.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "base/diagnostic.hpp"
#include "network/network.hpp"

namespace crowfly {

// The words of all queries that are known when the model is loaded.
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

// Its parts.
void warn_about_synchronisations(const Network& network, Diagnostics& diagnostics);                   // W020, W021
void warn_about_locations(const Network& network, Diagnostics& diagnostics);                          // W022
void warn_about_guards(const Network& network, Diagnostics& diagnostics);                             // W023
void warn_about_clocks(const Network& network, const QueryWords& queries, Diagnostics& diagnostics);  // W024, W025

}  // namespace crowfly
