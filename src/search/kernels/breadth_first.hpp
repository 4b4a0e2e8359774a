// Breadth first: the oldest state next, so that what is found has the fewest transitions. The nodes themselves are the
// open list, for they are numbered in the order of their generation.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "search/kernels/blind_search.hpp"

namespace crowfly {

template <class Space>
class BreadthFirst : public BlindSearch<Space, BreadthFirst<Space>> {
    using Base = BlindSearch<Space, BreadthFirst<Space>>;
    friend Base;
    using Base::found_, Base::ledger_, Base::node_, Base::options_, Base::result_, Base::space_, Base::task_;

public:
    using Base::Base;

    void parts(auto& each) {
        this->shared_parts(each);
        each(next_, layer_end_, layers_);
    }

    // ---- For the Explorer

    bool pop() {
        while (pop_oldest()) {
            if (!this->is_closed(node_)) return true;
        }
        return false;
    }

private:
    bool pop_oldest() {
        if (next_ == space_.nodes()) return false;
        if (next_ == layer_end_) {
            layer_end_ = static_cast<NodeId>(space_.nodes());
            ++layers_;
        }
        if (layers_ > options_.longest) {  // the states of this layer are as far as may be
            result_.cut = true;
            return false;
        }
        node_ = next_++;
        return true;
    }

    void push(NodeId) {}  // it is among the nodes

    bool is_by_length() const { return options_.wants_shortest() || options_.longest < no_bound; }

    // Of the layer being expanded, open states may only be replaced by states just as near.
    Spared spared() const { return is_by_length() ? Spared{next_, layer_end_} : Spared{}; }

    Path path_back() {
        result_.is_short = true;
        return path_to(space_, found_);
    }

    static std::size_t growth_of_open() { return 0; }
    void measure_open(Statistics& s) const {
        s.waiting = space_.nodes() - next_;
        if (layers_ > 0) s.depth = layers_ - 1;
    }

    std::vector<std::string> described() const {
        return {fmt::format("breadth first{}: {} states", options_.hull ? ", one convex hull per discrete state" : "",
                            result_.statistics.explored)};
    }

    NodeId next_ = 0;           // the oldest node that was not popped
    NodeId layer_end_ = 0;      // where the nodes of the next depth start
    std::uint32_t layers_ = 0;  // whose expansion has begun
};

}  // namespace crowfly
