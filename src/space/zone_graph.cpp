#include "space/zone_graph.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

#include "base/alarm.hpp"
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

bool constrain_all(zone::Bound* z, std::size_t n, std::span<const Limit> limits, const std::vector<std::uint32_t>& position) {
    for (const Limit& limit : limits) {
        assert(position[limit.left] != inactive && position[limit.right] != inactive);
        if (!zone::constrain(z, n, position[limit.left], position[limit.right], raw(limit))) return false;
    }
    return true;
}

// One limit per value the bound of a comparison can have.
void add_diagonals(std::span<const ClockConstraint> constraints, std::vector<Limit>& into) {
    for (const ClockConstraint& c : constraints) {
        if (c.left == 0 || c.right == 0) continue;
        for (std::int64_t value = c.bound.least; value <= c.bound.greatest; ++value) {
            into.push_back({c.left, c.right, c.strict, c.negated ? -value : value, 0});
        }
    }
}

// After `x = y` a comparison of x with z is one of y with z, so where clocks are copied all of them count.
void spread_over_copies(std::size_t clocks, std::vector<Limit>& diagonals) {
    const std::vector<Limit> written = diagonals;
    for (const Limit& limit : written) {
        for (ClockIndex left = 1; left < clocks; ++left)
            for (ClockIndex right = 1; right < clocks; ++right)
                if (left != right) diagonals.push_back({left, right, limit.strict, limit.bound, 0});
    }
}

// See network/compile/clock_bounds.cpp.
std::vector<ClockBound> bounds_of(const Network& network, const ClockUse& query) {
    std::vector<ClockBound> bounds = query.bounds;
    for (const ClockConstraint& c : query.diagonals) {
        const std::int32_t size = std::max(std::abs(c.bound.least), std::abs(c.bound.greatest)) + network.largest_clock_value;
        bounds.push_back({c.left, size, size});
        bounds.push_back({c.right, size, size});
    }
    return bounds;
}

std::vector<bool> urgent_senders(const Network& network) {
    std::vector<bool> sends(network.locations.size());
    for (const Edge& edge : network.edges) {
        if (edge.sync != Sync::send) continue;
        for (ChannelIndex c = edge.channel; c < edge.channel + edge.channels; ++c) {
            if (network.channels[c].urgent) sends[network.processes[edge.process].locations.first + edge.source] = true;
        }
    }
    return sends;
}

}  // namespace

ZoneGraph::ZoneGraph(const Network& network, ClockUse query, Abstraction abstraction)
    : network_(network), abstraction_(abstraction),
      activity_(network, bounds_of(network, query), !is_lu(abstraction), query.never_reset), successors_(network), arrival_(network),
      sends_urgently_(urgent_senders(network)) {
    source_position_.assign(network.clocks.size(), inactive);
    target_position_.assign(network.clocks.size(), inactive);
    origins_.resize(network.clocks.size());
    if (abstraction == Abstraction::m) {
        add_diagonals(network.constraints, diagonals_);
        add_diagonals(query.diagonals, diagonals_);
        if (network.features.clock_copies) spread_over_copies(network.clocks.size(), diagonals_);
    }
}

void ZoneGraph::index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const {
    std::fill(positions.begin(), positions.end(), inactive);
    for (std::uint32_t i = 0; i < active.size(); ++i) positions[active.clocks[i]] = i;
}

void ZoneGraph::fail(const Stop& stop) {
    stop_ = stop;
    starting_ = false;
    ready_ = false;
    pieces_.clear();
    piece_ = 0;
}

// ---- Leaving a state ---------------------------------------------------------------------------------------------------

bool ZoneGraph::restrict_to(std::span<const Limit> limits, zone::Bound* z) const {
    return constrain_all(z, source_.size(), limits, source_position_);
}

bool ZoneGraph::enumerate(std::span<const std::int32_t> slots, const zone::Bound* zone) {
    stop_ = {};
    starting_ = false;
    activity_.find(slots, source_);
    index(source_, source_position_);
    source_zone_ = zone;
    candidate_ = 0;
    steps_.clear();
    step_ = 0;
    ready_ = false;
    pieces_.clear();
    piece_ = 0;
    if (!successors_.enumerate(slots)) {
        fail(successors_.stop());
        return false;
    }
    return true;
}

bool ZoneGraph::leave(std::span<const std::int32_t> slots, const zone::Bound* zone) {
    if (!enumerate(slots, zone)) return false;
    if (network_.features.priorities) {
        for (const Candidate& candidate : successors_.candidates()) collect_all(candidate);
        candidate_ = successors_.candidates().size();
        yield_to_priorities();
    }
    return true;
}

