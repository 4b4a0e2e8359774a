// Per discrete state the vectors of numbers that no other one is at most as large as, in every number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/alarm.hpp"
#include "space/node.hpp"

namespace crowfly {

class ParetoFronts {
public:
    // False: a vector of the same state is nowhere larger. Those that are nowhere smaller are dominated from now on.
    // All vectors of a state have the same length.
    bool add(StateId state, NodeId node, std::span<const std::int64_t> vector) {
        if (state >= fronts_.size()) fronts_.resize(state + 1);
        Front& front = fronts_[state];
        const std::size_t n = vector.size();
        for (std::size_t i = 0; i < front.nodes.size(); ++i) {
            if (is_at_most(front.numbers.data() + i * n, vector.data(), n)) return false;
        }
        for (std::size_t i = 0; i < front.nodes.size();) {
            if (is_at_most(vector.data(), front.numbers.data() + i * n, n)) {
                drop(front, i, n);
            } else {
                ++i;
            }
        }
        poll();
        front.nodes.push_back(node);
        front.numbers.insert(front.numbers.end(), vector.begin(), vector.end());
        bytes_ += sizeof(NodeId) + n * sizeof(std::int64_t);
        return true;
    }

    // It dominates nothing any more.
    void remove(StateId state, NodeId node) {
        if (state >= fronts_.size()) return;
        Front& front = fronts_[state];
        const auto found = std::ranges::find(front.nodes, node);
        if (found != front.nodes.end())
            drop(front, static_cast<std::size_t>(found - front.nodes.begin()),
                 front.numbers.size() / front.nodes.size());
    }

    void parts(auto& each) { each(fronts_, dominated_, bytes_); }

    bool is_dominated(NodeId node) const { return node < dominated_.size() && dominated_[node]; }
    std::size_t bytes() const { return bytes_ + fronts_.size() * sizeof(Front) + dominated_.size() / 8; }

private:
    struct Front {
        std::vector<NodeId> nodes;
        std::vector<std::int64_t> numbers;  // of one node after the other

        void parts(auto& each) { each(nodes, numbers); }
    };

    static bool is_at_most(const std::int64_t* a, const std::int64_t* b, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if (a[i] > b[i]) return false;
        }
        return true;
    }

    // The last one takes its place.
    void drop(Front& front, std::size_t i, std::size_t n) {
        const NodeId node = front.nodes[i];
        if (node >= dominated_.size()) dominated_.resize(node + 1);
        dominated_[node] = true;
        const std::size_t last = front.nodes.size() - 1;
        front.nodes[i] = front.nodes[last];
        for (std::size_t k = 0; k < n; ++k) front.numbers[i * n + k] = front.numbers[last * n + k];
        front.nodes.pop_back();
        front.numbers.resize(front.numbers.size() - n);
        bytes_ -= sizeof(NodeId) + n * sizeof(std::int64_t);
    }

    std::vector<Front> fronts_;    // per state
    std::vector<bool> dominated_;  // per node
    std::size_t bytes_ = 0;
};

}  // namespace crowfly
