#include "heuristic/abstraction_plugin.hpp"

#include <algorithm>
#include <charconv>

#include "task/task_cache.hpp"

namespace crowfly {
namespace {

class AbstractionHeuristic final : public Heuristic {
public:
    AbstractionHeuristic(const Goal& goal, const HeuristicSpec& spec)
        : system_(crowfly::factored_system(goal, Faults::ignored, clocks_of(spec))) {
        if (!system_.goal_is_possible) return;
        set_ = crowfly::abstractions().find(spec.name)->build(system_, spec, goal.effort);
        goal.effort.tell(goal.tasks->bytes() + bytes());
    }

    bool reads_zone() const override { return system_.clocks != nullptr; }

    Estimate estimate(std::span<const std::int32_t> slots) override { return estimate(slots, ZoneView{}); }
    Estimate estimate(std::span<const std::int32_t> slots, ClockFloor) override { return estimate(slots, ZoneView{}); }
    Estimate estimate(std::span<const std::int32_t> slots, const ZoneView& zone) override {
        if (!(system_.clocks ? system_.read(slots, &zone, ranges_) : system_.read(slots, values_))) return 0;
        if (!system_.goal_is_possible) return without_faults(dead_end);
        return without_faults(system_.clocks ? set_.estimate(ranges_) : set_.estimate(values_));
    }

    std::optional<std::size_t> abstract_states() const override { return std::max(set_.built, set_.states()); }

    const FactoredSystem* factored_system() const override { return &system_; }
    const AbstractionSet* abstractions() const override { return &set_; }

    std::size_t bytes() const override { return system_.bytes() + set_.bytes(); }
    bool uses_task() const override { return true; }

private:
    // A state from which a run-time error may be reached is no dead end: a search has to report the error.
    Estimate without_faults(Estimate found) const { return found == dead_end && system_.may_fault ? farthest : found; }

    FactoredSystem system_;
    AbstractionSet set_;
    std::vector<Value> values_;
    std::vector<ValueRange> ranges_;
};

Guarantees of_abstractions(const HeuristicSpec& spec) { return {true, clocks_of(spec) == Clocks::ignored, true}; }

std::unique_ptr<Heuristic> make_abstraction(const Goal& goal, const HeuristicSpec& spec) {
    return std::make_unique<AbstractionHeuristic>(goal, spec);
}

}  // namespace

Registry<AbstractionPlugin>& abstractions() {
    static Registry<AbstractionPlugin> registry;
    return registry;
}

RegisteredAbstraction::RegisteredAbstraction(AbstractionPlugin plugin) {
    heuristics().add({plugin, of_abstractions, make_abstraction, plugin.why_not});
    abstractions().add(std::move(plugin));
}

Clocks clocks_of(const Spec& spec) {
    const AbstractionPlugin& plugin = *abstractions().find(spec.name);
    if (std::ranges::find(plugin.options, "clocks", &PluginOption::name) == plugin.options.end())
        return Clocks::ignored;
    const std::string text = value_of(spec, plugin, "clocks");
    if (text == "digital") return Clocks::digital;
    return text == "regions" ? Clocks::regions : Clocks::ignored;
}

std::string abstraction_option(const Spec& spec, const std::string& name) {
    return value_of(spec, *abstractions().find(spec.name), name);
}

std::size_t abstraction_number(const Spec& spec, const std::string& name) {
    const std::string text = abstraction_option(spec, name);
    std::size_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace crowfly
