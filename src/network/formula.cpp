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

void add_slots_read(const Formula& formula, SlotSet& into) {
    into.add(formula.footprint.reads);
    if (formula.kind == Formula::Kind::location) into.add(formula.process);
    for (const Formula& operand : formula.operands) add_slots_read(operand, into);
}

}  // namespace

SlotSet slots_read(const Formula& formula) {
    SlotSet slots;
    add_slots_read(formula, slots);
    return slots;
}

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

const Bytecode& code_of(const Network& network, const Formula& formula) {
    return formula.code ? *formula.code : network.code;
}

void set_code(Formula& formula, const std::shared_ptr<const Bytecode>& code) {
    formula.code = code;
    for (Formula& operand : formula.operands) set_code(operand, code);
}

}  // namespace crowfly
