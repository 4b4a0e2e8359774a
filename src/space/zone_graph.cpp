#include "space/zone_graph.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

#include "space/starts.hpp"

namespace crowfly {

using zone::Zone;

namespace {

constexpr std::uint32_t inactive = static_cast<std::uint32_t>(-1);

zone::Bound raw(const Limit& limit) {
    const std::int64_t clamped = std::clamp<std::int64_t>(limit.bound, -zone::largest_constant, zone::largest_constant);
    return zone::bound(static_cast<std::int32_t>(clamped), limit.strict);
}

void subtract_all(std::vector<Zone>& pieces, const Zone& removed, std::size_t n) {
    std::vector<Zone> rest;
    for (const Zone& piece : pieces) zone::subtract(piece.data(), removed.data(), n, rest);
    pieces = std::move(rest);
}

bool constrain_all(Zone& z, std::size_t n, std::span<const Limit> limits, const std::vector<std::uint32_t>& position) {
    for (const Limit& limit : limits) {
        assert(position[limit.left] != inactive && position[limit.right] != inactive);
        if (!zone::constrain(z.data(), n, position[limit.left], position[limit.right], raw(limit))) return false;
    }
    return true;
}

}  // namespace

ZoneGraph::ZoneGraph(const Network& network, std::vector<ClockBound> query_bounds, Abstraction abstraction)
    : network_(network), query_bounds_(std::move(query_bounds)), abstraction_(abstraction), successors_(network), arrival_(network) {
    source_position_.assign(network.clocks.size(), inactive);
    target_position_.assign(network.clocks.size(), inactive);
}

// ---- Active clocks -----------------------------------------------------------------------------------------------------

void ZoneGraph::active_clocks(std::span<const std::int32_t> slots, ActiveClocks& into) const {
    std::vector<ClockBound> bounds = query_bounds_;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const auto& at = network_.clock_bounds[network_.processes[p].locations.first + static_cast<std::uint32_t>(slots[p])];
        bounds.insert(bounds.end(), at.begin(), at.end());
    }
    std::sort(bounds.begin(), bounds.end(), [](const ClockBound& a, const ClockBound& b) { return a.clock < b.clock; });
    into.clocks.assign(1, 0);
    into.lower.assign(1, 0);
    into.upper.assign(1, 0);
    for (const ClockBound& b : bounds) {
        if (into.clocks.back() != b.clock) {
            into.clocks.push_back(b.clock);
            into.lower.push_back(zone::none);
            into.upper.push_back(zone::none);
        }
        into.lower.back() = std::max(into.lower.back(), b.lower);
        into.upper.back() = std::max(into.upper.back(), b.upper);
    }
}

void ZoneGraph::index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const {
    std::fill(positions.begin(), positions.end(), inactive);
    for (std::uint32_t i = 0; i < active.size(); ++i) positions[active.clocks[i]] = i;
}

// ---- Leaving a state ---------------------------------------------------------------------------------------------------

bool ZoneGraph::restrict_to(std::span<const Limit> limits, Zone& z) const {
    return constrain_all(z, source_.size(), limits, source_position_);
}

bool ZoneGraph::enumerate(const SymbolicState& state) {
    active_clocks(state.slots, source_);
    index(source_, source_position_);
    zone_ = state.zone;
    steps_.clear();
    if (!successors_.enumerate(state.slots)) {
        stop_ = successors_.stop();
        return false;
    }
    std::vector<OfferIndex> firing;
    for (const Candidate& candidate : successors_.candidates()) {
        firing.assign(1, candidate.sender);
        if (candidate.receiver != Candidate::no_offer) firing.push_back(candidate.receiver);
        Zone where = zone_;
        bool enabled = true;
        for (const OfferIndex offer : firing) enabled = enabled && restrict_to(successors_.limits(successors_.offer(offer)), where);
        if (enabled) collect(candidate, firing, 0, where);
    }
    if (network_.features.priorities) yield_to_priorities();
    return true;
}

// Broadcast receivers and parts of vectors, group by group: each process takes one of its edges where that one's clock guard holds,
// and stays out only where none of them does and it is not required.
bool ZoneGraph::collect(const Candidate& candidate, std::vector<OfferIndex>& firing, std::size_t group, const Zone& where) {
    const auto groups = successors_.groups(candidate);
    if (group == groups.size()) {
        if (successors_.obeys_commitment(firing)) steps_.push_back({firing, where});
        return true;
    }
    std::vector<Zone> without{where};
    for (const OfferIndex offer : successors_.offers(groups[group])) {
        const auto limits = successors_.limits(successors_.offer(offer));
        Zone with = where;
        if (!restrict_to(limits, with)) continue;
        firing.push_back(offer);
        collect(candidate, firing, group + 1, with);
        firing.pop_back();
        if (limits.empty() || groups[group].required) {
            without.clear();
        } else if (!without.empty()) {
            subtract_all(without, with, source_.size());
        }
    }
    if (groups[group].required) return true;
    for (const Zone& rest : without) collect(candidate, firing, group + 1, rest);
    return true;
}

