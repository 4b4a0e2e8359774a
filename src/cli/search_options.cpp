#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "base/diagnostic.hpp"
#include "cli/quantities.hpp"
#include "cli/store_option.hpp"
#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "search/exploration_list.hpp"
#include "search/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

constexpr std::string_view default_heuristic = "hU";
constexpr std::string_view default_admissible = "dL";
constexpr std::string_view cheapest_search = "dijkstra";

[[noreturn]] void refuse(const std::string& option, const std::string& why) { throw UsageError(option, why); }

// "there is no search `bsf`; did you mean `bfs`?"
[[noreturn]] void refuse_name(const std::string& option, const std::string& kind, const std::string& name,
                              const std::vector<std::string>& known) {
    const std::string guess = did_you_mean(name, known);
    refuse(option, fmt::format("there is no {} `{}`; {}", kind, name,
                               guess.empty() ? fmt::format("choose from {}", fmt::join(known, ", ")) : guess));
}

// "bfs", "greedy(lazy,ties=oldest)"
void choose_search(const std::string& text, SearchConfig& config) {
    std::string problem;
    const std::optional<Spec> spec = parse_search(text, problem);
    if (spec) problem = apply_search(*spec, config.settings);
    if (!problem.empty()) refuse("--search", problem);
    config.search = text;
    std::erase(config.search, ' ');
}

// What stands in the parentheses of `expr` is an expression of the model, and no list of options.
std::string expression_in(const std::string& text) {
    constexpr std::string_view name = "expr(";
    return text.starts_with(name) && text.ends_with(')') ? text.substr(name.size(), text.size() - name.size() - 1) : "";
}

void choose_heuristic(const std::string& text, SearchConfig& config) {
    Settings& settings = config.settings;
    std::string problem;
    config.expression = expression_in(text);
    if (!config.expression.empty()) {
        settings.guidance.heuristic = {"expr"};
        return;
    }
    if (text == "expr" || text == "expr()") refuse("--heuristic", "say which expression: 'expr(n + 2 * P.k)'");
    const std::optional<HeuristicSpec> spec = parse_heuristic(text, problem);
    if (!spec) refuse("--heuristic", problem);
    settings.guidance.heuristic = *spec;
}

std::string heuristic_help() {
    std::string text = fmt::format(
        "What estimates the distance to the goal, for greedy, astar and wastar (default: {}; with --shortest {}):",
        default_heuristic, default_admissible);
    for (const HeuristicPlugin& plugin : heuristics().all())
        text += fmt::format("\n  {:<8} {}", plugin.name, plugin.description);
    return text;
}

void choose_abstraction(const std::string& name, Settings& settings) {
    std::vector<std::string> known{"auto"};
    settings.abstraction.reset();
    for (const Abstraction abstraction : all_abstractions) {
        known.emplace_back(to_string(abstraction));
        if (known.back() == name) settings.abstraction = abstraction;
    }
    if (name != "auto" && !settings.abstraction) refuse_name("--extrapolation", "extrapolation", name, known);
}

// "zone(extrapolation=m,compress)"
void choose_engine_by_name(const std::string& text, SearchConfig& config) {
    std::string problem;
    const std::optional<Spec> spec = parse_engine(text, problem);
    if (!spec) refuse("--engine", problem);
    config.engine = *spec;
}

// Options of engines are options of the command line as well.
void settle_engine(const CommandDeclaration& command, SearchConfig& config) {
    for (const auto& [name, value] : config.engine.options) {
        std::string option = "--" + name;
        std::ranges::replace(option, '_', '-');
        if (command.is_given(option))
            refuse(option, fmt::format("`--engine {}` says it already", to_string(config.engine)));
    }
    apply_engine(config.engine, config.settings);
}

std::string engine_help() {
    std::string text = "What decides the query (default: auto):";
    text += fmt::format("\n  {:<8} {}", automatic_engine().name, automatic_engine().description);
    for (const EnginePlugin* plugin : engines()) {
        text += fmt::format("\n  {:<8} {}", plugin->name, plugin->description);
        for (const PluginOption& option : plugin->options)
            text += fmt::format("\n  {:<8}   {}: {}", "", option.name, option.text);
    }
    return text;
}

