#include "space/zone_space.hpp"

#include <algorithm>

namespace crowfly {

template <class B>
BasicZoneSpace<B>::BasicZoneSpace(const Network& network, Layout layout, const ClockUse& use, Abstraction abstraction,
                                  bool compressed, bool hull, const Symmetry* symmetry, const Distinction* compared)
    : layout_(std::move(layout)), expander_(network, use, abstraction), examiner_(network, use, abstraction),
      store_(layout_,
             hull                         ? Comparison::hull
             : is_simulation(abstraction) ? Comparison::simulation
                                          : Comparison::inclusion,
             compressed),
      packed_(layout_.words()), slots_(network.slots.size()), cleared_(network.slots.size()),
      successor_(network.slots.size()), moved_(network.clocks.size()), positions_(network.clocks.size()) {
    if (symmetry != nullptr) representatives_.emplace(network, *symmetry, compared);
}

template <class B>
void BasicZoneSpace<B>::recall(NodeId node) {
    store_.state(node, packed_.data());
    layout_.unpack(packed_.data(), slots_);
    expander_.find_active(slots_, active_);
    zone_.resize(active_.size() * active_.size());
    store_.zone(node, active_.size(), zone_.data());
}

template <class B>
bool BasicZoneSpace<B>::start() {
    turn_ = 0;
    return expander_.start();
}

template <class B>
bool BasicZoneSpace<B>::resume(std::span<const std::int32_t> slots, const B* zone) {
    turn_ = 0;
    return expander_.resume(slots, zone);
}

template <class B>
bool BasicZoneSpace<B>::expand(NodeId node) {
    recall(node);
    turn_ = 0;
    return expander_.expand(slots_, zone_.data());
}

template <class B>
NodeId BasicZoneSpace<B>::add(NodeId parent, Spared spared) {
    layout_.pack(slots(), packed_.data());
    const ActiveClocks& active = this->active();
    const NodeId node =
        store_.add(packed_.data(), zone(), active.size(), active.lower.data(), active.upper.data(), parent, spared);
    if (node == turns_.size()) turns_.push_back(static_cast<Turn>(std::min<std::size_t>(turn_, too_late)));
    return node;
}

// The clocks that matter in the representative are those that matter in the state, permuted. Where they were not, the
// state would be kept as it is.
template <class B>
void BasicZoneSpace<B>::represent() {
    is_represented_ = false;
    const ActiveClocks& active = expander_.active();
    const std::size_t n = active.size();
    layout_.pack(expander_.slots(), packed_.data());
    layout_.unpack(packed_.data(), cleared_);
    const Permutation& permutation = representatives_->of(cleared_, active, expander_.zone());
    permute(representatives_->symmetry(), permutation, cleared_, successor_);
    permute_clocks(representatives_->symmetry(), permutation, moved_);
    examiner_.find_active(successor_, successor_active_);
    constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    std::ranges::fill(positions_, nowhere);
    for (std::uint32_t i = 0; i < n; ++i) positions_[moved_[active.clocks[i]]] = i;
    const auto is_known = [&](ClockIndex clock) { return positions_[clock] != nowhere; };
    if (successor_active_.size() != n || !std::ranges::all_of(successor_active_.clocks, is_known)) return;
    is_represented_ = true;
    successor_zone_.resize(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        const B* row = expander_.zone() + positions_[successor_active_.clocks[i]] * n;
        for (std::size_t j = 0; j < n; ++j) successor_zone_[i * n + j] = row[positions_[successor_active_.clocks[j]]];
    }
}

template <class B>
std::vector<std::vector<std::int32_t>> BasicZoneSpace<B>::unfold(const std::vector<NodeId>& nodes) {
    const Symmetry& symmetry = representatives_->symmetry();
    Permutation total = identity_of(symmetry);
    std::vector<std::vector<std::int32_t>> path;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool goes_on = i == 0 ? expander_.start() : expander_.expand(slots_, zone_.data());
        if (!goes_on || !skip_to(turns_[nodes[i]])) return {};
        represent();
        if (is_represented_) total = composed(total, representatives_->last());
        zone_.assign(zone(), zone() + active().size() * active().size());
        read(nodes[i], slots_);
        permute(symmetry, inverse_of(total), slots_, path.emplace_back(slots_.size()));
    }
    is_represented_ = false;
    return path;
}

template <class B>
std::vector<Firing> BasicZoneSpace<B>::firings_to(NodeId node) {
    if (representatives_) return {};  // they are those of representatives
    std::vector<NodeId> nodes;
    for (; node != no_node; node = parent(node)) nodes.push_back(node);
    std::reverse(nodes.begin(), nodes.end());
    expander_.aim_at(slots_, {});  // every state is accepted; aiming makes the expander record transitions
    std::vector<Firing> firings;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool goes_on = i == 0 ? expander_.start() : expander_.expand(slots_, zone_.data());
        if (!goes_on || !skip_to(turns_[nodes[i]])) {
            firings.clear();
            break;
        }
        if (i > 0) firings.push_back(expander_.firing());
        const std::size_t n = expander_.active().size();
        zone_.assign(expander_.zone(), expander_.zone() + n * n);
        read(nodes[i], slots_);  // irrelevant variables have the values with which the search continued
    }
    expander_.aim_at({}, {});
    return firings;
}

template <class B>
bool BasicZoneSpace<B>::skip_to(Turn turn) {
    for (Turn i = 0; i < turn; ++i) {
        if (!expander_.next()) return false;
    }
    return turn != too_late;
}

template <class B>
void BasicZoneSpace<B>::read(NodeId node, std::vector<std::int32_t>& slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    store_.state(node, packed.data());
    slots.resize(slots_.size());
    layout_.unpack(packed.data(), slots);
}

template <class B>
NodeId BasicZoneSpace<B>::hull() {
    layout_.pack(slots(), packed_.data());
    return store_.hull_of(packed_.data());
}

template <class B>
bool BasicZoneSpace<B>::satisfies(Predicate& predicate, bool wanted) {
    return predicate.somewhere(expander_.slots(), expander_.zone(), expander_.active(), examiner_, wanted);
}

template <class B>
bool BasicZoneSpace<B>::satisfies(NodeId node, Predicate& predicate, bool wanted) {
    recall(node);
    return predicate.somewhere(slots_, zone_.data(), active_, examiner_, wanted);
}

template <class B>
void BasicZoneSpace<B>::find_floor(std::vector<std::int32_t>& floor) const {
    crowfly::find_floor(active(), zone(), floor);
}

template <class B>
void BasicZoneSpace<B>::find_floor(NodeId node, std::vector<std::int32_t>& floor) {
    recall(node);
    crowfly::find_floor(recalled_active(), recalled_zone(), floor);
}

template <class B>
void BasicZoneSpace<B>::find_zone(ZoneCopy& into) const {
    crowfly::find_zone(active(), zone(), into);
}

template <class B>
void BasicZoneSpace<B>::find_zone(NodeId node, ZoneCopy& into) {
    recall(node);
    crowfly::find_zone(recalled_active(), recalled_zone(), into);
}

template class BasicZoneSpace<zone::Bound>;
template class BasicZoneSpace<zone::WideBound>;

}  // namespace crowfly
