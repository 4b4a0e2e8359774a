#include "space/local/local_space.hpp"

#include <algorithm>

namespace crowfly {

template <class B>
BasicLocalSpace<B>::BasicLocalSpace(const Network& network, const Locality& locality, Layout layout,
                                    const ClockUse& use, bool compressed)
    : layout_(std::move(layout)), expander_(network, locality, use), examiner_(network, use, Abstraction::a_lu),
      store_(layout_, Comparison::simulation, compressed), packed_(layout_.words()), slots_(network.slots.size()) {}

template <class B>
bool BasicLocalSpace<B>::start() {
    turn_ = 0;
    return expander_.start();
}

template <class B>
bool BasicLocalSpace<B>::expand(NodeId node) {
    read(node, slots_);
    const Local local = open_[node];
    zone_.resize(std::size_t{local.rows} * local.rows);
    locals_.read(local.zone, local.rows, zone_.data());
    forget(node);
    turn_ = 0;
    return expander_.expand(slots_, zone_.data());
}

template <class B>
NodeId BasicLocalSpace<B>::add(NodeId parent, Spared spared) {
    layout_.pack(slots(), packed_.data());
    const ActiveClocks& active = expander_.active();
    const NodeId node = store_.add(packed_.data(), expander_.zone(), active.size(), active.lower.data(),
                                   active.upper.data(), parent, spared);
    if (node == no_node) return node;
    for (const NodeId other : store_.covered()) forget(other);
    const std::size_t rows = expander_.rows(active);
    open_.push_back({locals_.insert(expander_.local().data(), rows), static_cast<std::uint32_t>(rows)});
    turns_.push_back(static_cast<Turn>(std::min<std::size_t>(turn_, too_late)));
    return node;
}

template <class B>
void BasicLocalSpace<B>::forget(NodeId node) {
    Local& local = open_[node];
    if (local.rows != 0) locals_.release(local.zone, local.rows);
    local.rows = 0;
}

template <class B>
void BasicLocalSpace<B>::read(NodeId node, std::vector<std::int32_t>& slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    store_.state(node, packed.data());
    slots.resize(slots_.size());
    layout_.unpack(packed.data(), slots);
}

template <class B>
std::vector<Firing> BasicLocalSpace<B>::firings_to(NodeId node) {
    std::vector<NodeId> nodes;
    for (; node != no_node; node = parent(node)) nodes.push_back(node);
    std::reverse(nodes.begin(), nodes.end());
    std::vector<Firing> firings;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool goes_on = i == 0 ? expander_.start() : expander_.expand(slots_, zone_.data());
        if (!goes_on || !skip_to(turns_[nodes[i]])) return {};
        if (i > 0) firings.push_back(expander_.firing());
        zone_ = expander_.local();
        read(nodes[i], slots_);
    }
    return firings;
}

template <class B>
bool BasicLocalSpace<B>::skip_to(Turn turn) {
    for (Turn i = 0; i < turn; ++i) {
        if (!expander_.next()) return false;
    }
    return turn != too_late;
}

template <class B>
bool BasicLocalSpace<B>::satisfies(Predicate& predicate, bool wanted) {
    return predicate.somewhere(expander_.slots(), expander_.zone(), expander_.active(), examiner_, wanted);
}

template class BasicLocalSpace<zone::Bound>;
template class BasicLocalSpace<zone::WideBound>;

}  // namespace crowfly
