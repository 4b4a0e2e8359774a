// The kernel of best-first search: it pops the best entry of an open list, passes over entries that no longer count,
// tests the goal, expands the state, stores its successors, asks the heuristic about them, and pushes those that may
// lead to the goal. The searches of the literature differ in what they say of these steps:
//
//   Open            which entry is popped next: an open list (open_list.hpp, tiers.hpp, exploration_list.hpp, heap.hpp)
//   add             which stored states cover the successor: any, or only those with a path as short or as cheap
//   is_stale        which entries no longer count, because a better path was found since
//   popped          what is noted of the entry whose state is expanded next
//   estimate_of     what the heuristic says of the successor
//   push            where the successor is open, unless all paths by it are too long or cost too much
//   known           what becomes of a successor that a stored state covers
//
// The functions below are what most searches say; a search hides those in which it differs. `Base` is GuidedSearch, or
// what goes by lengths (measured_search.hpp) or costs (costs/costed_search.hpp).
#pragma once

#include <concepts>
#include <utility>

#include "search/kernels/guided_search.hpp"
#include "search/kernels/zone_rounds.hpp"

namespace crowfly {

template <class Self, class Base>
class BestFirstKernel : public Base {
public:
    // `is_fair`: the zones of a discrete state are expanded in rounds, see zone_rounds.hpp. `open`: the arguments of
    // the open list.
    template <class Space, class... Arguments>
    BestFirstKernel(Space& space, const SearchTask& task, bool is_fair, Arguments&&... open)
        : Base(space, task, std::forward<Arguments>(open)...), rounds_(task.target.network, is_fair) {}

    // ---- For the Explorer

    bool pop() {
        while (self().has_open()) {
            const auto entry = self().pop_entry();
            const NodeId node = node_of(entry);
            if (this->space_.is_covered(node) || self().is_stale(entry)) continue;
            this->node_ = node;
            self().popped(entry);
            return true;
        }
        return false;
    }

    bool visit() {
        rounds_.note_expanded(this->space_, this->node_);
        return !this->ends_here();
    }

    void generated() {
        const NodeId added = self().add();
        if (added == no_node) return self().known();
        const Estimate estimate = self().estimate_of(added);
        if (!self().is_dead_end(estimate)) self().push(added, estimate);
    }

protected:
    void shared_parts(auto& each) {
        Base::shared_parts(each);
        each(rounds_);
    }

    bool has_open() const { return !this->open_.empty(); }
    auto pop_entry() { return this->open_.pop(); }
    static bool is_stale(const auto& /*entry*/) { return false; }
    void popped(const auto& /*entry*/) {}

    NodeId add() {
        if constexpr (requires { Base::add(); })
            return Base::add();
        else
            return this->space_.add(this->node_);
    }
    void known() {}
    Estimate estimate_of(NodeId added) { return this->estimates_.of_successor(this->space_, added); }
    bool is_dead_end(Estimate estimate) const { return this->estimates_.proves_dead_end(estimate); }
    // A key by the estimate alone.
    OpenKey key_of(NodeId node, Estimate estimate) {
        return {std::uint64_t{estimate} + rounds_.round_of(this->space_, node), estimate};
    }

    ZoneRounds rounds_;

private:
    Self& self() { return static_cast<Self&>(*this); }

    static NodeId node_of(NodeId node) { return node; }
    template <class Entry>
    requires requires(const Entry& entry) { entry.node; }
    static NodeId node_of(const Entry& entry) { return entry.node; }
};

}  // namespace crowfly
