// Combines several heuristics: the maximum of their estimates, their sum, or the lexicographic order, where later ones
// break ties between earlier ones. A dead end of one of them is a dead end. They share the grounded task of the goal.
#include <algorithm>

#include "heuristic/registry.hpp"

namespace crowfly {
namespace {

enum class Rule : std::uint8_t { largest, sum, lexicographic };

// The weight of an estimate over the next one. Larger estimates are cut to it, which only affects ties.
constexpr Estimate weight = 1U << 10U;

Estimate scaled(Estimate before, Estimate own) {
    return static_cast<Estimate>(
        std::min<std::uint64_t>(std::uint64_t{before} * weight + std::min(own, weight - 1), farthest));
}

class Combination final : public DescribedHeuristic<Combination> {
public:
    Combination(const Goal& goal, const HeuristicSpec& spec, Rule rule) : rule_(rule) {
        for (const HeuristicSpec& part : spec.parts) parts_.push_back(make_heuristic(goal, part));
    }

    bool reads_clocks() const override {
        return std::ranges::any_of(parts_, [](const std::unique_ptr<Heuristic>& part) { return part->reads_clocks(); });
    }
    bool reads_zone() const override {
        return std::ranges::any_of(parts_, [](const std::unique_ptr<Heuristic>& part) { return part->reads_zone(); });
    }
    Estimate estimate(std::span<const std::int32_t> slots) override { return estimate(slots, ClockFloor{}); }
    Estimate estimate(std::span<const std::int32_t> slots, ClockFloor floor) override {
        return combined([&](Heuristic& part) { return part.estimate(slots, floor); });
    }
    Estimate estimate(std::span<const std::int32_t> slots, const ZoneView& zone) override {
        return combined([&](Heuristic& part) { return part.estimate(slots, zone); });
    }

    std::string_view why_not_without_edges() const override {
        for (const std::unique_ptr<Heuristic>& part : parts_) {
            if (!part->why_not_without_edges().empty()) return part->why_not_without_edges();
        }
        return "";
    }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor floor,
                              const RemovedEdges& removed) override {
        return combined([&](Heuristic& part) { return part.estimate_without(slots, floor, removed); });
    }
    bool find_support(std::span<const std::int32_t> slots, ClockFloor floor, std::vector<EdgeIndex>& edges) override {
        return std::ranges::all_of(
            parts_, [&](const std::unique_ptr<Heuristic>& part) { return part->find_support(slots, floor, edges); });
    }

    void parts(auto& each) { each.derived(parts_); }
    bool uses_task() const override {
        return std::ranges::any_of(parts_, [](const std::unique_ptr<Heuristic>& part) { return part->uses_task(); });
    }

    std::uint64_t steps() const override {
        std::uint64_t steps = 0;
        for (const std::unique_ptr<Heuristic>& part : parts_) steps += part->steps();
        return steps;
    }

    // The plan of the part with the greatest estimate.
    std::vector<AbstractStep> explain(std::span<const std::int32_t> slots) override {
        const auto most = std::ranges::max_element(
            parts_, {}, [&](const std::unique_ptr<Heuristic>& part) { return part->estimate(slots); });
        return (*most)->explain(slots);
    }

private:
    template <class Answer>
    Estimate combined(const Answer& answer) {
        Estimate result = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const Estimate own = answer(*parts_[i]);
            if (own == dead_end) return dead_end;
            switch (rule_) {
                case Rule::largest: result = std::max(result, own); break;
                case Rule::sum: result = plus(result, own); break;
                case Rule::lexicographic: result = i == 0 ? own : scaled(result, own); break;
            }
        }
        return result;
    }

    Rule rule_;
    std::vector<std::unique_ptr<Heuristic>> parts_;
};

template <Rule rule>
std::unique_ptr<Heuristic> make_combination(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<Combination>(goal, spec, rule);
}

template <Rule rule>
Guarantees combined_guarantees(const HeuristicSpec& spec) {
    Guarantees all{rule == Rule::largest, rule == Rule::largest, true, NormalForms::all(), NormalForms::all()};
    for (const HeuristicSpec& part : spec.parts) {
        const Guarantees own = guarantees_of(part);
        all.admissible = all.admissible && own.admissible;
        all.consistent = all.consistent && own.consistent;
        all.safe = all.safe && own.safe;
        all.forms = all.forms & own.forms;
        all.consistent_forms = all.consistent_forms & own.consistent_forms;
    }
    return all;
}

const Registered<HeuristicPlugin> largest(
    heuristics(),
    {{.name = "max", .description = "the maximum of several heuristics, such as max(dL,hamming)", .combines = true},
     combined_guarantees<Rule::largest>,
     make_combination<Rule::largest>});

const Registered<HeuristicPlugin> sum_of_heuristics(
    heuristics(),
    {{.name = "sum", .description = "the sum of several heuristics, such as sum(dU,hamming)", .combines = true},
     combined_guarantees<Rule::sum>,
     make_combination<Rule::sum>});

const Registered<HeuristicPlugin> lexicographic(
    heuristics(),
    {{.name = "lex",
      .description = "lexicographic: the first heuristic, with ties broken by the others, such as lex(dU,hamming)",
      .combines = true},
     combined_guarantees<Rule::lexicographic>,
     make_combination<Rule::lexicographic>});

}  // namespace
}  // namespace crowfly