std::vector<std::string> engine_names() {
    std::vector<std::string> names = engine_registry().names();
    names.insert(names.begin(), automatic_engine().name);
    return names;
}

void choose_pruning(const std::string& name, Settings& settings) {
    if (name != "safe" && name != "none") refuse_name("--prune", "way to prune", name, {"safe", "none"});
    settings.pruning = name == "safe" ? Pruning::safe : Pruning::none;
}

void choose_reduction(const std::string& name, Settings& settings) {
    if (name != "symmetry" && name != "none") refuse_name("--reduce", "reduction", name, {"symmetry", "none"});
    settings.reduction = name == "symmetry" ? Reduction::symmetry : Reduction::none;
}

void choose_time(const std::string& name, Settings& settings) {
    if (name != "local" && name != "global") refuse_name("--time-semantics", "time", name, {"local", "global"});
    settings.time = name == "local" ? TimeSemantics::local : TimeSemantics::global;
}

std::uint64_t count_of(const std::string& option, const std::string& text) {
    const std::optional<std::uint64_t> count = parse_count(text);
    if (!count) refuse(option, fmt::format("`{}` is not a whole number from 0 on; write for example 1000", text));
    return *count;
}

double seconds_of(const char* option, const std::string& text) {
    const std::optional<double> seconds = parse_duration(text);
    if (!seconds)
        refuse(option,
               fmt::format("`{}` is not a duration; write for example 60s, 500ms, 2m, 1h, or 60 for seconds", text));
    return *seconds;
}

std::size_t bytes_of(const char* option, const std::string& text) {
    const std::optional<std::uint64_t> bytes = parse_size(text);
    if (!bytes)
        refuse(option,
               fmt::format("`{}` is not a size; write for example 4G, 512M, 512MiB, or a number of bytes", text));
    return *bytes;
}

void choose_portfolio(const std::string& text, Settings& settings) {
    constexpr std::uint64_t most = 64;
    const std::uint64_t count = count_of("--portfolio", text);
    if (count < 1 || count > most) refuse("--portfolio", fmt::format("choose from 1 to {}", most));
    settings.workers = count;
}

void choose_threads(const std::string& text, Settings& settings) {
    constexpr std::uint64_t most = 1024;
    if (text == "auto") {
        settings.threads = std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, most);
        return;
    }
    const std::optional<std::uint64_t> count = parse_count(text);
    if (!count || *count < 1 || *count > most)
        refuse("--threads", fmt::format("choose from 1 to {}, or auto for as many as the machine runs at once", most));
    settings.threads = *count;
}

// "exact,hulls"
void choose_strategies(const std::string& text, Settings& settings) {
    settings.strategies.clear();
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');) {
        if (strategies().find(name) == nullptr) refuse_name("--strategies", "strategy", name, strategies().names());
        settings.strategies.push_back(name);
    }
    if (settings.strategies.empty())
        refuse("--strategies", fmt::format("choose from {}", fmt::join(strategies().names(), ", ")));
}

void choose_preference(const std::string& text, Settings& settings) {
    std::string problem;
    const std::optional<Preference> preference = parse_preference(text, problem);
    if (!preference) refuse("--prefer", problem);
    settings.guidance.preference = *preference;
}

// Blind searches prefer transitions as well: as searches with a heuristic that knows nothing, which take what has come
// first, last, or at random.
void settle_preference(const CommandDeclaration& command, SearchConfig& config) {
    Settings& settings = config.settings;
    if (!command.is_given("--prefer")) return;
    if (config.settings.objective != Objective::any || command.is_given("--shortest") || command.is_given("--fastest"))
        refuse("--prefer",
               "what is preferred is found first, whether it is best or not; leave out --shortest, --fastest or "
               "--minimise");
    if (!command.is_given("--search")) choose_search("greedy", config);
    if (settings.guidance.lazy && settings.guidance.preference.useless)
        refuse("--prefer",
               "whether a transition is useless depends on the estimate of where it leads, which a lazy search does "
               "not know");
    if (settings.guidance.search.options.contains("local"))
        refuse("--prefer", "what is explored locally has an order of its own; leave out one of the two");
    if (settings.guidance.bounding)
        refuse("--prefer", "a bound on contexts prefers transitions itself; leave out one of the two");
    if (!settings.guidance.list.name.empty() || settings.restart > 0)
        refuse("--prefer", fmt::format("`--search {}` has an order of its own", config.search));
    if (is_guided(settings)) {
        if (search_called(settings.search)->prefers) return;
        refuse("--prefer", fmt::format("`--search {}` has an order of its own", config.search));
    }
    if (settings.guidance.preference.useless || settings.guidance.preference.helpful)
        refuse("--prefer", fmt::format("`--search {}` has no heuristic; only contexts can be preferred without one",
                                       config.search));
    const SearchPlugin& blind = *searches().find(settings.search);
    if (!blind.ties) refuse("--prefer", fmt::format("`--search {}` has an order of its own", config.search));
    search_blindly(blind, settings.guidance);
    settings.search = "greedy";
}

