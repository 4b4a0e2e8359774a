#include "symbolic/searches/search.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/alarm.hpp"

namespace crowfly::symbolic {
namespace {

constexpr std::array<std::pair<std::string_view, SearchKind>, 7> kinds{{{"forward", SearchKind::forward},
                                                                        {"backward", SearchKind::backward},
                                                                        {"bidirectional", SearchKind::bidirectional},
                                                                        {"chaining", SearchKind::chaining},
                                                                        {"bdda", SearchKind::bdda},
                                                                        {"seta", SearchKind::seta},
                                                                        {"greedy", SearchKind::greedy}}};

bool goes_by_parts(const SearchRun& run) { return run.choice.dense != 0 || !run.network.system().hints.empty(); }

std::size_t counted(double states) {
    constexpr double most = 1e18;
    return static_cast<std::size_t>(std::min(states, most));
}

}  // namespace

std::optional<SearchKind> search_called(std::string_view name) {
    for (const auto& [own, kind] : kinds) {
        if (own == name) return kind;
    }
    return std::nullopt;
}

std::string_view to_string(SearchKind kind) { return kinds[static_cast<std::size_t>(kind)].first; }

bool is_guided(SearchKind kind) { return kind >= SearchKind::bdda; }

SearchFound search(const SearchRun& run) {
    switch (run.choice.kind) {
        case SearchKind::forward: return goes_by_parts(run) ? search_partially(run) : search_forward(run);
        case SearchKind::backward: return search_backward(run);
        case SearchKind::bidirectional: return search_bidirectionally(run);
        case SearchKind::chaining: return search_by_chaining(run);
        case SearchKind::bdda:
        case SearchKind::seta:
        case SearchKind::greedy: return search_best_first(run);
    }
    return {};
}

// ---- Monitor --------------------------------------------------------------------------------------------------------

Monitor::Monitor(NetworkSystem& network, const Limits& limits, Observer& observer)
    : network_(network), limits_(limits), observer_(observer), budget_(limits), now_(network.variables().now()) {}

void Monitor::expand(const Bdd& states, std::uint32_t depth) {
    const double count = assignments_of(states, now_);
    explored_ += count;
    statistics_.depth = depth;
    layers_.push_back({nodes_of(states), count});
    report();
}

void Monitor::store(const Bdd& all) { stored_ = assignments_of(all, now_); }

void Monitor::report() {
    poll();
    const Statistics now = statistics();
    observer_.progress(now);
    const std::string exceeded = budget_.exceeded(now, now.bytes);
    if (exceeded == time_limit_reason) throw LimitReached(time_limit_reason);
    if (exceeded == memory_limit_reason) throw LimitReached(memory_limit_reason);
    if (exceeded == interrupted_reason) throw LimitReached(interrupted_reason);
    if (!exceeded.empty()) throw LimitReached(state_limit_reason);
}

Statistics Monitor::statistics() {
    statistics_.explored = counted(explored_);
    statistics_.stored = counted(stored_);
    statistics_.bytes = network_.diagrams().use().bytes;
    budget_.clock(statistics_);
    return statistics_;
}

}  // namespace crowfly::symbolic
