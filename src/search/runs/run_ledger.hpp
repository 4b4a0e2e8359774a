// What the parts of a search for runs share: limits, statistics, the result, and a proof that may end it.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "search/kernels/ledger.hpp"
#include "search/settings/liveness_result.hpp"
#include "search/settings/settings.hpp"

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

    // Whether something else can tell that there is no run.
    using Prover = std::function<bool(Limits left, Observer& observer)>;
    // It is asked after so many states, and again each time that there are `growth` times as many; 0: once.
    void ask_later(std::size_t after, std::size_t growth, Prover prover) {
        attempts_.push_back({after, growth, std::move(prover)});
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
        for (Attempt& attempt : attempts_) {
            if (result.statistics.explored < attempt.after || is_over()) continue;
            attempt.after = attempt.growth == 0 ? never : attempt.after * attempt.growth;
            ledger.measure(algorithm);
            SecondObserver observer(ledger.observer(), result.statistics);
            Limits left = ledger.left();
            if (settled != nullptr) left.interrupted = settled;
            is_proven_ = attempt.prover(left, observer);
        }
    }

    LivenessResult result;
    Ledger ledger;
    Held others;  // what the parts hold that wait for the one at work
    // Of several threads: one of them knows the answer, and proofs need not go on. Whoever interrupts them all is heard
    // by the alarm.
    const std::atomic<bool>* settled = nullptr;

private:
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

    struct Attempt {
        std::size_t after;
        std::size_t growth;
        Prover prover;
    };

    std::vector<Attempt> attempts_;
    bool is_proven_ = false;
};

}  // namespace crowfly
