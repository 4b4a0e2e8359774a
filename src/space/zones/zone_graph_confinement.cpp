// Restricts delays to those during which a formula holds without interruption. The formula and the invariants cut the
// clock values into disjoint convex pieces. Within a piece any delay is allowed, since it is convex; time may pass from
// one piece to another where they touch, forwards only.
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

namespace {

template <class B>
using ZoneOf = zone::BasicZone<B>;
template <class B>
using ZonesOf = std::vector<ZoneOf<B>>;

// The zone with the end points of delays added: its bounds on single clocks become non-strict. Bounds on differences
// stay, since differences do not change while time passes.
template <class B>
ZoneOf<B> closed_in_time(ZoneOf<B> z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
        if (z[i * n] != zone::infinity<B>) z[i * n] |= 1;
        z[i] |= 1;
    }
    zone::close(z.data(), n);
    return z;
}

template <class B>
bool intersection(const ZoneOf<B>& a, const ZoneOf<B>& b, std::size_t n, ZoneOf<B>& both) {
    both = a;
    return zone::intersect(both.data(), b.data(), n);
}

template <class B>
ZoneOf<B> later(ZoneOf<B> z, std::size_t n) {
    zone::up(z.data(), n);
    return z;
}

template <class B>
ZoneOf<B> strictly_later(ZoneOf<B> z, std::size_t n) {
    zone::up_strictly(z.data(), n);
    return z;
}

template <class B>
void add_nonempty(const ZoneOf<B>& a, const ZoneOf<B>& b, std::size_t n, ZonesOf<B>& into) {
    ZoneOf<B> both;
    if (intersection(a, b, n, both)) into.push_back(std::move(both));
}

// The part of `next` that is entered from `visited`, a part of another piece closed under its delays, without leaving
// the two.
template <class B>
void cross(const ZoneOf<B>& visited, const ZoneOf<B>& next, std::size_t n, ZonesOf<B>& entries) {
    ZoneOf<B> touch;
    if (intersection(visited, closed_in_time(next, n), n, touch)) add_nonempty(next, later(touch, n), n, entries);
    if (intersection(closed_in_time(visited, n), next, n, touch) &&
        zone::intersect(touch.data(), strictly_later(visited, n).data(), n)) {
        add_nonempty(next, later(touch, n), n, entries);
    }
}

template <class B>
ZonesOf<B> without_overlap(const ZonesOf<B>& zones, std::size_t n) {
    ZonesOf<B> apart;
    for (const ZoneOf<B>& z : zones) {
        ZonesOf<B> rest{z};
        for (const ZoneOf<B>& taken : apart) {
            ZonesOf<B> left;
            for (const ZoneOf<B>& piece : rest) zone::subtract(piece.data(), taken.data(), n, left);
            rest = std::move(left);
        }
        apart.insert(apart.end(), rest.begin(), rest.end());
    }
    return apart;
}

template <class B>
bool is_known(const ZonesOf<B>& zones, const ZoneOf<B>& z, std::size_t n) {
    for (const ZoneOf<B>& known : zones) {
        if (zone::includes(known.data(), z.data(), n)) return true;
    }
    return false;
}

// The part of each piece that is visited when time passes from `entry` on.
template <class B>
ZonesOf<B> visit(const ZonesOf<B>& pieces, const ZoneOf<B>& entry, std::size_t n) {
    std::vector<ZonesOf<B>> visited(pieces.size());
    std::vector<std::pair<std::size_t, ZoneOf<B>>> waiting;
    const auto enter = [&](std::size_t piece, const ZoneOf<B>& at) {
        ZoneOf<B> reached;
        if (!intersection(pieces[piece], later(at, n), n, reached) || is_known(visited[piece], reached, n)) return;
        visited[piece].push_back(reached);
        waiting.emplace_back(piece, std::move(reached));
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        ZoneOf<B> inside;
        if (intersection(pieces[i], entry, n, inside)) enter(i, inside);
    }
    while (!waiting.empty()) {
        const auto [from, part] = std::move(waiting.back());
        waiting.pop_back();
        for (std::size_t to = 0; to < pieces.size(); ++to) {
            ZonesOf<B> entries;
            if (to != from) cross(part, pieces[to], n, entries);
            for (const ZoneOf<B>& at : entries) enter(to, at);
        }
    }
    ZonesOf<B> all;
    for (const ZonesOf<B>& some : visited) all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace

// The successors so far, entered_ or pieces_, contain all delays; `before` is the zone before the delay.
template <class B>
void BasicZoneGraph<B>::confine(const Zone& before) {
    const std::size_t n = target_.size();
    if (waits_.empty()) waits_.push_back({before, {Zone(entered_)}, !may_wait_});
    std::vector<Zone> confined;
    std::vector<std::size_t> wait_of;
    bool untouched = ready_;
    for (const Wait& wait : waits_) {
        std::vector<Zone> allowed;
        for (const Zone& delay : wait.reached) {
            std::vector<Zone> parts;
            confinement_->restrict(slots_, delay.data(), target_, *this, confined_to_, parts);
            allowed.insert(allowed.end(), parts.begin(), parts.end());
        }
        if (confinement_->stop()) {
            fail(confinement_->stop());
            return;
        }
        untouched = untouched && allowed == wait.reached;
        if (!untouched && !wait.held) allowed = visit(without_overlap(allowed, n), wait.start, n);
        confined.insert(confined.end(), allowed.begin(), allowed.end());
        wait_of.resize(confined.size(), static_cast<std::size_t>(&wait - waits_.data()));
    }
    if (untouched) return;
    ready_ = false;
    piece_ = 0;
    pieces_ = std::move(confined);
    wait_of_ = std::move(wait_of);
}

template void BasicZoneGraph<zone::Bound>::confine(const Zone&);
template void BasicZoneGraph<zone::WideBound>::confine(const Zone&);

}  // namespace crowfly
