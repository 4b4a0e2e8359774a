#include "property/impossible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "base/alarm.hpp"
#include "network/terms/term_values.hpp"
#include "zone/zone.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_conjunctions = 256;
constexpr std::size_t most_literals = 10'000;
constexpr std::size_t most_clocks = 32;  // in one conjunction
constexpr std::size_t most_query_evaluations = 50'000;
constexpr std::size_t most_reasons = 3;

struct Literal {
    const Formula* leaf;
    bool holds;
};
using Conjunction = std::vector<Literal>;

// ---- Splitting ------------------------------------------------------------------------------------------------------

std::size_t literals_in(const std::vector<Conjunction>& all) {
    std::size_t count = all.size();
    for (const Conjunction& one : all) count += one.size();
    return count;
}

// All ways to choose one of each. Nothing: too many.
std::optional<std::vector<Conjunction>> product(const std::vector<Conjunction>& a, const std::vector<Conjunction>& b) {
    if (a.size() * b.size() > most_conjunctions) return std::nullopt;
    std::vector<Conjunction> result;
    for (const Conjunction& first : a) {
        for (const Conjunction& second : b) {
            result.push_back(first);
            result.back().insert(result.back().end(), second.begin(), second.end());
        }
    }
    return literals_in(result) > most_literals ? std::nullopt : std::optional(std::move(result));
}

std::optional<std::vector<Conjunction>> split(const Formula& formula, bool wanted) {
    switch (formula.kind) {
        case Formula::Kind::constant:
            return formula.value == wanted ? std::vector<Conjunction>(1) : std::vector<Conjunction>();
        case Formula::Kind::negation: return split(formula.operands.front(), !wanted);
        case Formula::Kind::conjunction:
        case Formula::Kind::disjunction: break;
        default: return std::vector<Conjunction>{{{&formula, wanted}}};
    }
    const bool all = (formula.kind == Formula::Kind::conjunction) == wanted;
    std::vector<Conjunction> result(all ? 1 : 0);
    for (const Formula& operand : formula.operands) {
        const auto part = split(operand, wanted);
        if (!part) return std::nullopt;
        if (all) {
            auto both = product(result, *part);
            if (!both) return std::nullopt;
            result = std::move(*both);
        } else {
            result.insert(result.end(), part->begin(), part->end());
            if (literals_in(result) > most_literals) return std::nullopt;
        }
    }
    return result;
}

// ---- Clocks ---------------------------------------------------------------------------------------------------------

// A zone over the clocks that constraints have mentioned so far.
class FewClocks {
public:
    // left - right < bound or <= bound. Clock 0 is the constant zero.
    void add(ClockIndex left, ClockIndex right, std::int64_t bound, bool strict) {
        constraints_.push_back({number(left), number(right), zone::bound<zone::WideBound>(bound, strict)});
    }

    bool is_empty() const {
        const std::size_t n = numbers_.size();
        if (n > most_clocks) return false;
        zone::WideZone zone(n * n);
        zone::set_all(zone.data(), n);
        for (const Constraint& c : constraints_) {
            if (c.left == c.right ? c.bound < zone::zero : !zone::constrain(zone.data(), n, c.left, c.right, c.bound))
                return true;
        }
        return false;
    }

private:
    struct Constraint {
        zone::Clock left, right;
        zone::WideBound bound;
    };

    zone::Clock number(ClockIndex clock) {
        return numbers_.try_emplace(clock, static_cast<zone::Clock>(numbers_.size())).first->second;
    }

    std::map<ClockIndex, zone::Clock> numbers_{{0, 0}};
    std::vector<Constraint> constraints_;
};

// ---- Judging --------------------------------------------------------------------------------------------------------

class Judge {
public:
    Judge(const Network& network, const ValueRanges& ranges)
        : network_(network), ranges_(ranges), terms_(network), values_(terms_, ranges.slots, most_query_evaluations) {
        for (ProcessIndex process = 0; process < network.processes.size(); ++process)
            add_fixed(process, ranges.slots[process], always_fixed_);
    }

    bool is_impossible(const Formula& formula, bool wanted) {
        const auto conjunctions = split(formula, wanted);
        if (!conjunctions) return is_impossible_by_parts(formula, wanted);
        return std::ranges::all_of(*conjunctions, [&](const Conjunction& one) { return is_impossible(one); });
    }

