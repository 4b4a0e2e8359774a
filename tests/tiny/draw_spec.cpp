#include "tiny/draw_spec.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace crowfly::tiny {
namespace {

using Kind = PluginOption::Kind;

constexpr int chance_of_an_option = 35;

}  // namespace

// Small numbers matter most where networks are tiny.
std::string SpecDrawer::number_for(const PluginOption& option) {
    const std::uint64_t span = std::min<std::uint64_t>(option.most - option.least, 9);
    switch (below(4)) {
        case 0: return std::to_string(option.least);
        case 1: return option.most - option.least <= 100 ? std::to_string(option.most) : option.otherwise;
        case 2:
            if (!option.aliases.empty()) return option.aliases.begin()->first;
            [[fallthrough]];
        default: return std::to_string(option.least + rng_.below(span + 1));
    }
}

std::string SpecDrawer::decimal_for(const PluginOption& option) {
    const double most = static_cast<double>(std::min(option.most, option.least + 4));
    const double least = static_cast<double>(option.least);
    return fmt::format("{:.2f}", least + (most - least) * below(5) / 4);
}

std::string SpecDrawer::some_names() {
    std::vector<std::string> some;
    for (const std::string& name : names_) {
        if (chance(40)) some.push_back(name);
    }
    return some.empty() ? "" : fmt::format("{{{}}}", fmt::join(some, ","));
}

std::string SpecDrawer::value_for(const PluginOption& option) {
    switch (option.kind) {
        case Kind::number: return number_for(option);
        case Kind::decimal: return decimal_for(option);
        case Kind::flag: return chance(75) ? "yes" : "no";
        case Kind::choice:
            if (option.names && chance(40)) return some_names();
            return option.choices[rng_.below(option.choices.size())];
        case Kind::file:
        case Kind::outer: break;
    }
    return "";
}

Spec SpecDrawer::draw(const Declaration& plugin, const Vocabulary& own, int depth) {
    Spec spec{plugin.name};
    for (const PluginOption& option : plugin.options) {
        if (!chance(chance_of_an_option)) continue;
        const std::string value = value_for(option);
        if (!value.empty()) spec.options[option.name] = value;
    }
    if (!plugin.combines) return spec;
    const Vocabulary parts = plugin.parts.vocabulary == nullptr ? own : plugin.parts.vocabulary();
    const std::size_t count = std::clamp<std::size_t>(1 + rng_.below(2), plugin.parts.least, plugin.parts.most);
    while (spec.parts.size() < count) spec.parts.push_back(one_of(parts, depth - 1));
    return spec;
}

Spec SpecDrawer::one_of(const Vocabulary& vocabulary, int depth) {
    std::vector<const Declaration*> candidates = vocabulary.plugins;
    if (depth <= 0) std::erase_if(candidates, [](const Declaration* plugin) { return plugin->combines; });
    // `expr` has an expression of the model in its parentheses, and stands for itself only.
    if (depth <= 0) std::erase_if(candidates, [](const Declaration* plugin) { return plugin->name == "expr"; });
    if (candidates.empty()) candidates = vocabulary.plugins;
    return draw(*candidates[rng_.below(candidates.size())], vocabulary, depth);
}

}  // namespace crowfly::tiny
