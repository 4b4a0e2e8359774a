// How many workers have written their part of a checkpoint. Checkpoints are numbered. Parts of an earlier one than the
// last are of a checkpoint that nobody completes any more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace crowfly {

class PartCount {
public:
    // A worker has written its part. True: it was the last of so many.
    bool hear(std::uint32_t number, std::size_t workers) {
        if (number > number_) written_ = 0;
        number_ = std::max(number_, number);
        if (number < number_ || ++written_ < workers) return false;
        written_ = 0;
        return true;
    }
    bool is_incomplete() const { return written_ > 0; }

private:
    std::uint32_t number_ = 0;
    std::size_t written_ = 0;
};

}  // namespace crowfly
