// The parent of each node. Breadth first, nodes are added in the order of their parents, so that it suffices to note
// where the children of each end: at most two bits per node. From the first node out of this order on, each takes a
// word.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "base/chunked.hpp"
#include "base/files/parts.hpp"
#include "space/node.hpp"

namespace crowfly {

class Parents {
public:
    void push_back(NodeId parent) {
        if (words_.empty() && append(parent)) return;
        words_.push_back(parent);
    }

    NodeId operator[](NodeId node) const {
        if (node >= ordered_) return words_[node - ordered_];
        return static_cast<NodeId>(position_of(node) - node) - 1;
    }

    void set(NodeId node, NodeId parent) {
        if (node < ordered_) write_out();
        words_[node - ordered_] = parent;
    }

    std::size_t size() const { return ordered_ + words_.size(); }
    void parts(auto& each) { each.derived(bits_, marks_, words_); }

    // A number per node, whatever their order.
    void save(ArchiveWriter& to) const {
        for (NodeId node = 0; node < size(); ++node) to.number((*this)[node]);
    }
    void load(ArchiveReader& from, std::size_t nodes) {
        for (; nodes > 0; --nodes) push_back(from.number<NodeId>());
    }

private:
    static constexpr std::size_t spacing = 512;

    // Parents from `no_node` on are counted from 0. The number of a parent is that of the zeros before the one that
    // stands for its child.
    bool append(NodeId parent) {
        const NodeId number = parent + 1;
        if (number < last_) return false;
        const std::uint64_t position = std::uint64_t{number} + ordered_;
        while (bits_.size() <= position / 64) bits_.push_back(0);
        bits_[position / 64] |= std::uint64_t{1} << (position % 64);
        if (ordered_ % spacing == 0) marks_.push_back(position);
        last_ = number;
        ++ordered_;
        return true;
    }

    // Of the bit that stands for the node.
    std::uint64_t position_of(NodeId node) const {
        const std::uint64_t mark = marks_[node / spacing];
        std::size_t ahead = node % spacing;
        std::size_t i = mark / 64;
        std::uint64_t word = bits_[i] & (~std::uint64_t{0} << (mark % 64));
        const auto ones = [&] { return static_cast<std::size_t>(std::popcount(word)); };
        for (; ones() <= ahead; word = bits_[++i]) ahead -= ones();
        for (; ahead > 0; --ahead) word &= word - 1;
        return i * 64 + static_cast<std::uint64_t>(std::countr_zero(word));
    }

    // A word for each of the nodes.
    void write_out() {
        Chunked<NodeId> all;
        for (NodeId node = 0; node < ordered_ + words_.size(); ++node) all.push_back((*this)[node]);
        *this = Parents();
        words_ = std::move(all);
    }

    std::size_t ordered_ = 0;  // so many nodes were added in the order of their parents, before any others
    NodeId last_ = 0;          // the number of the last parent among theirs
    Chunked<std::uint64_t> bits_;
    Chunked<std::uint64_t> marks_;  // the position of each 512th one
    Chunked<NodeId> words_;         // of the other nodes
};

}  // namespace crowfly
