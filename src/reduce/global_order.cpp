#include "reduce/global_order.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/alarm.hpp"
#include "space/local/local_zone_graph.hpp"
#include "space/zones/predicate.hpp"

namespace crowfly {
namespace {

using Event = std::uint32_t;
using LocalGraph = BasicLocalZoneGraph<zone::WideBound>;

// Whether two states differ at most in slots that do not distinguish them.
bool are_alike(const Layout& layout, std::span<const std::int32_t> a, std::span<const std::int32_t> b) {
    std::vector<std::uint32_t> packed_a(layout.words()), packed_b(layout.words());
    layout.pack(a, packed_a.data());
    layout.pack(b, packed_b.data());
    return std::equal(packed_a.begin(), packed_a.begin() + static_cast<std::ptrdiff_t>(layout.key_words()),
                      packed_b.begin());
}

// Times of events, with differences that are bounded from above.
class Times {
public:
    explicit Times(std::size_t events) : events_(events) {}

    // a - b is at most, or less than, a number.
    void bound(Event a, Event b, std::int64_t value, bool is_strict) {
        bounds_.push_back({a, b, {value, is_strict ? -1 : 0}});
    }
    void order(Event first, Event second) { bound(first, second, 0, false); }

    // By Bellman and Ford's algorithm; a strict bound is one that is less by some very small number. Nothing: the
    // bounds contradict each other.
    struct Time {
        std::int64_t value = 0;
        std::int64_t small = 0;  // so many of these numbers are added
        friend auto operator<=>(const Time&, const Time&) = default;
        friend Time operator+(const Time& a, const Time& b) { return {a.value + b.value, a.small + b.small}; }
    };
    std::optional<std::vector<Time>> solve() const {
        std::vector<Time> times(events_);
        for (std::size_t round = 0; round <= events_; ++round) {
            poll();
            bool has_changed = false;
            for (const Bound& b : bounds_) {
                const Time most = times[b.b] + b.most;
                if (most >= times[b.a]) continue;
                times[b.a] = most;
                has_changed = true;
            }
            if (!has_changed) return times;
        }
        return std::nullopt;
    }

private:
    struct Bound {
        Event a, b;
        Time most;
    };

    std::size_t events_;
    std::vector<Bound> bounds_;
};

// Follows the path in local time, and notes what its transitions say about their times. Event 0 is the start, the
// others are the transitions in order, then the end.
class LocalFollower {
public:
    explicit LocalFollower(const LocalPath& local)
        : local_(local), graph_(local.network, local.locality, use_of(local.formula)), times_(local.firings.size() + 2),
          last_(local.locality.references), resets_(local.network.clocks.size()) {
        for (ClockIndex clock = 0; clock < resets_.size(); ++clock)
            resets_[clock] = {0, local.network.clocks[clock].initial};
    }

    std::optional<std::vector<Event>> order() {
        if (!begin()) return std::nullopt;
        for (std::size_t i = 0; i < local_.firings.size(); ++i) {
            if (!follow(i)) return std::nullopt;
        }
        if (!end()) return std::nullopt;
        const auto times = times_.solve();
        if (!times) return std::nullopt;
        std::vector<Event> events(local_.firings.size());
        std::iota(events.begin(), events.end(), Event{1});
        std::ranges::stable_sort(events, {}, [&](Event event) { return (*times)[event]; });
        return events;
    }

private:
    struct Reset {
        Event event;
        std::int64_t value;
    };

    bool begin() {
        if (!graph_.start()) return false;
        while (graph_.next()) {
            if (!agrees(0)) continue;
            arrive(0, all_components());
            return true;
        }
        return false;
    }

    bool follow(std::size_t i) {
        const std::vector<std::int32_t> slots = local_.path[i];
        const zone::WideZone zone = graph_.local();
        if (!graph_.expand(slots, zone.data())) return false;
        while (graph_.next()) {
            if (graph_.transition() != local_.firings[i].transition || !(graph_.firing() == local_.firings[i]))
                continue;
            leave(static_cast<Event>(i + 1));
            return agrees(i + 1);
        }
        return false;
    }

    bool agrees(std::size_t i) { return are_alike(local_.layout, graph_.slots(), local_.path[i]); }

    void leave(Event event) {
        const std::vector<ReferenceIndex>& references = local_.locality.of_transition[graph_.transition()];
        for (const ReferenceIndex r : references) {
            times_.order(last_[r], event);
            if (r < held_.size() && held_[r]) times_.order(event, last_[r]);
            last_[r] = event;
        }
        hold(invariants_, references, event);
        std::vector<Limit> guards;
        graph_.find_guards(guards);
        hold(guards, references, event);
        for (const ClockUpdate& update : graph_.clock_updates()) resets_[update.clock] = {event, update.value};
        arrive(event, references);
    }

    void arrive(Event event, const std::vector<ReferenceIndex>& references) {
        invariants_.assign(graph_.invariants().begin(), graph_.invariants().end());
        hold(invariants_, references, event);
        held_.resize(local_.locality.components);
        for (ReferenceIndex r = 0; r < held_.size(); ++r) held_[r] = graph_.is_held(r);
    }

