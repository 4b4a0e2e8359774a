// A set of numbers of at most 64 bits that stores less than the numbers: the home of a number in the table tells its
// upper part, the quotient, so that only the remainder is stored (Cleary: Compact hash tables using bidirectional
// linear probing, 1984). Numbers must be spread evenly, see quotient_states.hpp.
//
// The remainders with one home are neighbours, a run. Runs lie in the order of their homes, each from its home on or
// from where the run before ends. One bit per home says whether it has a run, two per slot whether it is in use and
// whether a run ends there; per 64 homes is noted how many slots are taken by runs from before. So runs are found by
// counting bits (Pandey, Bender, Johnson, Patro: A general-purpose counting filter, 2017, where remainders are those of
// hashes).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace crowfly {

class QuotientTable {
public:
    // Of numbers below 2^bits, 64 at most. It grows when 15 of 16 homes are in use.
    QuotientTable(unsigned bits, std::size_t homes);

    bool insert(std::uint64_t number);  // false: it is there
    template <class Visit>
    void for_each(Visit&& visit) const;
    // Replaces each number by another below 2^bits. These are distinct, and they are best about as large as before in
    // relation to the greatest.
    template <class NumberFor>
    void renumber(unsigned bits, NumberFor&& number_for) {
        rebuild(bits, homes_, number_for);
    }

    std::size_t size() const { return size_; }
    void parts(auto& each) { each.derived(occupied_, used_, ends_, remainders_, spilled_); }

private:
    using Bits = std::vector<std::uint64_t>;
    static constexpr std::size_t block = 64;
    static constexpr std::size_t slack = 4 * block;  // slots behind the last home
    static constexpr std::size_t most_spilled = 0xFFFF;

    struct Split {
        std::size_t home;
        std::uint64_t remainder;
    };
    Split split(std::uint64_t number) const;
    bool has_run(std::size_t home) const { return (occupied_[home / block] >> home % block & 1U) != 0; }
    bool is_end(std::size_t slot) const { return (ends_[slot / block] >> slot % block & 1U) != 0; }
    std::uint64_t remainder(std::size_t slot) const;
    std::size_t run_of(std::size_t home) const;                             // its first slot, if it has one
    std::size_t end_of_runs(std::size_t block, std::uint64_t homes) const;  // of these homes of a block
    std::size_t vacant_from(std::size_t slot) const;
    bool has(const Split& sought) const;
    bool put(const Split& added);  // one that is not there; false: no slot is left
    bool is_full() const { return size_ >= homes_ - homes_ / 16; }
    static std::size_t more_than(std::size_t homes) { return homes + homes / 8 + 1; }
    template <class NumberFor>
    void rebuild(unsigned bits, std::size_t homes, NumberFor&& number_for);

    unsigned bits_;
    std::size_t homes_;
    unsigned width_;  // of a remainder
    std::size_t size_ = 0;
    Bits occupied_;                       // per home
    Bits used_;                           // per slot
    Bits ends_;                           // likewise
    Bits remainders_;                     // per slot, width_ bits each
    std::vector<std::uint16_t> spilled_;  // per block of homes: slots from its first on that earlier homes take
    std::size_t last_home_ = 0;           // the last one that has a run
    std::size_t behind_ = 0;              // from this slot on all are vacant
};

// The least number of a home is home * 2^bits / homes, rounded up: `least`, and one more if something is left over.
template <class Visit>
void QuotientTable::for_each(Visit&& visit) const {
    const auto all = static_cast<unsigned __int128>(1) << bits_;
    const auto step = static_cast<std::uint64_t>(all / homes_), rest = static_cast<std::uint64_t>(all % homes_);
    std::uint64_t least = 0, left_over = 0;
    for (std::size_t home = 0, slot = 0; home < homes_; ++home) {
        if (has_run(home)) {
            bool is_last = false;
            for (slot = std::max(slot, home); !is_last; ++slot) {
                visit(least + (left_over > 0 ? 1 : 0) + remainder(slot));
                is_last = is_end(slot);
            }
        }
        least += step;
        left_over += rest;
        if (left_over < homes_) continue;
        left_over -= homes_;
        ++least;
    }
}

template <class NumberFor>
void QuotientTable::rebuild(unsigned bits, std::size_t homes, NumberFor&& number_for) {
    for (;; homes = more_than(homes)) {
        QuotientTable other(bits, homes);
        bool has_room = true;
        for_each([&](std::uint64_t number) { has_room = has_room && other.put(other.split(number_for(number))); });
        if (!has_room) continue;
        *this = std::move(other);
        return;
    }
}

}  // namespace crowfly
