// How a search is asked to go about it. Everything here has a default that suits the query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "heuristic/registry.hpp"
#include "heuristic/removals.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

// Which transitions a search follows first, see search/ranking.hpp.
struct Preference {
    bool useless = false;               // those that seem to bring nothing come last …
    Removal removal = Removal::guards;  // … even without these edges, see heuristic/removals.hpp
    bool exact = false;  // … asked of the heuristic each time, even where the answer follows from what it said before
    bool contexts = false;        // those that have to do with the transition before come first …
    bool clocks = false;          // … clocks count as variables
    bool exact_contexts = false;  // … what follows where the goal is touched comes before what has directly to do with
                                  // the transition before, instead of with it
    bool contexts_decide =
        false;  // with both: what is not useless comes first, and among equals contexts decide; or the other way round
    bool helpful = false;        // those that an estimate counts have a queue of their own …
    std::uint32_t boost = 1000;  // … which has so many turns more when a better estimate than ever is met

    bool any() const { return useless || contexts || helpful; }
};

// useless, useless(plain), useless(reads=all,exact), contexts, contexts(plain,clocks=on), helpful, helpful(boost=100),
// several of them separated by commas; order=useless|contexts says what decides if both are there. Nothing: see
// `problem`.
std::optional<Preference> parse_preference(const std::string& text, std::string& problem);
std::string to_string(const Preference& preference);
std::string described(const Preference& preference);  // ", useless transitions put off, helpful ones preferred"

// What counts as a change of context, see search/context_bounding.hpp.
struct ContextBound {
    std::uint32_t interference =
        0;  // a longer chain of interference between two transitions than this; 0: no process in common
};

// How a heuristic guides a search that pops the best state first.
struct Guidance {
    enum class Ties : std::uint8_t { newest, oldest, random };

    HeuristicSpec heuristic;
    std::uint32_t own = 0;    // what a transition on the way so far counts: 0 in greedy search …
    std::uint32_t ahead = 1;  // … and what one counts that the heuristic sees ahead
    bool lazy =
        false;  // a state is only estimated when it is popped, and pushed with the estimate of the one before it
    Ties ties = Ties::newest;  // among equals, by lower estimate first, then this
    Preference preference = {};
    std::optional<ContextBound> bounding = {};

    bool is_shortest() const { return own > 0 && ahead <= own && !lazy && guarantees_of(heuristic).admissible; }
};

// How much of a search that goes breadth first is guided, see search/guide.hpp.
struct Turns {
    std::size_t starts = 1000;   // so many states are expanded before: what lies near is found by the shortest path
    std::size_t first = 2000;    // so many estimates at once …
    std::size_t every = 32;      // … and then one for so many states; for twice as many where states have no zones
    std::size_t known = 20'000;  // so many states more if what is estimated is known already
    std::size_t trial = 1000;    // after so many of its choices it has to show that they are no waste
};

enum class Objective : std::uint8_t {
    any,       // the first trace found
    shortest,  // fewest transitions
    fastest,   // least total time
};

// What is left out of the network before it is searched.
enum class Pruning : std::uint8_t {
    none,
    safe,  // variables that can always be given any of their values, see network/pruning/safe_slots.hpp
};

// Which states are taken for one.
enum class Reduction : std::uint8_t {
    none,
    symmetry,  // those that like processes changing places make of one another, see network/symmetry/symmetry.hpp
};

constexpr std::size_t no_fallback = std::numeric_limits<std::size_t>::max();

struct Settings {
    std::string search = "bfs";  // its name, see search/registry.hpp
    std::uint64_t seed = 1;      // of the random order
    Guidance guidance;           // of searches with a heuristic
    std::optional<Turns> turns;  // breadth first takes turns with a heuristic
    Objective objective = Objective::any;
    std::optional<Abstraction> abstraction;  // none: the coarsest one that is sound for the query
    // After so many states without an answer fallback strategies are tried, see search/fallback.hpp and
    // search/outline.hpp.
    std::size_t fallback_after = 50'000;
    bool all_variables = false;  // tell states apart by all variables, not only by those that matter to the query
    bool compress = false;       // store discrete states as trees of shared parts
    Pruning pruning = Pruning::none;
    Reduction reduction = Reduction::none;
};

std::string_view to_string(Pruning pruning);      // "safe"
std::string_view to_string(Reduction reduction);  // "symmetry"

}  // namespace crowfly
