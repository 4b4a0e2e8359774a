// How many workers have written their part of a checkpoint. Checkpoints are numbered. Parts of an earlier one than the
// last are of a checkpoint that nobody completes any more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crowfly {

class PartCount {
public:
    explicit PartCount(std::size_t workers) : tags_(workers) {}

    // A worker has written its part, with this tag. True: it was the last of them.
    bool hear(std::uint32_t number, std::size_t worker, std::uint64_t tag) {
        if (number > number_) written_ = 0;
        number_ = std::max(number_, number);
        if (number < number_) return false;
        tags_[worker] = tag;
        if (++written_ < tags_.size()) return false;
        written_ = 0;
        return true;
    }
    bool is_incomplete() const { return written_ > 0; }
    const std::vector<std::uint64_t>& tags() const { return tags_; }  // of the last checkpoint, per worker

private:
    std::uint32_t number_ = 0;
    std::size_t written_ = 0;
    std::vector<std::uint64_t> tags_;
};

}  // namespace crowfly
