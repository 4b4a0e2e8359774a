// What A* and dives for an optimum share: the best value found so far, and that what cannot beat it is left out.
#pragma once

#include <optional>

#include "search/optimum/total.hpp"
#include "space/node.hpp"

namespace crowfly {

struct Incumbent {
    std::optional<Total> total = {};

    bool is_beaten_by(const Total& other) const { return !total || other < *total; }
    // Whether a goal with at least this value may be better. The same value may be attained, although that of the best
    // so far is not.
    bool may_be_beaten_by(std::int64_t least) const {
        return !total || least < total->value || (least == total->value && !total->attained);
    }
};

// The space is as in optimum.hpp.
template <class Space>
class BoundedExpansion {
public:
    bool expand() { return space_.expand(node_); }

protected:
    BoundedExpansion(const typename Space::Setup& setup, const Incumbent& best) : space_(setup), best_(best) {}

    void shared_parts(auto& each) { each(space_, best_.total, explored_); }

    // Whether the state is to be expanded; then it is the one that is.
    bool take(NodeId node) {
        if (space_.is_covered(node)) return false;
        node_ = node;
        ++explored_;
        return true;
    }
    // Of the successor. Nothing: no goal behind it can be better than the best so far.
    std::optional<Outlook> promise() {
        const Outlook outlook = space_.outlook();
        return best_.may_be_beaten_by(outlook.least) ? std::optional(outlook) : std::nullopt;
    }

    Space space_;
    NodeId node_ = no_node;  // the state being expanded
    Incumbent best_;
    std::size_t explored_ = 0;
};

}  // namespace crowfly
