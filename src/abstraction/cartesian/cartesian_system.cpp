#include "abstraction/cartesian/cartesian_system.hpp"

#include <algorithm>

#include "base/files/parts.hpp"
#include "base/sort_out.hpp"

namespace crowfly::cartesian {

// ---- The refinement hierarchy ---------------------------------------------------------------------------------------

AbstractState Hierarchy::state_of(std::span<const Value> values) const {
    const Node* node = &nodes_.front();
    while (node->first_child != Node::leaf) {
        const Value value = values[node->variable];
        const bool is_moved = (words_[node->content + value / 64] >> (value % 64) & 1U) != 0;
        node = &nodes_[node->first_child + (is_moved ? 1 : 0)];
    }
    return node->content;
}

void Hierarchy::split(const ValueSets& layout, AbstractState state, VariableIndex variable, Set moved) {
    const std::uint32_t node = leaf_of_[state];
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    const auto fresh = static_cast<AbstractState>(leaf_of_.size());
    nodes_.push_back({Node::leaf, 0, state});
    nodes_.push_back({Node::leaf, 0, fresh});
    leaf_of_[state] = child;
    leaf_of_.push_back(child + 1);
    const auto content = static_cast<std::uint32_t>(words_.size());
    words_.resize(words_.size() + (layout.values(variable) + 63) / 64);
    for (Value value = 0; value < layout.values(variable); ++value) {
        if (layout.contains(moved, variable, value)) words_[content + value / 64] |= Word{1} << (value % 64);
    }
    nodes_[node] = {child, variable, content};
}

std::vector<VariableIndex> Hierarchy::variables() const {
    std::vector<VariableIndex> split;
    for (const Node& node : nodes_) {
        if (node.first_child != Node::leaf) split.push_back(node.variable);
    }
    sort_out(split);
    return split;
}

void Hierarchy::fit(ValueCounts values, std::size_t states) const {
    ArchiveReader::demand(!nodes_.empty(), "has an empty tree of splits");
    const std::size_t nodes = nodes_.size();
    for (std::size_t n = 0; n < nodes; ++n) {
        const Node& node = nodes_[n];
        if (node.first_child == Node::leaf) {
            ArchiveReader::demand(node.content < states, "lacks distances");
            continue;
        }
        // Whoever descends to greater numbers only comes to an end.
        ArchiveReader::demand(node.first_child > n && node.first_child + std::size_t{1} < nodes,
                              "has a split that leads nowhere");
        ArchiveReader::demand(node.variable < values.size(), "looks at a variable that does not exist");
        const std::size_t words = (std::size_t{values[node.variable]} + 63) / 64;
        ArchiveReader::demand(node.content + words <= words_.size(), "has a split without its values");
    }
}

// ---- States and transitions -----------------------------------------------------------------------------------------

CartesianSystem::CartesianSystem(const LabelClasses& labels)
    : labels_(labels), layout_(labels.system().variables), sets_(layout_.all()), outgoing_(1), incoming_(1) {}

AbstractState CartesianSystem::split(AbstractState state, VariableIndex variable, Set moved) {
    const AbstractState fresh = states();
    hierarchy_.split(layout_, state, variable, moved);
    const std::uint32_t words = layout_.words();
    sets_.resize(sets_.size() + words);
    const MutableSet old_set{sets_.data() + std::size_t{state} * words, words};
    const MutableSet new_set{sets_.data() + std::size_t{fresh} * words, words};
    std::ranges::copy(old_set, new_set.begin());
    layout_.remove(old_set, variable, moved);
    layout_.remove(new_set, variable, old_set);
    outgoing_.emplace_back();
    incoming_.emplace_back();
    split_incoming(state, fresh, variable);
    split_outgoing(state, fresh, variable);
    split_loops(state, fresh, variable);
    return fresh;
}

void CartesianSystem::split_incoming(AbstractState old, AbstractState fresh, VariableIndex variable) {
    for (std::size_t i = incoming_[old].size(); i-- > 0;) {
        const TransitionIndex t = incoming_[old][i];
        const auto [source, target, label, out, in] = transitions_[t];
        const std::span<const Rule> rules = labels_.rules(label, variable);
        if (!layout_.has_step(set(source), variable, rules, set(fresh))) continue;
        if (layout_.has_step(set(source), variable, rules, set(old)))
            add(source, label, fresh);
        else
            change_target(t, fresh);
    }
}

void CartesianSystem::split_outgoing(AbstractState old, AbstractState fresh, VariableIndex variable) {
    for (std::size_t i = outgoing_[old].size(); i-- > 0;) {
        const TransitionIndex t = outgoing_[old][i];
        const auto [source, target, label, out, in] = transitions_[t];
        const std::span<const Rule> rules = labels_.rules(label, variable);
        if (!layout_.has_step(set(fresh), variable, rules, set(target))) continue;
        if (layout_.has_step(set(old), variable, rules, set(target)))
            add(fresh, label, target);
        else
            change_source(t, fresh);
    }
}

// Where the state that is split has transitions to itself, some may lead from one of both states to the other.
void CartesianSystem::split_loops(AbstractState old, AbstractState fresh, VariableIndex variable) {
    for (const LabelClasses::Change& change : labels_.changing(variable)) {
        const bool there = layout_.has_step(set(old), variable, change.rules, set(fresh));
        const bool back = layout_.has_step(set(fresh), variable, change.rules, set(old));
        if ((!there && !back) || !loops(old, change.label, variable)) continue;
        if (there) add(old, change.label, fresh);
        if (back) add(fresh, change.label, old);
    }
}

bool CartesianSystem::loops(AbstractState state, ClassIndex label, VariableIndex except) const {
    return std::ranges::all_of(labels_.moves(label), [&](const VariableMove& move) {
        return move.variable == except || layout_.has_step(set(state), move.variable, labels_.rules(move), set(state));
    });
}

void CartesianSystem::add(AbstractState source, ClassIndex label, AbstractState target) {
    const auto t = static_cast<TransitionIndex>(transitions_.size());
    transitions_.push_back({source, target, label});
    enter_outgoing(t);
    enter_incoming(t);
}

void CartesianSystem::enter_outgoing(TransitionIndex t) {
    std::vector<TransitionIndex>& list = outgoing_[transitions_[t].source];
    transitions_[t].place_in_outgoing = static_cast<std::uint32_t>(list.size());
    list.push_back(t);
}

void CartesianSystem::enter_incoming(TransitionIndex t) {
    std::vector<TransitionIndex>& list = incoming_[transitions_[t].target];
    transitions_[t].place_in_incoming = static_cast<std::uint32_t>(list.size());
    list.push_back(t);
}

void CartesianSystem::change_source(TransitionIndex t, AbstractState to) {
    std::vector<TransitionIndex>& list = outgoing_[transitions_[t].source];
    const std::uint32_t place = transitions_[t].place_in_outgoing;
    list[place] = list.back();
    transitions_[list[place]].place_in_outgoing = place;
    list.pop_back();
    transitions_[t].source = to;
    enter_outgoing(t);
}

void CartesianSystem::change_target(TransitionIndex t, AbstractState to) {
    std::vector<TransitionIndex>& list = incoming_[transitions_[t].target];
    const std::uint32_t place = transitions_[t].place_in_incoming;
    list[place] = list.back();
    transitions_[list[place]].place_in_incoming = place;
    list.pop_back();
    transitions_[t].target = to;
    enter_incoming(t);
}

// It is asked after each split: transitions are counted with their places in the lists of both states.
std::size_t CartesianSystem::bytes() const {
    return bytes_of(sets_) + bytes_of(hierarchy_) +
           transitions_.size() * (sizeof(Transition) + 3 * sizeof(TransitionIndex)) +
           outgoing_.size() * 2 * sizeof(std::vector<TransitionIndex>);
}

}  // namespace crowfly::cartesian