    // The limits on clocks of these components hold at that time.
    void hold(std::span<const Limit> limits, const std::vector<ReferenceIndex>& references, Event event) {
        for (const Limit& limit : limits) {
            const ClockIndex clock = std::max(limit.left, limit.right);
            if (clock != 0 && std::ranges::binary_search(references, local_.locality.of_clock[clock]))
                compare(limit.left, limit.right, limit.bound, limit.strict, event);
        }
    }

    // At that time left - right is at most, or less than, the bound. Clock 0 is the constant zero.
    void compare(ClockIndex left, ClockIndex right, std::int64_t bound, bool is_strict, Event event) {
        const Reset zero{event, 0};
        const Reset& l = left == 0 ? zero : resets_[left];
        const Reset& r = right == 0 ? zero : resets_[right];
        times_.bound(r.event, l.event, bound - l.value + r.value, is_strict);
    }

    // All components have come equally far, and the formula holds.
    bool end() {
        const auto event = static_cast<Event>(local_.firings.size() + 1);
        for (ReferenceIndex r = 0; r < last_.size(); ++r) {
            times_.order(last_[r], event);
            if (r < held_.size() && held_[r]) times_.order(event, last_[r]);
        }
        hold(invariants_, all_components(), event);
        WideZoneGraph examiner(local_.network, use_of(local_.formula), Abstraction::a_lu);
        Predicate goal(local_.network, local_.formula);
        std::vector<zone::WideZone> parts;
        const ActiveClocks& active = graph_.active();
        goal.restrict(graph_.slots(), graph_.zone(), active, examiner, local_.wanted, parts);
        if (goal.stop() || parts.empty()) return false;
        for (std::size_t i = 0; i < active.size(); ++i) {
            for (std::size_t j = 0; j < active.size(); ++j) {
                const zone::WideBound bound = parts.front()[i * active.size() + j];
                if (i != j && bound != zone::infinity<zone::WideBound>)
                    compare(active.clocks[i], active.clocks[j], zone::value_of(bound), zone::is_strict(bound), event);
            }
        }
        return true;
    }

    std::vector<ReferenceIndex> all_components() const {
        std::vector<ReferenceIndex> all(local_.locality.components);
        std::iota(all.begin(), all.end(), ReferenceIndex{0});
        return all;
    }

    const LocalPath& local_;
    LocalGraph graph_;
    Times times_;
    std::vector<Event> last_;    // per reference clock: what it synchronised with last
    std::vector<Reset> resets_;  // per clock
    std::vector<Limit> invariants_;
    std::vector<bool> held_;  // per component
};

// Fires transitions that are given one after the other.
class Firer {
public:
    Firer(const Network& network, const Layout& layout) : layout_(layout), successors_(network) {}

    // False: it is not possible in this state.
    bool fire(const Firing& firing, std::vector<std::int32_t>& slots) {
        if (!successors_.enumerate(slots)) return false;
        for (const Candidate& candidate : successors_.candidates()) {
            if (candidate.transition != firing.transition || !find(candidate, firing)) continue;
            if (successors_.apply(offers_) != Successors::Outcome::reached) return false;
            packed_.resize(layout_.words());
            layout_.pack(successors_.after(), packed_.data());
            layout_.unpack(packed_.data(), slots);
            return true;
        }
        return false;
    }

private:
    bool is_offer_of(OfferIndex index, const Participant& participant) const {
        const Offer& offer = successors_.offer(index);
        return offer.edge == participant.edge &&
               std::ranges::equal(successors_.select_values(offer), participant.selects);
    }

    bool find(const Candidate& candidate, const Firing& firing) {
        offers_.assign(1, candidate.sender);
        if (candidate.receiver != Candidate::no_offer) offers_.push_back(candidate.receiver);
        for (const ReceiverGroup& group : successors_.groups(candidate)) {
            if (offers_.size() == firing.participants.size()) return false;
            const Participant& participant = firing.participants[offers_.size()];
            const auto offers = successors_.offers(group);
            const auto found =
                std::ranges::find_if(offers, [&](OfferIndex offer) { return is_offer_of(offer, participant); });
            if (found == offers.end()) return false;
            offers_.push_back(*found);
        }
        if (offers_.size() != firing.participants.size()) return false;
        for (std::size_t i = 0; i < offers_.size(); ++i) {
            if (!is_offer_of(offers_[i], firing.participants[i])) return false;
        }
        return true;
    }

    const Layout& layout_;
    Successors successors_;
    std::vector<OfferIndex> offers_;
    std::vector<std::uint32_t> packed_;
};

}  // namespace

std::optional<GlobalPath> sort_by_time(const LocalPath& local) {
    const std::optional<std::vector<Event>> order = LocalFollower(local).order();
    if (!order) return std::nullopt;
    GlobalPath result;
    result.path.push_back(local.path.front());
    Firer firer(local.network, local.layout);
    std::vector<std::int32_t> slots = local.path.front();
    for (const Event event : *order) {
        const Firing& firing = local.firings[event - 1];
        if (!firer.fire(firing, slots)) return std::nullopt;
        result.path.push_back(slots);
        result.firings.push_back(firing);
    }
    if (!are_alike(local.layout, result.path.back(), local.path.back())) return std::nullopt;
    return result;
}

}  // namespace crowfly
