// Delays during which a formula holds all the time. The formula and what delays are allowed cut the clock values into convex
// pieces that do not overlap. Within one of them any delay is fine, for it is convex; from one to another time may pass where
// they touch, and only forwards.
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"

namespace crowfly {

using zone::Bound;
using zone::Zone;

namespace {

using Zones = std::vector<Zone>;

// Together with the points that a delay ends at, or starts from. Differences of clocks do not change while time passes.
Zone closed_in_time(Zone z, std::size_t n) {
    for (std::size_t i = 1; i < n; ++i) {
        if (z[i * n] != zone::infinity) z[i * n] |= 1;
        z[i] |= 1;
    }
    zone::close(z.data(), n);
    return z;
}

bool intersection(const Zone& a, const Zone& b, std::size_t n, Zone& both) {
    both = a;
    return zone::intersect(both.data(), b.data(), n);
}

Zone later(Zone z, std::size_t n) {
    zone::up(z.data(), n);
    return z;
}

Zone strictly_later(Zone z, std::size_t n) {
    zone::up_strictly(z.data(), n);
    return z;
}

void add_nonempty(const Zone& a, const Zone& b, std::size_t n, Zones& into) {
    Zone both;
    if (intersection(a, b, n, both)) into.push_back(std::move(both));
}

// Where `next` is entered from `visited`, a part of another piece closed under its delays, without leaving the two.
void cross(const Zone& visited, const Zone& next, std::size_t n, Zones& entries) {
    Zone touch;
    if (intersection(visited, closed_in_time(next, n), n, touch)) add_nonempty(next, later(touch, n), n, entries);
    if (intersection(closed_in_time(visited, n), next, n, touch) && zone::intersect(touch.data(), strictly_later(visited, n).data(), n)) {
        add_nonempty(next, later(touch, n), n, entries);
    }
}

Zones without_overlap(const Zones& zones, std::size_t n) {
    Zones apart;
    for (const Zone& z : zones) {
        Zones rest{z};
        for (const Zone& taken : apart) {
            Zones left;
            for (const Zone& piece : rest) zone::subtract(piece.data(), taken.data(), n, left);
            rest = std::move(left);
        }
        apart.insert(apart.end(), rest.begin(), rest.end());
    }
    return apart;
}

bool is_known(const Zones& zones, const Zone& z, std::size_t n) {
    for (const Zone& known : zones) {
        if (zone::includes(known.data(), z.data(), n)) return true;
    }
    return false;
}

// What is visited of each piece when time passes from `entry` on.
Zones visit(const Zones& pieces, const Zone& entry, std::size_t n) {
    std::vector<Zones> visited(pieces.size());
    std::vector<std::pair<std::size_t, Zone>> waiting;
    const auto enter = [&](std::size_t piece, const Zone& at) {
        Zone reached;
        if (!intersection(pieces[piece], later(at, n), n, reached) || is_known(visited[piece], reached, n)) return;
        visited[piece].push_back(reached);
        waiting.emplace_back(piece, std::move(reached));
    };
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        Zone inside;
        if (intersection(pieces[i], entry, n, inside)) enter(i, inside);
    }
    while (!waiting.empty()) {
        const auto [from, part] = std::move(waiting.back());
        waiting.pop_back();
        for (std::size_t to = 0; to < pieces.size(); ++to) {
            Zones entries;
            if (to != from) cross(part, pieces[to], n, entries);
            for (const Zone& at : entries) enter(to, at);
        }
    }
    Zones all;
    for (const Zones& some : visited) all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace

// The results so far, entered_ or pieces_, hold all delays; `before` is what they started from.
void ZoneGraph::confine(const Zone& before) {
    const std::size_t n = target_.size();
    if (waits_.empty()) waits_.push_back({before, {Zone(entered_)}, !may_wait_});
    Zones confined;
    std::vector<std::size_t> wait_of;
    bool untouched = ready_;
    for (const Wait& wait : waits_) {
        Zones allowed;
        for (const Zone& delay : wait.reached) {
            Zones parts;
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

}  // namespace crowfly
