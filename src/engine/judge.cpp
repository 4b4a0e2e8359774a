#include "engine/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {
namespace {

// What a search has found is believed once the replayer has accepted a trace of it; no other run is handed over
// (trace/witnesses/witnesses.cpp).
bool is_replayed(const Answer& answer) {
    const auto has_run = [](const Witness& witness) { return witness.run != nullptr; };
    return (answer.witness && has_run(*answer.witness)) || std::ranges::any_of(answer.more_witnesses, has_run);
}

}  // namespace

bool settle(const SearchOutcome& outcome, Answer& answer) {
    answer.statistics = outcome.statistics;
    answer.stop = outcome.stop;
    answer.reason = outcome.unfinished;
    answer.proof = outcome.proof;
    if (outcome.stop)
        answer.verdict = Verdict::error;
    else if (!outcome.unfinished.empty())
        answer.verdict = Verdict::unknown;
    return !answer.verdict;
}

// What was not found does not exist. What was found rests on its witness: without one that was replayed the verdict is
// unverified, and `unknown` where the user insists. With stopwatches there are states in the zones that cannot be
// reached, so it may not exist at all.
void judge(const Network& network, bool strict, bool found, bool good_if_found, Answer& answer) {
    answer.verdict = found == good_if_found ? Verdict::satisfied : Verdict::not_satisfied;
    if (!found || is_replayed(answer)) return;
    if (answer.witness->out_of_range) {  // of the trace, and so perhaps in the search
        answer.verdict = Verdict::unknown;
        answer.reason = "clock values are too large to compute with";
    } else if (network.features.stopwatches) {
        answer.verdict = Verdict::maybe;
        answer.reason = stopwatch_reason;
    } else if (strict) {
        answer.verdict = Verdict::unknown;
        answer.reason = fmt::format("unverified: something was found, but {}", answer.witness->remark);
    } else {
        answer.unverified = true;
    }
}

}  // namespace crowfly
