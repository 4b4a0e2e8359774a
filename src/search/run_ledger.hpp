// What the parts of a search for runs share: limits, statistics, the result, and a proof that may end it.
#pragma once

#include <functional>
#include <utility>

#include "search/ledger.hpp"
#include "search/liveness_result.hpp"
#include "search/settings.hpp"

namespace crowfly {

// What a part of a search holds in memory.
struct Held {
    std::size_t stored = 0;
    std::size_t bytes = 0;
    std::size_t bytes_soon = 0;  // before the next check of limits
};

class RunLedger {
public:
    RunLedger(const Limits& limits, Observer& observer) : ledger(limits, observer, result) {}
    RunLedger(const RunLedger&) = delete;
    RunLedger& operator=(const RunLedger&) = delete;

    // After so many states: whether something else can tell that there is no run.
    using Prover = std::function<bool(Limits left, Observer& observer)>;
    void fall_back_later(std::size_t fallback_after, Prover prover) {
        fallback_after_ = fallback_after;
        prover_ = std::move(prover);
    }

    bool is_done() const { return is_proven_ || result.found; }
    bool is_over() const { return is_done() || ledger.has_ended(); }

    void measure(Statistics& s, const Held& held) const {
        s.stored = held.stored + others.stored;
        s.bytes = held.bytes + others.bytes;
    }

    // For algorithms, after each state.
    template <class Algorithm>
    void counted(const Algorithm& algorithm) {
        if (result.statistics.explored != fallback_after_ || is_over()) return;
        ledger.measure(algorithm);
        SecondObserver observer(ledger.observer(), result.statistics);
        is_proven_ = prover_(ledger.left(), observer);
    }

    LivenessResult result;
    Ledger ledger;
    Held others;  // what the parts hold that wait for the one at work

private:
    std::size_t fallback_after_ = no_fallback;
    Prover prover_;
    bool is_proven_ = false;
};

}  // namespace crowfly
