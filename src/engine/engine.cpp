#include "engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "search/backward/target_layers.hpp"
#include "search/costs/step_costs.hpp"
#include "search/methods/registry.hpp"
#include "search/workers/team.hpp"

namespace crowfly {

std::string heuristic_against_network(const Question& q) {
    if (!is_guided(q.settings)) return "";
    const std::string why = why_not(q.network, q.settings.guidance.heuristic);
    return why.empty() ? why_not(q.network, q.settings.guidance.list) : why;
}

std::string search_against_question(const Question& q) {
    const SearchPlugin* plugin = search_called(q.settings.search);
    const property::Reach* reach = decisive_state(q.query);
    if (plugin == nullptr || !plugin->has("backward") || reach == nullptr) return "";
    const std::string why = why_not_backward(q.network, reach->formula);
    return why.empty() ? "" : fmt::format("--search {} cannot be used here: {}", plugin->name, why);
}

namespace {

// Why no least price can be found, or "".
std::string prices_against_question(const Question& q) {
    if (!q.network.prices) {
        return "--minimise price needs a model with prices: rates in invariants, `cost' == 3`, and amounts in updates, "
               "`cost += 3`";
    }
    if (q.network.features.stopwatches) return "--minimise price cannot be used with stopwatches";
    if (q.settings.extrapolation && *q.settings.extrapolation != Abstraction::none)
        return "--minimise price cannot be used with --extrapolation: extrapolated zones have no price";
    return "";
}

}  // namespace

std::string order_against_objective(const Question& q) {
    if (q.settings.objective == Objective::any) return "";
    const std::string option = option_of(q.settings);
    if (q.settings.guidance.preference.any())
        return option + " cannot be used with --prefer: a preferred trace need not be best";
    if (is_guided(q.settings) && !q.settings.guidance.bounding) {
        if (q.settings.objective == Objective::fastest || q.settings.objective == Objective::price)
            return option + " has a search of its own; leave --search out";
        if (!q.settings.guidance.list.name.empty())
            return option + " cannot be used with open lists that explore; use astar";
        if (q.settings.guidance.own == 0)
            return fmt::format("{} cannot be used with {} search; use astar", option, q.settings.search);
        if (!guarantees_of(q.settings.guidance.heuristic).admissible) {
            return fmt::format("{} needs a heuristic that never estimates too much, and `{}` may", option,
                               to_string(q.settings.guidance.heuristic));
        }
        if (!q.settings.guidance.is_shortest()) return option + " cannot be used with a weight or with lazy estimates";
    } else if (const SearchPlugin* plugin = searches().find(q.settings.search);
               plugin != nullptr && !knows_shortest(*plugin)) {
        return option + " cannot be used with --search " + q.settings.search;
    }
    if (q.settings.objective == Objective::cheapest && q.settings.reduction != Reduction::none)
        return option + " cannot be used with --reduce: like processes may cost differently";
    if (q.settings.objective == Objective::cheapest && q.settings.pruning != Pruning::none)
        return option + " cannot be used with --prune: transitions that are left out may have a cost";
    if (!asks_for_states(q.query)) return option + " is for E<> and A[] only";
    return q.settings.objective == Objective::price ? prices_against_question(q) : "";
}

std::string store_against_question(const Question& q) {
    if (!q.settings.store) return "";
    const std::string option = "--store " + to_string(*q.settings.store);
    if (!asks_for_states(q.query)) return option + " is for E<> and A[] only";
    if (q.network.features.clocks || mentions_clocks(q.query))
        return option +
               " is for models without clocks: a zone that is not stored covers no other, and without that "
               "there are too many";
    if (q.settings.engine == "zone") return option + " is for states without zones; leave out --engine";
    if (q.settings.pruning != Pruning::none) return option + " cannot be used with --prune";
    if (q.trace_options.traces > 1) return option + " finds one trace; leave out --all-traces";
    return "";
}

std::string traces_against_question(const Question& q) {
    if (q.trace_options.traces < 2 || !asks_for_states(q.query)) return "";
    const Settings& settings = q.settings;
    const SearchPlugin* plugin = search_called(settings.search);  // the default search is breadth first then
    const bool wants_best = settings.objective != Objective::any && settings.objective != Objective::shortest;
    if (!wants_best && (plugin == nullptr || plugin->has("several traces"))) return "";
    return fmt::format("{} finds one trace; leave out --all-traces", wants_best ? option_of(settings)
                                                                     : settings.guidance.preference.any()
                                                                         ? "--prefer"
                                                                         : "--search " + settings.search);
}

std::string workers_against_question(const Question& q) {
    const bool has_ranks = q.settings.ranks != nullptr;
    if (q.settings.threads < 2 && !has_ranks) return "";
    const std::string option = has_ranks ? "--distributed" : "--threads";
    if (!asks_for_states(q.query)) return has_ranks ? option + " is for E<> and A[] only" : "";
    if (has_ranks && q.settings.pruning != Pruning::none) return option + " cannot be used with --prune";
    if (q.trace_options.traces > 1) return option + " finds one trace; leave out --all-traces";
    if (q.settings.search == automatic) return "";
    const std::string why = why_not_by_workers(q.settings);
    return why.empty() ? "" : fmt::format("{} {}", option, why);
}

std::string disk_against_question(const Question& q) {
    if (!q.settings.disk) return "";
    if (!asks_for_states(q.query)) return "--disk is for E<> and A[] only";
    if (q.settings.pruning != Pruning::none) return "--disk cannot be used with --prune";
    if (q.settings.time == TimeSemantics::local) return "--disk is for one time of all processes";
    if (q.trace_options.traces > 1) return "--disk finds one trace; leave out --all-traces";
    if (q.settings.ranks) return "--disk cannot be used with --distributed; processes share a directory with --share";
    if (q.settings.threads > 1) return "--disk cannot be used with --threads; processes share a directory with --share";
    return "";
}

std::string checkpoint_against_question(const Question& q) {
    if (!q.settings.checkpoints || asks_for_states(q.query)) return "";
    return "--checkpoint and --resume are for E<> and A[] only";
}

Registry<EnginePlugin>& engine_registry() {
    static Registry<EnginePlugin> registry;
    return registry;
}

std::vector<const EnginePlugin*> engines() {
    std::vector<const EnginePlugin*> all;
    for (const EnginePlugin& plugin : engine_registry().all()) all.push_back(&plugin);
    std::ranges::stable_sort(all, {}, &EnginePlugin::rank);
    return all;
}

const Engine& engine_named(std::string_view name) { return *engine_registry().find(name)->engine; }

const Declaration& automatic_engine() {
    static const Declaration automatic{.name = "auto", .description = "the first engine that can decide the query"};
    return automatic;
}

std::optional<Spec> parse_engine(const std::string& text, std::string& problem) {
    Vocabulary vocabulary = vocabulary_of(engine_registry(), "there is no engine `{}`");
    vocabulary.plugins.insert(vocabulary.plugins.begin(), &automatic_engine());
    return parse_spec(text, vocabulary, problem);
}

void apply_engine(const Spec& spec, Settings& settings) {
    settings.engine = spec.name;
    if (const EnginePlugin* plugin = engine_registry().find(spec.name)) plugin->apply(spec, settings);
}

std::vector<PluginOption> state_store_options() {
    return {{.name = "compress",
             .text = "another name for --compress",
             .kind = PluginOption::Kind::flag,
             .otherwise = "no"},
            {.name = "all_variables",
             .text = "another name for --all-variables",
             .kind = PluginOption::Kind::flag,
             .otherwise = "no"}};
}

void apply_state_store_options(const Spec& spec, Settings& settings) {
    if (spec.options.contains("compress")) settings.compress = is_set(spec, "compress");
    if (spec.options.contains("all_variables")) settings.all_variables = is_set(spec, "all_variables");
}

namespace {

// The engines that are asked if no user names one: those made for such networks first.
std::vector<const EnginePlugin*> suitable(const Network& network, const Property& query) {
    std::vector<const EnginePlugin*> all = engines();
    std::erase_if(all, [&](const EnginePlugin* e) { return e->suits != nullptr && !e->suits(network, query); });
    std::stable_partition(all.begin(), all.end(), [](const EnginePlugin* e) { return e->suits != nullptr; });
    return all;
}

}  // namespace

// Asks the engines in turn. A schedule of several engines and strategies has its place here.
Choice choose_engine(const Network& network, const Property& query, std::string_view name) {
    Choice choice;
    for (const EnginePlugin* plugin : name == automatic_engine().name ? suitable(network, query) : engines()) {
        if (name != automatic_engine().name && name != plugin->name) continue;
        std::optional<Obstacle> why = plugin->engine->cannot(network, query);
        if (!why) {
            choice.engine = plugin->engine;
            choice.name = plugin->name;
            break;
        }
        choice.refusals.push_back({plugin->name, std::move(*why)});
    }
    return choice;
}

}  // namespace crowfly
