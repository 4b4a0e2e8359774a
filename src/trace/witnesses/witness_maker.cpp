#include "trace/witnesses/witness_maker.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "search/kernels/end_at_limits.hpp"

namespace crowfly {
namespace {

constexpr double least_seconds = 0.5;
constexpr double seconds_after_interrupt = 1;

}  // namespace

WitnessMaker::WitnessMaker(const WitnessTask& task, const Statistics& used)
    : seconds_(std::max(task.limits.seconds - used.seconds, task.options.prompt ? 0 : least_seconds)),
      limits_(task.limits), budget_(limits_),
      observer_(task.observer, used), task_{task.network, task.property, task.options,
                                            limits_,      observer_,     task.compared} {}

// The search may have used up its own time, so an alarm of its own is set.
template <class Make>
Witness WitnessMaker::in_time(const Path& path, const Make& make) {
    limits_.seconds = seconds_ - spent_seconds();
    Alarm alarm(limits_.interrupted);
    alarm.set(limits_.seconds);
    Witness witness;
    std::string limit;
    end_at_limits(limit, [&] { witness = make(); });
    if (limit.empty()) return witness;
    witness = {};
    witness.length = transitions_of(path);
    witness.remark = "no delays were worked out: " + limit;
    return witness;
}

Witness WitnessMaker::state(const Path& path, const std::vector<Firing>& firings) {
    Witness witness = in_time(path, [&] { return witness_of_state(task_, path, firings); });
    const bool interrupted = limits_.interrupted != nullptr && *limits_.interrupted;
    return interrupted && !witness.run ? known_state(path, firings) : witness;
}

Witness WitnessMaker::known_state(const Path& path, const std::vector<Firing>& firings) {
    TraceOptions plain = task_.options;
    plain.shorten = false;
    limits_.interrupted = nullptr;
    seconds_ = std::min(seconds_, spent_seconds() + seconds_after_interrupt);
    const WitnessTask task{task_.network, task_.property, plain, limits_, observer_, task_.compared};
    return in_time(path, [&] { return witness_of_state(task, path, firings); });
}

double WitnessMaker::spent_seconds() const {
    Statistics spent;
    budget_.clock(spent);
    return spent.seconds;
}

Witness WitnessMaker::fastest(const Soonest& found) {
    return in_time(found.path, [&] { return witness_of_fastest(task_, found); });
}

Witness WitnessMaker::least_price(const LeastPrice& found) {
    Path path;
    for (const PricedPoint& point : found.path) path.push_back(point.slots);
    return in_time(path, [&] { return witness_of_least_price(task_, found); });
}

Witness WitnessMaker::run(const MaximalRun& found) {
    return in_time(found.path, [&] { return witness_of_run(task_, found); });
}

void WitnessMaker::account(Statistics& all) const {
    Statistics spent;
    budget_.close(spent);
    all.trace_seconds += spent.seconds;
    all.seconds += spent.seconds;
    all.cpu_seconds += spent.cpu_seconds;
    all.peak_bytes = std::max(all.peak_bytes, spent.peak_bytes);
}

}  // namespace crowfly
