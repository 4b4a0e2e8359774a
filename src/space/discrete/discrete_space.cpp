#include "space/discrete/discrete_space.hpp"

#include "space/starts.hpp"

namespace crowfly {

DiscreteSpace::DiscreteSpace(const Network& network, Layout layout, bool compressed, const Symmetry* symmetry,
                             const Distinction* compared)
    : network_(network), layout_(std::move(layout)), store_(layout_, compressed),
      expander_(network, layout_, store_.set()), examiner_(network), slot_count_(network.slots.size()),
      packed_(layout_.words()), read_(layout_.words()), stuck_([this] { return examiner_.is_stuck(slots()); }) {
    if (symmetry == nullptr) return;
    representatives_.emplace(network, *symmetry, compared);
    expander_.represent_by(*representatives_);
}

void DiscreteSpace::read(NodeId node, std::vector<std::int32_t>& slots) const {
    store_.read(node, read_.data());
    slots.resize(slot_count_);
    layout_.unpack(read_.data(), slots);
}

NormalForms DiscreteSpace::normal_forms() const {
    NormalForms forms;
    if (layout_.resets_dead()) forms = forms | NormalForms{NormalForm::dead_slots};
    if (is_symmetric()) forms = forms | NormalForms{NormalForm::representatives};
    return forms;
}

NodeId DiscreteSpace::insert(std::span<const std::uint32_t> record, std::uint64_t announced, NodeId parent,
                             std::uint32_t /*turn*/, const Spared& spared) {
    begin_phase(Phase::table);
    const NodeId node = store_.add(record.data(), announced, parent, spared);
    if (node != no_node) expander_.stand_at(record.data());
    return node;
}

bool DiscreteSpace::is_represented_by(std::span<const std::int32_t> slots, NodeId node) {
    std::vector<std::int32_t> cleared(slot_count_), representative(slot_count_);
    layout_.pack(slots, packed_.data());
    layout_.unpack(packed_.data(), cleared);
    permute(representatives_->symmetry(), representatives_->of(cleared), cleared, representative);
    layout_.pack(representative, packed_.data());
    return store_.find(packed_.data()) == node;
}

bool DiscreteSpace::find_start(NodeId node) {
    std::vector<std::int32_t> start = first_start(network_);
    do {
        if (is_represented_by(start, node)) return true;
    } while (next_start(network_, start));
    return false;
}

bool DiscreteSpace::find_successor(NodeId parent, NodeId node) {
    std::vector<std::int32_t> slots;
    read(parent, slots);
    if (!examiner_.expand(slots)) return false;
    while (examiner_.next()) {
        if (is_represented_by(examiner_.slots(), node)) return true;
    }
    return false;
}

std::vector<std::vector<std::int32_t>> DiscreteSpace::unfold(const std::vector<NodeId>& nodes) {
    const Symmetry& symmetry = representatives_->symmetry();
    Permutation total = identity_of(symmetry);
    std::vector<std::vector<std::int32_t>> path;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i == 0 ? !find_start(nodes[0]) : !find_successor(nodes[i - 1], nodes[i])) return {};
        total = composed(total, representatives_->last());
        std::vector<std::int32_t> representative;
        read(nodes[i], representative);
        permute(symmetry, inverse_of(total), representative, path.emplace_back(slot_count_));
    }
    return path;
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