std::string search_help() {
    std::string text = "Which state is expanded next (default: several searches take turns; --explain lists them):";
    const auto add = [&](const Declaration& plugin) {
        text += fmt::format("\n  {:<7} {}", plugin.name, plugin.description);
    };
    for (const SearchPlugin& plugin : searches().all()) add(plugin);
    text += "\nor an open list, which can be made of others:";
    for (const ListPlugin& plugin : open_lists().all()) add(plugin);
    return text;
}

std::vector<std::string> search_names() {
    std::vector<std::string> names;
    for (const Declaration* plugin : searches_and_lists()) names.push_back(plugin->name);
    return names;
}

void choose_disk(const std::string& text, Settings& settings) {
    if (text.empty()) refuse("--disk", "the name of the directory is empty");
    settings.disk.emplace().folder = text;
}

void add_division_of_work(CommandDeclaration& command, Settings& settings) {
    command.option("--threads", [&](const std::string& text) { choose_threads(text, settings); },
                   "How many threads search together, or auto: those of bfs, greedy, astar and wastar share the\n"
                   "states among them, and so do those for E[], A<> and -->; of the default search so many\n"
                   "strategies run at once (default: 1)",
                   {.name = "N"});
    command.option("--portfolio", [&](const std::string& text) { choose_portfolio(text, settings); },
                   "How many strategies of the default search run at once (default: 1); with more than one\n"
                   "the trace may be another one in every run",
                   {.name = "N"});
    command.option("--strategies", [&](const std::string& text) { choose_strategies(text, settings); },
                   "Which strategies of the default search take turns (default: all; `crowfly list strategies`);\n"
                   "several with commas",
                   {.name = "NAMES", .offered = strategies().names()});
}

// What tells states apart, and how and where they are stored.
void add_store_options(CommandDeclaration& command, Settings& settings) {
    command.flag("--all-variables", &settings.all_variables,
                 "Tell states apart by all variables, not only by those that matter to the query");
    command.flag("--compress", &settings.compress, "Store states as trees of shared parts: less memory, more time");
    command.option("--store", [&](const std::string& text) { settings.store = parse_store(text); },
                   "Keep only some bits of visited states, for bfs, dfs and rdfs without clocks: cleary (exact: the\n"
                   "bits that their place in the table does not tell), bits=2^33 (a table of so many bits, or\n"
                   "bits=1G) or compact=40 (a hash of so many bits for each state). With the latter two states may\n"
                   "be left out, so what is not found is `unknown`",
                   {.name = "KIND"});
    command.option(
        "--disk", [&](const std::string& text) { choose_disk(text, settings); },
        "Keep states in files of this directory, for bfs and astar, and in memory only what --memory leaves\n"
        "room for. The same command goes on with a search that was ended there",
        {.name = "DIR"});
    command.flag("--share", {},
                 "Other processes with the same command search in the directory of --disk, too; they may come and go");
}

