#include "cli/search_options.hpp"

#include <fmt/format.h>

#include <array>

#include "base/diagnostic.hpp"
#include "cli/quantities.hpp"
#include "search/registry.hpp"

namespace crowfly {
namespace {

constexpr std::array all_abstractions{Abstraction::none, Abstraction::m, Abstraction::m_plus,
                                      Abstraction::lu, Abstraction::lu_plus, Abstraction::a_m, Abstraction::a_lu};

[[noreturn]] void refuse(const std::string& option, const std::string& why) { throw CLI::ValidationError(option, why); }

// "there is no search `bsf`; did you mean `bfs`?"
[[noreturn]] void refuse_name(const std::string& option, const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
    const std::string guess = did_you_mean(name, known);
    refuse(option, fmt::format("there is no {} `{}`; {}", kind, name, guess.empty() ? fmt::format("choose from {}", fmt::join(known, ", ")) : guess));
}

void choose_search(const std::string& name, SearchConfig& config) {
    const SearchPlugin* plugin = searches().find(name);
    if (plugin == nullptr) refuse_name("--search", "search", name, searches().names());
    config.search = name;
    config.settings.order = plugin->order;
    config.settings.patience = endless_patience;
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

std::uint64_t count_of(const std::string& option, const std::string& text) {
    const std::optional<std::uint64_t> count = parse_count(text);
    if (!count) refuse(option, fmt::format("`{}` is not a whole number from 0 on; write for example 1000", text));
    return *count;
}

double seconds_of(const std::string& text) {
    const std::optional<double> seconds = parse_duration(text);
    if (!seconds) refuse("--time", fmt::format("`{}` is not a duration; write for example 60s, 500ms, 2m, 1h, or 60 for seconds", text));
    return *seconds;
}

std::size_t bytes_of(const std::string& text) {
    const std::optional<std::uint64_t> bytes = parse_size(text);
    if (!bytes) refuse("--memory", fmt::format("`{}` is not a size; write for example 4G, 512M, 512MiB, or a number of bytes", text));
    return *bytes;
}

std::string search_help() {
    std::string text = "Which state is looked at next (default: bfs; if that takes long, other ways are tried too):";
    for (const SearchPlugin& plugin : searches().all()) text += fmt::format("\n  {:<5} {}", plugin.name, plugin.description);
    return text;
}

CLI::Option* add(CLI::App& app, const std::string& name, const std::function<void(const std::string&)>& take, const std::string& help) {
    return app.add_option_function<std::string>(name, take, help);
}

void add_how(CLI::App& app, SearchConfig& config) {
    Settings& settings = config.settings;
    app.option_defaults()->group("Search");
    add(app, "--search", [&](const std::string& text) { choose_search(text, config); }, search_help())->type_name("NAME");
    add(app, "--seed", [&](const std::string& text) { settings.seed = count_of("--seed", text); },
        "The same seed gives the same random order (default: 1)")
        ->type_name("N");
    app.add_flag("--shortest")->description("Find a trace with the fewest transitions");
    app.add_flag("--fastest")->description("Find a trace that takes the least time");
    add(app, "--extrapolation", [&](const std::string& text) { choose_abstraction(text, settings); },
        "How zones are widened or compared: auto, none, m, m+, lu, lu+, am or alu\n"
        "(default: auto, the coarsest that is sound for the query)")
        ->type_name("NAME");
    app.add_flag("--all-variables", settings.all_variables, "Tell states apart by all variables, not only by those that matter to the query");
    app.add_flag("--compress", settings.compress, "Store states as trees of shared parts: less memory, more time");
}

void add_limits(CLI::App& app, Limits& limits) {
    app.option_defaults()->group("Limits");
    add(app, "--time", [&](const std::string& text) { limits.seconds = seconds_of(text); }, "How long to search, per query: 500ms, 60s, 2m, 1h")
        ->type_name("T");
    add(app, "--memory", [&](const std::string& text) { limits.bytes = bytes_of(text); },
        "How much memory to take, per query: 512M, 4G\n(default: four fifths of what is free)")
        ->type_name("SIZE");
    add(app, "--states", [&](const std::string& text) { limits.states = count_of("--states", text); }, "How many states to store, per query")
        ->type_name("N");
}

// What goes together is known once everything has been read.
void settle_objective(const CLI::App& app, SearchConfig& config) {
    const bool shortest = app.count("--shortest") > 0;
    const bool fastest = app.count("--fastest") > 0;
    if (shortest && fastest) refuse("--fastest", "a trace is asked to be fastest or --shortest, not both");
    if ((shortest || fastest) && !searches().find(config.search)->has("shortest")) {
        refuse(shortest ? "--shortest" : "--fastest", fmt::format("`--search {}` finds any trace, not the best; leave it out", config.search));
    }
    if (shortest) config.settings.objective = Objective::shortest;
    if (fastest) config.settings.objective = Objective::fastest;
}

}  // namespace

void add_search_options(CLI::App& app, SearchConfig& config) {
    add_how(app, config);
    add_limits(app, config.limits);
    app.final_callback([&app, &config] { settle_objective(app, config); });
}

}  // namespace crowfly
