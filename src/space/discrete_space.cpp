#include "space/discrete_space.hpp"

namespace crowfly {

DiscreteSpace::DiscreteSpace(const Network& network, Layout layout, bool keeps_parents, bool compressed)
    : layout_(std::move(layout)), store_(layout_, keeps_parents, compressed), expander_(network, layout_, store_.set()),
      examiner_(network), slot_count_(network.slots.size()), packed_(layout_.words()),
      stuck_([this] { return is_stuck(); }) {}

NodeId DiscreteSpace::find_parent(NodeId node, NodeId first, NodeId end) {
    for (NodeId parent = first; parent < end; ++parent) {
        if (!expand(parent)) return no_node;
        while (next()) {
            if (store_.find(expander_.packed()) == node) return parent;
        }
    }
    return no_node;
}

void DiscreteSpace::read(NodeId node, std::vector<std::int32_t>& slots) const {
    std::vector<std::uint32_t> packed(layout_.words());
    store_.read(node, packed.data());
    slots.resize(slot_count_);
    layout_.unpack(packed.data(), slots);
}

bool DiscreteSpace::is_stuck() {
    if (!examiner_.expand(slots()) || examiner_.next()) return false;
    return !examiner_.stop();  // a run-time error is reported when the state is expanded
}

bool DiscreteSpace::satisfies(NodeId node, Predicate& predicate, bool wanted) {
    store_.read(node, packed_.data());
    expander_.stand_at(packed_.data());
    return satisfies(predicate, wanted);
}

bool DiscreteSpace::satisfies(Predicate& predicate, bool wanted) {
    return predicate.holds(slots(), stuck_) == wanted && !predicate.stop();
}

}  // namespace crowfly
