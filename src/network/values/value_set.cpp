#include "network/values/value_set.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace crowfly {
namespace {

constexpr std::int64_t least_number = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t greatest_number = std::numeric_limits<std::int32_t>::max();

}  // namespace

ValueSet ValueSet::between(std::int64_t least, std::int64_t greatest) {
    least = std::max(least, least_number);
    greatest = std::min(greatest, greatest_number);
    ValueSet set;
    if (least > greatest) return set;
    if (greatest - least < static_cast<std::int64_t>(most_listed)) {
        for (std::int64_t value = least; value <= greatest; ++value)
            set.values_[set.count_++] = static_cast<std::int32_t>(value);
        return set;
    }
    set.values_[0] = static_cast<std::int32_t>(least);
    set.values_[1] = static_cast<std::int32_t>(greatest);
    set.count_ = 2;
    set.is_range_ = true;
    return set;
}

ValueSet ValueSet::anything() { return between(least_number, greatest_number); }

std::uint64_t ValueSet::size() const {
    return is_range_ ? static_cast<std::uint64_t>(std::int64_t{greatest()} - least() + 1) : count_;
}

bool ValueSet::contains(std::int32_t value) const {
    if (is_range_) return value >= least() && value <= greatest();
    return std::ranges::binary_search(listed(), value);
}

std::optional<std::int32_t> ValueSet::only() const { return count_ == 1 ? std::optional(values_[0]) : std::nullopt; }

bool ValueSet::add(const ValueSet& others) {
    if (others.empty()) return false;
    const ValueSet before = *this;
    if (empty()) {
        *this = others;
        return true;
    }
    const std::int32_t low = std::min(least(), others.least());
    const std::int32_t high = std::max(greatest(), others.greatest());
    std::vector<std::int32_t> both;
    if (is_listed() && others.is_listed()) std::ranges::set_union(listed(), others.listed(), std::back_inserter(both));
    if (!both.empty() && both.size() <= most_listed) {
        std::ranges::copy(both, values_.begin());
        count_ = static_cast<std::uint8_t>(both.size());
    } else {
        *this = between(low, high);
    }
    return !(*this == before);
}

void ValueSet::remove(std::int32_t value) {
    if (!contains(value)) return;
    if (is_range_) {
        if (value == least())
            *this = between(std::int64_t{value} + 1, greatest());
        else if (value == greatest())
            *this = between(least(), std::int64_t{value} - 1);
        return;
    }
    const auto place = std::ranges::find(values_, value);
    std::copy(place + 1, values_.begin() + count_, place);
    --count_;
}

void ValueSet::intersect(const ValueSet& others) {
    if (empty() || others.empty()) {
        *this = {};
    } else if (is_listed() || others.is_listed()) {
        const ValueSet& few = is_listed() ? *this : others;
        const ValueSet& rest = is_listed() ? others : *this;
        ValueSet both;
        for (const std::int32_t value : few.listed()) {
            if (rest.contains(value)) both.values_[both.count_++] = value;
        }
        *this = both;
    } else {
        *this = between(std::max(least(), others.least()), std::min(greatest(), others.greatest()));
    }
}

ValueSet ValueSet::plus(std::int64_t amount) const {
    if (empty()) return {};
    if (is_range_) return between(least() + amount, greatest() + amount);
    ValueSet result;
    for (const std::int32_t value : listed()) {
        const std::int64_t sum = value + amount;
        if (sum >= least_number && sum <= greatest_number)
            result.values_[result.count_++] = static_cast<std::int32_t>(sum);
    }
    return result;
}

bool operator==(const ValueSet& a, const ValueSet& b) {
    return a.is_range_ == b.is_range_ && std::ranges::equal(a.listed(), b.listed());
}

}  // namespace crowfly
