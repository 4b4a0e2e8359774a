// E<> formula: some reachable state satisfies it. A[] formula: none violates it.
#pragma once

#include "model/query_kind.hpp"
#include "network/formula.hpp"

namespace crowfly::property {

struct Reach {
    // The state that is looked for satisfies the formula, and shows the property; else it violates it, and refutes it.
    bool exists = true;
    Formula formula;

    QueryKind query_kind() const { return exists ? QueryKind::exists_eventually : QueryKind::always_globally; }
    bool is_shown_by_witness() const { return exists; }
    static void for_each_part(auto& reach, const auto& part) { part(reach.formula); }
};

}  // namespace crowfly::property
