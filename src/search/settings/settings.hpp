// What a user can choose about a search. Everything has a default that suits the query.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "heuristic/registry.hpp"
#include "heuristic/removals.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

class Checkpoints;
class Cluster;

// Which transitions a search follows first, see search/guidance/ranking.hpp.
struct Preference {
    // Transitions that seem useless come last.
    bool useless = false;
    // Which edges the heuristic goes without when it says whether a transition is useless, see heuristic/removals.hpp.
    Removal removal = Removal::guards;
    // The heuristic is asked every time, even where its answer follows from earlier ones.
    bool exact = false;
    // Transitions that interfere with the previous one come first.
    bool contexts = false;
    // Clocks count as variables when interference is determined.
    bool clocks = false;
    // After a transition that touches the goal, what follows it comes before the transitions that interfere with it
    // directly; else in the same tier.
    bool exact_contexts = false;
    // With both: contexts decide first, and uselessness among equals; else the other way round.
    bool contexts_decide = false;
    // Transitions that the estimate counts are pushed to a queue of their own.
    bool helpful = false;
    // So many additional turns that queue gets when an estimate is better than all before.
    std::uint32_t boost = 1000;

    bool any() const { return useless || contexts || helpful; }
};

// useless, useless(plain), useless(reads=all,exact), contexts, contexts(plain,clocks=on), helpful, helpful(boost=100),
// several of them separated by commas; order=useless|contexts says what decides if both are there. Nothing: see
// `problem`.
std::optional<Preference> parse_preference(const std::string& text, std::string& problem);
std::string to_string(const Preference& preference);
std::string described(const Preference& preference);  // ", useless transitions last, helpful transitions first"

// What counts as a change of context, see search/kernels/context_bounding.hpp.
struct ContextBound {
    // The longest chain of interference between two transitions of the same context; 0: they have a process in common.
    std::uint32_t interference = 0;
};

// How a heuristic guides a search that pops the best state first.
struct Guidance {
    enum class Ties : std::uint8_t { newest, oldest, random };

    HeuristicSpec heuristic;
    // The weight of the path so far, 0 in greedy search …
    std::uint32_t own = 0;
    // … and the weight of the estimate.
    std::uint32_t ahead = 1;
    // A state is estimated when it is popped, and pushed with the estimate of its parent.
    bool lazy = false;
    // Which of several states with the same estimate and sum is popped first.
    Ties ties = Ties::newest;
    Preference preference = {};
    std::optional<ContextBound> bounding = {};
    // The open list that decides instead, with heuristics of its own, see search/methods/exploration_list.hpp. Without
    // a name: none does.
    Spec list = {};
    // The search as it was asked for, with the options that only it knows.
    Spec search = {};
    // What building the heuristic may take: an abstraction that would take more ends smaller.
    double build_seconds = std::numeric_limits<double>::infinity();
    std::size_t build_bytes = std::numeric_limits<std::size_t>::max();
    // Where the heuristic is saved, or loaded from instead of being built; null: nowhere.
    std::shared_ptr<KeptHeuristics> kept = {};
    // Of the heuristic `expr`; null: it is not used.
    std::shared_ptr<const property::Measure> expression = {};

    bool is_shortest() const { return own > 0 && ahead <= own && !lazy && guarantees_of(heuristic).admissible; }
};

// "A* with h = hL", "weighted A* with w = 5 and h = hU", "greedy with h = hU"
std::string name_of_search(const Guidance& guidance);

// The goal of a search with a heuristic, which may take so much to be built, and is asked about states of this form.
Goal goal_of(const Network& network, const Formula& formula, bool wanted, const Guidance& guidance,
             const StateForm& form);

enum class Objective : std::uint8_t {
    any,       // the first trace found
    shortest,  // fewest transitions
    fastest,   // least total time
    cheapest,  // least cost, see search/costs/cost.hpp
    price,     // least price, see search/optimum/least_price.hpp
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

// Whose time passes.
enum class TimeSemantics : std::uint8_t {
    global,  // that of all processes alike
    local,   // each process has its own, see network/analyses/locality.hpp
};

// What is kept of a visited state instead of the state, see space/stores/lossy_states.hpp. Others may be taken for it,
// so that what is not found may exist.
struct LossyStore {
    enum class Kind : std::uint8_t {
        bits,
        compact,
        cleary,  // the exception: no other state is taken for it, see space/stores/quotient_states.hpp
    };