    // A formula that faults in some state is not judged.
    bool may_fault() const { return may_fault_ || values_.is_exhausted(); }

    std::string reason() const {
        std::string text;
        for (std::size_t i = 0; i < std::min(reasons_.size(), most_reasons); ++i)
            text += (i == 0 ? "" : "; ") + reasons_[i];
        if (reasons_.size() > most_reasons) text += "; …";
        return text;
    }

private:
    bool is_impossible_by_parts(const Formula& formula, bool wanted) {
        if (formula.kind == Formula::Kind::negation) return is_impossible_by_parts(formula.operands.front(), !wanted);
        const auto judge = [&](const Formula& operand) { return is_impossible_by_parts(operand, wanted); };
        if (formula.kind != Formula::Kind::conjunction && formula.kind != Formula::Kind::disjunction)
            return is_impossible(formula, wanted);
        return (formula.kind == Formula::Kind::conjunction) == wanted ? std::ranges::any_of(formula.operands, judge)
                                                                      : std::ranges::all_of(formula.operands, judge);
    }

    bool is_impossible(const Conjunction& conjunction) {
        poll();
        Scope scope = values_.scope();
        return !assume_locations(conjunction, scope) || !assume_numbers(conjunction, scope) ||
               !have_clock_values(conjunction, scope);
    }

    bool assume_locations(const Conjunction& conjunction, Scope& scope) {
        for (const auto& [leaf, holds] : conjunction) {
            if (leaf->kind != Formula::Kind::location) continue;
            const std::string& process = network_.processes[leaf->process].name;
            const std::string& location = network_.location(leaf->process, leaf->number).name;
            if (holds && !ranges_.is_reached(network_, leaf->process, leaf->number)) {
                give(fmt::format("{}.{} cannot be reached", process, location));
                return false;
            }
            ValueSet values = values_.slot(scope, leaf->process);
            if (holds)
                values.intersect(ValueSet::of(static_cast<std::int32_t>(leaf->number)));
            else
                values.remove(static_cast<std::int32_t>(leaf->number));
            values_.set_slot(scope, leaf->process, values);
            if (!values.empty()) continue;
            give(holds ? fmt::format("{} is in one location at a time", process)
                       : fmt::format("{} never leaves {}.{}", process, process, location));
            return false;
        }
        return true;
    }

    // Twice: what one condition says may help another one before it.
    bool assume_numbers(const Conjunction& conjunction, Scope& scope) {
        for (int round = 0; round < 2; ++round) {
            for (const auto& [leaf, holds] : conjunction) {
                if (leaf->kind != Formula::Kind::discrete) continue;
                const TermId term = term_of(*leaf);
                may_fault_ |= round == 0 && values_.evaluate(term, scope).faults && !network_.faults_disable;
                if (values_.assume(term, holds, scope)) continue;
                give(ranges_of(leaf->footprint.reads));
                return false;
            }
            for (const Fixed& fixed : fixed_locations(scope)) {
                if (values_.assume(invariant_of(*fixed.location), true, scope)) continue;
                give(name_of(fixed));
                return false;
            }
        }
        return true;
    }

    bool have_clock_values(const Conjunction& conjunction, const Scope& scope) {
        if (network_.features.stopwatches) return true;
        FewClocks clocks;
        bool any = false;
        for (const auto& [leaf, holds] : conjunction) {
            if (leaf->kind != Formula::Kind::clock) continue;
            any = true;
            add(leaf->constraint, holds, code_of(network_, *leaf), leaf->footprint, scope, clocks);
        }
        if (!any) return true;
        if (clocks.is_empty()) {
            give("no clock values satisfy it");
            return false;
        }
        for (const Fixed& fixed : fixed_locations(scope)) {
            const Invariant& invariant = fixed.location->invariant;
            for (const ClockConstraint& constraint : invariant.constraints.of(network_.constraints))
                add(constraint, true, network_.code, invariant.footprint, scope, clocks);
            if (!clocks.is_empty()) continue;
            give(name_of(fixed));
            return false;
        }
        return true;
    }

