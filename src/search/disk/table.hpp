// The states of a search on disk that are in memory, in the order in which they were added, and the log: a file that
// gets each of them, with the length of its path as the tag of its block and a byte of its parent. A search that goes
// on after it was ended reads from the log what was in memory; and the log has every path.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/files/parts.hpp"
#include "search/disk/records.hpp"
#include "space/node.hpp"
#include "space/per_node.hpp"

namespace crowfly {

// What a state is known by as a parent.
inline std::uint8_t parent_mark(const std::uint32_t* key, std::size_t words) {
    std::uint32_t hash = 0x811C9DC5;
    for (std::size_t i = 0; i < words; ++i) {
        hash = (hash ^ key[i]) * 0x9E3779B1;
        hash ^= hash >> 15U;
    }
    return static_cast<std::uint8_t>(hash >> 24U);
}

template <class Space>
class DiskTable {
public:
    // `by_length`: a state that is reached by a shorter path than before is new. Else paths never get shorter.
    DiskTable(Space& space, DiskFolder& folder, bool by_length)
        : space_(space), folder_(folder), by_length_(by_length),
          words_(space.layout().words()), shape_{words_ + 1, words_, has_zones}, parents_(space.columns()),
          lengths_(space.columns()) {}

    static constexpr bool has_zones = requires { typename Space::Bound; };

    void begin_log() { log_.emplace(folder_, shape_, nullptr); }
    // All it holds, from some place on, is then added again.
    void go_on_with_log(const RecordFile& log) {
        log_.emplace(folder_, shape_, log);
        is_loading_ = true;
    }
    bool has_log() const { return log_.has_value(); }
    const RecordShape& log_shape() const { return shape_; }

    // The successor at which the space stands, or a state of the log. no_node: it is known, or covered.
    NodeId add_successor(std::uint32_t length, std::uint8_t parent) {
        return note(space_.add(no_node, spared(length)), length, parent);
    }
    NodeId add(const Record& state, std::uint32_t length, std::uint8_t parent) {
        return note(space_.insert(state, no_node, unknown_turn, spared(length)), length, parent);
    }
    // Whether a node that was added with this length still has it, and is not covered.
    bool is_open(NodeId node, std::uint32_t length) const {
        return !space_.is_covered(node) && (!by_length_ || lengths_[node] == length);
    }
    std::size_t size() const { return space_.nodes(); }

    // Writes to the log what it does not have.
    RecordFile log() {
        append_to_log();
        return log_->flush();
    }

    // What was added came from the log.
    void are_logged() {
        logged_ = static_cast<NodeId>(size());
        next_length_ = lengths_from_.size();
        is_loading_ = false;
        if (next_length_ > 0) log_->begin_block(lengths_from_.back().second);
    }

    // Forgets all states but these, which get the numbers from 0 on. They have paths of this length.
    void keep_only(std::span<const NodeId> nodes, std::uint32_t length) {
        space_.keep_only(nodes);
        for (NodeId node = 0; node < lengths_.size(); ++node) lengths_[node] = length;
        logged_ = 0;
        next_length_ = 0;
        lengths_from_.clear();
        if (!nodes.empty()) lengths_from_.emplace_back(0, length);
    }

    void parts(auto& each) { each.derived(space_, lengths_from_, shortened_); }
    std::size_t bytes_soon() const { return bytes_of_parts<Moment::after_growth>(*this); }

    // The states of a log and the marks of their parents.
    static void split(const Record& logged, std::size_t words, Record& state, std::uint8_t& parent) {
        state.assign(logged.begin(), logged.end());
        state.erase(state.begin() + static_cast<std::ptrdiff_t>(words));
        parent = static_cast<std::uint8_t>(logged[words]);
    }

private:
    static constexpr std::uint32_t unknown_turn = static_cast<std::uint32_t>(-1);  // paths are found by the log

    Spared spared(std::uint32_t length) const {
        Spared spared;
        if (by_length_) spared.lengths = &lengths_.values();
        spared.length = length;
        return spared;
    }

    NodeId note(NodeId node, std::uint32_t length, std::uint8_t parent) {
        if (node == no_node) return node;
        if (node < parents_.size()) {
            shorten(node, length, parent);
            return node;
        }
        parents_.push_back(parent);
        if (by_length_) lengths_.push_back(length);
        if (lengths_from_.empty() || lengths_from_.back().second != length) lengths_from_.emplace_back(node, length);
        return node;
    }

    // The log gets the state with both lengths, each with the parent it has by that path.
    void shorten(NodeId node, std::uint32_t length, std::uint8_t parent) {
        if (!is_loading_ && (node >= logged_ || !shortened_.empty())) append_to_log();
        parents_[node] = parent;
        lengths_[node] = length;
        if (is_loading_) return;
        shortened_.emplace_back(node, length);
    }

    void append_to_log() {
        Record record;
        for (; logged_ < size(); ++logged_) {
            while (next_length_ < lengths_from_.size() && lengths_from_[next_length_].first == logged_)
                log_->begin_block(lengths_from_[next_length_++].second);
            if (!space_.is_covered(logged_)) log_node(logged_, record);
        }
        for (const auto& [node, length] : std::exchange(shortened_, {})) {
            if (!is_open(node, length)) continue;
            log_->begin_block(length);
            log_node(node, record);
        }
        if (next_length_ > 0) log_->begin_block(lengths_from_[next_length_ - 1].second);
    }

    void log_node(NodeId node, Record& record) {
        record.clear();
        space_.write(node, record);
        record.insert(record.begin() + static_cast<std::ptrdiff_t>(words_), parents_[node]);
        log_->add(record);
    }

    Space& space_;
    DiskFolder& folder_;
    bool by_length_;
    std::size_t words_;
    RecordShape shape_;
    std::optional<RecordWriter> log_;
    PerNode<std::uint8_t> parents_;
    PerNode<std::uint32_t> lengths_;  // if they matter
    bool is_loading_ = false;
    NodeId logged_ = 0;                                           // the nodes before are in the log
    std::vector<std::pair<NodeId, std::uint32_t>> lengths_from_;  // the nodes from one on have paths of this length
    std::size_t next_length_ = 0;                                 // of those, for the log
    std::vector<std::pair<NodeId, std::uint32_t>> shortened_;     // nodes whose paths got shorter
};

}  // namespace crowfly
