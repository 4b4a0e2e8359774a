// E<> formula: some reachable state satisfies it. A[] formula: none violates it.
#pragma once

#include <string_view>

#include "network/formula.hpp"

namespace crowfly::property {

struct Reach {
    // The state that is looked for satisfies the formula, and shows the property; else it violates it, and refutes it.
    bool exists = true;
    Formula formula;

    std::string_view name() const { return exists ? "E<>" : "A[]"; }
    bool is_shown_by_witness() const { return exists; }
    static void for_each_part(auto& reach, const auto& part) { part(reach.formula); }
};

}  // namespace crowfly::property
