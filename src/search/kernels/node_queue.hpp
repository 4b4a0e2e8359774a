// The nodes of a space in the order of their generation: an open list that takes no memory.
#pragma once

#include "space/node.hpp"

namespace crowfly {

template <class Space>
class NodeQueue {
public:
    explicit NodeQueue(const Space& space) : space_(space) {}

    // The next node that nothing covers. False: there is none.
    bool pop() {
        for (; next_ < space_.nodes(); ++next_) {
            if (space_.is_covered(next_)) continue;
            node_ = next_++;
            return true;
        }
        return false;
    }

    NodeId node() const { return node_; }  // the one popped last; no_node: none was
    std::size_t size() const { return node_ == no_node ? 0 : space_.nodes() - node_ - 1; }  // those generated after it

private:
    const Space& space_;
    NodeId next_ = 0;
    NodeId node_ = no_node;
};

}  // namespace crowfly
