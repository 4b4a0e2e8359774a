// The open states of a search that does not store states: they wait whole, packed, or in the form that their set has
// for them (quotient_states.hpp). An order knows how to find the path to the state that was pushed last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <new>
#include <unordered_map>
#include <vector>

#include "base/chunked.hpp"
#include "base/files/parts.hpp"
#include "base/rng.hpp"
#include "search/settings/path.hpp"
#include "space/discrete/discrete_expander.hpp"
#include "space/layout.hpp"
#include "space/parents.hpp"

namespace crowfly {

// Breadth first. Of every state its parent is kept, which takes two bits, and which of the successors of its parent it
// is, one byte; so the path is found by taking these successors once more.
class OldestFirst {
public:
    static constexpr const char* name = "breadth first";

    OldestFirst(std::size_t words, std::uint64_t) : words_(words) {}

    // `turn`: the successor it is of the state popped last, from 1.
    void push(const std::uint32_t* form, std::size_t turn) {
        const auto node = static_cast<NodeId>(turns_.size());
        if (node + 1 == no_node) throw std::bad_alloc();
        parents_.push_back(node_);
        turns_.push_back(static_cast<std::uint8_t>(std::min<std::size_t>(turn, late)));
        if (turn >= late) late_[node] = static_cast<std::uint32_t>(turn);
        waiting_.insert(waiting_.end(), form, form + words_);
    }

    bool pop(std::uint32_t* into) {
        if (waiting_.empty()) return false;
        const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(words_);
        std::copy(waiting_.begin(), end, into);
        waiting_.erase(waiting_.begin(), end);
        ++node_;
        return true;
    }

    template <class Read>
    Path path(DiscreteExpander& expander, const Layout& layout, Read&&) const {
        std::vector<NodeId> nodes;
        for (auto node = static_cast<NodeId>(turns_.size() - 1); node != no_node; node = parents_[node])
            nodes.push_back(node);
        Path path;
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
            if (node == nodes.rbegin() ? !expander.start() : !expander.expand()) return {};
            for (std::size_t turn = turn_of(*node); turn > 0; --turn) {
                if (!expander.next()) return {};
            }
            std::copy_n(expander.packed(), layout.words(), expander.source());
            path.emplace_back(expander.slots().begin(), expander.slots().end());
        }
        return path;
    }

    std::size_t waiting() const { return waiting_.size() / words_; }
    void parts(auto& each) { each.derived(waiting_, parents_, turns_, late_); }
    static std::size_t growth() { return 0; }

private:
    static constexpr std::size_t late = 255;

    std::size_t turn_of(NodeId node) const { return turns_[node] < late ? turns_[node] : late_.at(node); }

    std::size_t words_;
    std::deque<std::uint32_t> waiting_;
    NodeId node_ = no_node;                                // the one popped last
    Parents parents_;                                      // per node
    Chunked<std::uint8_t> turns_;                          // likewise …
    std::unordered_map<NodeId, std::uint32_t> late_ = {};  // … where a byte is too little
};

// Depth first. A state that was popped stays on the stack below its successors, so that the stack has the path.
template <bool at_random>
class NewestFirst {
public:
    static constexpr const char* name = at_random ? "depth first, successors at random" : "depth first";

    NewestFirst(std::size_t words, std::uint64_t seed) : words_(words), random_(seed) {}

    void push(const std::uint32_t* form, std::size_t) { stack_.insert(stack_.end(), form, form + words_); }

    bool pop(std::uint32_t* into) {
        arrange();
        while (!path_.empty() && path_.back() + 1 == states()) {
            stack_.resize(stack_.size() - words_);
            path_.pop_back();
        }
        if (stack_.empty()) return false;
        path_.push_back(states() - 1);
        arranged_ = states();
        std::copy_n(at(path_.back()), words_, into);
        return true;
    }

    // The state pushed last is the top of the stack. `read` makes slots of what was pushed.
    template <class Read>
    Path path(DiscreteExpander& expander, const Layout&, Read&& read) const {
        Path path;
        const auto add = [&](std::size_t state) {
            read(&stack_[state * words_], path.emplace_back(expander.slots().size()));
        };
        for (const std::size_t state : path_) add(state);
        add(states() - 1);
        return path;
    }

    std::size_t waiting() const { return states() - path_.size(); }
    void parts(auto& each) { each.derived(stack_, path_); }
    std::size_t growth() const { return 2 * bytes_of(*this); }  // both vectors while one of them grows

private:
    std::size_t states() const { return stack_.size() / words_; }
    std::uint32_t* at(std::size_t state) { return &stack_[state * words_]; }

    // The first successor is to be on top of the stack, or a random one.
    void arrange() {
        const auto exchange = [&](std::size_t a, std::size_t b) {
            if (a != b) std::swap_ranges(at(a), at(a) + words_, at(b));
        };
        const std::size_t count = states() - arranged_;
        for (std::size_t i = at_random ? count : count / 2; i > 0; --i) {
            if constexpr (at_random)
                exchange(arranged_ + i - 1, arranged_ + random_.below(i));
            else
                exchange(arranged_ + i - 1, arranged_ + count - i);
        }
    }

    std::size_t words_;
    Rng random_;
    std::vector<std::uint32_t> stack_;
    std::vector<std::size_t> path_;  // the positions of expanded states
    std::size_t arranged_ = 0;       // what lies above are the successors of the state popped last
};

}  // namespace crowfly
