// Queries over a network. A state formula is a tree whose leaves are bytecode over slots, clock constraints, or
// `deadlock`; quantifiers have been unrolled and process names resolved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "network/network.hpp"

namespace crowfly {

struct Formula {
    enum class Kind : std::uint8_t {
        constant,
        location,
        discrete,
        clock,
        deadlock,
        negation,
        conjunction,
        disjunction
    };

    Kind kind = Kind::constant;
    bool value = true;              // constant
    ProcessIndex process = 0;       // location: this process …
    std::uint32_t number = 0;       // … is at its location with this number
    Program program;                // discrete
    ClockConstraint constraint;     // clock; its condition is absent
    Footprint footprint;            // of a leaf
    std::vector<Formula> operands;  // negation: one; conjunction, disjunction: any number
    Span span;
};

// What sup, inf and bounds ask for: an integer expression or a clock.
struct Measure {
    Span span;
    Program program;            // an integer, if present …
    ClockIndex clock = 0;       // … otherwise this clock, if not 0 …
    std::int32_t constant = 0;  // … otherwise this number
    Footprint footprint;
};

enum class QueryKind : std::uint8_t {
    exists_eventually,
    always_globally,
    exists_globally,
    always_eventually,
    leads_to,
    sup,
    inf,
    bounds,
};

struct Query {
    QueryKind kind{};
    std::string text;
    Formula first;
    Formula second;  // leads_to
    std::vector<Measure> measures;
    std::optional<bool> expected;
    std::optional<Obstacle> obstacle;  // the formula itself uses something no engine handles
    Span span;
};

bool mentions_clocks(const Formula& formula);
bool mentions_deadlock(const Formula& formula);
bool mentions_diagonals(const Formula& formula);
std::string_view to_string(QueryKind kind);  // "E<>"

}  // namespace crowfly