void add_how(CommandDeclaration& command, SearchConfig& config) {
    Settings& settings = config.settings;
    command.begin_section("Search");
    command.option("--search", [&](const std::string& text) { choose_search(text, config); }, search_help(),
                   {.name = "NAME", .offered = search_names()});
    command.option("--heuristic", [&](const std::string& text) { choose_heuristic(text, config); }, heuristic_help(),
                   {.name = "NAME"});
    command.option("--build-time",
                   [&](const std::string& text) { settings.guidance.build_seconds = seconds_of("--build-time", text); },
                   "How long an abstraction may be built, such as 5s; it is then used as far as it got", {.name = "T"});
    command.option("--build-memory",
                   [&](const std::string& text) { settings.guidance.build_bytes = bytes_of("--build-memory", text); },
                   "How much memory an abstraction may take, such as 100M; likewise", {.name = "SIZE"});
    command.option(
        "--prefer", [&](const std::string& text) { choose_preference(text, settings); },
        "Which transitions to follow first: useless (put off what seems to bring nothing), contexts\n"
        "(what has to do with the transition before), helpful (what the estimate counts); several with commas",
        {.name = "NAMES"});
    command.option("--seed", [&](const std::string& text) { settings.seed = count_of("--seed", text); },
                   "The same seed gives the same random order (default: 1)", {.name = "N"});
    add_division_of_work(command, settings);
    command.flag("--shortest", {}, "Find a trace with the fewest transitions");
    command.flag("--fastest", {}, "Find a trace that takes the least time");
    command.option("--engine", [&](const std::string& text) { choose_engine_by_name(text, config); }, engine_help(),
                   {.name = "NAME", .offered = engine_names()});
    command.option("--extrapolation", [&](const std::string& text) { choose_abstraction(text, settings); },
                   "How zones are widened or compared: auto, none, m, m+, lu, lu+, am or alu\n"
                   "(default: auto, the coarsest that is sound for the query)",
                   {.name = "NAME"});
    command.option("--prune", [&](const std::string& text) { choose_pruning(text, settings); },
                   "What to leave out of the network before it is searched: safe (variables that can\n"
                   "have any of their values at any time; their changes are put back into the trace) or none\n"
                   "(default: none)",
                   {.name = "NAME"});
    command.option("--reduce", [&](const std::string& text) { choose_reduction(text, settings); },
                   "Which states to take for one: symmetry (those that differ only in which of several like\n"
                   "processes is which) or none (default: none)",
                   {.name = "NAME"});
    command.option("--time-semantics", [&](const std::string& text) { choose_time(text, settings); },
                   "Whose time passes: local (each process has its own, and only those that take part in a\n"
                   "transition have to agree: fewer states where processes move independently) or global\n"
                   "(default: global; the default search tries both)",
                   {.name = "NAME"});
    add_store_options(command, settings);
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
        refuse("--heuristic", fmt::format("`--search {}` names its heuristics itself", config.search));
    const bool guided = is_guided(config.settings);
    if (command.is_given("--heuristic") && !guided) {
        refuse("--heuristic", fmt::format("`--search {}` has no use for a heuristic; greedy, astar, wastar and ib have",
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
    if (command.is_given("--prefer")) refuse("--store", "what is preferred needs whole states; leave out --prefer");
    if (!command.is_given("--search") && !is_guided(config.settings)) choose_search("bfs", config);
    const std::string& search = config.settings.search;
    const bool is_blind = search == "bfs" || search == "dfs" || search == "rdfs";
    if (!is_blind || config.settings.restart > 0)
        refuse("--store", fmt::format("`--search {}` needs whole states; bfs, dfs and rdfs do not", config.search));
    const bool is_exact = config.settings.store->kind == LossyStore::Kind::cleary;
    if ((command.is_given("--shortest") && !is_exact) || command.is_given("--fastest"))
        refuse("--store", is_exact
                              ? "the fastest trace needs states with times; leave out --fastest"
                              : "the best trace may lead through states that are left out; leave out --shortest or "
                                "--fastest");
    if (config.settings.longest || config.settings.dearest)
        refuse("--store", "a bound on traces needs whole states; leave out --max-depth or --max-cost");
    if (config.settings.compress) refuse("--store", "there are no states to be compressed; leave out --compress");
}

// Who keeps states on disk searches breadth first, or by A* with estimates that never make a path worth another look.
void settle_disk(const CommandDeclaration& command, SearchConfig& config) {
    const Settings& settings = config.settings;
    if (!settings.disk && command.is_given("--share"))
        refuse("--share", "name the directory that is shared with --disk");
    if (!settings.disk) return;
    config.settings.disk->is_shared = command.is_given("--share");
    if (command.is_given("--prefer")) refuse("--disk", "open states on disk have one order; leave out --prefer");
    if (settings.store) refuse("--disk", "states are kept whole there; leave out --store");
    const bool is_dear = settings.objective == Objective::cheapest || settings.objective == Objective::price;
    if (is_dear || command.is_given("--fastest") || settings.dearest)
        refuse("--disk",
               "paths on disk are ordered by their transitions; leave out --fastest, --minimise and --max-cost");
    if (!command.is_given("--search") && !is_guided(settings)) choose_search("bfs", config);
    if (settings.search != "bfs" && settings.search != "astar")
        refuse("--disk", fmt::format("`--search {}` keeps its states in memory; bfs and astar do not", config.search));
    if (settings.search == "bfs") return;
    const Guidance& guide = settings.guidance;
    if (!guide.is_shortest())
        refuse(
            "--disk",
            "a search on disk is A* with a consistent heuristic such as dL or hL, without weights and lazy estimates");
    if (!guarantees_of(guide.heuristic).consistent)
        refuse("--disk", fmt::format("`{}` is not consistent, so that states would be expanded again; dL and hL are",
                                     to_string(guide.heuristic)));
}

// What goes together is known once everything has been read.
void settle_objective(const CommandDeclaration& command, SearchConfig& config) {
    const bool shortest = is_asked_for(Objective::shortest, command, config);
    const bool fastest = is_asked_for(Objective::fastest, command, config);
    const bool cheapest = config.settings.objective == Objective::cheapest;
    if (cheapest && !knows_costs(*search_called(config.settings.search)))
        refuse("--minimise",
               fmt::format("`--search {}` does not look for the cheapest trace; leave it out, or use astar or {}",
                           config.search, cheapest_search));
    if (shortest && fastest) refuse("--fastest", "a trace is asked to be fastest or --shortest, not both");
    const bool guided =
        is_guided(config.settings);  // whether that goes together depends on the heuristic, see Engine::unsound
    const bool priced = config.settings.objective == Objective::price;
    if ((shortest || fastest || priced) && !guided && !knows_shortest(*search_called(config.settings.search))) {
        refuse(shortest  ? "--shortest"
               : fastest ? "--fastest"
                         : "--minimise",
               fmt::format("`--search {}` finds any trace, not the best; leave it out", config.search));
    }
    if (shortest) config.settings.objective = Objective::shortest;
    if (fastest) config.settings.objective = Objective::fastest;
    if (guided || cheapest || config.settings.longest || config.settings.store || config.settings.disk ||
        command.is_given("--search")) {
        for (const char* option : {"--portfolio", "--strategies"}) {
            if (command.is_given(option))
                refuse(option,
                       config.settings.disk
                           ? "a search on disk is one strategy; leave out one of the two"
                           : fmt::format("`--search {}` is one strategy; leave out one of the two", config.search));
        }
        return;
    }
    config.search = automatic;
    config.settings.search = automatic;
}

}  // namespace

void add_limit_options(CommandDeclaration& command, Limits& limits) {
    command.begin_section("Limits");
    command.option(
        "--time", [&](const std::string& text) { limits.seconds = seconds_of("--time", text); },
        "How long to take, per query: 500ms, 60s, 2m, 1h; reading the model\ncounts for the first one, working out "
        "traces for each",
        {.name = "T"});
    command.option("--memory", [&](const std::string& text) { limits.bytes = bytes_of("--memory", text); },
                   "How much memory to take, the model included: 512M, 4G\n(default: four fifths of what is free)",
                   {.name = "SIZE"});
    command.option("--states", [&](const std::string& text) { limits.states = count_of("--states", text); },
                   "How many states to store, per query", {.name = "N"});
}

void add_search_options(CommandDeclaration& command, SearchConfig& config) {
    add_how(command, config);
    add_limit_options(command, config.limits);
    command.settle = [&command, &config] {
        settle_engine(command, config);
        settle_preference(command, config);
        settle_guidance(command, config);
        settle_store(command, config);
        settle_disk(command, config);
        settle_objective(command, config);
    };
}

}  // namespace crowfly
