#include "network/pruning/some_values.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "network/machine.hpp"
#include "network/pruning/combinations.hpp"

namespace crowfly {
namespace {

using Kind = Formula::Kind;

Formula constant(bool value, Span span) {
    Formula formula;
    formula.value = value;
    formula.span = span;
    return formula;
}

// Substitutes values and folds constants. The values of leaves that become constant are recorded in `outcomes`, so that
// equivalent combinations are recognised.
class PuttingIn {
public:
    PuttingIn(Bytecode& code, const SlotSet& dropped, const SlotValues& values)
        : code_(code), dropped_(dropped), values_(values) {}

    Formula operator()(const Formula& formula) {
        switch (formula.kind) {
            case Kind::location: return location(formula);
            case Kind::discrete: return discrete(formula);
            case Kind::negation: return negation(formula);
            case Kind::conjunction:
            case Kind::disjunction: return several(formula);
            case Kind::constant:
            case Kind::clock:
            case Kind::deadlock: break;
        }
        return formula;
    }

    std::vector<std::int32_t> outcomes;

private:
    Formula decided(bool value, Span span) {
        outcomes.push_back(value ? 1 : 0);
        return constant(value, span);
    }

    Formula location(const Formula& formula) {
        const auto place = values_.find(formula.process);
        return place == values_.end()
                   ? formula
                   : decided(place->second == static_cast<std::int32_t>(formula.number), formula.span);
    }

    Formula discrete(const Formula& formula) {
        const SlotValues own = restricted(values_, formula.footprint.reads);
        if (own.empty()) return formula;
        if (own.size() == formula.footprint.reads.count()) {
            if (const std::optional<bool> value = outcome(formula)) return decided(*value, formula.span);
        }
        Formula copy = formula;
        copy.program = replace(code_, formula.program, own);
        copy.footprint.reads = {};
        for (const std::uint32_t slot : formula.footprint.reads.members()) {
            if (!dropped_.contains(slot)) copy.footprint.reads.add(slot);
        }
        for (const auto& [slot, value] : own) outcomes.push_back(value);
        return copy;
    }

    // Nothing: a run-time error, which is kept in the formula.
    std::optional<bool> outcome(const Formula& formula) const {
        std::vector<std::int32_t> state;
        for (const auto& [slot, value] : values_) {
            state.resize(std::max<std::size_t>(state.size(), slot + 1));
            state[slot] = value;
        }
        Machine machine(code_);
        machine.bind(state);
        if (!machine.run(formula.program)) return std::nullopt;
        return machine.result() != 0;
    }

    Formula negation(const Formula& formula) {
        Formula copy = formula;
        copy.operands = {(*this)(formula.operands[0])};
        if (copy.operands[0].kind == Kind::constant) return constant(!copy.operands[0].value, formula.span);
        return copy;
    }

    Formula several(const Formula& formula) {
        const bool neutral = formula.kind == Kind::conjunction;
        Formula copy = formula;
        copy.operands.clear();
        bool settled = false;
        for (const Formula& operand : formula.operands) {
            Formula part = (*this)(operand);
            if (part.kind != Kind::constant)
                copy.operands.push_back(std::move(part));
            else
                settled |= part.value != neutral;
        }
        if (settled) return constant(!neutral, formula.span);
        if (copy.operands.empty()) return constant(neutral, formula.span);
        if (copy.operands.size() == 1) return Formula(copy.operands[0]);
        return copy;
    }

    Bytecode& code_;
    const SlotSet& dropped_;
    const SlotValues& values_;
};

}  // namespace

Formula for_some_values(const Formula& formula, bool wanted, const SafeSlots& left_out) {
    const std::vector<const SafeSlot*> slots = left_out.among(slots_read(formula));
    if (slots.empty()) return formula;
    const SlotSet dropped = left_out.dropped();
    Bytecode code = formula.code ? *formula.code : Bytecode{};
    Formula result;
    result.kind = wanted ? Kind::disjunction : Kind::conjunction;
    result.span = formula.span;
    std::set<std::vector<std::int32_t>> seen;
    bool settled = false;
    for_each_combination(slots, [&](const SlotValues& values) {
        PuttingIn put_in(code, dropped, values);
        Formula part = put_in(formula);
        if (!seen.insert(std::move(put_in.outcomes)).second) return;
        if (part.kind != Kind::constant)
            result.operands.push_back(std::move(part));
        else
            settled |= part.value == wanted;
    });
    if (settled) return constant(wanted, formula.span);
    if (result.operands.empty()) return constant(!wanted, formula.span);
    if (result.operands.size() == 1) result = Formula(result.operands[0]);
    set_code(result, std::make_shared<const Bytecode>(std::move(code)));
    return result;
}

}  // namespace crowfly
