#include "network/formula.hpp"

#include <algorithm>

namespace crowfly {
namespace {

template <class Test>
bool any_leaf(const Formula& formula, const Test& test) {
    if (test(formula)) return true;
    return std::any_of(formula.operands.begin(), formula.operands.end(),
                       [&](const Formula& f) { return any_leaf(f, test); });
}

}  // namespace

bool mentions_clocks(const Formula& formula) {
    return any_leaf(formula, [](const Formula& f) { return f.kind == Formula::Kind::clock; });
}

bool mentions_deadlock(const Formula& formula) {
    return any_leaf(formula, [](const Formula& f) { return f.kind == Formula::Kind::deadlock; });
}

bool mentions_diagonals(const Formula& formula) {
    return any_leaf(formula, [](const Formula& f) {
        return f.kind == Formula::Kind::clock && f.constraint.left != 0 && f.constraint.right != 0;
    });
}

std::string_view to_string(QueryKind kind) {
    switch (kind) {
        case QueryKind::exists_eventually: return "E<>";
        case QueryKind::always_globally: return "A[]";
        case QueryKind::exists_globally: return "E[]";
        case QueryKind::always_eventually: return "A<>";
        case QueryKind::leads_to: return "-->";
        case QueryKind::sup: return "sup";
        case QueryKind::inf: return "inf";
        case QueryKind::bounds: return "bounds";
    }
    return "";
}

}  // namespace crowfly
