// A set of integers that is cheap to hold: up to 16 values one by one, or all from a least to a greatest one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace crowfly {

class ValueSet {
public:
    static constexpr std::size_t most_listed = 16;

    ValueSet() = default;  // empty
    static ValueSet of(std::int32_t value) { return between(value, value); }
    static ValueSet between(std::int64_t least, std::int64_t greatest);  // cut to 32 bits
    static ValueSet anything();

    bool empty() const { return count_ == 0; }
    bool is_listed() const { return !is_range_; }
    std::span<const std::int32_t> listed() const { return std::span(values_).first(count_); }  // ascending
    std::int32_t least() const { return values_[0]; }
    std::int32_t greatest() const { return values_[count_ - 1U]; }
    std::uint64_t size() const;

    bool contains(std::int32_t value) const;
    bool contains_other_than(std::int32_t value) const { return !empty() && only() != value; }
    std::optional<std::int32_t> only() const;  // the value of a set of one

    bool add(std::int32_t value) { return add(of(value)); }
    bool add(const ValueSet& others);  // true: it has grown
    void remove(std::int32_t value);   // as far as the representation can
    void intersect(const ValueSet& others);
    ValueSet plus(std::int64_t amount) const;  // without what does not fit 32 bits

    friend bool operator==(const ValueSet& a, const ValueSet& b);

private:
    std::array<std::int32_t, most_listed> values_{};
    std::uint8_t count_ = 0;  // of a range: 2, its ends
    bool is_range_ = false;
};

}  // namespace crowfly