    // As weak as the values of its bound allow. One that may not apply says nothing.
    void add(const ClockConstraint& constraint, bool holds, const Bytecode& code, const Footprint& footprint,
             const Scope& scope, FewClocks& clocks) {
        if (constraint.condition) {
            const auto applies = values_.evaluate(terms_.value(code, constraint.condition, footprint), scope);
            if (applies.faults || applies.values.contains(0)) return;
        }
        ValueSet bounds = ValueSet::of(constraint.bound.least);
        if (!constraint.bound.is_constant()) {
            const auto result = values_.evaluate(terms_.value(code, constraint.bound.program, footprint), scope);
            may_fault_ |= result.faults && !network_.faults_disable;
            bounds = result.values;
        }
        if (bounds.empty()) return;
        std::int64_t least = bounds.least();
        std::int64_t greatest = bounds.greatest();
        if (constraint.negated) std::tie(least, greatest) = std::pair(-greatest, -least);
        if (holds)
            clocks.add(constraint.left, constraint.right, greatest, constraint.strict);
        else
            clocks.add(constraint.right, constraint.left, -least, !constraint.strict);
    }

    // ---- Locations

    struct Fixed {
        ProcessIndex process;
        const Location* location;
    };

    // Those that processes must be in and that have an invariant.
    std::vector<Fixed> fixed_locations(const Scope& scope) const {
        std::vector<Fixed> fixed = always_fixed_;
        for (const auto& [slot, values] : scope.narrowed) {
            if (slot < network_.processes.size() && !ranges_.slots[slot].only()) add_fixed(slot, values, fixed);
        }
        return fixed;
    }

    void add_fixed(ProcessIndex process, const ValueSet& numbers, std::vector<Fixed>& into) const {
        if (!numbers.only()) return;
        const Location& location = network_.location(process, static_cast<std::uint32_t>(*numbers.only()));
        if (location.invariant.discrete || location.invariant.constraints.count != 0)
            into.push_back({process, &location});
    }

    TermId invariant_of(const Location& location) {
        const auto [place, is_new] = invariants_.try_emplace(&location);
        if (is_new) place->second = terms_.invariant(location);
        return place->second;
    }

    std::string name_of(const Fixed& fixed) const {
        return fmt::format("the invariant of {}.{}", network_.processes[fixed.process].name, fixed.location->name);
    }

    // ---- Reasons

    void give(std::string reason) {
        if (std::ranges::find(reasons_, reason) == reasons_.end()) reasons_.push_back(std::move(reason));
    }

    // "n is always 1, m is always within [0, 20]"
    std::string ranges_of(const SlotSet& slots) const {
        std::string text;
        std::size_t told = 0;
        for (const SlotSet::Range& range : slots.ranges()) {
            for (std::uint32_t slot = range.first; slot <= range.last && told < most_reasons; ++slot, ++told)
                text += (text.empty() ? "" : ", ") + range_of(slot);
        }
        return text.empty() ? "the condition is constant" : text;
    }

    std::string range_of(std::uint32_t slot) const {
        const ValueSet& values = ranges_.slots[slot];
        const std::string& name = network_.slots[slot].name;
        if (values.empty()) return name + " has no value";
        if (const auto value = values.only()) return fmt::format("{} is always {}", name, *value);
        if (!values.is_listed() || values.size() > 4)
            return fmt::format("{} is always within [{}, {}]", name, values.least(), values.greatest());
        return fmt::format("{} is always one of {}", name, fmt::join(values.listed(), ", "));
    }

    TermId term_of(const Formula& leaf) {
        const auto [place, is_new] = leaves_.try_emplace(&leaf);
        if (is_new) place->second = terms_.leaf(leaf);
        return place->second;
    }

    const Network& network_;
    const ValueRanges& ranges_;
    Terms terms_;
    TermValues values_;
    std::vector<Fixed> always_fixed_;
    std::map<const Formula*, TermId> leaves_;
    std::map<const Location*, TermId> invariants_;
    std::vector<std::string> reasons_;
    bool may_fault_ = false;
};

}  // namespace

std::optional<std::string> impossible_because(const Network& network, const Formula& formula, bool wanted,
                                              const ValueRanges& ranges) {
    if (!ranges.is_known || ranges.may_stop) return std::nullopt;
    Judge judge(network, ranges);
    if (!judge.is_impossible(formula, wanted) || judge.may_fault()) return std::nullopt;
    std::string reason = judge.reason();
    return reason.empty() ? std::nullopt : std::optional(std::move(reason));
}

bool is_impossible(const Network& network, const Formula& formula, bool wanted, const ValueRanges& ranges) {
    return impossible_because(network, formula, wanted, ranges).has_value();
}

}  // namespace crowfly