// A step is only taken where no more important one is enabled.
void ZoneGraph::yield_to_priorities() {
    std::vector<Step> allowed;
    for (const Step& step : steps_) {
        const Priority own = successors_.priority(step.firing);
        std::vector<Zone> where{step.enabled};
        for (const Step& other : steps_) {
            if (!(successors_.priority(other.firing) > own)) continue;
            Zone before;
            if (enabled_before(other, before)) subtract_all(where, before, source_.size());
        }
        for (Zone& piece : where) allowed.push_back({step.firing, std::move(piece)});
    }
    steps_ = std::move(allowed);
}

// Where a step can really be taken: its guards hold, and the invariants of where it leads hold after its clock updates. An
// update `x = c` turns a bound on x into a bound on the constant.
bool ZoneGraph::enabled_before(const Step& step, Zone& z) {
    if (successors_.apply(step.firing) != Successors::Outcome::reached) return false;
    std::vector<std::pair<ClockIndex, std::int64_t>> meaning(network_.clocks.size());
    for (ClockIndex c = 0; c < meaning.size(); ++c) meaning[c] = {c, 0};
    for (const ClockUpdate& update : successors_.clock_updates()) {
        meaning[update.clock] = {meaning[update.source].first, meaning[update.source].second + update.value};
    }
    z = step.enabled;
    for (const Limit& limit : successors_.stay_after().limits) {
        const auto [left, left_offset] = meaning[limit.left];
        const auto [right, right_offset] = meaning[limit.right];
        Limit before = limit;
        before.left = left;
        before.right = right;
        before.bound = limit.bound - left_offset + right_offset;
        if (left == right) {
            if (before.bound < 0 || (before.bound == 0 && before.strict)) return false;
            continue;
        }
        if (!restrict_to(std::span(&before, 1), z)) return false;
    }
    return true;
}

bool ZoneGraph::successors(const SymbolicState& state, const Visit& visit) {
    if (!enumerate(state)) return false;
    bool goes_on = true;
    for (std::size_t i = 0; i < steps_.size() && goes_on; ++i) {
        if (!fire(steps_[i], visit, goes_on)) return false;
    }
    return true;
}

bool ZoneGraph::fire(const Step& step, const Visit& visit, bool& goes_on) {
    switch (successors_.apply(step.firing)) {
        case Successors::Outcome::excluded: return true;
        case Successors::Outcome::stopped: stop_ = successors_.stop(); return false;
        case Successors::Outcome::reached: break;
    }
    result_.slots.assign(successors_.after().begin(), successors_.after().end());
    active_clocks(result_.slots, target_);
    index(target_, target_position_);
    move_clocks(step.enabled);
    stay_ = &successors_.stay_after();
    return enter(visit, goes_on);
}

// Every clock of the new state is an old one, or the constant zero, shifted by a constant: the new matrix is read off the old
// one, and is canonical because that one is.
void ZoneGraph::move_clocks(const Zone& source) {
    struct Origin {
        std::uint32_t position;
        std::int32_t shift;
    };
    std::vector<Origin> all(network_.clocks.size());
    for (ClockIndex c = 0; c < all.size(); ++c) all[c] = {source_position_[c], 0};
    for (const ClockUpdate& update : successors_.clock_updates()) {
        all[update.clock] = {all[update.source].position, all[update.source].shift + update.value};
    }
    const std::size_t n = target_.size();
    const std::size_t m = source_.size();
    result_.zone.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        const Origin a = all[target_.clocks[i]];
        assert(a.position != inactive);
        for (std::size_t j = 0; j < n; ++j) {
            const Origin b = all[target_.clocks[j]];
            result_.zone[i * n + j] = zone::add(source[a.position * m + b.position], zone::at_most(a.shift - b.shift));
        }
    }
}

// ---- Entering a state --------------------------------------------------------------------------------------------------

bool ZoneGraph::initial(const Visit& visit) {
    std::vector<std::int32_t> slots = first_start(network_);
    bool goes_on = true;
    do {
        result_.slots = slots;
        if (!start(visit, goes_on)) return false;
    } while (goes_on && next_start(network_, slots));
    return true;
}

bool ZoneGraph::start(const Visit& visit, bool& goes_on) {
    const Stay* stay = successors_.stay(result_.slots);
    if (stay == nullptr) {
        stop_ = successors_.stop();
        return false;
    }
    if (stay->broken) return true;
    active_clocks(result_.slots, target_);
    index(target_, target_position_);
    const std::size_t n = target_.size();
    result_.zone.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            result_.zone[i * n + j] = zone::at_most(network_.clocks[target_.clocks[i]].initial - network_.clocks[target_.clocks[j]].initial);
        }
    }
    initial_stay_ = *stay;
    stay_ = &initial_stay_;
    return enter(visit, goes_on);
}

