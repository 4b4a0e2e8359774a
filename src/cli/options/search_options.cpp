#include "cli/options/search_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <thread>

#include "base/messages/diagnostic.hpp"
#include "cli/interface/quantities.hpp"
#include "cli/options/settle_search.hpp"
#include "cli/options/store_option.hpp"
#include "engine/engine.hpp"
#include "heuristic/registry.hpp"
#include "search/guidance/preferences.hpp"
#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& why) { throw UsageError(option, why); }

// "there is no search `bsf`; did you mean `bfs`?"
[[noreturn]] void refuse_name(const std::string& option, const std::string& kind, const std::string& name,
                              const std::vector<std::string>& known) {
    const std::string guess = did_you_mean(name, known);
    refuse(option, fmt::format("there is no {} `{}`; {}", kind, name,
                               guess.empty() ? fmt::format("choose from {}", fmt::join(known, ", ")) : guess));
}

void choose_abstraction(const std::string& name, Settings& settings) {
    std::vector<std::string> known{"auto"};
    settings.extrapolation.reset();
    for (const Abstraction abstraction : all_abstractions) {
        known.emplace_back(to_string(abstraction));
        if (known.back() == name) settings.extrapolation = abstraction;
    }
    if (name != "auto" && !settings.extrapolation) refuse_name("--extrapolation", "extrapolation", name, known);
}

