#include "engine/annotation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/messages/source_text.hpp"
#include "heuristic/kept_heuristics.hpp"
#include "search/guidance/estimates.hpp"
#include "trace/checker/situation.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_leaves = 1000;

std::string text_of(const Network& network, const Formula& leaf, const Sources& sources) {
    if (leaf.kind != Formula::Kind::location)
        return source_text(sources, leaf.span) + (leaf.suffix ? *leaf.suffix : "");
    return fmt::format("{}.{}", network.processes[leaf.process].name, network.location(leaf.process, leaf.number).name);
}

void add_leaves(const Formula& formula, std::vector<const Formula*>& into) {
    for (const Formula& operand : formula.operands) add_leaves(operand, into);
    if (formula.operands.empty() && formula.kind != Formula::Kind::constant && into.size() < most_leaves)
        into.push_back(&formula);
}

// Per formula: its truth in each state.
std::vector<Annotation::Truth> truths(const Network& network, const Trace& trace,
                                      const std::vector<const Formula*>& formulas) {
    std::vector<Annotation::Truth> result(formulas.size());
    for (std::size_t i = 0; i <= trace.steps.size(); ++i) {
        Situation situation(network, trace.state(i));
        if (i == trace.steps.size()) situation.pass(trace.rest);
        for (std::size_t f = 0; f < formulas.size(); ++f) result[f].push_back(situation.holds(*formulas[f]));
    }
    return result;
}

// The same text may stand for several leaves, such as both bounds of a clock; leaves that always agree are one atom.
void add_atom(Annotation::Atom atom, std::vector<Annotation::Atom>& into) {
    const auto same = [&](const Annotation::Atom& other) {
        return other.text == atom.text && other.truth == atom.truth;
    };
    if (into.size() < most_atoms && std::ranges::none_of(into, same)) into.push_back(std::move(atom));
}

// The least zone with integer bounds around a valuation of all clocks.
void surround(const std::vector<Rational>& clocks, ZoneCopy& into) {
    into.clear();
    for (std::size_t i = 0; i < clocks.size(); ++i) {
        into.clocks.push_back(static_cast<ClockIndex>(i));
        into.floor.push_back(static_cast<std::int32_t>(clocks[i].floor()));
        for (const Rational& other : clocks) {
            const Rational difference = clocks[i] - other;
            into.bounds.push_back(difference.is_integer() ? zone::at_most<zone::WideBound>(difference.floor())
                                                          : zone::less_than<zone::WideBound>(difference.floor() + 1));
        }
    }
}

constexpr double seconds_to_build = 5;  // what is only to be looked at is not worth more

// A search may have loaded its heuristic for a smaller network (--prune); then there is none for this one.
std::optional<std::vector<Estimate>> estimates_along(const Goal& goal, const HeuristicSpec& spec,
                                                     const Trace& trace) try {
    SilentObserver silent;
    Limits limits;
    limits.seconds = seconds_to_build;
    const Budget budget(limits);
    BuildBudget building(budget, {}, silent);
    const std::unique_ptr<Heuristic> heuristic = build_heuristic(goal, spec, building);
    if (!heuristic) return std::nullopt;
    std::vector<Estimate> estimates;
    ZoneCopy zone;
    for (std::size_t i = 0; i <= trace.steps.size(); ++i) {
        const ConcreteState& state = trace.state(i);
        surround(state.clocks, zone);
        estimates.push_back(heuristic->estimate(state.slots, view_of(zone)));
    }
    return estimates;
} catch (const UnfitHeuristic&) {
    return std::nullopt;
}

}  // namespace

Annotation annotate(const Network& network, const Property& query, const Trace& trace,
                    const std::optional<HeuristicSpec>& heuristic, const Sources& sources,
                    std::shared_ptr<TaskCache> tasks, KeptHeuristics* kept) {
    Annotation annotation;
    const std::vector<const Formula*> asked = formulas_of(query);
    // Of `p --> q` it is q that the run avoids.
    std::vector<const Formula*> formulas{asked.back(), asked.front()};
    for (const Formula* formula : asked) add_leaves(*formula, formulas);
    std::vector<Annotation::Truth> truth = truths(network, trace, formulas);
    for (std::size_t f = 2; f < formulas.size(); ++f) {
        // The formula of a circuit is one whole, and has no text of its own.
        std::string text = text_of(network, *formulas[f], sources);
        if (!text.empty()) add_atom({std::move(text), std::move(truth[f])}, annotation.atoms);
    }
    annotation.truth = std::move(truth[0]);
    if (asked.size() > 1) annotation.premise = std::move(truth[1]);
    if (const property::Reach* reach = decisive_state(query); reach != nullptr && heuristic)
        annotation.estimates =
            estimates_along({network, reach->formula, reach->exists, {}, std::move(tasks), kept}, *heuristic, trace);
    if (annotation.estimates) annotation.heuristic = to_string(*heuristic);
    return annotation;
}

}  // namespace crowfly
