#include "network/symmetry/forms.hpp"

#include <algorithm>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "network/body.hpp"
#include "network/symmetry/operators.hpp"

namespace crowfly::symmetry {
namespace {

bool commutes(OpCode op) {
    return op == OpCode::add || op == OpCode::multiply || op == OpCode::minimum || op == OpCode::maximum ||
           op == OpCode::bit_and || op == OpCode::bit_or || op == OpCode::bit_xor || is_equality(op);
}

}  // namespace

Form FormTable::add(const std::vector<std::int32_t>& parts) {
    const auto [known, is_new] = forms_.try_emplace(parts, static_cast<Form>(parts_.size()));
    if (is_new) parts_.push_back(&known->first);
    return known->second;
}

Form Forms::make(Tag tag, const Parts& parts) {
    Parts all{static_cast<std::int32_t>(tag)};
    all.insert(all.end(), parts.begin(), parts.end());
    return table_.add(all);
}

Form Forms::make_sorted(Tag tag, Parts parts) {
    std::ranges::sort(parts);
    return make(tag, parts);
}

// Conditions of conditions are conditions of the whole, each once.
Form Forms::join(Tag tag, const Parts& operands) {
    Parts flat;
    for (const Form operand : operands) {
        const Parts& parts = table_.parts(operand);
        if (parts[0] == static_cast<std::int32_t>(tag))
            flat.insert(flat.end(), parts.begin() + 1, parts.end());
        else
            flat.push_back(operand);
    }
    std::erase(flat, truth(tag == Tag::all));
    if (std::ranges::find(flat, truth(tag != Tag::all)) != flat.end()) return truth(tag != Tag::all);
    sort_out(flat);
    if (flat.empty()) return truth(tag == Tag::all);
    return flat.size() == 1 ? flat[0] : make(tag, flat);
}

void Forms::expect(Sort found, Sort wanted) const {
    if (exchange_.seen(found) != exchange_.seen(wanted)) throw NotSymmetric{"an identity is used as a number"};
}

Sort Forms::sort_of(TermId id) const {
    const Term& term = pieces_.graph()[id];
    switch (term.kind) {
        case Term::Kind::slot: return sorts_.of_values(places_.slots.cell(static_cast<std::uint32_t>(term.a)).family);
        case Term::Kind::input: {
            const Run selects = pieces_.network().edges[*edge_].selects;
            for (std::uint32_t s = 0; s < selects.count; ++s) {
                if (static_cast<std::int32_t>(pieces_.network().selects[selects.first + s].local) == term.a)
                    return sorts_.of_input(*edge_, s);
            }
            return plain;
        }
        case Term::Kind::choice:
            return is_constant(term.operands[1]) ? sort_of(term.operands[2]) : sort_of(term.operands[1]);
        case Term::Kind::check: return sort_of(term.operands[0]);
        case Term::Kind::load: {
            const auto access = find_access(pieces_.graph(), places_.slots, term.operands[0]);
            return access ? sorts_.of_values(access->family) : plain;
        }
        default: return plain;
    }
}

bool Forms::is_truth(TermId id) const {
    if (const auto known = truths_.find(id); known != truths_.end()) return known->second;
    const Term& term = pieces_.graph()[id];
    bool result = false;
    if (term.kind == Term::Kind::constant) {
        result = term.a == 0 || term.a == 1;
    } else if (term.kind == Term::Kind::slot) {
        const Slot& slot = pieces_.network().slots[static_cast<std::size_t>(term.a)];
        result = slot.least >= 0 && slot.greatest <= 1;
    } else if (term.kind == Term::Kind::choice) {
        result = is_truth(term.operands[1]) && is_truth(term.operands[2]);
    } else if (term.kind == Term::Kind::operation) {
        result =
            term.op == OpCode::logical_not || term.op == OpCode::to_bool || is_order(term.op) || is_equality(term.op);
    }
    return truths_[id] = result;
}

bool Forms::is_within(TermId id, std::int64_t least, std::int64_t greatest) const {
    const auto range = range_of(id);
    return range && range->first >= least && range->second <= greatest;
}

bool Forms::is_safe(TermId id) const {
    if (!pieces_.graph().may_fault(id)) return true;
    if (const auto known = safe_.find(id); known != safe_.end()) return known->second;
    const Term& term = pieces_.graph()[id];
    const bool result =
        is_safe_itself(term) && std::ranges::all_of(term.arguments(), [&](TermId operand) { return is_safe(operand); });
    return safe_[id] = result;
}

// If its operands are.
bool Forms::is_safe_itself(const Term& term) const {
    constexpr std::int64_t largest = 1 << 30;
    switch (term.kind) {
        case Term::Kind::check: return is_within(term.operands[0], term.a, term.b);
        case Term::Kind::index: return is_within(term.operands[1], term.a, std::int64_t{term.a} + term.b - 1);
        case Term::Kind::call: return false;
        case Term::Kind::operation: break;
        default: return true;
    }
    if (term.op == OpCode::add || term.op == OpCode::subtract)
        return is_within(term.operands[0], -largest, largest) && is_within(term.operands[1], -largest, largest);
    if (term.op == OpCode::divide || term.op == OpCode::modulo)
        return is_within(term.operands[1], 1, largest) && is_within(term.operands[0], -largest, largest);
    return term.op == OpCode::logical_not || term.op == OpCode::to_bool || is_order(term.op) || is_equality(term.op);
}

Form Forms::of(TermId id, Sort sort) {
    const std::pair key{id, exchange_.seen(sort)};
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    poll();
    const Form form = made(id, sort);
    known_.emplace(key, form);
    return form;
}

Form Forms::made(TermId id, Sort sort) {
    const Term& term = pieces_.graph()[id];
    switch (term.kind) {
        case Term::Kind::constant: return make(Tag::constant, {exchange_.value(sort, term.a)});
        case Term::Kind::slot:
            expect(sort_of(id), sort);
            return of_cell(places_.slots, static_cast<std::uint32_t>(term.a));
        case Term::Kind::input: return of_input(term, sort);
        case Term::Kind::operation:
            expect(plain, sort);
            if (const auto sum = term.op == OpCode::add ? of_sum(id) : std::nullopt) return *sum;
            return of_operation(term);
        case Term::Kind::choice:
            if (exchange_.seen(sort) == plain && added_in(term)) {
                if (const auto sum = of_sum(id)) return *sum;
            }
            return of_choice(term, sort);
        case Term::Kind::check:
            if (!exchange_.is_alike(sort, [&](std::int32_t v) { return v >= term.a && v <= term.b; }))
                throw NotSymmetric{"only one of them is within the range of a variable"};
            if (unchecked(id) != id) return of(unchecked(id), sort);
            return make(Tag::check, {term.a, term.b, of(term.operands[0], sort)});
        case Term::Kind::load: return of_load(term, sort);
        case Term::Kind::index:
        case Term::Kind::offset: return of_address(id, false);
        case Term::Kind::call: expect(plain, sort); return of_call(id);
    }
    throw NotSymmetric{"a term is not understood"};
}

Form Forms::of_input(const Term& term, Sort sort) {
    const Run selects = pieces_.network().edges[edge_.value()].selects;
    for (std::uint32_t s = 0; s < selects.count; ++s) {
        if (static_cast<std::int32_t>(pieces_.network().selects[selects.first + s].local) != term.a) continue;
        expect(sorts_.of_input(*edge_, s), sort);
        return make(Tag::input, {static_cast<std::int32_t>(s)});
    }
    throw NotSymmetric{"a select of another edge is read"};
}

// Whether something holds: not zero.
Form Forms::of_condition(TermId id) {
    const Sort sort = sort_of(id);
    if (!exchange_.is_alike(sort, [](std::int32_t v) { return v != 0; }))
        throw NotSymmetric{"an identity is used as a truth value"};
    return of(id, sort);
}

// Where a term is not reached, zero stands for it.
Form Forms::of_evaluated(TermId id) {
    const Term& term = pieces_.graph()[id];
    const bool may_be_left_out = term.kind == Term::Kind::choice && is_constant(term.operands[2]);
    if (!may_be_left_out) return of(id, sort_of(id));
    return make(Tag::choice, {of_condition(term.operands[0]), of_evaluated(term.operands[1]), truth(false)});
}

Form Forms::of_operation(const Term& term) {
    const auto op = static_cast<std::int32_t>(term.op);
    if (term.op == OpCode::logical_not) return make(Tag::operation, {op, of_condition(term.operands[0])});
    if (term.op == OpCode::to_bool) {
        const Form operand = of_condition(term.operands[0]);
        return is_truth(term.operands[0]) ? operand : make(Tag::operation, {op, operand});
    }
    if (is_order(term.op)) return of_order(term);
    if (is_equality(term.op)) return of_equality(term);
    Parts operands;
    for (const TermId operand : term.arguments()) operands.push_back(of(operand, plain));
    if (commutes(term.op)) std::ranges::sort(operands);
    operands.insert(operands.begin(), op);
    return make(Tag::operation, operands);
}

// An identity may be compared with a constant in any way, if both elements compare alike.
Form Forms::of_order(const Term& term) {
    const bool is_left = is_constant(term.operands[1]);
    const Sort sort = exchange_.seen(sort_of(term.operands[is_left ? 0 : 1]));
    if (sort == plain)
        return make(Tag::operation,
                    {static_cast<std::int32_t>(term.op), of(term.operands[0], plain), of(term.operands[1], plain)});
    const TermId other = term.operands[is_left ? 1 : 0];
    if (!is_constant(other)) throw NotSymmetric{"identities are compared by order"};
    const std::int32_t bound = pieces_.graph()[other].a;
    const auto holds = [&](std::int32_t v) {
        return is_left ? compile::compute(term.op, v, bound) : compile::compute(term.op, bound, v);
    };
    if (!exchange_.is_alike(sort, holds)) throw NotSymmetric{"a comparison by order tells them apart"};
    const Form constant = make(Tag::constant, {bound});
    const Form identity = of(term.operands[is_left ? 0 : 1], sort);
    return make(Tag::operation,
                {static_cast<std::int32_t>(term.op), is_left ? identity : constant, is_left ? constant : identity});
}

Form Forms::of_equality(const Term& term) {
    const TermId left = term.operands[0];
    const TermId right = term.operands[1];
    Parts operands;
    if (is_address(pieces_.graph()[left]) || is_address(pieces_.graph()[right])) {
        operands = {of_address(left, false), of_address(right, false)};
    } else {
        const Sort sort = is_constant(left) ? sort_of(right) : sort_of(left);
        operands = {of(left, sort), of(right, sort)};
    }
    std::ranges::sort(operands);
    operands.insert(operands.begin(), static_cast<std::int32_t>(term.op));
    return make(Tag::operation, operands);
}

std::optional<std::pair<std::int64_t, std::int64_t>> Forms::range_of(TermId id) const {
    if (const auto known = ranges_.find(id); known != ranges_.end()) return known->second;
    const auto range = is_truth(id) ? std::pair{std::int64_t{0}, std::int64_t{1}} : found_range(pieces_.graph()[id]);
    return ranges_[id] = range;
}

std::optional<std::pair<std::int64_t, std::int64_t>> Forms::found_range(const Term& term) const {
    if (term.kind == Term::Kind::constant) return std::pair{std::int64_t{term.a}, std::int64_t{term.a}};
    if (term.kind == Term::Kind::check) {
        const auto inner = range_of(term.operands[0]);
        const std::pair outer{std::int64_t{term.a}, std::int64_t{term.b}};
        return inner && inner->first >= term.a && inner->second <= term.b ? *inner : outer;
    }
    if (term.kind == Term::Kind::slot) {
        const Slot& slot = pieces_.network().slots[static_cast<std::size_t>(term.a)];
        return std::pair{std::int64_t{slot.least}, std::int64_t{slot.greatest}};
    }
    if (term.kind == Term::Kind::input && edge_) {
        for (const Select& select : pieces_.network().edges[*edge_].selects.of(pieces_.network().selects)) {
            if (static_cast<std::int32_t>(select.local) == term.a)
                return std::pair{std::int64_t{select.least}, std::int64_t{select.greatest}};
        }
    }
    const bool is_sum = term.kind == Term::Kind::operation && term.op == OpCode::add;
    if (!is_sum && term.kind != Term::Kind::choice) return std::nullopt;
    const auto a = range_of(term.operands[is_sum ? 0 : 1]);
    const auto b = range_of(term.operands[is_sum ? 1 : 2]);
    if (!a || !b) return std::nullopt;
    constexpr std::int64_t largest = std::int64_t{1} << 40;
    if (is_sum && (std::min(a->first, b->first) < -largest || std::max(a->second, b->second) > largest))
        return std::nullopt;
    if (is_sum) return std::pair{a->first + b->first, a->second + b->second};
    return std::pair{std::min(a->first, b->first), std::max(a->second, b->second)};
}

// What a choice adds to its last operand, if that is all it does: n + 1 or n.
std::optional<TermId> Forms::added_in(const Term& choice) const {
    const Term& then = pieces_.graph()[unchecked(choice.operands[1])];
    if (choice.kind != Term::Kind::choice || then.kind != Term::Kind::operation || then.op != OpCode::add)
        return std::nullopt;
    if (!is_safe(choice.operands[0])) return std::nullopt;
    const TermId before = unchecked(choice.operands[2]);
    if (unchecked(then.operands[0]) == before) return then.operands[1];
    return unchecked(then.operands[1]) == before ? std::optional(then.operands[0]) : std::nullopt;
}

TermId Forms::unchecked(TermId id) const {
    const Term& term = pieces_.graph()[id];
    if (term.kind != Term::Kind::check) return id;
    return is_within(term.operands[0], term.a, term.b) ? unchecked(term.operands[0]) : id;
}

// What is added up, in any order. False: the order might matter, as a sum may be too large on the way; or there are
// too many, as where sums of sums are added to themselves.
bool Forms::add_summands(TermId id, std::vector<Summand>& summands) const {
    constexpr std::size_t most_summands = 4096;
    if (summands.size() >= most_summands) return false;
    id = unchecked(id);
    const Term& term = pieces_.graph()[id];
    if (term.kind == Term::Kind::operation && term.op == OpCode::add)
        return add_summands(term.operands[0], summands) && add_summands(term.operands[1], summands);
    if (term.kind == Term::Kind::choice) {
        if (const auto added = added_in(term)) {
            summands.push_back({*added, term.operands[0]});
            return range_of(*added) && add_summands(term.operands[2], summands);
        }
    }
    summands.push_back({id});
    return range_of(id).has_value();
}

// Absent if the order might matter.
std::optional<Form> Forms::of_sum(TermId id) {
    std::vector<Summand> summands;
    constexpr std::int64_t largest = 1 << 30;
    std::int64_t magnitude = 0;
    if (!add_summands(id, summands) || summands.size() < 2) return std::nullopt;
    Parts parts;
    for (const Summand& summand : summands) {
        const auto [least, greatest] = *range_of(summand.value);
        magnitude += std::max(std::abs(least), std::abs(greatest));
        Form form = of(summand.value, plain);
        if (summand.condition) {
            const Form condition = of_condition(*summand.condition);
            const bool is_one = form == truth(true) && is_truth(*summand.condition);
            form = is_one ? condition : make(Tag::choice, {condition, form, truth(false)});
        }
        if (form != truth(false)) parts.push_back(form);
    }
    if (magnitude > largest) return std::nullopt;
    return make_sorted(Tag::sum, parts);
}

// `and` and `or` where no operand protects another from a fault.
Form Forms::of_choice(const Term& term, Sort sort) {
    const TermId condition = term.operands[0];
    const TermId then = term.operands[1];
    const TermId otherwise = term.operands[2];
    const auto is = [&](TermId id, std::int32_t value) { return is_constant(id) && pieces_.graph()[id].a == value; };
    if (then == otherwise && is_safe(condition)) return of(then, sort);
    if (then == otherwise) return make(Tag::choice, {of_evaluated(condition), of(then, sort), of(otherwise, sort)});
    const bool is_plain = exchange_.seen(sort) == plain && is_truth(condition) && is_safe(condition);
    if (is_plain && is(otherwise, 0) && is_truth(then) && is_safe(then))
        return join(Tag::all, {of_condition(condition), of(then, sort)});
    if (is_plain && (is(then, 1) || then == condition) && is_truth(otherwise) && is_safe(otherwise))
        return join(Tag::any, {of_condition(condition), of(otherwise, sort)});
    return make(Tag::choice, {of_condition(condition), of(then, sort), of(otherwise, sort)});
}

Form Forms::of_load(const Term& term, Sort sort) {
    const auto access = find_access(pieces_.graph(), places_.slots, term.operands[0]);
    if (!access) return of_table(term.operands[0], sort);
    expect(sorts_.of_values(access->family), sort);
    return of_address(term.operands[0], false);
}

// An array of constants: both elements find the same there, or each other's number.
Form Forms::of_table(TermId address, Sort sort) {
    const Term& term = pieces_.graph()[address];
    if (term.kind != Term::Kind::index || !is_constant(term.operands[0]) || term.c != 1)
        throw NotSymmetric{"an array is not understood"};
    const std::int32_t base = pieces_.graph()[term.operands[0]].a;
    if (region_of(base) != Region::constants) throw NotSymmetric{"an array is not understood"};
    const Sort index = exchange_.seen(sort_of(term.operands[1]));
    const auto entry = [&](std::int32_t i) {
        return pieces_.network().code.constant(static_cast<std::uint32_t>(cell_of(base) + i - term.a));
    };
    const auto is_inside = [&](std::int32_t i) { return i >= term.a && i < term.a + term.b; };
    if (!exchange_.is_alike(index, is_inside)) throw NotSymmetric{"only one of them is an index of an array"};
    Parts parts;
    for (std::int32_t i = term.a; i < term.a + term.b; ++i) {
        if (exchange_.value(sort, entry(i)) != entry(exchange_.value(index, i)))
            throw NotSymmetric{"an array of constants tells them apart"};
        parts.push_back(entry(i));
    }
    parts.push_back(term.a);
    parts.push_back(of(term.operands[1], index));
    return make(Tag::table, parts);
}

void Forms::check_untouched(const Footprint& footprint) const {
    for (const SlotSet* slots : {&footprint.reads, &footprint.writes}) {
        for (const std::uint32_t slot : slots->members()) {
            const bool moves = exchange_.slot(slot) != slot;
            if (moves || exchange_.changes(sorts_.of_values(places_.slots.cell(slot).family)))
                throw NotSymmetric{"a function is too complex to be understood"};
        }
    }
    for (const SlotSet* clocks : {&footprint.clock_reads, &footprint.clock_writes}) {
        for (const std::uint32_t clock : clocks->members()) {
            if (exchange_.clock(clock) != clock) throw NotSymmetric{"a function is too complex to be understood"};
        }
    }
    if (!edge_) return;
    for (std::uint32_t s = 0; s < pieces_.network().edges[*edge_].selects.count; ++s) {
        if (exchange_.changes(sorts_.of_input(*edge_, s)))
            throw NotSymmetric{"a function is too complex to be understood"};
    }
}

Form Forms::of_call(TermId id) {
    check_untouched(pieces_.footprint(id));
    const Term& term = pieces_.graph()[id];
    return make(Tag::call, {term.a, term.b});
}

Form Forms::of_cell(const Coordinates& coordinates, std::uint32_t cell) {
    const bool is_slot = &coordinates == &places_.slots;
    const std::uint32_t other = is_slot                           ? exchange_.slot(cell)
                                : &coordinates == &places_.clocks ? exchange_.clock(cell)
                                                                  : exchange_.channel(cell);
    const Cell& at = coordinates.cell(other);
    Parts parts{static_cast<std::int32_t>(at.family)};
    for (const std::int32_t coordinate : at.at) parts.push_back(make(Tag::constant, {coordinate}));
    return make(Tag::cell, parts);
}

Form Forms::of_index(const Access::Index& index, Sort sort) {
    if (!exchange_.is_alike(sort, [&](std::int32_t v) { return v >= index.least && v < index.least + index.count; }))
        throw NotSymmetric{"only one of them is an index of an array"};
    expect(is_constant(index.term) ? sort : sort_of(index.term), sort);
    return make(Tag::ranged, {index.least, index.count, of(index.term, sort)});
}

Form Forms::of_address(TermId id, bool is_channel) {
    const Coordinates& coordinates = is_channel ? places_.channels : places_.slots;
    if (is_constant(id) && pieces_.graph()[id].a >= 0 &&
        static_cast<std::size_t>(pieces_.graph()[id].a) < coordinates.size())
        return of_cell(coordinates, static_cast<std::uint32_t>(pieces_.graph()[id].a));
    const auto access = find_access(pieces_.graph(), coordinates, id);
    if (!access) throw NotSymmetric{"an array is not understood"};
    const Family& family = coordinates.family(access->family);
    Parts parts{static_cast<std::int32_t>(access->family)};
    for (std::size_t d = 0; d < access->at.size(); ++d) {
        if (family.is_process(d)) {
            if (access->index_of(d) != nullptr) throw NotSymmetric{"an array is not understood"};
            parts.push_back(make(Tag::constant, {static_cast<std::int32_t>(
                                                    exchange_.process(static_cast<ProcessIndex>(access->at[d])))}));
            continue;
        }
        const Sort sort = is_channel ? sorts_.of_channels(access->family, d) : sorts_.of_slots(access->family, d);
        const Access::Index* index = access->index_of(d);
        parts.push_back(index != nullptr ? of_index(*index, sort)
                                         : make(Tag::constant, {exchange_.value(sort, access->at[d])}));
    }
    for (const Access::Index& index : access->indices) {
        if (!index.dimension) parts.push_back(of_index(index, plain));
    }
    return make(Tag::cell, parts);
}

}  // namespace crowfly::symmetry
