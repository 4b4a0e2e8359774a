// How much of the goal's formula is not met yet.
//
// `hamming` counts the conjuncts that are not (Edelkamp, Schuppan, Bošnački, Wijs, Fehnker, Aljazzar: Survey on
// directed model checking, Sect. 3). `formula` evaluates the whole formula: an unmet leaf costs 1, a
// disjunction the least of its parts, a conjunction their sum or, with and=max, the greatest. The latter is admissible,
// for a goal that does not hold takes at least one transition. Leaves about clocks count as met.
#include <algorithm>

#include "heuristic/registry.hpp"
#include "task/target.hpp"

namespace crowfly {
namespace {

class FormulaDistance final : public Heuristic {
public:
    FormulaDistance(const Goal& goal, bool sums) : target_(target_of(goal)), test_(goal.network), sums_(sums) {}

    Estimate estimate(std::span<const std::int32_t> slots) override {
        test_.bind(slots);
        return distance(target_);
    }

    // The estimate does not depend on edges.
    std::string_view why_not_without_edges() const override { return ""; }
    bool find_support(std::span<const std::int32_t>, ClockFloor, std::vector<EdgeIndex>&) override { return true; }

private:
    Estimate distance(const Target& target) {
        if (target.kind == Target::Kind::leaf) return test_.is_met(target) ? 0 : 1;
        Estimate result = target.kind == Target::Kind::any ? dead_end : 0;
        for (const Target& part : target.parts) {
            const Estimate own = distance(part);
            if (target.kind == Target::Kind::any)
                result = std::min(result, own);
            else
                result = sums_ ? plus(result, own) : std::max(result, own);
        }
        return result;
    }

    Target target_;
    LeafTest test_;
    bool sums_;
};

// The conjuncts of the goal, each met or not.
class Hamming final : public Heuristic {
public:
    explicit Hamming(const Goal& goal) : target_(target_of(goal)), test_(goal.network) {}

    Estimate estimate(std::span<const std::int32_t> slots) override {
        test_.bind(slots);
        if (target_.kind != Target::Kind::all) return is_met(target_) ? 0 : 1;
        return static_cast<Estimate>(
            std::ranges::count_if(target_.parts, [&](const Target& part) { return !is_met(part); }));
    }

    // The estimate does not depend on edges.
    std::string_view why_not_without_edges() const override { return ""; }
    bool find_support(std::span<const std::int32_t>, ClockFloor, std::vector<EdgeIndex>&) override { return true; }

private:
    bool is_met(const Target& target) {
        const auto met = [&](const Target& part) { return is_met(part); };
        switch (target.kind) {
            case Target::Kind::leaf: return test_.is_met(target);
            case Target::Kind::all: return std::ranges::all_of(target.parts, met);
            case Target::Kind::any: return std::ranges::any_of(target.parts, met);
        }
        return false;
    }

    Target target_;
    LeafTest test_;
};

bool sums(const HeuristicSpec& spec) { return option_of(spec, "and") == "sum"; }

// It holds for all states. What the formula reads is never dead.
Guarantees formula_guarantees(const HeuristicSpec& spec) {
    return {!sums(spec), !sums(spec), true, NormalForms::all(), {NormalForm::dead_slots, NormalForm::hulls}};
}
std::unique_ptr<Heuristic> make_formula(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<FormulaDistance>(goal, sums(spec));
}

Guarantees hamming_guarantees(const HeuristicSpec&) { return {false, false, true, NormalForms::all()}; }
std::unique_ptr<Heuristic> make_hamming(const Goal& goal, const HeuristicSpec&) {
    return std::make_unique<Hamming>(goal);
}

const Registered<HeuristicPlugin> registered(
    heuristics(), {{.name = "formula",
                    .description = "formula distance: unmet atoms of the goal, summed or maximised over conjunctions",
                    .options = {{.name = "and",
                                 .text = "the value of a conjunction: sum or max of its parts",
                                 .kind = PluginOption::Kind::choice,
                                 .choices = {"sum", "max"},
                                 .otherwise = "sum"}}},
                   formula_guarantees,
                   make_formula});

const Registered<HeuristicPlugin> registered_hamming(
    heuristics(), {{.name = "hamming",
                    .description = "Hamming distance: the number of unmet conjuncts of the goal",
                    .also_called = {"goal count"}},
                   hamming_guarantees,
                   make_hamming});

}  // namespace
}  // namespace crowfly
