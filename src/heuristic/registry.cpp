#include "heuristic/registry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly {

template struct Registered<HeuristicPlugin>;

Registry<HeuristicPlugin>& heuristics() {
    static Registry<HeuristicPlugin> registry;
    return registry;
}

namespace {

using Guarantee = bool Guarantees::*;

// A heuristic with a guarantee, or one without it.
Spec example(Guarantee guarantee, bool wanted) {
    const auto& all = heuristics().all();
    const auto found = std::find_if(all.begin(), all.end(), [&](const HeuristicPlugin& plugin) {
        return !plugin.combines && plugin.guarantees({plugin.name}).*guarantee == wanted;
    });
    return {found->name};
}

std::string spoken_of_parts(const HeuristicPlugin& plugin, Guarantee guarantee) {
    const auto with = [&](bool of_part) {
        return plugin.guarantees({plugin.name, {}, {example(guarantee, of_part)}}).*guarantee;
    };
    if (with(true) != with(false)) return "as its parts";
    return with(true) ? "yes" : "no";
}

std::string spoken(const HeuristicPlugin& plugin, Guarantee guarantee) {
    if (plugin.combines) return spoken_of_parts(plugin, guarantee);
    const bool usual = plugin.guarantees({plugin.name}).*guarantee;
    std::vector<std::string> exceptions;
    for (const PluginOption& option : plugin.options) {
        for (const std::string& value : sample_values(option)) {
            const bool then = plugin.guarantees({plugin.name, {{option.name, value}}, {}}).*guarantee;
            if (then != usual) exceptions.push_back(fmt::format("{}={}", option.name, value));
        }
    }
    if (exceptions.empty()) return usual ? "yes" : "no";
    return fmt::format("{} {}", usual ? "unless" : "with", fmt::join(exceptions, " or "));
}

}  // namespace

std::optional<HeuristicSpec> parse_heuristic(const std::string& text, std::string& problem) {
    return parse_spec(text, vocabulary_of(heuristics(), "there is no heuristic `{}`"), problem);
}

std::string why_not(const Network& network, const HeuristicSpec& spec) {
    const HeuristicPlugin* plugin = heuristics().find(spec.name);
    std::string why = plugin != nullptr && plugin->why_not != nullptr ? plugin->why_not(network, spec) : "";
    for (const HeuristicSpec& part : spec.parts) {
        if (why.empty()) why = why_not(network, part);
    }
    return why;
}

Guarantees guarantees_of(const HeuristicSpec& spec) { return heuristics().find(spec.name)->guarantees(spec); }

std::vector<Declaration::Note> properties_of(const HeuristicPlugin& plugin) {
    return {{"admissible", spoken(plugin, &Guarantees::admissible)},
            {"consistent", spoken(plugin, &Guarantees::consistent)},
            {"safe", spoken(plugin, &Guarantees::safe)}};
}

std::unique_ptr<Heuristic> make_heuristic(const Goal& goal, const HeuristicSpec& spec) {
    const HeuristicPlugin& plugin = *heuristics().find(spec.name);
    std::unique_ptr<Heuristic> made = plugin.make(goal, spec);
    made->declare(goal.form.forms() & plugin.guarantees(spec).forms);
    return made;
}

std::string table_name(const Goal& goal, const HeuristicSpec& spec) {
    return fmt::format("{} {}", to_string(spec), to_string(goal.form.forms()));
}

std::string option_of(const HeuristicSpec& spec, const std::string& name) {
    return value_of(spec, *heuristics().find(spec.name), name);
}

}  // namespace crowfly
