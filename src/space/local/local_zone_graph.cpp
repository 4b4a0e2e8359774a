#include "space/local/local_zone_graph.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/profile.hpp"
#include "space/starts.hpp"
#include "space/zone_limits.hpp"

namespace crowfly {

template <class B>
BasicLocalZoneGraph<B>::BasicLocalZoneGraph(const Network& network, const Locality& locality, const ClockUse& query)
    : network_(network), locality_(locality), activity_(network, query.bounds, false, query.never_reset),
      successors_(network), held_(locality.components) {
    source_position_.assign(network.clocks.size(), inactive);
    target_position_.assign(network.clocks.size(), inactive);
}

template <class B>
bool BasicLocalZoneGraph<B>::fail(const Stop& stop) {
    stop_ = stop;
    starting_ = false;
    return false;
}

template <class B>
void BasicLocalZoneGraph<B>::index(const ActiveClocks& active, std::vector<std::uint32_t>& positions) const {
    std::ranges::fill(positions, inactive);
    const auto first = static_cast<std::uint32_t>(locality_.references);
    for (std::uint32_t i = 1; i < active.size(); ++i) positions[active.clocks[i]] = first + i - 1;
}

template <class B>
bool BasicLocalZoneGraph<B>::cut(Zone& z, std::size_t n, std::uint32_t left, std::uint32_t right, B bound) const {
    if (bound >= z[left * n + right]) return true;
    if (!zone::constrain(z.data(), n, left, right, bound)) return false;
    zone::check_cut(z.data(), n);
    return true;
}

// The value of a clock is the time of its component minus that of its reset.
template <class B>
bool BasicLocalZoneGraph<B>::restrict_to(std::span<const Limit> limits, const std::vector<std::uint32_t>& positions,
                                         Zone& z, std::size_t n) const {
    return std::ranges::all_of(limits, [&](const Limit& limit) {
        if (limit.left == limit.right) return bound_of<B>(limit) >= zone::zero;
        const bool is_upper = limit.right == 0;
        const ClockIndex clock = is_upper ? limit.left : limit.right;
        const ReferenceIndex now = locality_.of_clock[clock];
        return is_upper ? cut(z, n, now, positions[clock], bound_of<B>(limit))
                        : cut(z, n, positions[clock], now, bound_of<B>(limit));
    });
}

// ---- Leaving a state ------------------------------------------------------------------------------------------------

template <class B>
void BasicLocalZoneGraph<B>::begin() {
    stop_ = {};
    starting_ = false;
    candidate_ = 0;
    firings_.clear();
    next_firing_ = 0;
}

template <class B>
bool BasicLocalZoneGraph<B>::expand(std::span<const std::int32_t> slots, const B* local) {
    begin();
    activity_.find(slots, source_);
    index(source_, source_position_);
    source_zone_ = local;
    return successors_.enumerate(slots) || fail(successors_.stop());
}

template <class B>
bool BasicLocalZoneGraph<B>::next() {
    for (;;) {
        if (starting_) {
            const bool is_allowed = enter_start();
            starting_ = !stop_ && next_start(network_, start_);
            if (is_allowed || stop_) return is_allowed;
            continue;
        }
        if (stop_ || source_zone_ == nullptr) return false;
        if (next_firing_ < firings_.size()) {
            firing_ = firings_[next_firing_++];
            if (fire()) return true;
            continue;
        }
        if (candidate_ == successors_.candidates().size()) return false;
        if (!collect(successors_.candidates()[candidate_++])) return false;
    }
}

// The ways in which a candidate can fire: each process that can receive takes one of its edges.
template <class B>
bool BasicLocalZoneGraph<B>::collect(const Candidate& candidate) {
    transition_ = candidate.transition;
    next_firing_ = 0;
    firings_.assign(1, {candidate.sender});
    if (candidate.receiver != Candidate::no_offer) firings_.front().push_back(candidate.receiver);
    for (const ReceiverGroup& group : successors_.groups(candidate)) {
        poll();
        std::vector<std::vector<OfferIndex>> longer;
        for (const std::vector<OfferIndex>& firing : firings_) {
            for (const OfferIndex offer : successors_.offers(group)) {
                longer.push_back(firing);
                longer.back().push_back(offer);
            }
        }
        firings_ = std::move(longer);
        if (firings_.size() > Successors::select_limit) throw std::bad_alloc();
    }
    if (candidate.groups.count > 0)
        std::erase_if(firings_, [&](const auto& firing) { return !successors_.obeys_commitment(firing); });
    return true;
}

// Those that take part have come equally far.
template <class B>
bool BasicLocalZoneGraph<B>::synchronise() {
    const std::vector<ReferenceIndex>& all = locality_.of_transition[transition_];
    const std::size_t n = rows(source_);
    return std::ranges::all_of(all, [&](ReferenceIndex other) {
        return other == all.front() || (cut(enabled_, n, all.front(), other, B{zone::zero}) &&
                                        cut(enabled_, n, other, all.front(), B{zone::zero}));
    });
}

// Computes in enabled_ the part of the zone in which the transition can fire. False: it is empty.
template <class B>
bool BasicLocalZoneGraph<B>::enable() {
    const std::size_t n = rows(source_);
    enabled_.assign(source_zone_, source_zone_ + n * n);
    return std::ranges::all_of(firing_,
                               [&](OfferIndex offer) {
                                   return restrict_to(successors_.limits(successors_.offer(offer)), source_position_,
                                                      enabled_, n);
                               }) &&
           synchronise();
}

// False: there is no successor, or the model cannot go on.
template <class B>
bool BasicLocalZoneGraph<B>::fire() {
    poll();
    begin_phase(Phase::zones);
    const bool can_fire = enable();
    begin_phase(Phase::successors);
    if (!can_fire) return false;
    switch (successors_.apply(firing_)) {
        case Successors::Outcome::excluded: return false;
        case Successors::Outcome::stopped: return fail(successors_.stop());
        case Successors::Outcome::reached: break;
    }
    slots_ = successors_.after();
    stay_ = &successors_.stay_after();
    activity_.find(slots_, target_);
    index(target_, target_position_);
    begin_phase(Phase::zones);
    move_clocks();
    const bool is_entered = enter();
    begin_phase(Phase::successors);
    return is_entered;
}

template <class B>
void BasicLocalZoneGraph<B>::find_guards(std::vector<Limit>& into) const {
    for (const OfferIndex offer : firing_) {
        const auto limits = successors_.limits(successors_.offer(offer));
        into.insert(into.end(), limits.begin(), limits.end());
    }
}

// ---- Entering a state -----------------------------------------------------------------------------------------------

// Every row is an old one, or that of a component less a constant.
template <class B>
void BasicLocalZoneGraph<B>::move_clocks() {
    const std::size_t n = rows(target_);
    const std::size_t m = rows(source_);
    origins_.resize(n);
    for (std::uint32_t i = 0; i < locality_.references; ++i) origins_[i] = {i, 0};
    for (std::size_t i = 1; i < target_.size(); ++i)
        origins_[locality_.references + i - 1] = {source_position_[target_.clocks[i]], 0};
    for (const ClockUpdate& update : successors_.clock_updates()) {
        const std::uint32_t row = target_position_[update.clock];
        if (row != inactive) origins_[row] = {locality_.of_clock[update.clock], -std::int64_t{update.value}};
    }
    entered_.resize(n * n);
    bool is_shifted = false;
    for (std::size_t i = 0; i < n; ++i) {
        assert(origins_[i].row != inactive);
        const B* from = enabled_.data() + origins_[i].row * m;
        for (std::size_t j = 0; j < n; ++j) {
            B& to = entered_[i * n + j];
            to = from[origins_[j].row];
            const std::int64_t shift = origins_[i].shift - origins_[j].shift;
            if (shift == 0) continue;
            to = zone::add(to, zone::at_most<B>(zone::checked<B>(shift)));
            is_shifted = true;
        }
    }
    if (is_shifted) zone::check_cut(entered_.data(), n);
}

template <class B>
bool BasicLocalZoneGraph<B>::start() {
    begin();
    source_zone_ = nullptr;
    start_ = first_start(network_);
    starting_ = true;
    return true;
}

template <class B>
bool BasicLocalZoneGraph<B>::enter_start() {
    slots_ = start_;
    stay_ = successors_.stay(slots_);
    if (stay_ == nullptr) return fail(successors_.stop());
    if (stay_->broken) return false;
    activity_.find(slots_, target_);
    index(target_, target_position_);
    const std::size_t n = rows(target_);
    const auto time = [&](std::size_t row) -> std::int64_t {
        if (row < locality_.references) return 0;
        return -std::int64_t{network_.clocks[target_.clocks[row - locality_.references + 1]].initial};
    };
    entered_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) entered_[i * n + j] = zone::at_most<B>(zone::checked<B>(time(i) - time(j)));
    }
    return enter();
}

