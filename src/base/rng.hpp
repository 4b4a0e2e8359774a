// A small seeded generator that gives the same numbers everywhere, which the standard library's distributions do not.
// xoshiro256** of Blackman and Vigna, its state filled by splitmix64 as they recommend.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace crowfly {

class Rng {
public:
    explicit Rng(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9e3779b97f4a7c15;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
            mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
            word = mixed ^ (mixed >> 31);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    void parts(auto& each) { each(state_); }

    // A number from 0 to n - 1, each equally likely; n is not 0. The few numbers that would favour small remainders are
    // thrown back.
    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t unfair = -n % n;  // 2^64 mod n
        for (;;) {
            const std::uint64_t number = next();
            if (number >= unfair) return number % n;
        }
    }

private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace crowfly
