// What searches with a heuristic have in common that go by the length of the path to a state: a state only covers one
// that is not nearer to the start, and a discrete state reached by a shorter path is opened again. Such a search may
// forget states, and it may go on after it has found a path, for a shorter one.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "search/kernels/guided_search.hpp"
#include "space/per_node.hpp"

namespace crowfly {

template <class Space, class Self, class Open>
class MeasuredSearch : public GuidedSearch<Space, Self, Open> {
    using Base = GuidedSearch<Space, Self, Open>;

public:
    template <class... Arguments>
    MeasuredSearch(Space& space, const SearchTask& task, Arguments&&... open)
        : Base(space, task, std::forward<Arguments>(open)...),
          is_admissible_(guarantees_of(task.options.guidance.heuristic).admissible), lengths_(space.columns()) {}

    // What is reported is the most that was ever stored.
    void measure(Statistics& s) const {
        Base::measure(s);
        s.stored = std::max(s.stored, most_stored_);
    }

protected:
    void shared_parts(auto& each) {
        Base::shared_parts(each);
        each(most_stored_);
    }

    static constexpr std::uint64_t without_end = std::numeric_limits<std::uint64_t>::max();
    static constexpr std::uint32_t unvisited = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t next_length() const { return this->node_ == no_node ? 0 : lengths_[this->node_] + 1; }

    // Stores the successor. no_node: a state covers it that is as near to the start.
    NodeId add() { return add_with_parent(this->node_); }
    // … with another parent, or with none.
    NodeId add_with_parent(NodeId parent) {
        const std::uint32_t length = next_length();
        Spared spared;
        spared.lengths = &lengths_.values();
        spared.length = length;
        const NodeId added = this->space_.add(parent, spared);
        if (added == no_node) return added;
        lengths_.set(added, length);
        most_stored_ = std::max(most_stored_, this->space_.stored());
        return added;
    }

    // Forgets all states but these, which get the numbers from 0 on, in this order.
    void keep_only(std::span<const NodeId> nodes) {
        this->space_.keep_only(nodes);
        this->estimates_.begin_space();
    }

    // The least number of transitions on a path by this state, as far as that can be relied on.
    std::uint64_t least_total(std::uint32_t length, Estimate estimate) const {
        return is_admissible_ ? std::uint64_t{length} + estimate : length;
    }

    // A path to the popped state is better than all before. It is put down at once, so that a limit cannot take it
    // away.
    void improve() {
        this->found_ = this->node_;
        this->find_path();
        const auto length = static_cast<std::uint32_t>(transitions_of(*this->result_.found));
        this->result_.lengths_found.push_back(length);
        this->result_.statistics.shortest_found = length;
    }

    const bool is_admissible_;
    PerNode<std::uint32_t> lengths_;  // of the path to it
    std::size_t most_stored_ = 0;
};

}  // namespace crowfly
