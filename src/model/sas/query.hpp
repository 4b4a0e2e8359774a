// Queries about planning tasks: `E<> goal`, or conditions on variables by name and number of the value, such as
// `E<> var0 == 1 && not var3 == 0`. `A[]` instead of `E<>` asks whether the condition holds in all states.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly::sas {

struct Literal {
    bool negated = false;
    std::string name;  // of a variable, or `goal`
    bool is_goal = false;
    std::int32_t value = 0;
    Span span;
};

struct Query {
    bool for_all = false;           // A[]
    std::vector<Literal> literals;  // a conjunction
    Diagnostics diagnostics;        // its mistakes
};

Query parse_query(const Fragment& fragment);
Query parse_condition(const Fragment& fragment);  // as after E<>

}  // namespace crowfly::sas
