#include "network/terms/term_values.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "network/values/value_arithmetic.hpp"

namespace crowfly {

// ---- Scopes ---------------------------------------------------------------------------------------------------------

const ValueSet& TermValues::slot(const Scope& scope, std::uint32_t slot) const {
    const auto found = std::ranges::find(scope.narrowed, slot, &std::pair<std::uint32_t, ValueSet>::first);
    return found == scope.narrowed.end() ? slots_[slot] : found->second;
}

void TermValues::renew(Scope& scope) {
    scope.version = ++versions_;
    scope.level = scope.depth;
}

void TermValues::set_slot(Scope& scope, std::uint32_t slot, const ValueSet& values) {
    renew(scope);
    const auto found = std::ranges::find(scope.narrowed, slot, &std::pair<std::uint32_t, ValueSet>::first);
    if (found == scope.narrowed.end())
        scope.narrowed.emplace_back(slot, values);
    else
        found->second = values;
}

void TermValues::set_inputs(Scope& scope, std::vector<std::pair<std::int32_t, ValueSet>> inputs) {
    renew(scope);
    scope.inputs = std::move(inputs);
}

// ---- Values ---------------------------------------------------------------------------------------------------------

void TermValues::begin_call() {
    left_of_call_ = most_per_call;
    choices_left_ = most_choices_per_call;
    assumed_.clear();
}

TermValues::Result TermValues::evaluate(TermId id, const Scope& scope) {
    begin_call();
    return value_of(id, scope);
}

TermValues::Result TermValues::value_of(TermId id, const Scope& scope) {
    if (left_ == 0 || left_of_call_ == 0) return {ValueSet::anything(), true};
    --left_of_call_;
    if (--left_ % 256 == 0) poll();
    const Term& what = term(id);
    if (what.kind == Term::Kind::constant) return {ValueSet::of(what.a)};
    if (what.kind == Term::Kind::slot) return {slot(scope, static_cast<std::uint32_t>(what.a))};
    const auto place = static_cast<std::size_t>(id);
    std::vector<Memo>& memos = memos_[static_cast<std::size_t>(scope.level)];
    if (place >= memos.size()) memos.resize(terms_.graph().size());
    if (memos[place].version == scope.version) return memos[place].result;
    Result result = compute(what, scope);
    memos[place] = {scope.version, result};
    return result;
}

TermValues::Result TermValues::compute(const Term& term, const Scope& scope) {
    switch (term.kind) {
        case Term::Kind::input: {
            const auto found = std::ranges::find(scope.inputs, term.a, &std::pair<std::int32_t, ValueSet>::first);
            return {found == scope.inputs.end() ? ValueSet::anything() : found->second};
        }
        case Term::Kind::operation: return operation(term, scope);
        case Term::Kind::choice: return choice(term, scope);
        case Term::Kind::check: {
            Result result = value_of(term.operands[0], scope);
            const ValueSet range = ValueSet::between(term.a, term.b);
            if (result.values.empty()) return result;
            result.faults |= result.values.least() < term.a || result.values.greatest() > term.b;
            result.values.intersect(range);
            return result;
        }
        case Term::Kind::index: return index(term, scope);
        case Term::Kind::offset: {
            Result result = value_of(term.operands[0], scope);
            result.values = result.values.plus(term.a);
            return result;
        }
        case Term::Kind::load: return load(term, scope);
        default: return {ValueSet::anything(), true};
    }
}

TermValues::Result TermValues::operation(const Term& term, const Scope& scope) {
    const Result left = value_of(term.operands[0], scope);
    const Result right = term.arity == 2 ? value_of(term.operands[1], scope) : Result{ValueSet::of(0)};
    const bool faults = left.faults || right.faults;
    if (left.values.empty() || right.values.empty()) return {{}, faults};
    const SetResult result = apply_operator(term.op, left.values, right.values);
    return {result.values, faults || result.faults};
}

TermValues::Result TermValues::choice(const Term& term, const Scope& scope) {
    const Result condition = value_of(term.operands[0], scope);
    Result result{{}, condition.faults};
    for (const bool holds : {true, false}) {
        const bool is_possible = holds ? condition.values.contains_other_than(0) : condition.values.contains(0);
        if (!is_possible) continue;
        const Result chosen = branch(term.operands[0], holds, term.operands[holds ? 1 : 2], scope);
        result.values.add(chosen.values);
        result.faults |= chosen.faults;
    }
    return result;
}

// Scopes are nested a few times only: within them nothing is remembered from outside.
TermValues::Result TermValues::branch(TermId condition, bool holds, TermId operand, const Scope& scope) {
    if (scope.depth >= deepest_scope) return value_of(operand, scope);
    charge(scope.narrowed.size() / 16);
    Scope inner = scope;
    ++inner.depth;
    if (!constrain(condition, holds, inner)) return {};
    return value_of(operand, inner.version == scope.version ? scope : inner);
}

TermValues::Result TermValues::index(const Term& term, const Scope& scope) {
    const Result base = value_of(term.operands[0], scope);
    Result element = value_of(term.operands[1], scope);
    const std::int64_t last = std::int64_t{term.a} + term.b - 1;
    if (base.values.empty() || element.values.empty()) return {{}, base.faults || element.faults};
    Result result{{}, base.faults || element.faults};
    result.faults |= element.values.least() < term.a || element.values.greatest() > last;
    element.values.intersect(ValueSet::between(term.a, last));
    if (element.values.empty()) return result;
    const auto cells = [&](std::int32_t value) { return (std::int64_t{value} - term.a) * term.c; };
    if (element.values.is_listed()) {
        for (const std::int32_t value : element.values.listed()) result.values.add(base.values.plus(cells(value)));
    } else {
        result.values = ValueSet::between(base.values.least() + cells(element.values.least()),
                                          base.values.greatest() + cells(element.values.greatest()));
    }
    return result;
}

TermValues::Result TermValues::load(const Term& term, const Scope& scope) {
    const Result address = value_of(term.operands[0], scope);
    Result result{{}, address.faults};
    if (address.values.empty()) return result;
    if (address.values.size() > most_cells) return {ValueSet::anything(), address.faults};
    const Bytecode& code = terms_.network().code;
    const auto add = [&](Address at) {
        const auto cell = static_cast<std::uint32_t>(cell_of(at));
        if (region_of(at) == Region::state && cell < slots_.size())
            result.values.add(slot(scope, cell));
        else if (region_of(at) == Region::constants && cell < code.next_constant())
            result.values.add(code.constant(cell));
        else
            result.values = ValueSet::anything();
    };
    if (address.values.is_listed()) {
        for (const Address at : address.values.listed()) add(at);
    } else {
        charge(address.values.size() / 8);
        for (std::int64_t at = address.values.least(); at <= address.values.greatest(); ++at)
            add(static_cast<Address>(at));
    }
    return result;
}

// ---- Assumptions ----------------------------------------------------------------------------------------------------

bool TermValues::assume(TermId id, bool holds, Scope& scope) {
    begin_call();
    return constrain(id, holds, scope);
}

bool TermValues::constrain(TermId id, bool holds, Scope& scope) {
    const Term what = term(id);
    if (what.kind == Term::Kind::operation) {
        if (what.op == OpCode::logical_not) return constrain(what.operands[0], !holds, scope);
        if (what.op == OpCode::to_bool) return constrain(what.operands[0], holds, scope);
        if (is_comparison(what.op)) return assume_comparison(holds ? what.op : negated(what.op), what, scope);
    }
    if (what.kind == Term::Kind::choice) return constrain_choice(id, holds, scope);
    ValueSet values = value_of(id, scope).values;
    if (holds)
        values.remove(0);
    else
        values.intersect(ValueSet::of(0));
    return narrow(id, values, scope);
}

// A result that differs from the scope is kept for disjunctions only: those of the conditions of a long conjunction
// would be copies of one growing scope.
bool TermValues::constrain_choice(TermId id, bool holds, Scope& scope) {
    const std::uint64_t before = scope.version;
    const std::tuple key{before, id, holds};
    if (const auto known = assumed_.find(key); known != assumed_.end()) {
        const int depth = scope.depth;
        if (known->second.narrowed) scope = *known->second.narrowed;
        scope.depth = depth;
        return known->second.is_possible;
    }
    if (choices_left_ == 0 || left_ == 0) return true;
    --choices_left_;
    poll();
    const bool is_possible = assume_choice(term(id), holds, scope);
    if (!is_possible || scope.version == before)
        assumed_.emplace(key, Assumed{is_possible, std::nullopt});
    else if (!is_conjunction(term(id), holds))
        assumed_.emplace(key, Assumed{true, scope});
    return is_possible;
}

// `a && b` is a choice between b and 0, `a || b` one between a, or 1, and b.
bool TermValues::is_and(const Term& choice) const { return terms_.graph().value(choice.operands[2]) == 0; }
bool TermValues::is_or(const Term& choice) const {
    const auto [condition, then, otherwise] = choice.operands;
    return then == condition || terms_.graph().value(then).value_or(0) != 0;
}

// Whether both operands of `and` have to hold, or both of `or` to fail.
bool TermValues::is_conjunction(const Term& choice, bool holds) const { return holds ? is_and(choice) : is_or(choice); }

bool TermValues::assume_choice(const Term& term, bool holds, Scope& scope) {
    const auto [condition, then, otherwise] = term.operands;
    if (is_conjunction(term, holds))
        return constrain(condition, holds, scope) && constrain(holds ? then : otherwise, holds, scope);
    if (is_and(term)) return assume_one_of(condition, false, then, false, scope);
    if (is_or(term)) return assume_one_of(condition, true, otherwise, true, scope);
    const ValueSet values = value_of(condition, scope).values;
    if (!values.contains(0)) return constrain(condition, true, scope) && constrain(then, holds, scope);
    if (!values.contains_other_than(0)) return constrain(condition, false, scope) && constrain(otherwise, holds, scope);
    return assume_one_of(then, holds, otherwise, holds, scope);
}

bool TermValues::assume_one_of(TermId first, bool first_holds, TermId second, bool second_holds, Scope& scope) {
    charge(scope.narrowed.size() / 16);
    Scope one = scope;
    Scope other = scope;
    const bool is_one = constrain(first, first_holds, one);
    const bool is_other = constrain(second, second_holds, other);
    if (!is_one || !is_other) {
        scope = is_one ? std::move(one) : std::move(other);
        return is_one || is_other;
    }
    for (const auto& [slot_number, values] : one.narrowed) {
        ValueSet either = values;
        either.add(slot(other, slot_number));
        if (!(either == slot(scope, slot_number))) set_slot(scope, slot_number, either);
    }
    return true;
}

bool TermValues::assume_comparison(OpCode op, const Term& term, Scope& scope) {
    const auto [left, right, none] = term.operands;
    const ValueSet before = value_of(left, scope).values;
    const ValueSet others = value_of(right, scope).values;
    const ValueSet remaining = satisfying(op, before, others);
    if (remaining.empty() || !narrow(left, remaining, scope)) return false;
    const ValueSet remaining_others = satisfying(mirrored(op), others, remaining);
    return !remaining_others.empty() && narrow(right, remaining_others, scope);
}

// The term has one of these values, which are among those that evaluation says.
bool TermValues::narrow(TermId id, const ValueSet& allowed, Scope& scope) {
    if (allowed.empty()) return false;
    const Term what = term(id);
    if (what.kind == Term::Kind::slot) return narrow_to(static_cast<std::uint32_t>(what.a), allowed, scope);
    if (what.kind == Term::Kind::input) {
        const auto found = std::ranges::find(scope.inputs, what.a, &std::pair<std::int32_t, ValueSet>::first);
        if (found == scope.inputs.end()) return true;
        found->second.intersect(allowed);
        renew(scope);
        return !found->second.empty();
    }
    if (what.kind == Term::Kind::check) {
        ValueSet within = allowed;
        within.intersect(ValueSet::between(what.a, what.b));
        return narrow(what.operands[0], within, scope);
    }
    if (what.kind == Term::Kind::load) {
        const auto at = value_of(what.operands[0], scope).values.only();
        if (!at || region_of(*at) != Region::state) return true;
        return narrow_to(static_cast<std::uint32_t>(cell_of(*at)), allowed, scope);
    }
    return what.kind != Term::Kind::operation || what.arity != 2 || narrow_sum(what, allowed, scope);
}

bool TermValues::narrow_to(std::uint32_t slot_number, const ValueSet& allowed, Scope& scope) {
    const ValueSet before = slot(scope, slot_number);
    ValueSet values = before;
    values.intersect(allowed);
    if (!(values == before)) set_slot(scope, slot_number, values);
    return !values.empty();
}

// A sum or difference with a constant.
bool TermValues::narrow_sum(const Term& term, const ValueSet& allowed, Scope& scope) {
    const auto left = terms_.graph().value(term.operands[0]);
    const auto right = terms_.graph().value(term.operands[1]);
    if (term.op == OpCode::add && right) return narrow(term.operands[0], allowed.plus(-std::int64_t{*right}), scope);
    if (term.op == OpCode::add && left) return narrow(term.operands[1], allowed.plus(-std::int64_t{*left}), scope);
    if (term.op == OpCode::subtract && right) return narrow(term.operands[0], allowed.plus(*right), scope);
    return true;
}

}  // namespace crowfly
