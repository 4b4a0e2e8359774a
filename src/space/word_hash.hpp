// A multiply-and-fold hash over pieces of 64 bits.
#pragma once

#include <cstdint>

namespace crowfly {

class WordHash {
public:
    void add(std::uint64_t piece) {
        const auto product = static_cast<unsigned __int128>(piece ^ state_) * 0xD6E8FEB86659FD93ULL;
        state_ = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    std::uint64_t value() const { return state_ ^ (state_ >> 29); }

private:
    std::uint64_t state_ = 0x9E3779B97F4A7C15ULL;
};

}  // namespace crowfly
