// The cheapest path first, in any cost algebra (cost.hpp): Dijkstra's algorithm, and A* where what is ahead is known to
// cost something (Edelkamp, Jabbar, Lluch Lafuente: Cost-algebraic heuristic search, 2005).
//
// The goal is tested when a state is popped, so that the first path found is a cheapest one: costs are isotone, and no
// transition makes a path better.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/archive_parts.hpp"
#include "search/costs/costed_search.hpp"

namespace crowfly {

// What is open: least sum first, and among equals what is nearest to the goal, then what was generated last.
class CheapestList {
public:
    struct Entry {
        Cost sum;   // of the path so far and what is ahead
        Cost cost;  // of the path so far
        Estimate estimate = 0;
        NodeId node = no_node;
        bool operator<(const Entry& other) const {  // worse
            if (sum != other.sum) return other.sum < sum;
            if (estimate != other.estimate) return other.estimate < estimate;
            return node < other.node;
        }
        void save(ArchiveWriter& to) const {
            for (const Cost& part : {sum, cost}) save_cost(part, to);
            to.number(estimate);
            to.number(node);
        }
        void load(ArchiveReader& from) {
            for (Cost* part : {&sum, &cost}) *part = load_cost(from);
            estimate = from.number<Estimate>();
            node = from.number<NodeId>();
        }
    };

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    std::size_t bytes() const { return entries_.size() * sizeof(Entry); }
    void push(const Entry& entry) {
        entries_.push_back(entry);
        std::push_heap(entries_.begin(), entries_.end());
    }
    Entry pop() {
        std::pop_heap(entries_.begin(), entries_.end());
        const Entry entry = entries_.back();
        entries_.pop_back();
        return entry;
    }

    void save(ArchiveWriter& to) const { save_from(entries_, 0, to); }
    void load(ArchiveReader& from) { load_all(entries_, from); }

private:
    std::vector<Entry> entries_;  // a heap
};

template <class Space>
class CheapestFirst : public CostedSearch<Space, CheapestFirst<Space>, CheapestList> {
    using Base = CostedSearch<Space, CheapestFirst<Space>, CheapestList>;
    friend GuidedSearch<Space, CheapestFirst<Space>, CheapestList>;
    using Base::algebra_, Base::costs_, Base::estimates_, Base::node_, Base::open_, Base::options_, Base::result_,
        Base::space_;

public:
    CheapestFirst(Space& space, const SearchTask& task) : Base(space, task) {}

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const CheapestList::Entry entry = open_.pop();
            if (space_.is_covered(entry.node) || costs_[entry.node] < entry.cost) continue;
            node_ = entry.node;
            return true;
        }
        return false;
    }

    bool visit() { return !this->ends_here(); }

    void generated() {
        const NodeId added = this->add();
        if (added == no_node) return;
        const Estimate estimate = estimates_.of_successor(space_, added);
        if (estimates_.proves_dead_end(estimate)) return;
        if (this->is_beyond_limits(costs_[added], estimate)) return;
        open_.push({this->least_total(costs_[added], estimate), costs_[added], estimate, added});
    }

private:
    void report() {
        const std::string guide =
            options_.guidance.ahead > 0 ? fmt::format(" + h with h = {}", to_string(options_.guidance.heuristic)) : "";
        result_.strategies = {
            fmt::format("best first by {}{}: {} states", algebra_.name(), guide, result_.statistics.explored)};
    }

    void save_own(ArchiveWriter& to) const { this->save_costs(to); }
    void load_own(ArchiveReader& from) { this->load_costs(from); }
};

}  // namespace crowfly
