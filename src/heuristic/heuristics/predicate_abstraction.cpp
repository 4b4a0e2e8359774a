// Predicate abstraction, see abstraction/predicates/abstraction.hpp. Where the error cannot be reached in the abstract
// state space it cannot be reached at all; if a run-time error may be reached before, which a search has to report, the
// estimate is `farthest`.
#include "abstraction/predicates/abstraction.hpp"

#include <charconv>

#include "abstraction/predicates/linear_solver.hpp"
#include "heuristic/registry.hpp"

namespace crowfly {
namespace {

predicates::Options options_of(const HeuristicSpec& spec) {
    predicates::Options options;
    const auto number = [&](const std::string& name) {
        const std::string text = option_of(spec, name);
        std::uint32_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    };
    options.refines = option_of(spec, "from") == "refine";
    options.bound = number("b");
    options.adds_up = option_of(spec, "combine") == "sum";
    options.refinement.removes_all = option_of(spec, "remove") == "all";
    if (option_of(spec, "r") != "auto") options.refinement.rounds = number("r");
    return options;
}

class PredicateHeuristic final : public DescribedHeuristic<PredicateHeuristic> {
public:
    PredicateHeuristic(const Goal& goal, const HeuristicSpec& spec)
        : abstraction_(goal, options_of(spec)), reads_zone_(abstraction_.reads_clocks()) {}

    bool reads_zone() const override { return reads_zone_; }
    Estimate estimate(std::span<const std::int32_t> slots) override { return estimate(slots, ZoneView{}); }
    Estimate estimate(std::span<const std::int32_t> slots, ClockFloor) override { return estimate(slots, ZoneView{}); }
    Estimate estimate(std::span<const std::int32_t> slots, const ZoneView& zone) override {
        const std::uint32_t distance = abstraction_.distance(slots, zone);
        if (distance != predicates::PredicateAbstraction::unreachable) return distance;
        return abstraction_.may_stop() ? farthest : dead_end;
    }
    void parts(auto& each) { each.derived(abstraction_); }
    // Those that distances are looked up in, without those of the rounds of refinement before.
    std::optional<std::size_t> abstract_states() const override {
        std::size_t all = 0;
        for (const auto& part : abstraction_.parts()) all += part->space().states();
        return all;
    }

private:
    predicates::PredicateAbstraction abstraction_;
    bool reads_zone_;
};

std::unique_ptr<Heuristic> make(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<PredicateHeuristic>(goal, spec);
}

// Zones are extrapolated, so that an estimate may drop by more than 1.
// Abstract distances are regressed from the goal through all states of the declared ranges.
Guarantees guarantees(const HeuristicSpec& spec) {
    return {option_of(spec, "combine") != "sum", false, true, NormalForms::all()};
}

const Registered<HeuristicPlugin> registered(
    heuristics(),
    {{.name = "pred",
      .description = "predicate abstraction: distances in the abstract state space; linear predicates need Z3",
      .options = {{.name = "from",
                   .text = "the source of predicates: guards and invariants (syntax), or spurious error paths (refine)",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"syntax", "refine"},
                   .otherwise = "syntax"},
                  {.name = "b",
                   .text = "the greatest number of processes that are abstracted together",
                   .least = 1,
                   .most = 1000,
                   .otherwise = "2"},
                  {.name = "r",
                   .text = "the number of refinement rounds; auto: until the shortest error path gets no longer",
                   .least = 0,
                   .most = 1000,
                   .otherwise = "auto",
                   .aliases = {{"auto", "auto"}}},
                  {.name = "combine",
                   .text = "the value over parts of the network: the maximum, or the sum, which is not admissible",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"max", "sum"},
                   .otherwise = "max"},
                  {.name = "remove",
                   .text = "the shortest spurious paths that a round of refinement excludes: one, or all",
                   .kind = PluginOption::Kind::choice,
                   .choices = {"one", "all"},
                   .otherwise = "one"}},
      .also_called = {"predicate abstraction"}},
     guarantees,
     make});

}  // namespace
}  // namespace crowfly