bool ZoneGraph::next() {
    for (;;) {
        if (ready_) {
            ready_ = false;
            delivered_ = entered_.data();
            if (!aim_.empty()) note_entry();
            return true;
        }
        if (piece_ < pieces_.size()) {
            delivered_ = pieces_[piece_++].data();
            if (!aim_.empty()) note_entry();
            return true;
        }
        if (!next_step()) return false;
    }
}

// Takes the next transition, which may turn out to lead nowhere. False: there is none, or the model cannot go on.
bool ZoneGraph::next_step() {
    if (step_ < steps_.size()) {
        const Step& step = steps_[step_++];
        return fire(step.transition, step.firing, step.enabled.data());
    }
    if (starting_) {
        starting_ = next_start(network_, start_);
        if (!starting_ || !begin()) return false;
        starting_ = true;
        return true;
    }
    if (candidate_ == successors_.candidates().size() || stop_) return false;
    const Candidate& candidate = successors_.candidates()[candidate_++];
    if (candidate.groups.count != 0) {
        steps_.clear();
        step_ = 0;
        collect_all(candidate);
        return true;
    }
    firing_.assign(1, candidate.sender);
    if (candidate.receiver != Candidate::no_offer) firing_.push_back(candidate.receiver);
    return !enable(firing_) || fire(candidate.transition, firing_, enabled_.data());
}

// Where the guards of the offers hold, in enabled_. False: nowhere.
bool ZoneGraph::enable(std::span<const OfferIndex> firing) {
    poll();
    enabled_.assign(source_zone_, source_zone_ + source_.size() * source_.size());
    return std::ranges::all_of(firing, [&](OfferIndex offer) {
        return restrict_to(successors_.limits(successors_.offer(offer)), enabled_.data());
    });
}

void ZoneGraph::collect_all(const Candidate& candidate) {
    if (candidate.groups.count > 10'000) throw std::bad_alloc();  // collect() calls itself for each: there is not enough stack
    firing_.assign(1, candidate.sender);
    if (candidate.receiver != Candidate::no_offer) firing_.push_back(candidate.receiver);
    if (enable(firing_)) collect(candidate, firing_, 0, enabled_);
}

// Broadcast receivers and parts of vectors, group by group: each process takes one of its edges where that one's clock guard holds,
// and stays out only where none of them does and it is not required.
void ZoneGraph::collect(const Candidate& candidate, std::vector<OfferIndex>& firing, std::size_t group, const Zone& where) {
    const auto groups = successors_.groups(candidate);
    if (group == groups.size()) {
        poll();
        if (successors_.obeys_commitment(firing)) steps_.add(candidate.transition, firing, where);
        return;
    }
    const auto join = [&](OfferIndex offer, const Zone& there) {
        firing.push_back(offer);
        collect(candidate, firing, group + 1, there);
        firing.pop_back();
    };
    bool may_stay_out = !groups[group].required;
    std::vector<Zone> without;  // where it stays out, if that is not everywhere
    for (const OfferIndex offer : successors_.offers(groups[group])) {
        const auto limits = successors_.limits(successors_.offer(offer));
        if (limits.empty()) {
            join(offer, where);
            may_stay_out = false;
            continue;
        }
        Zone with = where;
        if (!restrict_to(limits, with.data())) continue;
        join(offer, with);
        if (!may_stay_out) continue;
        if (without.empty()) without.push_back(where);
        subtract_all(without, with, source_.size());
        may_stay_out = !without.empty();
    }
    if (!may_stay_out) return;
    if (without.empty()) return collect(candidate, firing, group + 1, where);
    for (const Zone& rest : without) collect(candidate, firing, group + 1, rest);
}

// ---- Entering a state --------------------------------------------------------------------------------------------------

bool ZoneGraph::fire(std::uint32_t transition, std::span<const OfferIndex> firing, const zone::Bound* enabled) {
    switch (successors_.apply(firing)) {
        case Successors::Outcome::excluded: return true;
        case Successors::Outcome::stopped: fail(successors_.stop()); return false;
        case Successors::Outcome::reached: break;
    }
    slots_ = successors_.after();
    if (!aim_.empty()) {
        if (!std::ranges::all_of(aimed_, [&](std::uint32_t slot) { return slots_[slot] == aim_[slot]; })) return true;
        note_passage(transition, firing, enabled);
    }
    if (notes_edges_) {
        fired_edges_.transition = transition;
        fired_edges_.edges.clear();
        for (const OfferIndex offer : firing) fired_edges_.edges.push_back(successors_.offer(offer).edge);
    }
    stay_ = &successors_.stay_after();
    activity_.find(slots_, target_);
    move_clocks(enabled);
    return enter();
}

void ZoneGraph::note_passage(std::uint32_t transition, std::span<const OfferIndex> firing, const zone::Bound* enabled) {
    fired_transition_ = transition;
    fired_.assign(firing.begin(), firing.end());
    fired_from_.assign(enabled, enabled + source_.size() * source_.size());
    const auto updates = successors_.clock_updates();
    fired_updates_.assign(updates.begin(), updates.end());
}

// Of the result delivered last. Where waiting for urgency has divided what was entered, it came from one of the parts.
void ZoneGraph::note_entry() {
    const Wait* part = piece_ > 0 && piece_ <= wait_of_.size() ? &waits_[wait_of_[piece_ - 1]] : nullptr;
    entry_ = part == nullptr ? entered_from_ : part->start;
    held_ = !may_wait_ || (part != nullptr && part->held);
}

// Every clock of the new state is an old one, or the constant zero, shifted by a constant: the new matrix is read off the old
// one, and is canonical because that one is.
void ZoneGraph::move_clocks(const zone::Bound* source) {
    for (const ClockIndex c : target_.clocks) origins_[c] = {source_position_[c], 0};
    bool shifted = false;
    if (!successors_.clock_updates().empty()) {
        for (ClockIndex c = 0; c < origins_.size(); ++c) origins_[c] = {source_position_[c], 0};
        for (const ClockUpdate& update : successors_.clock_updates()) {
            origins_[update.clock] = {origins_[update.source].position, origins_[update.source].shift + update.value};
            shifted |= origins_[update.clock].shift != 0;
        }
    }
    const std::size_t n = target_.size();
    const std::size_t m = source_.size();
    entered_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        const Origin a = origins_[target_.clocks[i]];
        assert(a.position != inactive);
        const zone::Bound* from = source + a.position * m;
        zone::Bound* to = entered_.data() + i * n;
        for (std::size_t j = 0; j < n; ++j) to[j] = from[origins_[target_.clocks[j]].position];
        if (!shifted) continue;
        for (std::size_t j = 0; j < n; ++j) to[j] = zone::add(to[j], zone::at_most(a.shift - origins_[target_.clocks[j]].shift));
    }
}

