#include "space/zones/zone_graph.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/profile.hpp"
#include "space/starts.hpp"
#include "space/zone_limits.hpp"

namespace crowfly {

namespace {

// One limit per value the bound of a comparison can have.
void add_diagonals(std::span<const ClockConstraint> constraints, std::vector<Limit>& into) {
    for (const ClockConstraint& c : constraints) {
        if (c.left == 0 || c.right == 0) continue;
        for (std::int64_t value = c.bound.least; value <= c.bound.greatest; ++value) {
            into.push_back({c.left, c.right, c.strict, c.negated ? -value : value, 0});
        }
    }
}

// After `x = y` a comparison of x with z is one of y with z, so with copies of clocks all pairs count.
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
        const std::int64_t size = c.bound.magnitude() + network.largest_clock_value;
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

template <class B>
BasicZoneGraph<B>::BasicZoneGraph(const Network& network, ClockUse query, Abstraction abstraction)
    : network_(network), abstraction_(abstraction), exact_(query.exact),
      activity_(network, bounds_of(network, query), !is_lu(abstraction), query.never_reset),
      largest_constant_(activity_.largest_constant()), successors_(network), entered_offers_(network),
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

template <class B>
void BasicZoneGraph<B>::index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const {
    std::fill(positions.begin(), positions.end(), inactive);
    for (std::uint32_t i = 0; i < active.size(); ++i) positions[active.clocks[i]] = i;
}

template <class B>
void BasicZoneGraph<B>::fail(const Stop& stop) {
    stop_ = stop;
    starting_ = false;
    ready_ = false;
    pieces_.clear();
    piece_ = 0;
}

// ---- Leaving a state ------------------------------------------------------------------------------------------------

template <class B>
bool BasicZoneGraph<B>::restrict_to(std::span<const Limit> limits, B* z) const {
    return cut_all(z, source_.size(), limits, source_position_);
}

template <class B>
bool BasicZoneGraph<B>::enumerate(std::span<const std::int32_t> slots, const B* zone) {
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

template <class B>
bool BasicZoneGraph<B>::expand(std::span<const std::int32_t> slots, const B* zone) {
    if (!enumerate(slots, zone)) return false;
    if (network_.features.priorities) {
        for (const Candidate& candidate : successors_.candidates()) collect_all(candidate);
        candidate_ = successors_.candidates().size();
        yield_to_priorities();
    }
    return true;
}

template <class B>
bool BasicZoneGraph<B>::next() {
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
        if (!next_step()) {
            begin_phase(Phase::other);
            return false;
        }
    }
}

// Moves to the next transition, which may have no successor. False: there is none, or a run-time error or obstacle.
template <class B>
bool BasicZoneGraph<B>::next_step() {
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

// Computes in enabled_ the part of the zone in which the guards of the offers hold. False: it is empty.
template <class B>
bool BasicZoneGraph<B>::enable(std::span<const OfferIndex> firing) {
    poll();
    begin_phase(Phase::zones);
    enabled_.assign(source_zone_, source_zone_ + source_.size() * source_.size());
    const bool can_fire = std::ranges::all_of(firing, [&](OfferIndex offer) {
        return restrict_to(successors_.limits(successors_.offer(offer)), enabled_.data());
    });
    begin_phase(Phase::successors);
    return can_fire;
}

template <class B>
void BasicZoneGraph<B>::collect_all(const Candidate& candidate) {
    if (candidate.groups.count > 10'000)
        throw std::bad_alloc();  // collect() is recursive over the groups: there is not enough stack
    firing_.assign(1, candidate.sender);
    if (candidate.receiver != Candidate::no_offer) firing_.push_back(candidate.receiver);
    if (!enable(firing_)) return;
    begin_phase(Phase::zones);
    collect(candidate, firing_, 0, enabled_);
    begin_phase(Phase::successors);
}

// Broadcast receivers and parts of vectors, group by group: each process takes one of its edges where the clock guard
// of that edge holds, and stays out where none of them holds and it is not required.
template <class B>
void BasicZoneGraph<B>::collect(const Candidate& candidate, std::vector<OfferIndex>& firing, std::size_t group,
                                const Zone& where) {
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
    std::vector<Zone> without;  // the parts in which it stays out
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
        zone::subtract_from(without, with, source_.size());
        may_stay_out = !without.empty();
    }
    if (!may_stay_out) return;
    if (without.empty()) return collect(candidate, firing, group + 1, where);
    for (const Zone& rest : without) collect(candidate, firing, group + 1, rest);
}

// ---- Entering a state -----------------------------------------------------------------------------------------------

template <class B>
bool BasicZoneGraph<B>::fire(std::uint32_t transition, std::span<const OfferIndex> firing, const B* enabled) {
    if (!aimed_.empty() && misses_aim(firing)) return true;
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
    begin_phase(Phase::zones);
    move_clocks(enabled);
    const bool goes_on = enter();
    begin_phase(Phase::successors);
    return goes_on;
}

// Whether the locations alone tell that the transition leads elsewhere. In a large network that saves most of the time.
template <class B>
bool BasicZoneGraph<B>::misses_aim(std::span<const OfferIndex> firing) const {
    return std::ranges::any_of(firing, [&](OfferIndex offer) {
        const Edge& edge = network_.edges[successors_.offer(offer).edge];
        return std::ranges::binary_search(aimed_, edge.process) &&
               aim_[edge.process] != static_cast<std::int32_t>(edge.target);
    });
}

template <class B>
void BasicZoneGraph<B>::note_passage(std::uint32_t transition, std::span<const OfferIndex> firing, const B* enabled) {
    fired_transition_ = transition;
    fired_.assign(firing.begin(), firing.end());
    fired_from_.assign(enabled, enabled + source_.size() * source_.size());
    const auto updates = successors_.clock_updates();
    fired_updates_.assign(updates.begin(), updates.end());
}

// Sets entry_ and held_ for the successor returned last. If urgency has cut the entered zone, it belongs to one of the
// parts.
template <class B>
void BasicZoneGraph<B>::note_entry() {
    const Wait* part = piece_ > 0 && piece_ <= wait_of_.size() ? &waits_[wait_of_[piece_ - 1]] : nullptr;
    entry_ = part == nullptr ? entered_from_ : part->start;
    held_ = !may_wait_ || (part != nullptr && part->held);
}

// Every clock of the new state is an old one, or the constant zero, plus a constant: the new matrix is copied from the
// old one, and is canonical because that one is.
template <class B>
void BasicZoneGraph<B>::move_clocks(const B* source) {
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
        const B* from = source + a.position * m;
        B* to = entered_.data() + i * n;
        for (std::size_t j = 0; j < n; ++j) to[j] = from[origins_[target_.clocks[j]].position];
        if (!shifted) continue;
        for (std::size_t j = 0; j < n; ++j) {
            const std::int64_t shift = a.shift - origins_[target_.clocks[j]].shift;
            to[j] = zone::add(to[j], zone::at_most<B>(zone::checked<B>(shift)));
        }
    }
    if (shifted) zone::check_cut(entered_.data(), n);
}

// Resets the enumeration for a state that is not entered by a transition.
template <class B>
bool BasicZoneGraph<B>::enter_given(std::span<const std::int32_t> slots) {
    stop_ = {};
    starting_ = false;
    ready_ = false;
    pieces_.clear();
    piece_ = 0;
    steps_.clear();
    step_ = 0;
    candidate_ = successors_.candidates().size();
    given_.assign(slots.begin(), slots.end());
    const Stay* stay = entered_offers_.stay(given_);
    if (stay == nullptr) {
        fail(entered_offers_.stop());
        return false;
    }
    given_stay_ = *stay;
    stay_ = &given_stay_;
    slots_ = given_;
    activity_.find(slots_, target_);
    return true;
}

template <class B>
bool BasicZoneGraph<B>::resume(std::span<const std::int32_t> slots, const B* zone) {
    if (!enter_given(slots)) return false;
    entered_.assign(zone, zone + target_.size() * target_.size());
    return enter();
}

template <class B>
bool BasicZoneGraph<B>::start() {
    start_ = first_start(network_);
    if (!begin()) return false;
    starting_ = true;
    return true;
}

template <class B>
bool BasicZoneGraph<B>::begin() {
    if (!enter_given(start_)) return false;
    if (stay_->broken) return true;
    const std::size_t n = target_.size();
    entered_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const std::int64_t difference =
                std::int64_t{network_.clocks[target_.clocks[i]].initial} - network_.clocks[target_.clocks[j]].initial;
            entered_[i * n + j] = zone::at_most<B>(zone::checked<B>(difference));
        }
    }
    return enter();
}

template class BasicZoneGraph<zone::Bound>;
template class BasicZoneGraph<zone::WideBound>;

}  // namespace crowfly
