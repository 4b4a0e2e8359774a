#include "abstraction/predicates/lookup.hpp"

#include <algorithm>

namespace crowfly::predicates {
namespace {

constexpr std::uint64_t largest_table = 4096;
enum Truth : std::uint8_t { is_false, is_true, is_either, not_computed };

}  // namespace

Lookup::Lookup(const System& system, const Predicates& predicates)
    : system_(system), predicates_(predicates), possible_(predicates.size()), rows_(system.network().clocks.size()) {
    for (std::size_t p = predicates.first_integer(); p < predicates.first_clock(); ++p) {
        Table table;
        std::uint64_t size = 1;
        for (const std::uint32_t slot : system.context().reader.info(predicates[p].term).reads.members()) {
            const Slot& declared = system.network().slots[slot];
            const std::uint64_t values =
                static_cast<std::uint64_t>(std::int64_t{declared.greatest} - declared.least) + 1;
            if (size <= largest_table) size *= std::min(values, largest_table + 1);
            table.columns.push_back({slot, declared.least, static_cast<std::uint32_t>(values)});
        }
        if (size <= largest_table) table.truths.assign(size, not_computed);
        tables_.push_back(std::move(table));
    }
}

std::uint8_t Lookup::compute(std::size_t predicate, std::span<const std::int32_t> slots) {
    const auto value = system_.context().reader.value(predicates_[predicate].term, slots);
    return !value ? is_either : *value != 0 ? is_true : is_false;
}

std::uint8_t Lookup::truth(std::size_t predicate, Table& table, std::span<const std::int32_t> slots) {
    if (table.truths.empty()) return compute(predicate, slots);
    std::size_t index = 0;
    for (const Table::Column& column : table.columns) {
        const auto value = static_cast<std::uint32_t>(slots[column.slot] - column.least);
        if (value >= column.values) return compute(predicate, slots);
        index = index * column.values + value;
    }
    if (table.truths[index] == not_computed) table.truths[index] = compute(predicate, slots);
    return table.truths[index];
}

void Lookup::read_clocks(const ZoneView& zone) {
    if (predicates_.first_clock() == predicates_.size()) return;
    std::ranges::fill(rows_, std::size_t{0});
    for (std::size_t i = 1; i < zone.size(); ++i) rows_[zone.clocks[i]] = i;
    for (std::size_t p = predicates_.first_clock(); p < predicates_.size(); ++p) {
        const Difference& d = predicates_[p].difference;
        const std::size_t i = rows_[d.left], j = rows_[d.right];
        const bool is_known = (d.left == 0 || i != 0) && (d.right == 0 || j != 0);
        if (!is_known || zone::add(zone.bound(j, i), d.bound) >= zone::zero) possible_.add(literal_of(p, true));
        if (!is_known || zone::add(zone.bound(i, j), zone::negate(d.bound)) >= zone::zero)
            possible_.add(literal_of(p, false));
    }
}

const LiteralSet& Lookup::read(std::span<const std::int32_t> slots, const ZoneView& zone) {
    possible_.clear();
    for (std::size_t p = 0; p < predicates_.first_integer(); ++p) {
        const Predicate& predicate = predicates_[p];
        possible_.add(literal_of(p, slots[predicate.process] == static_cast<std::int32_t>(predicate.number)));
    }
    for (std::size_t p = predicates_.first_integer(); p < predicates_.first_clock(); ++p) {
        const std::uint8_t known = truth(p, tables_[p - predicates_.first_integer()], slots);
        if (known != is_false) possible_.add(literal_of(p, true));
        if (known != is_true) possible_.add(literal_of(p, false));
    }
    read_clocks(zone);
    return possible_;
}

}  // namespace crowfly::predicates
