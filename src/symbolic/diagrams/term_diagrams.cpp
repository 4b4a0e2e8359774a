#include "symbolic/diagrams/term_diagrams.hpp"

#include "base/alarm.hpp"

namespace crowfly::symbolic {

// Operands before what is made of them, without recursion: circuits are deep.
const Operated& TermDiagrams::evaluate(TermId id, Environment& environment) {
    waiting_.push_back(id);
    const std::size_t bottom = waiting_.size();
    while (waiting_.size() >= bottom) {
        poll();
        const TermId next = waiting_.back();
        const std::size_t before = waiting_.size();
        if (!environment.known_.contains(next)) {
            for (const TermId operand : terms_.graph()[next].arguments()) {
                if (!environment.known_.contains(operand)) waiting_.push_back(operand);
            }
            if (waiting_.size() > before) continue;
            Operated result = compute(next, environment);
            environment.known_.emplace(next, std::move(result));
        }
        waiting_.pop_back();
    }
    return environment.known_.at(id);
}

Operated TermDiagrams::compute(TermId id, Environment& environment) {
    const Term& term = terms_.graph()[id];
    const auto operand = [&](std::size_t i) -> const Operated& { return environment.known_.at(term.operands[i]); };
    switch (term.kind) {
        case Term::Kind::constant: return {number(term.a), {}};
        case Term::Kind::slot: return {environment.slot(static_cast<std::uint32_t>(term.a)), {}};
        case Term::Kind::input: return {environment.input(term.a), {}};
        case Term::Kind::operation: {
            if (!is_supported(term.op)) throw NotSupported{"a power is no function of few binary digits"};
            const Operated& left = operand(0);
            const Operated& right = operand(term.arity - std::size_t{1});
            Operated result = operate(term.op, left.value, right.value);
            result.faults |= left.faults | right.faults;
            return result;
        }
        case Term::Kind::choice: {
            const Bdd condition = is_not_zero(operand(0).value);
            return {choice(condition, operand(1).value, operand(2).value),
                    operand(0).faults | choice(condition, operand(1).faults, operand(2).faults)};
        }
        case Term::Kind::check:
            return {operand(0).value, operand(0).faults | !is_within(operand(0).value, term.a, term.b)};
        case Term::Kind::index: return index(term, environment);
        case Term::Kind::offset: return {sum(operand(0).value, number(term.a)), operand(0).faults};
        case Term::Kind::load: return load(term, environment);
        case Term::Kind::call: break;
    }
    throw NotSupported{"a function has a loop that no constant bounds"};
}

Operated TermDiagrams::index(const Term& term, Environment& environment) {
    const Operated& base = environment.known_.at(term.operands[0]);
    const Operated& at = environment.known_.at(term.operands[1]);
    const Operated scaled = operate(OpCode::multiply, difference(at.value, number(term.a)), number(term.c));
    return {sum(base.value, scaled.value),
            base.faults | at.faults | !is_within(at.value, term.a, std::int64_t{term.a} + term.b - 1)};
}

Operated TermDiagrams::load(const Term& term, Environment& environment) {
    const Operated& address = environment.known_.at(term.operands[0]);
    const auto [first, last] = extent(term.operands[0]);
    Number value = number(0);
    for (Address at = first; at <= last; ++at) {
        poll();
        const Bdd is_meant = equal(address.value, number(at));
        if (!is_meant.is_false()) value = choice(is_meant, cell(at, environment), value);
    }
    return {value, address.faults};
}

Number TermDiagrams::cell(Address at, const Environment& environment) const {
    if (region_of(at) == Region::state) return environment.slot(static_cast<std::uint32_t>(cell_of(at)));
    if (region_of(at) == Region::constants)
        return number(terms_.network().code.constant(static_cast<std::uint32_t>(cell_of(at))));
    throw NotSupported{"a function has an array of its own with a computed index"};
}

std::pair<Address, Address> TermDiagrams::extent(TermId address) const {
    const Term& term = terms_.graph()[address];
    if (const auto at = terms_.graph().value(address)) return {*at, *at};
    if (term.kind == Term::Kind::offset) {
        const auto [first, last] = extent(term.operands[0]);
        return {first + term.a, last + term.a};
    }
    if (term.kind == Term::Kind::index) {
        const auto [first, last] = extent(term.operands[0]);
        return {first, last + (term.b - 1) * term.c};
    }
    throw NotSupported{"a reference may mean one of several variables"};
}

}  // namespace crowfly::symbolic
