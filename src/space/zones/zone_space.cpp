#include "space/zones/zone_space.hpp"

#include <algorithm>

namespace crowfly {

template <class B>
BasicZoneSpace<B>::BasicZoneSpace(const Network& network, Layout layout, const ClockUse& use, Abstraction abstraction,
                                  bool compressed, bool hull, const Symmetry* symmetry, const Distinction* compared)
    : is_hull_(hull), layout_(std::move(layout)), expander_(network, use, abstraction),
      examiner_(network, use, abstraction), store_(layout_,
                                                   hull                         ? Comparison::hull
                                                   : is_simulation(abstraction) ? Comparison::simulation
                                                                                : Comparison::inclusion,
                                                   compressed),
      packed_(layout_.words()), slots_(network.slots.size()) {
    if (symmetry != nullptr) represented_.emplace(network, *symmetry, compared);
}

template <class B>
NormalForms BasicZoneSpace<B>::normal_forms() const {
    NormalForms forms;
    if (layout_.resets_dead()) forms = forms | NormalForms{NormalForm::dead_slots};
    if (is_symmetric()) forms = forms | NormalForms{NormalForm::representatives};
    if (is_hull_) forms = forms | NormalForms{NormalForm::hulls};
    return forms;
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
    if (node == turns_.size()) turns_.push_back(turn_now());
    return node;
}

// The zones of covered nodes are gone: what remains of one is its place on a path.
template <class B>
void BasicZoneSpace<B>::keep_only(std::span<const NodeId> nodes) {
    BasicZoneStore<B> kept = store_.emptied(layout_);
    columns_.keep_only(nodes, store_.nodes());
    const Renumbering renumbered(nodes, store_.nodes());
    for (const NodeId node : nodes) {
        const NodeId parent = renumbered[store_.parent(node)];
        if (store_.is_covered(node)) {
            store_.state(node, packed_.data());
            kept.adopt_covered(packed_.data(), parent);
        } else {
            recall(node);
            kept.adopt(packed_.data(), zone_.data(), active_.size(), parent);
        }
    }
    store_ = std::move(kept);
}

template <class B>
std::vector<std::vector<std::int32_t>> BasicZoneSpace<B>::unfold(const std::vector<NodeId>& nodes) {
    const Symmetry& symmetry = represented_->representatives().symmetry();
    Permutation total = identity_of(symmetry);
    std::vector<std::vector<std::int32_t>> path;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool goes_on = i == 0 ? expander_.start() : expander_.expand(slots_, zone_.data());
        if (!goes_on || !skip_to(turns_[nodes[i]])) return {};
        represent();
        if (is_represented_) total = composed(total, represented_->representatives().last());
        zone_.assign(zone(), zone() + active().size() * active().size());
        read(nodes[i], slots_);
        permute(symmetry, inverse_of(total), slots_, path.emplace_back(slots_.size()));
    }
    is_represented_ = false;
    return path;
}

template <class B>
std::vector<Firing> BasicZoneSpace<B>::firings_to(NodeId node) {
    if (represented_) return {};  // they are those of representatives
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
