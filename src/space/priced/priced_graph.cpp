#include "space/priced/priced_graph.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "space/zone_limits.hpp"

namespace crowfly {
namespace {

using Bound64 = zone::WideBound;

}  // namespace

PricedGraph::PricedGraph(const Network& network, const ClockUse& use, bool forgets)
    : network_(network),
      forgets_(forgets && use.diagonals.empty() && !network.features.diagonals && !network.features.clock_copies),
      graph_(network, use, Abstraction::none), meter_(network) {
    graph_.aim_at(std::span(&aim_, 1), {});
}

void PricedGraph::begin() {
    stop_ = {};
    pieces_.clear();
    piece_ = 0;
    number_ = 0;
    any_ = false;
}

bool PricedGraph::start() {
    begin();
    starting_ = true;
    return graph_.start();
}

bool PricedGraph::expand(std::span<const std::int32_t> slots, const zone::PricedZone& from) {
    begin();
    starting_ = false;
    source_ = from;
    graph_.find_active(slots, source_clocks_);
    return graph_.expand(slots, source_.zone.data());
}

bool PricedGraph::next() {
    while (piece_ == pieces_.size()) {
        pieces_.clear();
        piece_ = 0;
        if (!graph_.next() || !make_pieces()) return false;
    }
    ++piece_;
    if (any_) ++number_;
    any_ = true;
    return true;
}

bool PricedGraph::make_pieces() {
    poll();
    const std::optional<std::int64_t> rate = meter_.rate(graph_.slots());
    if (!rate) {
        stop_ = meter_.stop();
        return false;
    }
    rate_ = *rate;
    charged_ = starting_ ? 0 : graph_.charged();
    if (!starting_) find_origins();
    for (Piece& left : leave()) {
        Piece entered = std::move(left);
        if (!enter(entered, entered.zone)) continue;
        if (graph_.held()) {
            entered.at_once = true;
            add(std::move(entered));
        } else {
            pass_time(entered);
        }
    }
    return true;
}

void PricedGraph::find_origins() {
    std::vector<ClockOrigin> all(network_.clocks.size(), {inactive, 0});
    for (std::uint32_t i = 0; i < source_clocks_.size(); ++i) all[source_clocks_.clocks[i]] = {i, 0};
    for (const ClockUpdate& update : graph_.clock_updates())
        all[update.clock] = {all[update.source].position, all[update.source].shift + update.value};
    origins_.clear();
    for (const ClockIndex clock : graph_.active().clocks) origins_.push_back(all[clock]);
}

// The clock values before the updates, without the clocks whose values are forgotten.
std::vector<PricedGraph::Piece> PricedGraph::leave() {
    Piece whole;
    if (starting_) {
        whole.zone = {graph_.entry(), {0, std::vector<std::int64_t>(graph_.active().size()), true}};
        return {whole};
    }
    whole.zone = {graph_.enabled(), source_.price};
    std::vector<Piece> pieces{std::move(whole)};
    for (zone::Clock x = 1; x < source_clocks_.size(); ++x) {
        if (std::ranges::any_of(origins_, [&](const ClockOrigin& o) { return o.position == x; })) continue;
        std::vector<Piece> smaller;
        for (const Piece& piece : pieces) {
            std::vector<zone::Projected> parts;
            zone::project(piece.zone, x, parts);
            for (zone::Projected& part : parts) {
                smaller.push_back({std::move(part.part), piece.before_update, {}, false});
                if (part.tie) smaller.back().before_update.push_back(*part.tie);
            }
        }
        pieces = std::move(smaller);
    }
    return pieces;
}

// The clock values after the updates, within the invariants. False: there are none.
bool PricedGraph::enter(const Piece& left, zone::PricedZone& entered) const {
    if (starting_) return true;
    const std::size_t n = origins_.size();
    const std::size_t m = source_clocks_.size();
    zone::PricedZone target{zone::WideZone(n * n), {left.zone.price.constant, std::vector<std::int64_t>(n), true}};
    target.price.attained = left.zone.price.attained;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const Bound64 b = left.zone.zone[origins_[i].position * m + origins_[j].position];
            const std::int64_t shift = origins_[i].shift - origins_[j].shift;
            target.zone[i * n + j] = zone::add(b, zone::at_most<Bound64>(zone::checked<Bound64>(shift)));
        }
    }
    for (std::uint32_t x = 1; x < m; ++x) {
        const std::int64_t rate = left.zone.price.rates[x];
        const auto of_x = [&](const ClockOrigin& o) { return o.position == x; };
        const auto copy = std::ranges::find_if(origins_, of_x);  // any clock that has its value pays for it
        if (rate == 0 || copy == origins_.end()) continue;
        target.price.rates[static_cast<std::size_t>(copy - origins_.begin())] = rate;
        zone::charge(target, -zone::checked_product(rate, copy->shift));
    }
    if (!zone::intersect(target.zone.data(), graph_.entry().data(), n)) return false;
    zone::charge(target, charged_);
    entered = std::move(target);
    return true;
}

void PricedGraph::pass_time(const Piece& entered) {
    std::vector<zone::Delayed> parts;
    zone::delay(entered.zone, rate_, parts);
    for (zone::Delayed& part : parts) {
        Piece piece{std::move(part.part), entered.before_update, {}, part.at_once};
        if (part.tie) piece.before_delay.push_back(*part.tie);
        add(std::move(piece));
    }
}

void PricedGraph::add(Piece piece) {
    const std::size_t n = graph_.active().size();
    if (!zone::intersect(piece.zone.zone.data(), graph_.zone(), n)) return;
    if (!zone::is_within(piece.zone.zone.data(), n, zone::range<Bound64>)) throw zone::OutOfRange();
    if (forgets_) return forget(std::move(piece.zone));
    pieces_.push_back(std::move(piece));
}

void PricedGraph::forget(zone::PricedZone z) {
    std::vector<zone::PricedZone> parts{std::move(z)};
    for (zone::Clock x = 1; x < graph_.active().size(); ++x) {
        const std::int64_t most = std::max(graph_.active().lower[x], graph_.active().upper[x]);
        if (most >= zone::unlimited) continue;
        std::vector<zone::PricedZone> smaller;
        for (const zone::PricedZone& part : parts)
            zone::forget_above(part, x, std::max<std::int64_t>(most, 0), smaller);
        parts = std::move(smaller);
    }
    for (zone::PricedZone& part : parts) pieces_.push_back({std::move(part), {}, {}, false});
}

PricedPassage PricedGraph::passage() const {
    const Piece& piece = pieces_[piece_ - 1];
    PricedPassage passage;
    passage.is_initial = starting_;
    if (!starting_) {
        passage.firing = graph_.firing();
        passage.updates.assign(graph_.clock_updates().begin(), graph_.clock_updates().end());
        passage.enabled = graph_.enabled();
    }
    passage.before_update = piece.before_update;
    passage.entry = graph_.entry();
    passage.before_delay = piece.before_delay;
    passage.held = graph_.held();
    passage.at_once = piece.at_once;
    passage.charged = charged_;
    passage.rate = rate_;
    return passage;
}

}  // namespace crowfly
