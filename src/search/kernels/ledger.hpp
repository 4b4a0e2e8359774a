// Limits, statistics and stop reasons of one search. Several parts of a search may share a ledger.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "search/kernels/end_at_limits.hpp"
#include "search/settings/checkpoint.hpp"
#include "search/settings/pacer.hpp"
#include "search/settings/search_outcome.hpp"

namespace crowfly {

class Ledger {
public:
    // Everything is written to `outcome`, which has to stay where it is.
    Ledger(const Limits& limits, Observer& observer, SearchOutcome& outcome)
        : limits_(limits), budget_(limits), observer_(observer), outcome_(outcome) {}

    // A limit was reached, or the model cannot go on.
    bool has_ended() const { return outcome_.stop || !outcome_.unfinished.empty(); }
    void end(const Stop& stop) { outcome_.stop = stop; }
    void end(const std::string& unfinished) { outcome_.unfinished = unfinished; }

    Statistics& statistics() { return outcome_.statistics; }
    const Statistics& statistics() const { return outcome_.statistics; }
    const Budget& budget() const { return budget_; }
    Observer& observer() { return observer_; }
    Checkpoints* checkpoints() { return limits_.checkpoints; }
    Limits left() const { return left_of(limits_, outcome_.statistics); }  // for another search, meanwhile

    // Fills in the statistics; `algorithm` as in explorer.hpp.
    template <class Algorithm>
    void measure(const Algorithm& algorithm) {
        algorithm.measure(outcome_.statistics);
        budget_.clock(outcome_.statistics);
    }

    // Now and then, and as soon as too many states are stored: tells the observer, and ends the search at a limit.
    template <class Algorithm>
    void check(const Algorithm& algorithm) {
        if constexpr (requires { algorithm.effort(); }) pace(algorithm);
        const Statistics& used = outcome_.statistics;
        if (used.explored % period == 0 || used.generated - checked_ > many || algorithm.stored() > limits_.states)
            check_now(algorithm);
    }

    template <class Algorithm>
    void check_now(const Algorithm& algorithm) {
        checked_ = outcome_.statistics.generated;
        measure(algorithm);
        observer_.progress(outcome_.statistics);
        if constexpr (requires { algorithm.effort(); }) {
            if (limits_.pacer != nullptr && limits_.pacer->is_short_of_memory(algorithm.bytes_soon()))
                limits_.pacer->wait(effort_, algorithm.bytes_soon(), outcome_.statistics);
        }
        if (!has_ended() && !algorithm.is_done())
            outcome_.unfinished = budget_.exceeded(outcome_.statistics, algorithm.bytes_soon());
        if (limits_.checkpoints != nullptr) save(algorithm);
    }

    // ---- For what a search builds before it begins

    Pacer* pacer() const { return limits_.pacer; }
    void note_effort(std::uint64_t effort) { effort_ = effort; }

    // Does a part of the search. A limit that is reached inside of it ends it.
    template <class Part>
    void within_limits(const Part& part) {
        end_at_limits(outcome_.unfinished, part);
    }

    // At the very end.
    void close() {
        budget_.close(outcome_.statistics);
        if (limits_.pacer != nullptr) limits_.pacer->end_search(effort_);
    }

private:
    static constexpr std::size_t period = 64;                   // expansions …
    static constexpr std::size_t many = std::size_t{1} << 16U;  // … or successors

    // A search that is part of another one, its `whole`, is saved with it. What has found something, or ends at a
    // mistake of the model, need not be gone on with.
    template <class Algorithm>
    void save(const Algorithm& algorithm) {
        if constexpr (requires { algorithm.whole(); }) {
            save(algorithm.whole());
        } else if constexpr (Resumable<Algorithm>) {
            Checkpoints& checkpoints = *limits_.checkpoints;
            if (!checkpoints.saves() || outcome_.stop || algorithm.is_done()) return;
            if (!outcome_.unfinished.empty() || checkpoints.is_due())
                checkpoints.save([&](ArchiveWriter& to) { crowfly::save(algorithm, to); });
        }
    }

    template <class Algorithm>
    void pace(const Algorithm& algorithm) {
        if (limits_.pacer == nullptr) return;
        effort_ = algorithm.effort();
        if (!limits_.pacer->is_turn_over(effort_, outcome_.statistics.explored) || has_ended() || algorithm.is_done())
            return;
        measure(algorithm);
        limits_.pacer->wait(effort_, algorithm.bytes_soon(), outcome_.statistics);
    }

    Limits limits_;
    Budget budget_;
    Observer& observer_;
    SearchOutcome& outcome_;
    std::uint64_t effort_ = 0;
    std::size_t checked_ = 0;  // successors before the last check
};

}  // namespace crowfly
