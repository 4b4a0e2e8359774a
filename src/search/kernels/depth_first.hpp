// Depth first: the newest state next, of the successors of one state the first; or a random one.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/rng.hpp"
#include "search/kernels/blind_search.hpp"

namespace crowfly {

template <class Space, bool at_random>
class BasicDepthFirst : public BlindSearch<Space, BasicDepthFirst<Space, at_random>> {
    using Base = BlindSearch<Space, BasicDepthFirst<Space, at_random>>;
    friend Base;
    using Base::found_, Base::node_, Base::options_, Base::result_, Base::space_;

public:
    BasicDepthFirst(Space& space, const SearchTask& task) : Base(space, task), random_(task.options.seed) {}

    void parts(auto& each) {
        this->shared_parts(each);
        each(random_, stack_, arranged_);
    }

    // ---- For the Explorer

    bool pop() {
        arrange();
        while (!stack_.empty()) {
            node_ = stack_.back();
            stack_.pop_back();
            arranged_ = stack_.size();
            if (!this->is_closed(node_)) return true;
        }
        return false;
    }

private:
    // The first successor is to be on top of the stack, or a random one.
    void arrange() {
        if constexpr (at_random) {
            for (std::size_t i = stack_.size(); i > arranged_ + 1; --i)
                std::swap(stack_[i - 1], stack_[arranged_ + random_.below(i - arranged_)]);
        } else {
            std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(arranged_), stack_.end());
        }
    }

    void push(NodeId node) { stack_.push_back(node); }
    static Spared spared() { return {}; }
    Path path_back() const { return path_to(space_, found_); }
    static bool has_guide() { return false; }

    std::size_t growth_of_open() const { return bytes_of(stack_); }
    void measure_open(Statistics& s) const { s.waiting = stack_.size(); }

    std::vector<std::string> described() const {
        return {fmt::format("depth first{}{}: {} states", at_random ? ", successors in random order" : "",
                            options_.hull ? ", one convex hull per discrete state" : "", result_.statistics.explored)};
    }

    Rng random_;
    std::vector<NodeId> stack_;
    std::size_t arranged_ = 0;  // what lies above are the successors of the state expanded last
};

template <class Space>
class DepthFirst : public BasicDepthFirst<Space, false> {
public:
    using BasicDepthFirst<Space, false>::BasicDepthFirst;
};

template <class Space>
class RandomDepthFirst : public BasicDepthFirst<Space, true> {
public:
    using BasicDepthFirst<Space, true>::BasicDepthFirst;
};

}  // namespace crowfly
