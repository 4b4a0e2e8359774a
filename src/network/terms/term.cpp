#include "network/terms/term.hpp"

#include <algorithm>

#include "network/body.hpp"

namespace crowfly {
namespace {

bool faults_itself(const Term& term) {
    switch (term.kind) {
        case Term::Kind::operation:
            return term.op == OpCode::negate || term.op == OpCode::absolute ||
                   (term.op >= OpCode::add && term.op <= OpCode::shift_right);
        case Term::Kind::check:
        case Term::Kind::index:
        case Term::Kind::call: return true;
        case Term::Kind::constant:
        case Term::Kind::slot:
        case Term::Kind::input:
        case Term::Kind::choice:
        case Term::Kind::offset:
        case Term::Kind::load: return false;
    }
    return true;
}

bool is_truth_itself(const Term& term) {
    if (term.kind == Term::Kind::constant) return term.a == 0 || term.a == 1;
    return term.kind == Term::Kind::operation && (term.op == OpCode::logical_not || term.op == OpCode::to_bool ||
                                                  (term.op >= OpCode::less && term.op <= OpCode::not_equal));
}

}  // namespace

std::size_t TermGraph::Hash::operator()(const Term& term) const {
    std::uint64_t hash = 0xcbf29ce484222325U;
    const auto mix = [&](auto part) { hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x100000001b3U; };
    mix(term.kind);
    mix(term.op);
    for (const std::int32_t number : {term.a, term.b, term.c}) mix(number);
    for (const TermId operand : term.arguments()) mix(operand);
    return static_cast<std::size_t>(hash ^ (hash >> 32));
}

TermId TermGraph::add(const Term& term) {
    const auto [known, is_new] = ids_.try_emplace(term, static_cast<TermId>(terms_.size()));
    if (!is_new) return known->second;
    terms_.push_back(term);
    is_truth_.push_back(is_truth_itself(term) ||
                        (term.kind == Term::Kind::choice && is_truth(term.operands[1]) && is_truth(term.operands[2])));
    may_fault_.push_back(faults_itself(term) ||
                         std::ranges::any_of(term.arguments(), [&](TermId operand) { return may_fault(operand); }));
    return known->second;
}

TermId TermGraph::constant(std::int32_t value) { return add({Term::Kind::constant, {}, 0, value, 0, 0, {}}); }
TermId TermGraph::slot(std::int32_t slot) { return add({Term::Kind::slot, {}, 0, slot, 0, 0, {}}); }
TermId TermGraph::input(std::int32_t cell) { return add({Term::Kind::input, {}, 0, cell, 0, 0, {}}); }

TermId TermGraph::operation(OpCode op, TermId operand) {
    if (const auto known = value(operand)) {
        if (const auto result = compile::compute(op, *known, 0)) return constant(*result);
    }
    return add({Term::Kind::operation, op, 1, 0, 0, 0, {operand}});
}

TermId TermGraph::operation(OpCode op, TermId left, TermId right) {
    const auto known = value(left);
    const auto other = value(right);
    if (known && other) {
        if (const auto result = compile::compute(op, *known, *other)) return constant(*result);
    }
    return add({Term::Kind::operation, op, 2, 0, 0, 0, {left, right}});
}

TermId TermGraph::choice(TermId condition, TermId then, TermId otherwise) {
    if (const auto known = value(condition)) return *known != 0 ? then : otherwise;
    if (value(then) == 1 && value(otherwise) == 0 && is_truth(condition)) return condition;
    return add({Term::Kind::choice, {}, 3, 0, 0, 0, {condition, then, otherwise}});
}

TermId TermGraph::check(std::int32_t least, std::int32_t greatest, TermId operand) {
    const auto known = value(operand);
    if (known && *known >= least && *known <= greatest) return operand;
    return add({Term::Kind::check, {}, 1, least, greatest, 0, {operand}});
}

TermId TermGraph::index(const Instruction& how, TermId address, TermId index) {
    const auto base = value(address);
    const auto element = value(index);
    if (base && element && *element >= how.a && std::int64_t{*element} < std::int64_t{how.a} + how.b)
        return constant(*base + (*element - how.a) * how.c);
    return add({Term::Kind::index, {}, 2, how.a, how.b, how.c, {address, index}});
}

TermId TermGraph::offset(std::int32_t cells, TermId address) {
    if (const auto base = value(address)) return constant(*base + cells);
    return add({Term::Kind::offset, {}, 1, cells, 0, 0, {address}});
}

TermId TermGraph::load(TermId address) { return add({Term::Kind::load, {}, 1, 0, 0, 0, {address}}); }

TermId TermGraph::call(Program program, std::int32_t code) {
    return add({Term::Kind::call, {}, 0, static_cast<std::int32_t>(program.entry), code, 0, {}});
}

TermId TermGraph::with_operands(TermId id, const std::array<TermId, 3>& operands) {
    const Term term = (*this)[id];
    switch (term.kind) {
        case Term::Kind::operation:
            return term.arity == 1 ? operation(term.op, operands[0]) : operation(term.op, operands[0], operands[1]);
        case Term::Kind::choice: return choice(operands[0], operands[1], operands[2]);
        case Term::Kind::check: return check(term.a, term.b, operands[0]);
        case Term::Kind::index: return index({.a = term.a, .b = term.b, .c = term.c}, operands[0], operands[1]);
        case Term::Kind::offset: return offset(term.a, operands[0]);
        case Term::Kind::load: return load(operands[0]);
        default: return id;
    }
}

std::optional<std::int32_t> TermGraph::value(TermId id) const {
    const Term& term = (*this)[id];
    return term.kind == Term::Kind::constant ? std::optional(term.a) : std::nullopt;
}

}  // namespace crowfly
