#include "search/settings/settings.hpp"

#include <fmt/format.h>

#include <vector>

#include "search/costs/step_costs.hpp"

namespace crowfly {

Goal goal_of(const Network& network, const Formula& formula, bool wanted, const Guidance& guidance,
             const StateForm& form) {
    Goal goal{network, formula, wanted};
    goal.effort.seconds = guidance.build_seconds;
    goal.effort.bytes = guidance.build_bytes;
    goal.kept = guidance.kept.get();
    goal.expression = guidance.expression.get();
    goal.form = form;
    return goal;
}

std::string option_of(const Settings& settings) {
    switch (settings.objective) {
        case Objective::any: return "";
        case Objective::shortest: return "--shortest";
        case Objective::fastest: return "--fastest";
        case Objective::cheapest: return "--minimise " + settings.costs->algebra.name();
        case Objective::price: return "--minimise price";
    }
    return "";
}

std::string_view to_string(Pruning pruning) {
    switch (pruning) {
        case Pruning::none: return "none";
        case Pruning::safe: return "safe";
    }
    return "";
}

std::string_view to_string(Reduction reduction) {
    switch (reduction) {
        case Reduction::none: return "none";
        case Reduction::symmetry: return "symmetry";
    }
    return "";
}

namespace {

std::string with_options(std::string_view name, const std::vector<std::string>& options) {
    return options.empty() ? std::string(name) : fmt::format("{}({})", name, fmt::join(options, ","));
}

}  // namespace

std::string described(const Preference& preference) {
    return fmt::format("{}{}{}", preference.contexts ? ", transitions that interfere with the previous one first" : "",
                       preference.useless ? ", useless transitions last" : "",
                       preference.helpful ? ", helpful transitions first" : "");
}

std::string name_of_search(const Guidance& guidance) {
    const std::string heuristic = to_string(guidance.heuristic);
    if (guidance.own == 0) return "greedy with h = " + heuristic;
    if (guidance.ahead == guidance.own) return "A* with h = " + heuristic;
    return fmt::format("weighted A* with w = {} and h = {}", static_cast<double>(guidance.ahead) / guidance.own,
                       heuristic);
}

std::string to_string(const Preference& preference) {
    std::vector<std::string> parts;
    if (preference.useless) {
        std::vector<std::string> options;
        if (preference.removal == Removal::plain) options.emplace_back("plain");
        if (preference.removal == Removal::updates) options.emplace_back("reads=all");
        if (preference.exact) options.emplace_back("exact");
        parts.push_back(with_options("useless", options));
    }
    if (preference.contexts) {
        std::vector<std::string> options;
        if (preference.exact_contexts) options.emplace_back("plain");
        if (preference.clocks) options.emplace_back("clocks=on");
        parts.push_back(with_options("contexts", options));
    }
    if (preference.helpful)
        parts.push_back(preference.boost == Preference{}.boost ? "helpful"
                                                               : fmt::format("helpful(boost={})", preference.boost));
    if (preference.useless && preference.contexts)
        parts.push_back(preference.contexts_decide ? "order=contexts" : "order=useless");
    return fmt::format("{}", fmt::join(parts, ","));
}

std::string to_string(const LossyStore& store) {
    if (store.kind == LossyStore::Kind::cleary) return "cleary";
    if (store.kind == LossyStore::Kind::compact) return fmt::format("compact={}", store.size);
    return fmt::format("bits={},hashes={}", store.size, store.hashes);
}

}  // namespace crowfly
