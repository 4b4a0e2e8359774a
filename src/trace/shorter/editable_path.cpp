#include "trace/shorter/editable_path.hpp"

#include <algorithm>

namespace crowfly {
namespace {

constexpr std::size_t most_zones = 32;  // per state

// Whether each of `old` is included in one of `zones`.
bool cover(const EditablePath::Zones& zones, const EditablePath::Zones& old) {
    return std::ranges::all_of(old, [&](const zone::WideZone& one) {
        return std::ranges::any_of(zones, [&](const zone::WideZone& other) { return includes(other, one); });
    });
}

// Unless one of the zones includes it.
void add_zone(EditablePath::Zones& zones, zone::WideZone zone) {
    if (cover(zones, {zone})) return;
    std::erase_if(zones, [&](const zone::WideZone& other) { return includes(zone, other); });
    zones.push_back(std::move(zone));
}

}  // namespace

const Formula& formula_of(const Destination& destination) {
    static const Formula anything;
    return destination.formula == nullptr ? anything : *destination.formula;
}

bool includes(std::span<const zone::WideBound> a, std::span<const zone::WideBound> b) {
    return std::ranges::equal(a, b, [](zone::WideBound x, zone::WideBound y) { return x >= y; });
}

EditablePath::EditablePath(const Network& network, const SymbolicPath& path, const Destination& destination,
                           ShorteningBudget& budget)
    : network_(network), budget_(budget), compared_(telling_slots(network, nullptr, path.states[0].slots)),
      graph_(network, clocks_of_path(network, destination), Abstraction::none),
      goal_(network, formula_of(destination), destination.wanted, clocks_of_path(network, destination)) {
    for (const SymbolicState& state : path.states) states_.push_back({state.slots, {state.reached}});
    for (std::size_t i = 1; i < path.states.size(); ++i) firings_.push_back(path.states[i].firing);
}

bool EditablePath::replace(std::size_t from, std::size_t to, const Firings& by) {
    Change change{from, to, by, {}};
    try {
        if (!follow_timelessly(change) || !follow(change)) return false;
    } catch (const zone::OutOfRange&) {
        return false;
    }
    apply(change);
    return true;
}

bool EditablePath::replace_all(const Firings& by) {
    std::size_t from = 0;
    while (from < std::min(by.size(), length()) && by[from] == firings_[from]) ++from;
    std::size_t after = 0;
    while (after < std::min(by.size(), length()) - from && by[by.size() - 1 - after] == firings_[length() - 1 - after])
        ++after;
    return replace(from, length() - after,
                   {by.begin() + static_cast<std::ptrdiff_t>(from), by.end() - static_cast<std::ptrdiff_t>(after)});
}

// Action elimination (Nakhost, Müller: Action elimination and plan neighborhood graph search, 2010).
bool EditablePath::eliminate(std::size_t transition) {
    Situation situation = timeless(slots(transition));
    Firings kept;
    std::size_t to = transition + 1;  // after the last one that is left out …
    std::size_t kept_before = 0;      // … and how many are kept before
    bool joined = false;
    std::size_t next = to;
    for (; next < length() && !joined; ++next) {
        if (situation.fire_timeless(firings_[next])) {
            kept.push_back(firings_[next]);
            joined = situation.state().slots == slots(next + 1);
        } else {
            to = next + 1;
            kept_before = kept.size();
        }
    }
    budget_.spend(0, 0, next - transition);
    if (!joined && !goal_.may_hold(situation.state().slots)) return false;
    kept.resize(kept_before);
    return replace(transition, to, kept);
}

bool EditablePath::eliminate_and_adapt(std::size_t transition) {
    try {
        return adapt_without(transition);
    } catch (const zone::OutOfRange&) {
        return false;
    }
}

bool EditablePath::adapt_without(std::size_t transition) {
    State now{slots(transition), {zones(transition).front()}};
    Firings by;
    for (std::size_t next = transition + 1; next < length() && !budget_.is_over(); ++next) {
        std::optional<Firing> fired = fire_like(firings_[next], now);
        if (!fired) continue;
        by.push_back(std::move(*fired));
        if (now.slots == slots(next + 1) && cover(now.zones, zones(next + 1))) return replace(transition, next + 1, by);
        if (goal_.may_hold(now.slots) && is_goal(now.slots, now.zones)) return replace(transition, length(), by);
    }
    return false;
}

// Fires a transition with the same sender or, if there is none, returns nothing. The same receivers are preferred.
std::optional<Firing> EditablePath::fire_like(const Firing& firing, State& now) {
    graph_.aim_at(now.slots, {});  // every successor is accepted; aiming makes the graph note its transition
    if (!graph_.expand(now.slots, now.zones.front().data())) return std::nullopt;
    std::optional<Firing> chosen;
    State after;
    std::size_t generated = 0;
    while (graph_.next()) {
        ++generated;
        Firing fired = graph_.firing();
        const bool same = fired.participants == firing.participants;
        if (!same && (chosen || fired.participants.front() != firing.participants.front())) continue;
        const std::size_t bounds = graph_.active().size() * graph_.active().size();
        after = {{graph_.slots().begin(), graph_.slots().end()}, {{graph_.zone(), graph_.zone() + bounds}}};
        chosen = std::move(fired);
        if (same) break;
    }
    budget_.spend(1, generated);
    if (chosen) now = std::move(after);
    return chosen;
}

Situation EditablePath::timeless(const Slots& slots) const {
    return {network_, {slots, std::vector<Rational>(network_.clocks.size()), 0}};
}

bool EditablePath::follow_timelessly(Change& change) {
    const std::size_t steps = change.by.size() + length() - change.to;
    Situation situation = timeless(slots(change.from));
    std::size_t taken = 0;
    const auto is_joined = [&] {
        return taken >= change.by.size() && situation.state().slots == slots(old_state(change, taken));
    };
    bool joined = is_joined();
    while (!joined && taken < steps && situation.fire_timeless(firing(change, taken))) {
        ++taken;
        change.states.push_back({situation.state().slots, {}});
        joined = is_joined();
    }
    budget_.spend(0, 0, taken + 1);
    change.joined = joined ? taken : steps + 1;
    return joined || (taken == steps && goal_.may_hold(situation.state().slots));
}

bool EditablePath::follow(Change& change) {
    const std::size_t steps = change.by.size() + length() - change.to;
    Zones zones = states_[change.from].zones;
    const Slots* before = &states_[change.from].slots;
    for (std::size_t taken = 0; taken < steps; ++taken) {
        if (taken >= change.joined) {
            if (cover(zones, states_[old_state(change, taken)].zones)) return true;
            if (budget_.is_over()) return false;
            if (taken == change.states.size())
                change.states.push_back({states_[old_state(change, taken + 1)].slots, {}});
        }
        State& next = change.states[taken];
        if (!step(*before, zones, firing(change, taken), next.slots, next.zones)) return false;
        zones = next.zones;
        before = taken + 1 >= change.joined ? &states_[old_state(change, taken + 1)].slots : &next.slots;
    }
    return is_goal(*before, zones);
}

bool EditablePath::step(const Slots& before, const Zones& zones, const Firing& firing, const Slots& after,
                        Zones& result) {
    for (const zone::WideZone& zone : zones) {
        graph_.aim_at(after, compared_);
        if (!graph_.expand(before, zone.data())) return false;
        std::size_t generated = 0;
        while (graph_.next()) {
            ++generated;
            const std::size_t bounds = graph_.active().size() * graph_.active().size();
            if (graph_.firing().participants == firing.participants)
                add_zone(result, {graph_.zone(), graph_.zone() + bounds});
        }
        budget_.spend(1, generated);
    }
    return !result.empty() && result.size() <= most_zones;
}

bool EditablePath::is_goal(const Slots& slots, const Zones& zones) {
    return std::ranges::any_of(zones, [&](const zone::WideZone& zone) { return goal_.holds(slots, zone.data()); });
}

void EditablePath::apply(Change& change) {
    const auto at = [](auto& all, std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::size_t old_end = old_state(change, change.states.size()) + 1;
    states_.erase(at(states_, change.from + 1), at(states_, old_end));
    states_.insert(at(states_, change.from + 1), std::make_move_iterator(change.states.begin()),
                   std::make_move_iterator(change.states.end()));
    firings_.erase(at(firings_, change.from), at(firings_, change.to));
    firings_.insert(at(firings_, change.from), change.by.begin(), change.by.end());
}

}  // namespace crowfly