// Forgets what was being enumerated, for a state that is not entered by a transition.
bool ZoneGraph::arrive_at(std::span<const std::int32_t> slots) {
    stop_ = {};
    starting_ = false;
    ready_ = false;
    pieces_.clear();
    piece_ = 0;
    steps_.clear();
    step_ = 0;
    candidate_ = successors_.candidates().size();
    arrived_.assign(slots.begin(), slots.end());
    const Stay* stay = arrival_.stay(arrived_);
    if (stay == nullptr) {
        fail(arrival_.stop());
        return false;
    }
    arrived_stay_ = *stay;
    stay_ = &arrived_stay_;
    slots_ = arrived_;
    activity_.find(slots_, target_);
    return true;
}

bool ZoneGraph::resume(std::span<const std::int32_t> slots, const zone::Bound* zone) {
    if (!arrive_at(slots)) return false;
    entered_.assign(zone, zone + target_.size() * target_.size());
    return enter();
}

bool ZoneGraph::start() {
    start_ = first_start(network_);
    if (!begin()) return false;
    starting_ = true;
    return true;
}

bool ZoneGraph::begin() {
    if (!arrive_at(start_)) return false;
    if (stay_->broken) return true;
    const std::size_t n = target_.size();
    entered_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            entered_[i * n + j] = zone::at_most(network_.clocks[target_.clocks[i]].initial - network_.clocks[target_.clocks[j]].initial);
        }
    }
    return enter();
}

void ZoneGraph::read_invariants() {
    above_.assign(target_.size(), zone::infinity);
    other_limits_.clear();
    for (const Limit& limit : stay_->limits) {
        if (limit.right == 0 && limit.left != 0) {
            zone::Bound& above = above_[target_position_[limit.left]];
            above = std::min(above, raw(limit));
        } else {
            other_limits_.push_back(limit);
        }
    }
}

bool ZoneGraph::hold_invariants(zone::Bound* z) {
    return zone::constrain_above(z, target_.size(), above_.data()) && constrain_all(z, target_.size(), other_limits_, target_position_);
}

bool ZoneGraph::enter() {
    if (!stay_->limits.empty() || !diagonals_.empty() || network_.features.urgent_channels || confinement_ != nullptr) {
        index(target_, target_position_);
    }
    read_invariants();
    if (!hold_invariants(entered_.data())) return true;
    ready_ = true;
    pieces_.clear();
    piece_ = 0;
    may_wait_ = false;
    urgent_.clear();
    waits_.clear();
    wait_of_.clear();
    if (!aim_.empty()) entered_from_ = entered_;
    const Zone before = confinement_ == nullptr ? Zone() : Zone(entered_);
    if (!stay_->urgent && !let_time_pass()) return false;
    if (confinement_ != nullptr) confine(before);
    if (!diagonals_.empty()) split_by_diagonals();
    if (ready_) {
        widen(entered_.data());
    } else if (diagonals_.empty()) {
        for (Zone& piece : pieces_) widen(piece.data());
    }
    return true;
}

