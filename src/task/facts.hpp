// A fact says that a slot has a certain value: a process is at a location, a variable holds a number.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace crowfly {

using Fact = std::uint32_t;
using Facts = std::vector<Fact>;

// The facts of each slot have consecutive numbers.
class FactTable {
public:
    static constexpr Fact unknown = std::numeric_limits<Fact>::max();

    struct SlotFacts {
        Fact first = 0;
        std::vector<std::int32_t> values;  // ascending
        bool others = false;               // there is one more fact, for all other values
        std::int32_t least = 0;            // `dense` starts here; empty where values lie too far apart
        std::vector<Fact> dense = {};

        void parts(auto& each) {
            each(values, others);
            each.derived(dense);
        }
    };

    FactTable() = default;
    explicit FactTable(std::vector<SlotFacts> slots);
    void parts(auto& each) {
        each(slots_);
        each.derived(owner_);
    }
    void loaded();  // throws DamagedArchive

    Fact fact(std::uint32_t slot, std::int32_t value) const {
        const SlotFacts& of = slots_[slot];
        const auto at = static_cast<std::uint32_t>(value) - static_cast<std::uint32_t>(of.least);
        return at < of.dense.size() ? of.dense[at] : search(of, value);
    }
    std::uint32_t slots() const { return static_cast<std::uint32_t>(slots_.size()); }
    Fact count() const { return count_; }
    const SlotFacts& of(std::uint32_t slot) const { return slots_[slot]; }
    Fact size(std::uint32_t slot) const {
        return static_cast<Fact>(slots_[slot].values.size() + (slots_[slot].others ? 1 : 0));
    }
    std::uint32_t slot(Fact fact) const { return owner_[fact]; }
    // The place of a fact among those of its slot.
    Fact value_index(Fact fact) const { return fact - slots_[owner_[fact]].first; }

private:
    void number();
    static Fact search(const SlotFacts& of, std::int32_t value);

    std::vector<SlotFacts> slots_;
    std::vector<std::uint32_t> owner_;
    Fact count_ = 0;
};

}  // namespace crowfly
