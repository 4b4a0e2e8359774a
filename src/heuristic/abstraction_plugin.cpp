#include "heuristic/abstraction_plugin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "abstraction/loaded_abstraction.hpp"
#include "base/files/parts.hpp"
#include "heuristic/abstraction_without_edges.hpp"
#include "heuristic/kept_heuristics.hpp"
#include "task/task_cache.hpp"

namespace crowfly {
namespace {

// Estimates are looked up in tables that other threads may look them up in as well.
class AbstractionHeuristic final : public DescribedHeuristic<AbstractionHeuristic> {
public:
    AbstractionHeuristic(const Goal& goal, const HeuristicSpec& spec) {
        const std::string name = table_name(goal, spec);
        tables_ = goal.tasks->find_tables<Tables>(name);
        if (tables_ != nullptr) return;
        auto tables = std::make_shared<Tables>();
        find(goal, spec, *tables);
        tables_ = std::move(tables);
        goal.tasks->offer_tables(name, tables_, bytes_of(*tables_));
    }

    bool reads_zone() const override { return system().clocks != nullptr; }

    Estimate estimate(std::span<const std::int32_t> slots) override { return estimate(slots, ZoneView{}); }
    Estimate estimate(std::span<const std::int32_t> slots, ClockFloor) override { return estimate(slots, ZoneView{}); }
    Estimate estimate(std::span<const std::int32_t> slots, const ZoneView& zone) override {
        if (!(system().clocks ? system().read(slots, &zone, ranges_) : system().read(slots, values_))) return 0;
        if (!system().goal_is_possible) return reported(dead_end);
        return reported(system().clocks ? set().estimate(ranges_) : set().estimate(values_));
    }

    std::string_view why_not_without_edges() const override {
        if (system().clocks) return "its tables are asked with ranges of clock values; with clocks=ignored it can";
        return without_edges().why_not();
    }
    Estimate estimate_without(std::span<const std::int32_t> slots, ClockFloor /*floor*/,
                              const RemovedEdges& removed) override {
        if (!system().read(slots, values_)) return 0;
        return reported(system().goal_is_possible ? without_edges().estimate(values_, removed) : dead_end);
    }

    std::optional<std::size_t> abstract_states() const override { return std::max(set().built, set().states()); }

    const FactoredSystem* factored_system() const override { return &system(); }
    const AbstractionSet* abstractions() const override { return &set(); }

    void parts(auto& each) { each.derived(*tables_, without_edges_); }
    bool uses_task() const override { return tables_->is_built; }

private:
    struct Tables {
        bool is_built = false;  // and not loaded
        FactoredSystem system = {};
        AbstractionSet set = {};

        void parts(auto& each) { each.derived(system, set); }
    };

    const FactoredSystem& system() const { return tables_->system; }
    const AbstractionSet& set() const { return tables_->set; }

    // A state from which a run-time error may be reached is no dead end: a search has to report the error.
    Estimate reported(Estimate found) const { return found == dead_end && system().may_fault ? farthest : found; }

    AbstractionWithoutEdges& without_edges() const {
        if (without_edges_ == nullptr) without_edges_ = std::make_unique<AbstractionWithoutEdges>(system(), set());
        return *without_edges_;
    }

    // Loads or builds them.
    static void find(const Goal& goal, const HeuristicSpec& spec, Tables& tables) {
        KeptHeuristics* const kept = why_not_kept(spec).empty() ? goal.kept : nullptr;
        const HeuristicKey key = kept == nullptr ? HeuristicKey{} : key_of(goal, spec);
        const std::string* bytes = kept == nullptr ? nullptr : kept->find(key);
        if (bytes != nullptr) {
            load(*bytes, goal.network, tables);
            goal.effort.tell(bytes->size() + bytes_of(tables));
            return;
        }
        build(goal, spec, tables);
        goal.effort.tell(goal.tasks->bytes() + bytes_of(tables));
        if (kept != nullptr) kept->keep(key, saved(tables));
    }

    static void build(const Goal& goal, const HeuristicSpec& spec, Tables& tables) {
        tables.is_built = true;
        tables.system = crowfly::factored_system(goal, Faults::ignored, clocks_of(spec));
        if (!tables.system.goal_is_possible) return;
        tables.set = crowfly::abstractions().find(spec.name)->build(tables.system, spec, goal.effort);
    }

    static std::string saved(const Tables& tables) {
        ArchiveWriter archive;
        write_values(tables.system, archive);
        write_set(tables.set, archive);
        return archive.bytes();
    }

    static void load(const std::string& bytes, const Network& network, Tables& tables) try {
        ArchiveReader archive(bytes);
        tables.system = read_values(archive, network);
        std::vector<Value> counts;
        for (const Variable& variable : tables.system.variables) counts.push_back(variable.values);
        tables.set = read_set(archive, counts);
        archive.demand_end();
    } catch (const DamagedArchive& damage) {
        throw UnfitHeuristic(fmt::format("is damaged: a heuristic in it {}", damage.what()),
                             "save it anew: --save-heuristic instead of --load-heuristic");
    }

    std::shared_ptr<const Tables> tables_;
    std::vector<Value> values_;
    std::vector<ValueRange> ranges_;
    mutable std::unique_ptr<AbstractionWithoutEdges> without_edges_;  // made when it is asked for
};

// The factored system has the states that a search stores, and leads from a state to its normal form without dead
// variables. A permuted state may have a smaller estimate.
Guarantees of_abstractions(const HeuristicSpec& spec) {
    return {true,
            clocks_of(spec) == Clocks::ignored,
            true,
            NormalForms::all(),
            {NormalForm::dead_slots, NormalForm::hulls}};
}

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
