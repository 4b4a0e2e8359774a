#include "cli/options/settle_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

constexpr std::string_view cheapest_search = "dijkstra";

[[noreturn]] void reject(const std::string& option, const std::string& why) { throw UsageError(option, why); }

// What stands in the parentheses of `expr` is an expression of the model, and no list of options.
std::string expression_in(const std::string& text) {
    constexpr std::string_view name = "expr(";
    return text.starts_with(name) && text.ends_with(')') ? text.substr(name.size(), text.size() - name.size() - 1) : "";
}

bool is_alias(const std::string& engine_option) {
    return engine_option == "compress" || engine_option == "all_variables" || engine_option == "extrapolation";
}

// `compress`, `all_variables` and `extrapolation` in the parentheses of an engine are other names for options of the
// command line.
void settle_engine(const CommandDeclaration& command, SearchConfig& config) {
    for (const auto& [name, value] : config.engine.options) {
        std::string option = "--" + name;
        std::ranges::replace(option, '_', '-');
        if (command.is_given(option))
            reject(option, fmt::format("`--engine {}` says it already", to_string(config.engine)));
        if (!is_alias(name)) continue;
        const std::string given = value == "yes" ? option : value == "no" ? "" : option + " " + value;
        if (!given.empty())
            config.aliases.push_back(
                fmt::format("`{}` in `--engine {}` is another name for `{}`", name, to_string(config.engine), given));
    }
    apply_engine(config.engine, config.settings);
}

// Blind searches prefer transitions as well: as searches with a heuristic that knows nothing, which take what has come
// first, last, or at random.
void settle_preference(const CommandDeclaration& command, SearchConfig& config) {
    Settings& settings = config.settings;
    if (!command.is_given("--prefer")) return;
    if (config.settings.objective != Objective::any || command.is_given("--shortest") || command.is_given("--fastest"))
        reject("--prefer", "a preferred trace need not be best; leave out --shortest, --fastest or --minimise");
    if (!command.is_given("--search")) choose_search("greedy", config);
    if (settings.guidance.lazy && settings.guidance.preference.useless)
        reject("--prefer",
               "useless transitions are recognised by h of the successor, which a lazy search does not compute");
    if (settings.guidance.search.options.contains("local"))
        reject("--prefer", "greedy(local=N) has an order of its own; leave out one of the two");
    if (settings.guidance.bounding)
        reject("--prefer", "a bound on contexts prefers transitions itself; leave out one of the two");
    if (!settings.guidance.list.name.empty() || settings.restart > 0)
        reject("--prefer", fmt::format("`--search {}` has an order of its own", config.search));
    if (is_guided(settings)) {
        if (search_called(settings.search)->prefers) return;
        reject("--prefer", fmt::format("`--search {}` has an order of its own", config.search));
    }
    if (settings.guidance.preference.useless || settings.guidance.preference.helpful)
        reject("--prefer", fmt::format("`--search {}` has no heuristic; only contexts can be preferred without one",
                                       config.search));
    const SearchPlugin& blind = *searches().find(settings.search);
    if (!blind.ties) reject("--prefer", fmt::format("`--search {}` has an order of its own", config.search));
    search_blindly(blind, settings.guidance);
    settings.search = "greedy";
}

bool is_asked_for(Objective objective, const CommandDeclaration& command, const SearchConfig& config) {
    return config.settings.objective == objective ||
           command.is_given(objective == Objective::shortest ? "--shortest" : "--fastest");
}

// A heuristic alone asks to be used, and a search that needs one gets one.
void settle_guidance(const CommandDeclaration& command, SearchConfig& config) {
    const bool shortest = is_asked_for(Objective::shortest, command, config);
    const bool best = shortest || config.settings.objective == Objective::cheapest;
    if (best && !shortest && !command.is_given("--search")) choose_search(std::string(cheapest_search), config);
    if (command.is_given("--heuristic") && !command.is_given("--search"))
        choose_search(best || config.settings.disk ? "astar" : "greedy", config);
    if (command.is_given("--heuristic") && !config.settings.guidance.list.name.empty())
        reject("--heuristic", fmt::format("`--search {}` names its heuristics itself", config.search));
    const bool guided = is_guided(config.settings);
    if (command.is_given("--heuristic") && !guided) {
        reject("--heuristic", fmt::format("`--search {}` has no use for a heuristic; greedy, astar, wastar and ib have",
                                          config.search));
    }
    if (guided && config.settings.guidance.heuristic.name.empty()) {
        const bool is_admissible = best || config.settings.disk;
        choose_heuristic(std::string(is_admissible ? default_admissible : default_heuristic), config);
    }
}

