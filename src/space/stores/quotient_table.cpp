#include "space/stores/quotient_table.hpp"

#include <algorithm>
#include <bit>

namespace crowfly {
namespace {

// All but the lowest `count` bits, of which there may be 64.
std::uint64_t bits_from(std::size_t count) { return count < 64 ? ~std::uint64_t{0} << count : 0; }

std::uint64_t read_bits(const std::vector<std::uint64_t>& bits, std::size_t at, std::size_t count) {
    const auto both = static_cast<unsigned __int128>(bits[at / 64 + 1]) << 64U | bits[at / 64];
    return static_cast<std::uint64_t>(both >> at % 64) & ~bits_from(count);
}

void write_bits(std::vector<std::uint64_t>& bits, std::size_t at, std::size_t count, std::uint64_t value) {
    const auto mask = static_cast<unsigned __int128>(~bits_from(count)) << at % 64;
    const auto shifted = static_cast<unsigned __int128>(value) << at % 64;
    bits[at / 64] = (bits[at / 64] & ~static_cast<std::uint64_t>(mask)) | static_cast<std::uint64_t>(shifted);
    bits[at / 64 + 1] =
        (bits[at / 64 + 1] & ~static_cast<std::uint64_t>(mask >> 64U)) | static_cast<std::uint64_t>(shifted >> 64U);
}

// Moves the bits from `begin` to `end` up by `count` places.
void move_bits(std::vector<std::uint64_t>& bits, std::size_t begin, std::size_t end, std::size_t count) {
    while (end > begin) {
        const std::size_t piece = std::min<std::size_t>(end - begin, 64);
        end -= piece;
        write_bits(bits, end + count, piece, read_bits(bits, end, piece));
    }
}

std::size_t words_holding(std::size_t bits) { return bits / 64 + 2; }

}  // namespace

QuotientTable::QuotientTable(unsigned bits, std::size_t homes)
    : bits_(bits), homes_(homes),
      // Of so many numbers per home at most, counted from 0.
      width_(static_cast<unsigned>(
          std::bit_width(static_cast<std::uint64_t>(((static_cast<unsigned __int128>(1) << bits) - 1) / homes)))),
      occupied_(words_holding(homes + slack)), used_(words_holding(homes + slack)), ends_(words_holding(homes + slack)),
      remainders_(words_holding((homes + slack) * width_)), spilled_((homes + slack) / block + 1) {}

QuotientTable::Split QuotientTable::split(std::uint64_t number) const {
    const auto product = static_cast<unsigned __int128>(number) * homes_;
    const auto below = static_cast<std::uint64_t>(product) & ~bits_from(bits_);
    return {static_cast<std::size_t>(product >> bits_), below / homes_};
}

std::uint64_t QuotientTable::remainder(std::size_t slot) const { return read_bits(remainders_, slot * width_, width_); }

std::size_t QuotientTable::run_of(std::size_t home) const {
    return std::max(home, end_of_runs(home / block, occupied_[home / block] & ~bits_from(home % block)));
}

// Behind the last slot that they, and all homes before the block, take. A bit stands for a home.
std::size_t QuotientTable::end_of_runs(std::size_t first, std::uint64_t homes) const {
    const auto ones = [](std::uint64_t bits) { return static_cast<std::size_t>(std::popcount(bits)); };
    const std::size_t begin = first * block + spilled_[first];
    std::size_t runs = ones(homes);
    if (runs == 0) return begin;
    std::size_t word = begin / 64;
    std::uint64_t ends = ends_[word] & bits_from(begin % 64);
    for (; ones(ends) < runs; ends = ends_[++word]) runs -= ones(ends);
    for (; runs > 1; --runs) ends &= ends - 1;
    return word * 64 + static_cast<std::size_t>(std::countr_zero(ends)) + 1;
}

std::size_t QuotientTable::vacant_from(std::size_t slot) const {
    std::uint64_t vacant = ~used_[slot / 64] & bits_from(slot % 64);
    std::size_t word = slot / 64;
    while (vacant == 0) vacant = ~used_[++word];  // there is one: the last bits belong to no slot
    return word * 64 + static_cast<std::size_t>(std::countr_zero(vacant));
}

bool QuotientTable::has(const Split& sought) const {
    if (!has_run(sought.home)) return false;
    for (std::size_t slot = run_of(sought.home);; ++slot) {
        if (remainder(slot) == sought.remainder) return true;
        if (is_end(slot)) return false;
    }
}

// Before the others of its run, so that the end of the run stays one. A table that is built of another one is filled
// from below: then there is nothing to be found and moved.
bool QuotientTable::put(const Split& added) {
    const bool is_last = added.home >= last_home_ && !has_run(added.home);
    const std::size_t slot = is_last ? std::max(added.home, behind_) : run_of(added.home);
    const std::size_t vacant = vacant_from(slot);
    if (vacant >= homes_ + slack || vacant - added.home >= most_spilled) return false;
    move_bits(remainders_, slot * width_, vacant * width_, width_);
    write_bits(remainders_, slot * width_, width_, added.remainder);
    move_bits(ends_, slot, vacant, 1);
    write_bits(ends_, slot, 1, has_run(added.home) ? 0 : 1);
    used_[vacant / 64] |= std::uint64_t{1} << vacant % 64;
    occupied_[added.home / block] |= std::uint64_t{1} << added.home % block;
    for (std::size_t next = added.home / block + 1; next * block <= vacant; ++next) ++spilled_[next];
    last_home_ = std::max(last_home_, added.home);
    behind_ = std::max(behind_, vacant + 1);
    ++size_;
    return true;
}

bool QuotientTable::insert(std::uint64_t number) {
    if (has(split(number))) return false;
    const auto itself = [](std::uint64_t same) { return same; };
    if (is_full()) rebuild(bits_, more_than(homes_), itself);
    while (!put(split(number))) rebuild(bits_, more_than(homes_), itself);
    return true;
}

}  // namespace crowfly