template <class B>
void BasicLocalZoneGraph<B>::find_held() {
    std::fill(held_.begin(), held_.end(), false);
    if (!stay_->urgent) return;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        const Location& location = network_.location(p, static_cast<std::uint32_t>(slots_[p]));
        if (location.urgent || location.committed) held_[locality_.of_process[p]] = true;
    }
}

// Each component may go ahead on its own as far as its invariants allow.
template <class B>
bool BasicLocalZoneGraph<B>::enter() {
    const std::size_t n = rows(target_);
    if (!restrict_to(stay_->limits, target_position_, entered_, n)) return false;
    find_held();
    for (std::size_t r = 0; r < locality_.references; ++r) {
        if (r < locality_.components && held_[r]) continue;
        B* row = entered_.data() + r * n;
        std::fill_n(row, n, zone::infinity<B>);
        row[r] = zone::zero;
    }
    if (!restrict_to(stay_->limits, target_position_, entered_, n)) return false;
    if (!zone::is_within(entered_.data(), n, zone::range<B>)) throw zone::OutOfRange();
    return find_synchronised();
}

// With all reference clocks in one: a shortest path passes it once at most, so there is none that is negative unless a
// component has to be ahead of another one.
template <class B>
bool BasicLocalZoneGraph<B>::find_synchronised() {
    const std::size_t n = rows(target_);
    const std::size_t references = locality_.references;
    from_now_.assign(n, zone::infinity<B>);
    to_now_.assign(n, zone::infinity<B>);
    for (std::size_t r = 0; r < references; ++r) {
        for (std::size_t i = 0; i < n; ++i) {
            from_now_[i] = std::min(from_now_[i], entered_[r * n + i]);
            to_now_[i] = std::min(to_now_[i], entered_[i * n + r]);
        }
    }
    for (std::size_t r = 0; r < references; ++r) {
        if (from_now_[r] < zone::zero) return false;
    }
    const std::size_t m = target_.size();
    synchronised_.resize(m * m);
    synchronised_[0] = zone::zero;
    for (std::size_t i = 1; i < m; ++i) {
        const std::size_t reset = references + i - 1;
        synchronised_[i * m] = from_now_[reset];
        synchronised_[i] = to_now_[reset];
        for (std::size_t j = 1; j < m; ++j) {
            const std::size_t other = references + j - 1;
            synchronised_[i * m + j] =
                i == j ? B{zone::zero}
                       : std::min(entered_[other * n + reset], zone::add(to_now_[other], from_now_[reset]));
        }
    }
    if (!zone::is_within(synchronised_.data(), m, zone::range<B>)) throw zone::OutOfRange();
    return true;
}

template class BasicLocalZoneGraph<zone::Bound>;
template class BasicLocalZoneGraph<zone::WideBound>;

}  // namespace crowfly
