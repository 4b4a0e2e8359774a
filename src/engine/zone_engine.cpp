// Discrete states with sets of clock values, each set a zone.
#include <fmt/format.h>

#include <algorithm>

#include "engine/conclude.hpp"
#include "engine/engine.hpp"
#include "engine/kinds.hpp"
#include "engine/obstacles.hpp"
#include "engine/pruned_search.hpp"

namespace crowfly {
namespace {

bool has_diagonals(const Question& q) { return q.network.features.diagonals || mentions_diagonals(q.query); }

class ZoneEngine final : public Engine {
public:
    std::optional<Obstacle> cannot(const Network& network, const Property& query) const override {
        if (std::optional<Obstacle> inputs = listing_obstacle(network)) return inputs;
        return common_obstacle(network, query);
    }

    std::string unsound(const Question& q) const override {
        if (std::string why = pruning_against_question(q); !why.empty()) return why;
        if (std::string why = heuristic_against_network(q); !why.empty()) return why;
        if (std::string why = search_against_question(q); !why.empty()) return why;
        if (std::string why = store_against_question(q); !why.empty()) return why;
        if (std::string why = traces_against_question(q); !why.empty()) return why;
        if (std::string why = workers_against_question(q); !why.empty()) return why;
        if (std::string why = disk_against_question(q); !why.empty()) return why;
        if (std::string why = checkpoint_against_question(q); !why.empty()) return why;
        if (std::string why = order_against_objective(q); !why.empty()) return why;
        if (q.settings.objective == Objective::fastest && has_diagonals(q)) {
            return "--fastest cannot be used if two clocks are compared with each other";
        }
        if (!q.settings.extrapolation) return "";
        const Abstraction asked = *q.settings.extrapolation;
        const std::string option = fmt::format("--extrapolation {}", to_string(asked));
        if (is_lu(asked) && asks_for_runs(q.query))
            return option + " can hide or invent infinite runs; use m or m+ for this query";
        if (is_lu(asked) && mentions_deadlock(q.query))
            return option + " can invent deadlocks; use m, m+ or am for this query";
        if (is_simulation(asked) && asks_for_runs(q.query))
            return option + " does not show cycles; use m or m+ for this query";
        if (has_diagonals(q) && asked != Abstraction::m && asked != Abstraction::none) {
            return option + " forgets how two clocks compare, which this model or query asks for; use m";
        }
        if (q.settings.objective == Objective::fastest && !is_simulation(asked))
            return option + " cannot be used with --fastest; use am or alu";
        if (asks_for_values(q.query))
            return option + " cannot be used with sup, inf and bounds, which choose their own";
        return "";
    }

    Answer decide(const Question& q) const override {
        return conclude(q, q.settings.extrapolation.value_or(coarsest_sound(q.network, q.query)));
    }
};

PluginOption extrapolation_option() {
    PluginOption option{.name = "extrapolation",
                        .text = "another name for --extrapolation",
                        .kind = PluginOption::Kind::choice,
                        .choices = {"auto"},
                        .otherwise = "auto"};
    for (const Abstraction abstraction : all_abstractions) option.choices.emplace_back(to_string(abstraction));
    return option;
}

std::vector<PluginOption> options() {
    std::vector<PluginOption> all = state_store_options();
    all.insert(all.begin(), extrapolation_option());
    return all;
}

void apply(const Spec& spec, Settings& settings) {
    apply_state_store_options(spec, settings);
    const auto given = spec.options.find("extrapolation");
    if (given == spec.options.end()) return;
    const auto* named = std::ranges::find(all_abstractions, given->second, [](Abstraction a) { return to_string(a); });
    settings.extrapolation.reset();
    if (named != all_abstractions.end()) settings.extrapolation = *named;
}

const ZoneEngine zone_engine;
const Registered<EnginePlugin> registered_zone(
    engine_registry(), {{.name = "zone",
                         .description = "zone graph: explicit discrete states with zones of clock values",
                         .options = options()},
                        20,
                        &zone_engine,
                        nullptr,
                        apply});

}  // namespace

}  // namespace crowfly
