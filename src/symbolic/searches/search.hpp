// Searches over sets of states. Each is a function of its own in a file of its own; which one runs is chosen here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/settings/limits.hpp"
#include "symbolic/searches/path_extraction.hpp"

namespace crowfly::symbolic {

enum class SearchKind : std::uint8_t {
    forward,        // breadth first from the initial states
    backward,       // breadth first from the goal
    bidirectional,  // both, always the side whose last step was faster
    chaining,       // relation by relation, each as long as it adds states: fast where everything is to be reached
    bdda,           // BDDA*: the states of the least f at once
    seta,           // SetA*: the states of one g and one h at once
    greedy,         // the states of the least h at once
};
std::optional<SearchKind> search_called(std::string_view name);
std::string_view to_string(SearchKind kind);
bool is_guided(SearchKind kind);

struct SearchChoice {
    SearchKind kind = SearchKind::forward;
    // f = own * g + ahead * h.
    std::uint32_t own = 1;
    std::uint32_t ahead = 1;
    bool visited = true;    // of guided searches: expanded states are remembered
    std::size_t split = 0;  // a frontier of more nodes is expanded piece by piece; 0: as a whole
    std::size_t dense = 0;  // of forward search: of larger frontiers only a dense part is expanded first; 0: never
};

// How large the sets were in the course of a search; the page plots it.
struct LayerSize {
    std::size_t nodes = 0;
    double states = 0;
};

// What a search reports to while it runs, and what is known of it afterwards.
class Monitor {
public:
    Monitor(NetworkSystem& network, const Limits& limits, Observer& observer);

    // Before an expansion of these states; `depth`: how many transitions lead there. Throws LimitReached.
    void expand(const Bdd& states, std::uint32_t depth);
    void store(const Bdd& all);  // all states that are known

    Statistics statistics();
    const std::vector<LayerSize>& layers() const { return layers_; }

private:
    void report();

    NetworkSystem& network_;
    Limits limits_;
    Observer& observer_;
    Budget budget_;
    Bdd now_;
    Statistics statistics_;
    double explored_ = 0;
    double stored_ = 0;
    std::vector<LayerSize> layers_;
};

// The heuristic of a guided search: the states of each value, the least first. States in none of the sets are dead
// ends.
using EstimateSets = std::vector<Bdd>;

struct SearchFound {
    std::optional<FoundPath> path;      // to the goal
    std::optional<FoundPath> to_fault;  // or to a state in which the model makes a mistake; neither: there is none
};

// What every search starts from.
struct SearchRun {
    NetworkSystem& network;
    const SearchChoice& choice;
    const EstimateSets& estimates;
    Monitor& monitor;
};

SearchFound search_forward(const SearchRun& run);
SearchFound search_partially(const SearchRun& run);  // by hints, or dense parts
SearchFound search_backward(const SearchRun& run);
SearchFound search_bidirectionally(const SearchRun& run);
SearchFound search_by_chaining(const SearchRun& run);
SearchFound search_best_first(const SearchRun& run);

SearchFound search(const SearchRun& run);

}  // namespace crowfly::symbolic