// "zone(extrapolation=m,compress)"
void choose_engine_by_name(const std::string& text, SearchConfig& config) {
    std::string problem;
    const std::optional<Spec> spec = parse_engine(text, problem);
    if (!spec) refuse("--engine", problem);
    config.engine = *spec;
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

// Another name for --threads, which came later; JSON still has it under the old name as well.
void choose_portfolio(const std::string& text, SearchConfig& config) {
    constexpr std::uint64_t most = 64;
    const std::uint64_t count = count_of("--portfolio", text);
    if (count < 1 || count > most) refuse("--portfolio", fmt::format("choose from 1 to {}", most));
    config.settings.workers = config.settings.threads = count;
    config.aliases.push_back(fmt::format("`--portfolio {0}` is another name for `--threads {0}`", count));
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

// "exact,hU-useless"
void choose_strategies(const std::string& text, Settings& settings) {
    settings.strategies.clear();
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');) {
        const Strategy* strategy = strategy_called(name);
        if (strategy == nullptr) refuse_name("--strategies", "strategy", name, strategies().names());
        settings.strategies.push_back(strategy->name);
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

void choose_disk(const std::string& text, Settings& settings) {
    if (text.empty()) refuse("--disk", "the name of the directory is empty");
    settings.disk.emplace().folder = text;
}

// The values of an option with their descriptions, out of the registries.
DescribedValues described(const std::vector<const Declaration*>& plugins) {
    DescribedValues values;
    for (const Declaration* plugin : plugins) values.push_back({plugin->name, plugin->description});
    return values;
}

template <class Plugin>
DescribedValues described(const Registry<Plugin>& registry) {
    return described(vocabulary_of(registry, "").plugins);
}

DescribedValues described_engines() {
    std::vector<const Declaration*> all{&automatic_engine()};
    for (const EnginePlugin* plugin : engines()) all.push_back(plugin);
    return described(all);
}

DescribedValues described_extrapolations() {
    return {{"auto", "the coarsest that is sound for the query"},
            {"none", "zones as they are"},
            {"m", "maximal constants (Extra_M)"},
            {"m+", "maximal constants, improved (Extra+_M)"},
            {"lu", "lower and upper bounds (Extra_LU)"},
            {"lu+", "lower and upper bounds, improved (Extra+_LU)"},
            {"am", "no extrapolation; zones are compared by the abstraction a_M"},
            {"alu", "no extrapolation; zones are compared by the abstraction a_LU"}};
}

DescribedValues described_preferences() {
    std::vector<const Declaration*> all;
    for (const Declaration& declared : preferences()) all.push_back(&declared);
    return described(all);
}

void add_order_options(CommandDeclaration& command, SearchConfig& config) {
    Settings& settings = config.settings;
    command.begin_section(question::order);
    command.option("--search", [&](const std::string& text) { choose_search(text, config); },
                   "Choose the next state by this search, such as bfs, astar or greedy. The default is "
                   "a schedule of several strategies, which --explain shows",
                   {.name = "NAME", .described = [] { return described(searches_and_lists()); }});
    command.option("--heuristic", [&](const std::string& text) { choose_heuristic(text, config); },
                   fmt::format("Estimate the distance to the goal by this heuristic h. Searches such as greedy, astar "
                               "and wastar use it. The default is {}, with --shortest {}",
                               default_heuristic, default_admissible),
                   {.name = "NAME", .described = [] { return described(heuristics()); }});
    command.option("--prefer", [&](const std::string& text) { choose_preference(text, settings); },
                   "Order the transitions of a state by preferences, several separated by commas",
                   {.name = "NAMES", .described = described_preferences});
    command.option("--strategies", [&](const std::string& text) { choose_strategies(text, settings); },
                   "Use only these strategies of the default search, several separated by commas",
                   {.name = "NAMES", .described = [] { return described(strategies()); }});
    command.option("--seed", [&](const std::string& text) { settings.seed = count_of("--seed", text); },
                   "Seed of random choices. The same seed gives the same search (default: 1)", {.name = "N"});
}

void add_engine_options(CommandDeclaration& command, SearchConfig& config) {
    Settings& settings = config.settings;
    command.begin_section(question::decision);
    command.option("--engine", [&](const std::string& text) { choose_engine_by_name(text, config); },
                   "Decide the query by this engine (default: auto)", {.name = "NAME", .described = described_engines});
    command.option("--extrapolation", [&](const std::string& text) { choose_abstraction(text, settings); },
                   "Extrapolate or compare zones by this abstraction (default: auto)",
                   {.name = "NAME", .described = described_extrapolations});
    command.option("--prune", [&](const std::string& text) { choose_pruning(text, settings); },
                   "Remove parts of the network before the search (default: none)",
                   {.name = "NAME", .described = [] {
                        return DescribedValues{{"safe",
                                                "safe abstraction: removes variables that can take any of "
                                                "their values at any time; the trace gets them back"},
                                               {"none", "the whole network is searched"}};
                    }});
    command.option("--reduce", [&](const std::string& text) { choose_reduction(text, settings); },
                   "Merge equivalent states (default: none)",
                   {.name = "NAME", .described = [] {
                        return DescribedValues{
                            {"symmetry", "merges states that differ only by swapping identical processes"},
                            {"none", "no states are merged"}};
                    }});
    command.option("--time-semantics", [&](const std::string& text) { choose_time(text, settings); },
                   "Let time pass locally or globally. The default is global; the default search tries both",
                   {.name = "NAME", .described = [] {
                        return DescribedValues{
                            {"local", "each process has its own time; fewer zones if processes move independently"},
                            {"global", "all processes have the same time"}};
                    }});
}

void add_abstraction_options(CommandDeclaration& command, Settings& settings) {
    command.begin_section(question::abstraction);
    command.option("--build-time",
                   [&](const std::string& text) { settings.guidance.build_seconds = seconds_of("--build-time", text); },
                   "Limit the time to build an abstraction, such as 5s. The search uses the abstraction as it is then",
                   {.name = "T"});
    command.option("--build-memory",
                   [&](const std::string& text) { settings.guidance.build_bytes = bytes_of("--build-memory", text); },
                   "Limit the memory of an abstraction, such as 100M", {.name = "SIZE"});
}

void add_work_options(CommandDeclaration& command, SearchConfig& config) {
    command.begin_section(question::work);
    command.option("--threads", [&](const std::string& text) { choose_threads(text, config.settings); },
                   "Search with this number of threads, or auto for all cores. Threads of bfs, greedy, astar, wastar "
                   "and of queries E[], A<> and --> share the states; in the default search each runs a strategy "
                   "(default: 1)",
                   {.name = "N", .offered = [] { return std::vector<std::string>{"auto"}; }});
    command.option("--portfolio", [&](const std::string& text) { choose_portfolio(text, config); },
                   "Another name for --threads", {.name = "N"});
}

void add_store_options(CommandDeclaration& command, Settings& settings) {
    command.begin_section(question::store);
    command.flag("--all-variables", &settings.all_variables,
                 "Distinguish states by all variables, not only by variables that can influence the query");
    command.flag("--compress", &settings.compress, "Store states as trees of shared parts: less memory, more time");
    command.option("--store", [&](const std::string& text) { settings.store = parse_store(text); },
                   "Store visited states in a compact table, for bfs, dfs and rdfs without clocks",
                   {.name = "KIND", .described = [] {
                        return DescribedValues{
                            {"cleary", "lossless: bits implied by a state's position in the hash table are not stored"},
                            {"bits=2^33",
                             "bitstate hashing with a table of this many bits, or of a size as bits=1G. "
                             "Hash collisions merge states, so `not found` is no proof"},
                            {"compact=40",
                             "hash compaction with this many bits per state. Hash collisions merge "
                             "states, so `not found` is no proof"}};
                    }});
    command.option("--disk", [&](const std::string& text) { choose_disk(text, settings); },
                   "Store states in files of this directory, for bfs and astar. Memory holds as many as --memory "
                   "allows; the same command continues an interrupted search",
                   {.name = "DIR"});
    command.flag("--share", {},
                 "Share the directory of --disk with other processes that run the same command. Processes may join "
                 "and leave at any time");
}

}  // namespace

void add_limit_options(CommandDeclaration& command, Limits& limits) {
    command.begin_section(question::end);
    command.option("--time", [&](const std::string& text) { limits.seconds = seconds_of("--time", text); },
                   "Limit the time per query: 500ms, 60s, 2m, 1h. Reading the model counts for the first query",
                   {.name = "T"});
    command.option("--memory", [&](const std::string& text) { limits.bytes = bytes_of("--memory", text); },
                   "Limit the memory, with the model: 512M, 4G. The default is four fifths of the free memory",
                   {.name = "SIZE"});
    command.option("--states", [&](const std::string& text) { limits.states = count_of("--states", text); },
                   "Limit the number of stored states per query", {.name = "N"});
}

void add_search_options(CommandDeclaration& command, SearchConfig& config) {
    add_order_options(command, config);
    command.begin_section(question::best);
    command.flag("--shortest", {}, "Find a trace with the fewest transitions");
    command.flag("--fastest", {}, "Find a trace that takes the least time");
    add_engine_options(command, config);
    add_abstraction_options(command, config.settings);
    add_work_options(command, config);
    add_store_options(command, config.settings);
    add_limit_options(command, config.limits);
    command.settle = [&command, &config] { settle_search(command, config); };
}

}  // namespace crowfly
