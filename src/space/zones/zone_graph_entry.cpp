// Entering a state: invariants, delays, and the abstraction.
#include <algorithm>
#include <memory>

#include "space/zone_limits.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

template <class B>
void BasicZoneGraph<B>::read_invariants() {
    above_.assign(target_.size(), zone::infinity<B>);
    other_limits_.clear();
    for (const Limit& limit : stay_->limits) {
        if (limit.right == 0 && limit.left != 0) {
            B& above = above_[target_position_[limit.left]];
            above = std::min(above, bound_of<B>(limit));
        } else {
            other_limits_.push_back(limit);
        }
    }
}

template <class B>
bool BasicZoneGraph<B>::hold_invariants(B* z) {
    return zone::constrain_above(z, target_.size(), above_.data()) &&
           cut_all(z, target_.size(), other_limits_, target_position_);
}

template <class B>
bool BasicZoneGraph<B>::enter() {
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
        abstract(entered_.data());
    } else if (diagonals_.empty()) {
        for (Zone& piece : pieces_) abstract(piece.data());
    }
    return true;
}

template <class B>
bool BasicZoneGraph<B>::let_time_pass() {
    bool at_once = false;
    if (network_.features.urgent_channels && !urgent_guards(slots_, target_position_, target_.size(), urgent_, at_once))
        return false;
    if (at_once) return true;
    may_wait_ = true;
    if (urgent_.empty()) {
        pass_time(entered_.data());
    } else {
        let_time_pass_until_urgent();
    }
    return true;
}

// All delays that the invariants allow; the zone satisfies them.
template <class B>
void BasicZoneGraph<B>::pass_time(B* z) {
    const std::size_t n = target_.size();
    if (stay_->stopped.empty()) {
        zone::up(z, n);
    } else {
        const auto running = std::make_unique<bool[]>(n);
        for (std::size_t i = 0; i < n; ++i) {
            running[i] =
                std::find(stay_->stopped.begin(), stay_->stopped.end(), target_.clocks[i]) == stay_->stopped.end();
        }
        zone::up(z, n, std::span<const bool>(running.get(), n));
    }
    hold_invariants(z);
}

// The clock guards of the urgent synchronisations of a state; `at_once` if one has none.
template <class B>
bool BasicZoneGraph<B>::urgent_guards(std::span<const std::int32_t> slots, const std::vector<std::uint32_t>& positions,
                                      std::size_t n, std::vector<Zone>& guards, bool& at_once) {
    bool possible = false;
    for (ProcessIndex p = 0; p < network_.processes.size() && !possible; ++p) {
        possible = sends_urgently_[network_.processes[p].locations.first + static_cast<std::uint32_t>(slots[p])];
    }
    if (!possible) return true;
    if (!entered_offers_.enumerate(slots)) {
        fail(entered_offers_.stop());
        return false;
    }
    for (const Candidate& candidate : entered_offers_.candidates()) {
        if (!entered_offers_.is_urgent(candidate)) continue;
        Zone guard(n * n);
        zone::set_all(guard.data(), n);
        const auto own = entered_offers_.limits(entered_offers_.offer(candidate.sender));
        bool some = cut_all(guard.data(), n, own, positions);
        bool timed = !own.empty();
        if (candidate.receiver != Candidate::no_offer) {
            const auto limits = entered_offers_.limits(entered_offers_.offer(candidate.receiver));
            some = some && cut_all(guard.data(), n, limits, positions);
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

// Widening loses the comparisons of two clocks. If the model has such comparisons, a zone is cut along each of them
// first, and every part is intersected with its side afterwards (Bengtsson and Yi: On clock difference constraints and
// termination in reachability analysis of timed automata, 2003).
template <class B>
void BasicZoneGraph<B>::split_by_diagonals() {
    const std::size_t n = target_.size();
    struct Cut {
        zone::Clock left, right;
        B bound;
    };
    const auto keep = [n](Zone& z, const Cut& c) { return cut(z.data(), n, c.left, c.right, c.bound); };
    const auto leave_out = [n](Zone& z, const Cut& c) {
        return cut(z.data(), n, c.right, c.left, zone::negate(c.bound));
    };
    std::vector<Cut> cuts;
    for (const Limit& limit : diagonals_) {
        const Cut c{target_position_[limit.left], target_position_[limit.right], bound_of<B>(limit)};
        if (c.left != inactive && c.right != inactive) cuts.push_back(c);
    }
    if (ready_) pieces_.assign(1, entered_);
    ready_ = false;
    for (const Cut& c : cuts) {
        std::vector<Zone> parts;
        for (Zone& piece : pieces_) {
            Zone other = piece;
            if (keep(piece, c)) parts.push_back(std::move(piece));
            if (leave_out(other, c)) parts.push_back(std::move(other));
        }
        pieces_ = std::move(parts);
    }
    for (Zone& piece : pieces_) {
        const Zone exact = piece;
        widen(piece.data());
        for (const Cut& c : cuts) {
            const bool inside = exact[c.left * n + c.right] <= c.bound;
            inside ? keep(piece, c) : leave_out(piece, c);
        }
        if (!zone::is_within(piece.data(), n, zone::range<B>)) throw zone::OutOfRange();
    }
}

// Zones that are compared by simulation are not widened, unless their numbers get too large: Extra_M+ and Extra_LU+ of
// a zone are included in its a_M and a_LU, so that widening adds no reachable discrete state, and their only numbers
// are the constants that clocks are compared with.
template <class B>
void BasicZoneGraph<B>::abstract(B* z) const {
    const std::size_t n = target_.size();
    const bool compares = is_simulation(abstraction_);
    if (abstraction_ != Abstraction::none && !compares) widen(z);
    if (zone::is_within(z, n, zone::range<B>)) return;
    if (compares && !exact_) {
        widen(z);
        if (zone::is_within(z, n, zone::range<B>)) return;
    }
    throw zone::OutOfRange();
}

// After widening no bound exceeds the constants, but when the zone is made canonical such bounds may add up, one for
// each clock.
template <class B>
void BasicZoneGraph<B>::widen(B* z) const {
    const std::size_t n = target_.size();
    const B most = zone::closing_range<B>(n);
    if (largest_constant_ > most && !zone::is_within(z, n, most)) throw zone::OutOfRange();
    if (abstraction_ == Abstraction::m || abstraction_ == Abstraction::lu) {
        zone::extrapolate_lu(z, n, target_.lower.data(), target_.upper.data());
    } else {
        zone::extrapolate_lu_plus(z, n, target_.lower.data(), target_.upper.data());
    }
}

template void BasicZoneGraph<zone::Bound>::read_invariants();
template void BasicZoneGraph<zone::WideBound>::read_invariants();
template bool BasicZoneGraph<zone::Bound>::hold_invariants(zone::Bound*);
template bool BasicZoneGraph<zone::WideBound>::hold_invariants(zone::WideBound*);
template bool BasicZoneGraph<zone::Bound>::enter();
template bool BasicZoneGraph<zone::WideBound>::enter();
template void BasicZoneGraph<zone::Bound>::pass_time(zone::Bound*);
template void BasicZoneGraph<zone::WideBound>::pass_time(zone::WideBound*);
template bool BasicZoneGraph<zone::Bound>::urgent_guards(std::span<const std::int32_t>,
                                                         const std::vector<std::uint32_t>&, std::size_t,
                                                         std::vector<Zone>&, bool&);
template bool BasicZoneGraph<zone::WideBound>::urgent_guards(std::span<const std::int32_t>,
                                                             const std::vector<std::uint32_t>&, std::size_t,
                                                             std::vector<Zone>&, bool&);

}  // namespace crowfly
