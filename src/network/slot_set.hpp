// A set of slots (or clocks) as disjoint ranges. Arrays are added as a whole, so there are few ranges even if there are
// many slots.
#pragma once

#include <cstdint>
#include <vector>

namespace crowfly {

class SlotSet {
public:
    struct Range {
        std::uint32_t first;
        std::uint32_t last;  // inclusive
        friend bool operator==(const Range&, const Range&) = default;
    };

    void add(std::uint32_t first, std::uint32_t count = 1);
    void add(const SlotSet& others);
    bool contains(std::uint32_t slot) const;
    bool intersects(const SlotSet& others) const;
    bool empty() const { return ranges_.empty(); }
    std::size_t count() const;
    const std::vector<Range>& ranges() const { return ranges_; }  // ascending, neither touching nor overlapping
    std::vector<std::uint32_t> members() const;

    friend bool operator==(const SlotSet&, const SlotSet&) = default;

private:
    std::vector<Range> ranges_;
};

}  // namespace crowfly