// Who keeps only some bits of states searches breadth first, unless another blind search is asked for.
void settle_store(const CommandDeclaration& command, SearchConfig& config) {
    if (!config.settings.store) return;
    if (command.is_given("--prefer")) reject("--store", "preferences need whole states; leave out --prefer");
    if (!command.is_given("--search") && !is_guided(config.settings)) choose_search("bfs", config);
    const std::string& search = config.settings.search;
    const bool is_blind = search == "bfs" || search == "dfs" || search == "rdfs";
    if (!is_blind || config.settings.restart > 0)
        reject("--store", fmt::format("`--search {}` needs whole states; bfs, dfs and rdfs do not", config.search));
    const bool is_exact = config.settings.store->kind == LossyStore::Kind::cleary;
    if ((command.is_given("--shortest") && !is_exact) || command.is_given("--fastest"))
        reject("--store", is_exact
                              ? "the fastest trace needs states with times; leave out --fastest"
                              : "the best trace may lead through states that are left out; leave out --shortest or "
                                "--fastest");
    if (config.settings.has_bound())
        reject("--store", "a bound on traces needs whole states; leave out --max-depth or --max-cost");
    if (config.settings.compress) reject("--store", "there are no states to be compressed; leave out --compress");
}

// Who keeps states on disk searches breadth first, or by A* with estimates that never make a path worth another look.
void settle_disk(const CommandDeclaration& command, SearchConfig& config) {
    const Settings& settings = config.settings;
    if (!settings.disk && command.is_given("--share"))
        reject("--share", "name the directory that is shared with --disk");
    if (!settings.disk) return;
    config.settings.disk->is_shared = command.is_given("--share");
    if (command.is_given("--prefer")) reject("--disk", "open states on disk have one order; leave out --prefer");
    if (settings.store) reject("--disk", "states are kept whole there; leave out --store");
    const bool is_dear = settings.objective == Objective::cheapest || settings.objective == Objective::price;
    if (is_dear || command.is_given("--fastest") || settings.dearest)
        reject("--disk",
               "paths on disk are ordered by their transitions; leave out --fastest, --minimise and --max-cost");
    if (!command.is_given("--search") && !is_guided(settings)) choose_search("bfs", config);
    if (settings.search != "bfs" && settings.search != "astar")
        reject("--disk", fmt::format("`--search {}` keeps its states in memory; bfs and astar do not", config.search));
    if (settings.search == "bfs") return;
    const Guidance& guide = settings.guidance;
    if (!guide.is_shortest())
        reject(
            "--disk",
            "a search on disk is A* with a consistent heuristic such as dL or hL, without weights and lazy estimates");
    if (!guarantees_of(guide.heuristic).consistent)
        reject("--disk", fmt::format("`{}` is not consistent, so that states would be expanded again; dL and hL are",
                                     to_string(guide.heuristic)));
}

// What goes together is known once everything has been read.
void settle_objective(const CommandDeclaration& command, SearchConfig& config) {
    const bool shortest = is_asked_for(Objective::shortest, command, config);
    const bool fastest = is_asked_for(Objective::fastest, command, config);
    const bool cheapest = config.settings.objective == Objective::cheapest;
    if (cheapest && !knows_costs(*search_called(config.settings.search)))
        reject("--minimise",
               fmt::format("`--search {}` does not look for the cheapest trace; leave it out, or use astar or {}",
                           config.search, cheapest_search));
    if (shortest && fastest) reject("--fastest", "a trace is asked to be fastest or --shortest, not both");
    const bool guided =
        is_guided(config.settings);  // whether that goes together depends on the heuristic, see Engine::unsound
    const bool priced = config.settings.objective == Objective::price;
    if ((shortest || fastest || priced) && !guided && !knows_shortest(*search_called(config.settings.search))) {
        reject(shortest  ? "--shortest"
               : fastest ? "--fastest"
                         : "--minimise",
               fmt::format("`--search {}` finds any trace, not the best; leave it out", config.search));
    }
    if (shortest) config.settings.objective = Objective::shortest;
    if (fastest) config.settings.objective = Objective::fastest;
    if (guided || cheapest || config.settings.longest < no_bound || config.settings.store || config.settings.disk ||
        command.is_given("--search")) {
        if (command.is_given("--strategies"))
            reject("--strategies",
                   config.settings.disk
                       ? "a search on disk is one strategy; leave out one of the two"
                       : fmt::format("`--search {}` is one strategy; leave out one of the two", config.search));
        return;
    }
    config.search = automatic;
    config.settings.search = automatic;
}

}  // namespace

// "bfs", "greedy(lazy,ties=oldest)"
void choose_search(const std::string& text, SearchConfig& config) {
    std::string problem;
    const std::optional<Spec> spec = parse_search(text, problem);
    if (spec) problem = apply_search(*spec, config.settings);
    if (!problem.empty()) reject("--search", problem);
    config.search = text;
    std::erase(config.search, ' ');
}

void choose_heuristic(const std::string& text, SearchConfig& config) {
    Settings& settings = config.settings;
    std::string problem;
    config.expression = expression_in(text);
    if (!config.expression.empty()) {
        settings.guidance.heuristic = {"expr"};
        return;
    }
    if (text == "expr" || text == "expr()") reject("--heuristic", "say which expression: 'expr(n + 2 * P.k)'");
    const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
    if (!spec) reject("--heuristic", problem);
    settings.guidance.heuristic = *spec;
}

void settle_search(const CommandDeclaration& command, SearchConfig& config) {
    if (command.is_given("--portfolio") && command.is_given("--threads"))
        reject("--portfolio", "it is another name for --threads; leave out one of the two");
    settle_engine(command, config);
    settle_preference(command, config);
    settle_guidance(command, config);
    settle_store(command, config);
    settle_disk(command, config);
    settle_objective(command, config);
}

}  // namespace crowfly