    Kind kind = Kind::bits;
    std::uint64_t size = 0;    // the bits of all states, or of each
    std::uint32_t hashes = 3;  // of bits: how many each state has
};

// States are kept in the files of a directory, see search/disk/disk_search.hpp.
struct DiskStore {
    std::string folder;
    bool is_shared = false;  // other processes search in it, too, see search/disk/shared_search.hpp
    double every = 2;        // seconds between two manifests; 0: all the time, without waiting for the disk
    std::size_t table = std::numeric_limits<std::size_t>::max();  // so many states in memory, at most
    std::size_t small = 4096;                                     // a bucket of fewer states gets no file
};

constexpr std::size_t no_fallback = std::numeric_limits<std::size_t>::max();

inline constexpr const char* automatic = "auto";  // several searches take turns, see search/schedule/schedule.hpp

struct Costs;
namespace symbolic {
struct Advice;
}

// What decides a query.
struct EngineChoice {
    // The engine by its name; "auto": the first that can decide the query.
    std::string engine = "auto";
    // Likewise with the options that only this engine knows.
    Spec engine_options = {};
    // Of decision diagrams; null: none.
    std::shared_ptr<const symbolic::Advice> advice = {};
};

// Which state is expanded next.
struct OrderChoice {
    // The search by its name, see search/methods/registry.hpp; or `automatic`.
    std::string search = "bfs";
    // The strategies of the automatic search that take turns, by name; empty: all.
    std::vector<std::string> strategies = {};
    // Turns of the automatic search are so many times shorter.
    std::uint64_t pace = 1;
    // After so many states without an answer a proof that there is no run is tried, see search/runs/outline.hpp.
    std::size_t fallback_after = 50'000;
    // Of random orders.
    std::uint64_t seed = 1;
    // Of search by rank: breadth first until much was expanded in vain, see search/kernels/ranked.hpp.
    bool adaptive = false;
    // Likewise: among equals the state that is least far along, see search/kernels/topological_levels.hpp.
    bool topological = false;
    // Where one trace is wanted the search begins anew, see search/schedule/restarts.hpp, the first time after so many
    // states; 0: it does not.
    std::size_t restart = 0;
    // Of searches with a heuristic.
    Guidance guidance = {};
};

constexpr std::size_t no_bound = std::numeric_limits<std::size_t>::max();

// Which trace is best, and which are not looked for.
struct ObjectiveChoice {
    Objective objective = Objective::any;
    // What is minimised by searches that look for a cheapest trace; null: the number of transitions.
    std::shared_ptr<const Costs> costs = {};
    // Longer paths are not followed, see SearchResult::cut.
    std::size_t longest = no_bound;
    // Nor are paths that cost more, by the first part of the costs.
    std::optional<std::int64_t> dearest = {};

    // No state covers one that takes fewer transitions.
    bool wants_shortest() const { return objective == Objective::shortest; }
    bool has_bound() const { return longest < no_bound || dearest; }
};

// Where states are kept, and how.
struct StoreChoice {
    // Discrete states are stored as trees of shared parts.
    bool compress = false;
    // What is kept of states instead of them, see search/lossy/lossy_search.hpp. None: states are stored.
    std::optional<LossyStore> store = {};
    // The directory where states are kept, see search/disk/disk_search.hpp. None: they are kept in memory.
    std::optional<DiskStore> disk = {};
    // Where the search is saved now and then, and resumed from; null: neither.
    std::shared_ptr<Checkpoints> checkpoints = {};
};

// Who searches.
struct ExecutorChoice {
    // So many threads search together, see search/workers/team.hpp.
    std::size_t threads = 1;
    // So many strategies of the automatic search run at once, or as many as there are threads.
    std::size_t workers = 1;
    // The ranks of an MPI program search together, see search/workers/ranks.hpp; null: there is but this one.
    std::shared_ptr<Cluster> ranks = {};
};

// Which states are not told apart, and which parts of the network are left out.
struct ReductionChoice {
    Pruning pruning = Pruning::none;
    Reduction reduction = Reduction::none;
    TimeSemantics time = TimeSemantics::global;
    // None: the coarsest abstraction of zones that is sound for the query.
    std::optional<Abstraction> extrapolation = {};
    // States are told apart by all variables, not only by those that matter to the query.
    bool all_variables = false;
};

// Its parts are bases, so that a part can be handed on alone.
struct Settings : EngineChoice, OrderChoice, ObjectiveChoice, StoreChoice, ExecutorChoice, ReductionChoice {};

std::string option_of(const Settings& settings);  // how the objective is asked for: "--fastest"
std::string_view to_string(Pruning pruning);      // "safe"
std::string_view to_string(Reduction reduction);  // "symmetry"
std::string to_string(const LossyStore& store);   // "compact=40"

}  // namespace crowfly
