// What an engine says about a query, and what every renderer starts from.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "property/property.hpp"
#include "search/samples.hpp"
#include "space/stop.hpp"
#include "trace/trace.hpp"

namespace crowfly {

enum class Verdict { satisfied, not_satisfied, maybe, unknown, error };

std::string_view to_string(Verdict verdict);  // "not satisfied"

struct Answer {
    // Why an engine that was asked earlier did not take the query.
    struct Passed {
        std::string engine;
        std::string reason;
    };

    // What sup, inf and bounds found. A bound that is approached but not reached is written with its relation: "<5".
    struct Value {
        Span span;               // of the expression …
        std::string expression;  // … and its text, which engines leave to whoever has the sources
        std::optional<std::string> inf, sup;
    };
    struct Evidence {
        std::size_t length = 0;  // transitions; of a lasso: stem and loop
        std::optional<std::string>
            duration;  // how long it takes: "37/2"; of the fastest ">5" where the infimum is not attained
        std::optional<std::size_t> loop;            // of a lasso: how many of the transitions are its loop
        std::shared_ptr<const Trace> run;           // itself, with a number for every delay; null: see `remark`
        std::string remark;                         // what could not be had
        std::vector<std::string> files;             // it was written to
        std::optional<std::size_t> shortened_from;  // how many transitions it had
        std::optional<std::size_t> spliced =
            {};                     // how many of them change only what was left out of the network, and were put back
        bool out_of_range = false;  // without a run: because clock values were too large to compute with
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

    std::string query;                      // as written …
    std::shared_ptr<const Property> asked;  // … and compiled; null: it has mistakes
    std::optional<Verdict> verdict;         // none: nothing was searched
    bool unverified = false;  // the verdict rests on a trace, and none was replayed: the remark of the trace says why
    bool internal_error = false;    // of `error`: the mistake is ours
    std::string reason;             // of `maybe`, `unknown`, `error`, or why nothing would be searched; may be empty
    std::vector<std::string> ways;  // how it was searched, in words; empty: as such queries always are
    std::string note;               // an option that made no difference, or ""
    std::string engine;             // empty: none can decide it
    std::vector<Passed> passed;
    std::optional<bool> expected;  // recorded with the query
    std::vector<Value> values;
    std::optional<Evidence> trace;            // how what was asked for, or its violation, can come about
    std::vector<Evidence> more_traces;        // in other ways
    std::optional<Statistics> statistics;     // none: nothing was searched
    std::vector<Sample> samples;              // how the search went, if it was recorded
    std::optional<Pruning> pruning;           // none: it was not asked for
    std::optional<Symmetry> symmetry;         // none: it was not asked for
    std::optional<PreferenceUse> preference;  // none: no transitions were preferred
    std::string abstraction;                  // of zones: "lu+"; empty without zones
    Stop stop;                                // of `error`: what the model did wrong

    // Without a recorded expectation people want their queries to hold. Undecided answers are neither.
    std::optional<bool> as_expected() const;
};

}  // namespace crowfly
