// The path to a state, found backward through the logs: of the states with a path that is one transition shorter, those
// with the right mark are expanded, about one in 256, until one has the state among its successors.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "search/disk/table.hpp"

namespace crowfly {

template <class Space>
class PathBack {
public:
    // A state, and which of the successors of the one before it is, from 1.
    struct Step {
        Record state;
        std::size_t turn = 0;
    };

    PathBack(Space& space, DiskFolder& folder, const RecordShape& log_shape, const std::vector<RecordFile>& logs,
             std::size_t read_bytes)
        : space_(space), folder_(folder), shape_(log_shape), logs_(logs), read_bytes_(read_bytes),
          words_(space.layout().words()), key_(space.layout().key_words()) {
        for (std::size_t i = 0; i < logs_.size(); ++i) {
            RecordReader(folder_, shape_, logs_[i], read_bytes_)
                .for_each_block([&](std::uint32_t tag, std::uint64_t offset) {
                    poll();
                    blocks_[tag].push_back({i, offset});
                });
        }
    }

    // The last state first. `turn`: that of the state, if `length` of its path counts one more transition from
    // `parent`; without a parent it is in a log. Empty: there is no such path.
    std::vector<Step> find(Record state, std::uint32_t length, const Record* parent, std::size_t turn) {
        std::vector<Step> path;
        if (parent != nullptr) {
            path.push_back({std::move(state), turn});
            state = *parent;
            --length;
        }
        std::optional<std::uint8_t> mark = mark_of(state, length);
        for (; mark && length > 0; --length) {
            std::optional<Found> before = find_parent(state, length - 1, *mark);
            if (!before) return {};
            path.push_back({std::move(state), before->turn});
            state = std::move(before->state);
            mark = before->mark;
        }
        const std::size_t first = mark && space_.start() ? turn_of(state) : 0;
        if (first == 0) return {};
        path.push_back({std::move(state), first});
        return path;
    }

private:
    struct Block {
        std::size_t log = 0;
        std::uint64_t offset = 0;
    };
    struct Found {
        Record state;
        std::uint8_t mark = 0;
        std::size_t turn = 0;
    };

    void open(std::size_t log) {
        if (reader_ && opened_ == log) return;
        reader_.emplace(folder_, shape_, logs_[log], read_bytes_);
        opened_ = log;
    }

    // Visits the states of the logs with paths of this length, until `visit` is true.
    template <class Visit>
    bool any_logged(std::uint32_t length, const Visit& visit) {
        Record state;
        std::uint8_t mark = 0;
        for (const Block& block : blocks_[length]) {
            poll();
            open(block.log);
            for (reader_->begin_block(block.offset); reader_->next_in_block();) {
                DiskTable<Space>::split(reader_->record(), words_, state, mark);
                if (visit(state, mark)) {
                    reader_.reset();  // in the middle of a block
                    return true;
                }
            }
        }
        return false;
    }

    std::optional<std::uint8_t> mark_of(const Record& state, std::uint32_t length) {
        std::optional<std::uint8_t> found;
        any_logged(length, [&](const Record& other, std::uint8_t mark) {
            if (is_same(other, state)) found = mark;
            return found.has_value();
        });
        return found;
    }

    std::optional<Found> find_parent(const Record& state, std::uint32_t length, std::uint8_t wanted) {
        std::optional<Found> found;
        any_logged(length, [&](const Record& other, std::uint8_t mark) {
            if (parent_mark(other.data(), key_) != wanted || !space_.expand(other)) return false;
            if (const std::size_t turn = turn_of(state)) found = Found{other, mark, turn};
            return found.has_value();
        });
        return found;
    }

    // Among the successors that the space enumerates; 0: it is none of them.
    std::size_t turn_of(const Record& state) {
        Record successor;
        for (std::size_t turn = 1; space_.next(); ++turn) {
            successor.clear();
            space_.write(successor);
            if (is_same(successor, state)) return turn;
        }
        return 0;
    }

    // Words that do not tell states apart may be those of another path.
    bool is_same(const Record& a, const Record& b) const {
        const auto at = [](const Record& record, std::size_t i) {
            return record.begin() + static_cast<std::ptrdiff_t>(i);
        };
        return a.size() == b.size() && std::equal(a.begin(), at(a, key_), b.begin()) &&
               std::equal(at(a, words_), a.end(), at(b, words_));
    }

    Space& space_;
    DiskFolder& folder_;
    RecordShape shape_;
    std::vector<RecordFile> logs_;
    std::unordered_map<std::uint32_t, std::vector<Block>> blocks_;  // per length of paths
    std::optional<RecordReader> reader_;                            // of the log that was read last
    std::size_t opened_ = 0;
    std::size_t read_bytes_;
    std::size_t words_, key_;
};

}  // namespace crowfly
