// What an engine says about a query, and what every renderer starts from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/messages/source.hpp"
#include "base/profile.hpp"
#include "property/property.hpp"
#include "search/settings/limits.hpp"
#include "search/settings/proof.hpp"
#include "search/settings/samples.hpp"
#include "search/settings/strategy_run.hpp"
#include "space/stop.hpp"
#include "trace/witness.hpp"

namespace crowfly {

enum class Verdict { satisfied, not_satisfied, maybe, unknown, error };

std::string_view to_string(Verdict verdict);  // "not satisfied"

// Every verdict rests on something: on a witness, if something was found; on a proof, if nothing can be.
struct Answer {
    // Why an engine that was asked earlier did not take the query.
    struct Passed {
        std::string engine;
        std::string reason;
    };

    // What sup, inf and bounds found. A bound that is approached but not reached is written with its relation: "<5".
    struct Measure {
        Span span;
        // The text at the span, which engines leave to whoever has the sources.
        std::string expression;
        std::optional<std::string> inf, sup;
    };

    // What is known of the least time or price, where that was asked for. A value that is approached but not reached is
    // written with its relation: ">6".
    struct Optimum {
        std::string of;                                // "time" or "price"
        std::optional<std::string> at_least, at_most;  // none: nothing is known; nothing was found
        bool proved = false;                           // nothing is better than what was found
        std::string limit;                             // why it is not proved
        std::vector<std::string> found;                // the values of all traces, each better than the one before
    };

    // What was left out of the network before it was searched.
    struct Pruning {
        struct Kept {
            std::string name;
            std::string why;
        };
        std::vector<std::string> dropped;   // variables and processes
        std::vector<Kept> kept;             // all others
        std::vector<std::string> restored;  // were left out, but no trace could be completed
    };

    // Which processes were exchanged for one another, so that fewer states had to be stored.
    struct Symmetry {
        std::vector<std::vector<std::string>> orbits;  // any two of each can change places
        std::vector<std::string> refused;              // why others that look alike cannot
    };

    // Whether the query says something. A query of the form `A[] p imply q` or `p --> q` is vacuous if no reachable
    // state satisfies its premise p.
    struct Vacuity {
        enum class Result : std::uint8_t {
            vacuous,         // that p is unreachable was proved
            not_vacuous,     // a replayed trace leads to a state that satisfies p
            not_determined,  // neither in the time that the check may take
        };
        Result result = Result::not_determined;
        std::string premise;  // "Train(i).Appr for any i"
    };

    // What may lead to a verdict, or to a verified one.
    struct Advice {
        std::string text;    // "leave out --search bfs: the default runs 9 strategies in turn"
        std::string option;  // that is to be added: "--reduce symmetry"; "": none is
    };

    // The query as written.
    std::string query;
    // The query as compiled. Null: it has mistakes.
    std::shared_ptr<const Property> asked;
    // None: nothing was searched.
    std::optional<Verdict> verdict;
    // The verdict rests on a witness, and none was replayed: the remark of the witness says why.
    bool unverified = false;
    // Of `error`: the mistake is ours.
    bool internal_error = false;
    // Of `maybe`, `unknown`, `error`, or why nothing would be searched; may be empty.
    std::string reason;
    // The strategies that were used, one after the other, in words. Empty: the one that such queries always have.
    std::vector<std::string> strategies;
    // What each strategy of the default search did. Empty: it was another search.
    std::vector<StrategyRun> schedule;
    // None: no shorter path than the first one was searched for.
    std::optional<PathImprovement> improvement;
    // Of a search that went on after its first path: the transitions of each that it found, the last one is the trace.
    std::vector<std::uint32_t> lengths_found;
    std::vector<std::string> costs_found;  // likewise, where costs were asked for
    // None: another trace was asked for, or there is none at all.
    std::optional<Optimum> optimum;
    // An option that made no difference, or "".
    std::string note;
    // Empty: none can decide it.
    std::string engine;
    std::vector<Passed> passed;
    // Recorded with the query.
    std::optional<bool> expected;

    // How what was asked for, or its violation, can come about …
    std::optional<Witness> witness;
    // … and other such witnesses, if several were asked for.
    std::vector<Witness> more_witnesses;
    std::vector<Measure> measures;
    // What a verdict rests on that no witness shows. None: there is a witness, or no verdict.
    std::optional<Proof> proof;

    // What a search over sets of states used.
    struct Symbolic {
        struct Layer {
            std::size_t nodes = 0;  // of its diagram
            double states = 0;
        };
        std::string search;     // "bdda"
        std::string heuristic;  // "inferred(depth=6)"; empty: none
        std::size_t variables = 0;
        std::size_t relations = 0;
        std::size_t relation_nodes = 0;
        std::size_t peak_nodes = 0;
        std::size_t collections = 0;
        std::size_t cached = 0;          // results that each cache of operations has room for
        std::size_t sets = 0;            // that were expanded
        std::size_t sets_per_layer = 1;  // more than 1 if there were very many
        std::vector<Layer> layers;       // the sets in turn, or the largest of each so many
        std::vector<std::string> order;  // of the slots
    };

    // Of a satisfied query that has a premise; none: it is not checked.
    std::optional<Vacuity> vacuity;
    // Of `E<> p` that is not satisfied: locations that p needs and that are proved unreachable.
    std::vector<std::string> unreachable;
    // Of `unknown`, `maybe` and unverified verdicts, the most promising first.
    std::vector<Advice> advice;

    // None: nothing was searched.
    std::optional<Statistics> statistics;
    // None: states were searched one by one.
    std::optional<Symbolic> symbolic;
    // How the search went, if it was recorded.
    std::vector<Sample> samples;
    std::optional<Profile> profile;
    // None: it was not asked for.
    std::optional<Pruning> pruning;
    // None: it was not asked for.
    std::optional<Symmetry> symmetry;
    // What each of several workers did. Empty: there was one.
    std::vector<WorkerUse> workers;
    // None: no transitions were preferred.
    std::optional<PreferenceUse> preference;
    // Of zones: "lu+"; empty without zones.
    std::string abstraction;
    // Of `error`: what the model did wrong.
    Stop stop;

    // Without a recorded expectation people want their queries to hold. Undecided answers are neither.
    std::optional<bool> as_expected() const;
    bool is_vacuous() const { return vacuity && vacuity->result == Vacuity::Result::vacuous; }
};

std::string_view to_string(Answer::Vacuity::Result result);  // "not vacuous"

}  // namespace crowfly
