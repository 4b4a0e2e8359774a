#include "task/facts.hpp"

#include <algorithm>
#include <functional>

#include "base/files/archive.hpp"

namespace crowfly {
namespace {

// Slots whose values lie within so many numbers are looked up in a table.
constexpr std::int64_t widest_table = 1024;

}  // namespace

FactTable::FactTable(std::vector<SlotFacts> slots) : slots_(std::move(slots)) { number(); }

void FactTable::loaded() {
    std::size_t facts = 0;
    for (const SlotFacts& of : slots_) {
        const auto is_out_of_order = std::ranges::adjacent_find(of.values, std::greater_equal<>());
        ArchiveReader::demand(is_out_of_order == of.values.end(), "has values that are not in order");
        facts += of.values.size() + 1;
    }
    ArchiveReader::demand(facts < unknown, "has more values than there can be");
    number();
}

void FactTable::number() {
    count_ = 0;
    owner_.clear();
    for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
        SlotFacts& of = slots_[slot];
        of.first = count_;
        count_ += size(slot);
        owner_.resize(count_, slot);
        if (of.values.empty() || std::int64_t{of.values.back()} - of.values.front() >= widest_table) continue;
        of.least = of.values.front();
        std::vector<Fact> dense;
        for (std::int32_t value = of.values.front(); value < of.values.back(); ++value)
            dense.push_back(search(of, value));
        dense.push_back(search(of, of.values.back()));
        of.dense = std::move(dense);
    }
}

Fact FactTable::search(const SlotFacts& of, std::int32_t value) {
    const auto found = std::ranges::lower_bound(of.values, value);
    if (found != of.values.end() && *found == value) return of.first + static_cast<Fact>(found - of.values.begin());
    return of.others ? of.first + static_cast<Fact>(of.values.size()) : unknown;
}

}  // namespace crowfly
