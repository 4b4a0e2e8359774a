#include "search/guidance/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {
namespace {

constexpr std::uint32_t levels = 256;  // of interference

// A clock, an invariant or a commitment of one process can bar the way of another with which it shares no variable.
bool only_variables_bar(const Network& network) {
    const Features& f = network.features;
    const bool invariants = std::ranges::any_of(
        network.locations, [](const Location& location) { return static_cast<bool>(location.invariant.discrete); });
    return !invariants && !f.clocks && !f.committed_locations && !f.urgent_locations && !f.urgent_channels &&
           !f.priorities;
}

}  // namespace

Ranking::Ranking(const Goal& goal, const Preference& preference) : network_(goal.network), preference_(preference) {
    if (preference.useless) removals_.emplace(goal.network, preference.removal);
    if (!preference.contexts) return;
    interference_.emplace(goal.network, preference.clocks);
    innocent_ = innocent_transitions(goal);
    may_leave_out_ = only_variables_bar(goal.network);
}

void Ranking::expand(Heuristic& heuristic, StateId state, std::span<const std::int32_t> slots, ClockFloor floor,
                     Estimate estimate, std::uint32_t reached_by) {
    state_ = state;
    slots_.assign(slots.begin(), slots.end());
    floor_.assign(floor.begin(), floor.end());
    estimate_ = estimate;
    reached_by_ = reached_by;
    if (preference_.useless && !preference_.exact) look_for_support(heuristic);
    if (!preference_.helpful) return;
    ++asked_;
    steps_ = heuristic.explain(slots_);
}

void Ranking::look_for_support(Heuristic& heuristic) {
    ++asked_;
    support_.clear();
    is_supported_ = heuristic.find_support(slots_, floor_, support_);
}

Rank Ranking::rank(Heuristic& heuristic, const FiredEdges& fired, Estimate after) {
    Rank rank;
    std::uint32_t level = 0;
    if (preference_.contexts) {
        level = level_of(fired.transition);
        if (level == Interference::unrelated && may_leave_out_) return {left_out, false};
    }
    const bool useless = preference_.useless && is_useless(heuristic, fired, after);
    rank.tier = preference_.contexts_decide ? 2 * level + (useless ? 1 : 0) : level + (useless ? levels : 0);
    rank.helpful = preference_.helpful && !useless && is_helpful(fired);
    return rank;
}

std::uint32_t Ranking::level_of(std::uint32_t transition) {
    if (reached_by_ == no_transition || !innocent_[reached_by_]) return first_level();
    return std::max<std::uint32_t>(interference_->level(reached_by_, transition), first_level());
}

bool Ranking::opens_more(std::uint32_t before, std::uint32_t now) {
    if (!may_leave_out_ || before == no_transition) return false;
    return now == no_transition || !innocent_[now] || interference_->level(before, now) == Interference::unrelated;
}

bool Ranking::is_useless(Heuristic& heuristic, const FiredEdges& fired, Estimate after) {
    const RemovedEdges& removed = removals_->of(fired.edges);
    const auto missing = [&](EdgeIndex edge) { return removed.without[edge]; };
    if (is_supported_ && std::ranges::none_of(support_, missing)) return estimate_ <= after;
    const auto ask = [&] {
        ++asked_;
        return heuristic.estimate_without(slots_, floor_, removed);
    };
    if (!heuristic.is_discrete()) return ask() <= after;
    const auto [known, fresh] = reduced_.try_emplace(std::uint64_t{state_} << 32U | removed.number, 0);
    if (fresh) known->second = ask();
    return known->second <= after;
}

// Whoever joins a broadcast, or a vector, makes no difference.
bool Ranking::is_helpful(const FiredEdges& fired) const {
    const std::vector<EdgeIndex> edges = edges_of(network_.transitions[fired.transition]);
    return std::ranges::any_of(steps_, [&](const AbstractStep& step) { return step.edges == edges; });
}

bool Ranking::is_deferred(std::uint32_t tier) const {
    if (!preference_.useless) return tier > best().tier;
    return preference_.contexts_decide ? tier % 2 == 1 : tier >= levels;
}

std::string Ranking::name_of(std::uint32_t tier) const {
    const std::uint32_t level = preference_.contexts_decide ? tier / 2 : tier % levels;
    std::string name;
    if (preference_.contexts) name = level == Interference::unrelated ? "unrelated" : fmt::format("C{}", level);
    if (preference_.useless && is_deferred(tier)) name += name.empty() ? "useless" : " useless";
    return name.empty() ? "open" : name;
}

}  // namespace crowfly
