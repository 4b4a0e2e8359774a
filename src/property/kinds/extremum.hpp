// sup{condition}: measures, inf, bounds: their greatest or least values where the condition holds, or both.
#pragma once

#include <memory>
#include <vector>

#include "model/query_kind.hpp"
#include "network/formula.hpp"
#include "network/network.hpp"

namespace crowfly::property {

// An integer expression or a clock.
struct Measure {
    Span span;
    Program program;            // an integer, if present …
    ClockIndex clock = 0;       // … otherwise this clock, if not 0 …
    std::int32_t constant = 0;  // … otherwise this number
    Footprint footprint;
    std::shared_ptr<const Bytecode> code;  // of the program
};

struct Extremum {
    bool least = false;
    bool greatest = false;
    Formula condition;
    std::vector<Measure> measures;

    QueryKind query_kind() const { return !least ? QueryKind::sup : !greatest ? QueryKind::inf : QueryKind::bounds; }
    bool is_shown_by_witness() const { return false; }
    static void for_each_part(auto& extremum, const auto& part) {
        part(extremum.condition);
        for (auto& measure : extremum.measures) part(measure);
    }
};

}  // namespace crowfly::property