bool ZoneGraph::enter(const Visit& visit, bool& goes_on) {
    const std::size_t n = target_.size();
    if (!constrain_all(result_.zone, n, stay_->limits, target_position_)) return true;
    std::vector<Zone> pieces;
    pieces.push_back(std::move(result_.zone));
    if (!stay_->urgent && !let_time_pass(pieces)) return false;
    for (Zone& piece : pieces) {
        if (!goes_on) break;
        widen(piece);
        result_.zone = std::move(piece);
        goes_on = visit(result_);
    }
    return true;
}

bool ZoneGraph::let_time_pass(std::vector<Zone>& pieces) {
    const std::size_t n = target_.size();
    std::vector<Zone> urgent;
    bool at_once = false;
    if (network_.features.urgent_channels && !urgent_guards(urgent, at_once)) return false;
    if (at_once) return true;
    Zone& z = pieces.front();
    if (stay_->stopped.empty()) {
        zone::up(z.data(), n);
    } else {
        const auto running = std::make_unique<bool[]>(n);
        for (std::size_t i = 0; i < n; ++i) {
            running[i] = std::find(stay_->stopped.begin(), stay_->stopped.end(), target_.clocks[i]) == stay_->stopped.end();
        }
        zone::up(z.data(), n, std::span<const bool>(running.get(), n));
    }
    if (!constrain_all(z, n, stay_->limits, target_position_)) return true;
    // No time passes beyond the first moment at which an urgent synchronisation is possible.
    const Zone all = z;
    for (const Zone& guard : urgent) {
        Zone beyond = all;
        if (!zone::intersect(beyond.data(), guard.data(), n)) continue;
        zone::up_strictly(beyond.data(), n);
        subtract_all(pieces, beyond, n);
    }
    return true;
}

// The clock guards of the urgent synchronisations of the new state; `at_once` if one has none.
bool ZoneGraph::urgent_guards(std::vector<Zone>& guards, bool& at_once) {
    if (!arrival_.enumerate(result_.slots)) {
        stop_ = arrival_.stop();
        return false;
    }
    const std::size_t n = target_.size();
    for (const Candidate& candidate : arrival_.candidates()) {
        if (!arrival_.is_urgent(candidate)) continue;
        Zone guard(n * n);
        zone::set_all(guard.data(), n);
        bool possible = constrain_all(guard, n, arrival_.limits(arrival_.offer(candidate.sender)), target_position_);
        bool timed = !arrival_.limits(arrival_.offer(candidate.sender)).empty();
        if (candidate.receiver != Candidate::no_offer) {
            const auto limits = arrival_.limits(arrival_.offer(candidate.receiver));
            possible = possible && constrain_all(guard, n, limits, target_position_);
            timed = timed || !limits.empty();
        }
        if (!timed) {
            at_once = true;
            return true;
        }
        if (possible) guards.push_back(std::move(guard));
    }
    return true;
}

void ZoneGraph::widen(Zone& z) const {
    const std::size_t n = target_.size();
    if (abstraction_ == Abstraction::none) return;
    std::vector<std::int32_t> larger;
    const std::int32_t* lower = target_.lower.data();
    const std::int32_t* upper = target_.upper.data();
    if (abstraction_ == Abstraction::m || abstraction_ == Abstraction::m_plus) {
        for (std::size_t i = 0; i < n; ++i) larger.push_back(std::max(lower[i], upper[i]));
        lower = upper = larger.data();
    }
    if (abstraction_ == Abstraction::lu || abstraction_ == Abstraction::m) {
        zone::extrapolate_lu(z.data(), n, lower, upper);
    } else {
        zone::extrapolate_lu_plus(z.data(), n, lower, upper);
    }
}

// ---- Deadlock ----------------------------------------------------------------------------------------------------------

bool ZoneGraph::deadlocks(const SymbolicState& state, std::vector<Zone>& zones) {
    if (!enumerate(state)) return false;
    const Stay* held = successors_.stay(state.slots);
    const bool may_wait = held != nullptr && !held->urgent;
    const std::size_t n = source_.size();
    zones.assign(1, state.zone);
    for (const Step& step : steps_) {
        Zone before;
        if (zones.empty()) break;
        if (!enabled_before(step, before)) {
            if (successors_.stop()) {
                stop_ = successors_.stop();
                return false;
            }
            continue;
        }
        if (may_wait) zone::down(before.data(), n);
        subtract_all(zones, before, n);
    }
    return true;
}

}  // namespace crowfly
