// Merges sorted records of several sources.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "search/disk/records.hpp"
#include "space/node.hpp"

namespace crowfly {

// Ends what takes long when the alarm rings, also where poll() does not obey it. Null: there is none.
inline void hear(const Alarm* alarm) {
    if (alarm != nullptr && alarm->rings()) alarm->raise();
}

class RecordSource {
public:
    virtual ~RecordSource() = default;
    virtual bool next() = 0;
    virtual const Record& record() const = 0;
};

class FileSource final : public RecordSource {
public:
    FileSource(DiskFolder& folder, const RecordShape& shape, const RecordFile& file, std::size_t read_bytes)
        : reader_(folder, shape, file, read_bytes) {}
    bool next() override { return reader_.next(); }
    const Record& record() const override { return reader_.record(); }

private:
    RecordReader reader_;
};

// Of nodes in memory that are sorted. `Space` is a space of states, see DiscreteSpace.
template <class Space>
class NodeSource final : public RecordSource {
public:
    NodeSource(Space& space, const std::vector<NodeId>& nodes) : space_(space), nodes_(nodes) {}
    bool next() override {
        if (next_ == nodes_.size()) return false;
        record_.clear();
        space_.write(nodes_[next_++], record_);
        return true;
    }
    const Record& record() const override { return record_; }

private:
    Space& space_;
    const std::vector<NodeId>& nodes_;
    std::size_t next_ = 0;
    Record record_;
};

// All records of the sources, those with the least key first. That may take minutes, so it ends in the middle when the
// alarm rings: what is merged stays on disk until a manifest names what it was merged to.
class RecordMerger {
public:
    RecordMerger(std::size_t key, const Alarm* alarm) : key_(key), alarm_(alarm) {}

    void add(std::unique_ptr<RecordSource> source) {
        if (!source->next()) return;
        heap_.push_back(source.get());
        std::push_heap(heap_.begin(), heap_.end(), [this](auto* a, auto* b) { return is_later(a, b); });
        sources_.push_back(std::move(source));
    }

    // The record at which it stands is valid until next().
    bool next() {
        constexpr std::size_t between_looks = 4096;
        if (++delivered_ % between_looks == 0) hear(alarm_);
        if (is_begun_) move_on();
        is_begun_ = true;
        return !heap_.empty();
    }
    const Record& record() const { return heap_.front()->record(); }

private:
    bool is_later(const RecordSource* a, const RecordSource* b) const {
        return is_less(b->record().data(), a->record().data(), key_);
    }
    void move_on() {
        if (heap_.size() == 1) {
            if (!heap_.front()->next()) heap_.clear();
            return;
        }
        if (!heap_.front()->next()) {
            heap_.front() = heap_.back();
            heap_.pop_back();
        }
        sink();
    }
    // The first source has another record now.
    void sink() {
        for (std::size_t at = 0, child = 1; child < heap_.size(); at = child, child = 2 * at + 1) {
            if (child + 1 < heap_.size() && is_later(heap_[child], heap_[child + 1])) ++child;
            if (!is_later(heap_[at], heap_[child])) return;
            std::swap(heap_[at], heap_[child]);
        }
    }

    std::size_t key_;
    std::vector<std::unique_ptr<RecordSource>> sources_;
    std::vector<RecordSource*> heap_;
    bool is_begun_ = false;
    const Alarm* alarm_;  // null: none
    std::size_t delivered_ = 0;
};

// Sorts nodes by the key words of their states: by the first word, and what is equal by the next one. A number that is
// sorted has the word in its upper half and the node in its lower one.
template <class Space>
class NodeSorter {
public:
    NodeSorter(Space& space, std::size_t key) : space_(space), key_(key), packed_(space.layout().words()) {}

    void sort(std::vector<NodeId>& nodes) {
        if (key_ > most_words) {
            sort_by_whole(nodes);
            return;
        }
        numbers_.assign(nodes.begin(), nodes.end());
        sort(0, numbers_.size(), 0);
        std::ranges::transform(numbers_, nodes.begin(), [](std::uint64_t n) { return static_cast<NodeId>(n); });
        numbers_ = {};
    }

private:
    static constexpr std::size_t most_words = 256;  // of larger states word by word takes longer than as a whole

    void sort_by_whole(std::vector<NodeId>& nodes) {
        Record other(packed_.size());
        std::ranges::sort(nodes, [&](NodeId a, NodeId b) {
            space_.read_packed(a, packed_.data());
            space_.read_packed(b, other.data());
            const auto [mine, its] = std::mismatch(packed_.data(), packed_.data() + key_, other.data());
            return mine == packed_.data() + key_ ? a < b : *mine < *its;
        });
    }

    void sort(std::size_t first, std::size_t end, std::size_t word) {
        for (std::size_t i = first; i < end; ++i) {
            const auto node = static_cast<NodeId>(numbers_[i]);
            space_.read_packed(node, packed_.data());
            numbers_[i] = std::uint64_t{packed_[word]} << 32U | node;
        }
        const auto begin = numbers_.begin();
        std::sort(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end));
        if (word + 1 == key_) return;
        for (std::size_t i = first; i < end;) {
            std::size_t same = i + 1;
            while (same < end && numbers_[same] >> 32U == numbers_[i] >> 32U) ++same;
            if (same > i + 1) sort(i, same, word + 1);
            i = same;
        }
    }

    Space& space_;
    std::size_t key_;
    Record packed_;
    std::vector<std::uint64_t> numbers_;
};

}  // namespace crowfly
