#include "search/methods/registry.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <charconv>

#include "search/methods/exploration_list.hpp"

namespace crowfly {
namespace {

constexpr double hundredths = 100;

double decimal(const std::string& text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// A length of chains alone asks for interference, too.
std::string apply_bound(const Spec& spec, const SearchPlugin& plugin, ContextBound& bound) {
    const bool has_length = spec.options.contains("n");
    const bool by_process = value_of(spec, plugin, "contexts") == "process";
    if (has_length && spec.options.contains("contexts") && by_process)
        return "`n` is the length of chains of interference, which contexts=process does not look at";
    if (has_length || !by_process)
        bound.interference = static_cast<std::uint32_t>(std::stoul(value_of(spec, plugin, "n")));
    return {};
}

void apply_inner(const std::string& inner, Guidance& guidance) {
    if (inner == "greedy") return;
    search_blindly(*searches().find(inner), guidance);
}

// What the search says of its heuristic is said of the first one of the list.
void apply_list(const Spec& spec, Settings& settings) {
    settings.search = spec.name;
    settings.guidance.list = spec;
    settings.guidance.own = search_by_list().own;
    settings.guidance.ahead = search_by_list().ahead;
    const std::vector<HeuristicSpec> heuristics = heuristics_of(spec);
    settings.guidance.heuristic = heuristics.empty() ? HeuristicSpec{"zero"} : heuristics.front();
}

}  // namespace

Registry<SearchPlugin>& searches() {
    static Registry<SearchPlugin> registry;
    return registry;
}

const SearchPlugin* search_called(std::string_view name) {
    if (const SearchPlugin* plugin = searches().find(name)) return plugin;
    return open_lists().find(name) == nullptr ? nullptr : &search_by_list();
}

std::vector<const Declaration*> searches_and_lists() {
    std::vector<const Declaration*> all;
    for (const SearchPlugin& plugin : searches().all()) all.push_back(&plugin);
    for (const ListPlugin& plugin : open_lists().all()) all.push_back(&plugin);
    return all;
}

bool knows_shortest(const SearchPlugin& plugin) {
    const auto is_possible = [](const Declaration::Note& note) { return note.name == "shortest" && note.text != "no"; };
    return std::ranges::any_of(plugin.properties, is_possible);
}

bool is_guided(const Settings& settings) {
    const SearchPlugin* plugin = search_called(settings.search);
    return plugin != nullptr && plugin->is_guided();
}

PluginOption lazy_option() {
    return {.name = "lazy",
            .text = "h of a state is computed when it is popped, not when it is generated",
            .kind = PluginOption::Kind::flag};
}

PluginOption ties_option() {
    return {.name = "ties",
            .text = "the order of states with equal values: newest, oldest or random first",
            .kind = PluginOption::Kind::choice,
            .choices = {"newest", "oldest", "random"},
            .otherwise = "newest",
            .aliases = {{"lifo", "newest"}, {"fifo", "oldest"}},
            .wrong = "ties is newest, oldest or random, not `{}`"};
}

PluginOption heuristic_option() {
    return {.name = "--heuristic", .text = "the heuristic h", .kind = PluginOption::Kind::outer};
}

PluginOption count_option(std::string name, std::string text, std::uint64_t least, std::uint64_t otherwise) {
    const std::string wrong = fmt::format("`{{}}` is not a number for {0}; write for example {0}={1}", name, otherwise);
    return {.name = std::move(name),
            .text = fmt::format("{} (default: {})", text, otherwise),
            .kind = PluginOption::Kind::number,
            .least = least,
            .most = 1'000'000'000,
            .otherwise = std::to_string(otherwise),
            .wrong = wrong};
}

std::string choice_given(const Guidance& guidance, const std::string& option) {
    return value_of(guidance.search, *searches().find(guidance.search.name), option);
}

std::size_t count_given(const Guidance& guidance, const std::string& option) {
    return std::stoul(choice_given(guidance, option));
}

double decimal_given(const Guidance& guidance, const std::string& option) {
    return decimal(choice_given(guidance, option));
}

Guidance::Ties ties_called(const std::string& name) {
    if (name == "oldest") return Guidance::Ties::oldest;
    return name == "random" ? Guidance::Ties::random : Guidance::Ties::newest;
}

std::optional<Spec> parse_search(const std::string& text, std::string& problem) {
    return parse_spec(text, {"there is no search `{}`", searches_and_lists()}, problem);
}

bool knows_costs(const SearchPlugin& plugin) {
    return std::ranges::any_of(plugin.properties, [](const auto& property) { return property.name == "cheapest"; });
}

std::string apply_search(const Spec& spec, Settings& settings) {
    settings.fallback_after = no_fallback;
    settings.guidance.list = {};
    settings.guidance.search = spec;
    settings.restart = spec.options.contains("restart") ? std::stoul(spec.options.at("restart")) : 0;
    if (open_lists().find(spec.name) != nullptr) {
        apply_list(spec, settings);
        return {};
    }
    const SearchPlugin& plugin = *searches().find(spec.name);
    settings.search = plugin.name;
    Guidance& guidance = settings.guidance;
    guidance.own = plugin.own;
    guidance.ahead = plugin.ahead;
    if (spec.options.contains("w"))
        guidance.ahead = static_cast<std::uint32_t>(decimal(spec.options.at("w")) * hundredths + 0.5);
    if (knows_costs(plugin) && !plugin.is_guided()) guidance.heuristic = {"zero"};
    guidance.lazy = is_set(spec, "lazy");
    settings.adaptive = is_set(spec, "adaptive");
    settings.topological = is_set(spec, "topological");
    if (plugin.option("inner") != nullptr) apply_inner(value_of(spec, plugin, "inner"), guidance);
    if (spec.options.contains("ties")) guidance.ties = ties_called(spec.options.at("ties"));
    if (plugin.option("contexts") == nullptr) return {};
    return apply_bound(spec, plugin, guidance.bounding.emplace());
}

void search_blindly(const SearchPlugin& blind, Guidance& guidance) {
    guidance.ties = *blind.ties;
    guidance.heuristic = {"zero"};
}

}  // namespace crowfly
