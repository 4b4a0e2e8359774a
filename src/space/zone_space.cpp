#include "space/zone_space.hpp"

#include <algorithm>

namespace crowfly {

template <class B>
BasicZoneSpace<B>::BasicZoneSpace(const Network& network, Layout layout, const ClockUse& use, Abstraction abstraction,
                                  bool compressed, bool hull)
    : layout_(std::move(layout)), expander_(network, use, abstraction), examiner_(network, use, abstraction),
      store_(layout_,
             hull                         ? Comparison::hull
             : is_simulation(abstraction) ? Comparison::simulation
                                          : Comparison::inclusion,
             compressed),
      packed_(layout_.words()), slots_(network.slots.size()) {}

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
    layout_.pack(expander_.slots(), packed_.data());
    const ActiveClocks& active = expander_.active();
    const NodeId node = store_.add(packed_.data(), expander_.zone(), active.size(), active.lower.data(),
                                   active.upper.data(), parent, spared);
    if (node == turns_.size()) turns_.push_back(static_cast<Turn>(std::min<std::size_t>(turn_, too_late)));
    return node;
}

template <class B>
std::vector<Firing> BasicZoneSpace<B>::firings_to(NodeId node) {
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
    layout_.pack(expander_.slots(), packed_.data());
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
    crowfly::find_floor(expander_.active(), expander_.zone(), floor);
}

template <class B>
void BasicZoneSpace<B>::find_floor(NodeId node, std::vector<std::int32_t>& floor) {
    recall(node);
    crowfly::find_floor(recalled_active(), recalled_zone(), floor);
}

template class BasicZoneSpace<zone::Bound>;
template class BasicZoneSpace<zone::WideBound>;

}  // namespace crowfly
