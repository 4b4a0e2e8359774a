// Maps states to the literals that may be true in them (Sect. 3.2): a predicate over locations or integers is true or
// false in a symbolic state, one over clocks is compared with a single entry of the zone on either side.
#pragma once

#include <span>
#include <vector>

#include "abstraction/predicates/system.hpp"

namespace crowfly::predicates {

class Lookup {
public:
    Lookup(const System& system, const Predicates& predicates);

    // The literals that hold in some of the states with these slots and clocks in this zone.
    const LiteralSet& read(std::span<const std::int32_t> slots, const ZoneView& zone);
    void parts(auto& each) { each.derived(tables_, rows_); }

private:
    // The truth of a predicate for all values of the slots it reads, filled in when it is asked for.
    struct Table {
        struct Column {
            std::uint32_t slot = 0;
            std::int32_t least = 0;
            std::uint32_t values = 0;
        };
        std::vector<Column> columns;
        std::vector<std::uint8_t> truths;  // empty: there would be too many

        void parts(auto& each) { each.derived(columns, truths); }
    };

    void read_clocks(const ZoneView& zone);
    std::uint8_t truth(std::size_t predicate, Table& table, std::span<const std::int32_t> slots);
    std::uint8_t compute(std::size_t predicate, std::span<const std::int32_t> slots);

    const System& system_;
    const Predicates& predicates_;
    LiteralSet possible_;
    std::vector<Table> tables_;      // per predicate about integers
    std::vector<std::size_t> rows_;  // per clock: its row in the zone at hand, or 0
};

}  // namespace crowfly::predicates