bool ZoneGraph::let_time_pass() {
    bool at_once = false;
    if (network_.features.urgent_channels && !urgent_guards(slots_, target_position_, target_.size(), urgent_, at_once)) return false;
    if (at_once) return true;
    may_wait_ = true;
    if (urgent_.empty()) {
        pass_time(entered_.data());
    } else {
        let_time_pass_until_urgent();
    }
    return true;
}

// All delays the invariants allow; the zone satisfies them.
void ZoneGraph::pass_time(zone::Bound* z) {
    const std::size_t n = target_.size();
    if (stay_->stopped.empty()) {
        zone::up(z, n);
    } else {
        const auto running = std::make_unique<bool[]>(n);
        for (std::size_t i = 0; i < n; ++i) {
            running[i] = std::find(stay_->stopped.begin(), stay_->stopped.end(), target_.clocks[i]) == stay_->stopped.end();
        }
        zone::up(z, n, std::span<const bool>(running.get(), n));
    }
    hold_invariants(z);
}

// The clock guards of the urgent synchronisations of a state; `at_once` if one has none.
bool ZoneGraph::urgent_guards(std::span<const std::int32_t> slots, const std::vector<std::uint32_t>& positions, std::size_t n,
                              std::vector<Zone>& guards, bool& at_once) {
    bool possible = false;
    for (ProcessIndex p = 0; p < network_.processes.size() && !possible; ++p) {
        possible = sends_urgently_[network_.processes[p].locations.first + static_cast<std::uint32_t>(slots[p])];
    }
    if (!possible) return true;
    if (!arrival_.enumerate(slots)) {
        fail(arrival_.stop());
        return false;
    }
    for (const Candidate& candidate : arrival_.candidates()) {
        if (!arrival_.is_urgent(candidate)) continue;
        Zone guard(n * n);
        zone::set_all(guard.data(), n);
        const auto own = arrival_.limits(arrival_.offer(candidate.sender));
        bool some = constrain_all(guard.data(), n, own, positions);
        bool timed = !own.empty();
        if (candidate.receiver != Candidate::no_offer) {
            const auto limits = arrival_.limits(arrival_.offer(candidate.receiver));
            some = some && constrain_all(guard.data(), n, limits, positions);
            timed = timed || !limits.empty();
        }
        if (!timed) {
            at_once = true;
            return true;
        }
        if (some) guards.push_back(std::move(guard));
    }
    return true;
}

// Widening forgets how two clocks compare. Where the model asks for that, a zone is cut along every such comparison first, and
// every part is cut back to its side afterwards (Bengtsson and Yi: On clock difference constraints and termination in reachability
// analysis of timed automata, 2003).
void ZoneGraph::split_by_diagonals() {
    const std::size_t n = target_.size();
    struct Cut {
        zone::Clock left, right;
        zone::Bound bound;
    };
    std::vector<Cut> cuts;
    for (const Limit& limit : diagonals_) {
        const Cut cut{target_position_[limit.left], target_position_[limit.right], raw(limit)};
        if (cut.left != inactive && cut.right != inactive) cuts.push_back(cut);
    }
    if (ready_) pieces_.assign(1, entered_);
    ready_ = false;
    for (const Cut& cut : cuts) {
        std::vector<Zone> parts;
        for (Zone& piece : pieces_) {
            Zone other = piece;
            if (zone::constrain(piece.data(), n, cut.left, cut.right, cut.bound)) parts.push_back(std::move(piece));
            if (zone::constrain(other.data(), n, cut.right, cut.left, zone::negate(cut.bound))) parts.push_back(std::move(other));
        }
        pieces_ = std::move(parts);
    }
    for (Zone& piece : pieces_) {
        const Zone exact = piece;
        widen(piece.data());
        for (const Cut& cut : cuts) {
            const bool inside = exact[cut.left * n + cut.right] <= cut.bound;
            inside ? zone::constrain(piece.data(), n, cut.left, cut.right, cut.bound)
                   : zone::constrain(piece.data(), n, cut.right, cut.left, zone::negate(cut.bound));
        }
    }
}

void ZoneGraph::widen(zone::Bound* z) const {
    const std::size_t n = target_.size();
    switch (abstraction_) {
        case Abstraction::none: case Abstraction::a_m: case Abstraction::a_lu: break;
        case Abstraction::m: case Abstraction::lu: zone::extrapolate_lu(z, n, target_.lower.data(), target_.upper.data()); break;
        case Abstraction::m_plus: case Abstraction::lu_plus: zone::extrapolate_lu_plus(z, n, target_.lower.data(), target_.upper.data()); break;
    }
}

}  // namespace crowfly
