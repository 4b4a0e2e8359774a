#include "abstraction/predicates/term_reader.hpp"

#include <algorithm>
#include <limits>

#include "base/alarm.hpp"
#include "network/values/value_arithmetic.hpp"

namespace crowfly::predicates {
namespace {

constexpr std::uint64_t most_cells_read = 256;  // by an access to an array

}  // namespace

TermReader::TermReader(Terms& terms, const std::vector<ValueSet>& ranges)
    : terms_(terms), anywhere_(terms, ranges, std::numeric_limits<std::size_t>::max()) {}

const TermInfo& TermReader::info(TermId id) {
    if (const auto found = infos_.find(id); found != infos_.end()) return found->second;
    poll();
    const Term term = terms_.graph()[id];
    TermInfo own;
    switch (term.kind) {
        case Term::Kind::slot: own.reads.add(static_cast<std::uint32_t>(term.a)); break;
        case Term::Kind::input: own.has_inputs = true; break;
        case Term::Kind::call: own.is_opaque = true; break;
        case Term::Kind::load: add_access(term, own); break;
        default: break;
    }
    for (const TermId operand : term.arguments()) {
        const TermInfo& part = info(operand);
        own.reads.add(part.reads);
        own.has_inputs |= part.has_inputs;
        own.is_opaque |= part.is_opaque;
        own.has_access |= part.has_access;
    }
    return infos_.emplace(id, std::move(own)).first->second;
}

void TermReader::add_access(const Term& term, TermInfo& info) {
    info.has_access = true;
    const ValueSet cells = anywhere_.evaluate(term.operands[0], anywhere_.scope()).values;
    if (cells.empty()) return;
    if (cells.size() > most_cells_read) {
        info.is_opaque = true;
        return;
    }
    for (std::int64_t at = cells.least(); at <= cells.greatest(); ++at) {
        const auto cell = static_cast<Address>(at);
        if (!cells.contains(cell)) continue;
        if (region_of(cell) == Region::state) info.reads.add(static_cast<std::uint32_t>(cell_of(cell)));
        if (region_of(cell) == Region::locals) info.is_opaque = true;
    }
}

bool TermReader::is_predicate(TermId id) {
    const TermInfo& known = info(id);
    return !known.has_inputs && !known.is_opaque && !known.reads.empty();
}

std::optional<std::int32_t> TermReader::value(TermId id, std::span<const std::int32_t> slots) {
    ++asked_;
    if (known_.size() < terms_.graph().size()) known_.resize(terms_.graph().size());
    return known_value(id, slots);
}

std::optional<std::int32_t> TermReader::known_value(TermId id, std::span<const std::int32_t> slots) {
    Known& known = known_[static_cast<std::size_t>(id)];
    if (known.asked == asked_) return known.value;
    const std::optional<std::int32_t> value = compute(terms_.graph()[id], slots);
    known = {asked_, value};
    return value;
}

std::optional<std::int32_t> TermReader::compute(const Term& term, std::span<const std::int32_t> slots) {
    const auto operand = [&](std::size_t which) { return known_value(term.operands[which], slots); };
    switch (term.kind) {
        case Term::Kind::constant: return term.a;
        case Term::Kind::slot: return slots[static_cast<std::size_t>(term.a)];
        case Term::Kind::choice: {
            const auto condition = operand(0);
            if (!condition) return std::nullopt;
            return operand(*condition != 0 ? 1 : 2);
        }
        case Term::Kind::check: {
            const auto checked = operand(0);
            return checked && *checked >= term.a && *checked <= term.b ? checked : std::nullopt;
        }
        case Term::Kind::operation: {
            const auto left = operand(0);
            const auto right = term.arity == 2 ? operand(1) : std::optional<std::int32_t>(0);
            if (!left || !right) return std::nullopt;
            const SetResult result = apply_operator(term.op, ValueSet::of(*left), ValueSet::of(*right));
            return result.faults ? std::nullopt : result.values.only();
        }
        case Term::Kind::index: {
            const auto base = operand(0);
            const auto element = operand(1);
            if (!base || !element || *element < term.a || *element >= std::int64_t{term.a} + term.b)
                return std::nullopt;
            return *base + (*element - term.a) * term.c;
        }
        case Term::Kind::offset: {
            const auto base = operand(0);
            return base ? std::optional(*base + term.a) : std::nullopt;
        }
        case Term::Kind::load: {
            const auto at = operand(0);
            if (!at) return std::nullopt;
            const auto cell = static_cast<std::size_t>(cell_of(*at));
            if (region_of(*at) == Region::state && cell < slots.size()) return slots[cell];
            const Bytecode& code = terms_.network().code;
            if (region_of(*at) == Region::constants && cell < code.next_constant())
                return code.constant(static_cast<std::uint32_t>(cell));
            return std::nullopt;
        }
        default: return std::nullopt;
    }
}

// ---- Substitution ---------------------------------------------------------------------------------------------------

bool Substitution::touches(const TermInfo& info) const {
    return std::ranges::any_of(values_, [&](const auto& entry) { return info.reads.contains(entry.first); });
}

void Substitution::precede(const Substitution& earlier) {
    Substitution before = earlier;
    std::map<std::uint32_t, std::optional<TermId>> both = before.values_;
    for (const auto& [slot, value] : values_) both[slot] = value ? before.apply(*value) : std::nullopt;
    values_ = std::move(both);
    known_.clear();
}

std::optional<TermId> Substitution::apply(TermId id) {
    if (values_.empty()) return id;
    if (const auto found = known_.find(id); found != known_.end()) return found->second;
    poll();
    const TermInfo& info = reader_->info(id);
    std::optional<TermId> result = id;
    if (info.is_opaque)
        result = std::nullopt;
    else if (touches(info))
        result = info.has_access ? std::nullopt : rebuild(id);
    known_.emplace(id, result);
    return result;
}

std::optional<TermId> Substitution::rebuild(TermId id) {
    TermGraph& graph = terms_->graph();
    const Term term = graph[id];
    if (term.kind == Term::Kind::slot) return values_.at(static_cast<std::uint32_t>(term.a));
    std::array<TermId, 3> operands{};
    for (std::size_t i = 0; i < term.arity; ++i) {
        const std::optional<TermId> operand = apply(term.operands[i]);
        if (!operand) return std::nullopt;
        operands[i] = *operand;
    }
    return graph.with_operands(id, operands);
}

}  // namespace crowfly::predicates
