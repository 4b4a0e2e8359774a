// An exact set of states that does not hold the states: a state is mapped one to one to a number that looks random, and
// the numbers are stored without their quotients (quotient_table.hpp). The number of a state of at most 64 bits is made
// of its bits; a longer one is taken apart first (shared_parts.hpp), and its number is made of its root.
//
// A number is the home part, which is spread evenly, and the rest. Of a short state all bits are the home part, mixed.
// Of a root these are the lower halves of its two numbers, mixed with the upper ones; the upper halves are the rest,
// which has as many bits as it needs and gets more as the tables of parts grow.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "space/stores/quotient_table.hpp"
#include "space/stores/shared_parts.hpp"

namespace crowfly {

class QuotientStates {
public:
    QuotientStates(std::span<const std::uint32_t> used_bits, std::size_t key_words);  // see StateTree

    bool insert(const std::uint32_t* packed);  // false: it is there

    // States can be put aside in a shorter form: what was inserted last, and how it is read again.
    std::size_t form_words() const { return form_.size(); }
    const std::uint32_t* form() const { return form_.data(); }
    void read(const std::uint32_t* form, std::uint32_t* packed) const;

    std::size_t size() const { return size_; }
    void parts(auto& each) { each.derived(parts_, tables_); }
    std::size_t bytes_after_growth() const;

private:
    static constexpr unsigned part_bits = 6;  // a part of the table grows at a time, so that growing takes no memory
    static constexpr unsigned half = 16;

    std::uint64_t number_of(const std::uint32_t* packed) const;
    std::uint64_t number_of(NumberPair root);
    std::uint64_t renumbered(std::uint64_t number, std::array<unsigned, 2> wider) const;
    void widen(std::array<std::uint32_t, 2> upper);

    std::vector<std::uint32_t> used_bits_;
    std::size_t key_words_;
    unsigned home_bits_;
    std::array<unsigned, 2> rest_bits_{};  // of the upper halves
    std::optional<SharedParts> parts_;     // none: states are short
    std::vector<QuotientTable> tables_;    // by the upper bits of numbers
    std::size_t size_ = 0;
    std::vector<std::uint32_t> form_;
};

}  // namespace crowfly
