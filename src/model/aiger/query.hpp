// Queries about circuits: `A[] not b0`, `E<> o1 && (l3 || !i0)`. Signals have the names of the symbol table, and in any
// case their letter and number: inputs i, latches l, outputs o, bad states b, constraints c.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly::aiger {

struct Condition {
    enum class Kind : std::uint8_t { signal, constant, negation, conjunction, disjunction };

    Kind kind = Kind::constant;
    std::string name;    // signal
    bool value = false;  // constant
    std::vector<Condition> operands = {};
    Span span = {};
};

struct Query {
    bool for_all = false;  // A[]
    Condition condition;
    Diagnostics diagnostics;  // its mistakes
};

Query parse_query(const Fragment& fragment);
Query parse_condition(const Fragment& fragment);  // as after E<>

}  // namespace crowfly::aiger
