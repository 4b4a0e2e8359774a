#include "engine/idle_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/overloaded.hpp"
#include "search/costs/step_costs.hpp"
#include "search/kernels/dead_ends.hpp"
#include "search/methods/registry.hpp"
#include "task/target.hpp"

namespace crowfly {
namespace {

// Whether the heuristic prunes a search that it does not guide, see search/kernels/dead_ends.hpp.
bool may_prune(const Question& q) {
    if (pruning_guidance(q.settings) == nullptr) return false;
    return std::visit(Overloaded{[](const property::Reach&) { return false; },
                                 [](const property::Run& run) { return run.trigger.has_value(); },
                                 [](const property::Extremum& extremum) {
                                     return extremum.condition.kind != Formula::Kind::constant;
                                 }},
                      q.query.asks);
}

std::string pruning_note(const Answer& answer) {
    if (!answer.statistics || answer.statistics->pruned == 0) return "";
    return fmt::format(", of which the heuristic pruned {} dead end{}", answer.statistics->pruned,
                       answer.statistics->pruned == 1 ? "" : "s");
}

// A blind search that prefers transitions, and an open list without estimates, have the heuristic `zero`.
bool has_heuristic(const Settings& settings) {
    return is_guided(settings) && settings.guidance.heuristic.name != "zero";
}

std::string note_on_search(const Question& q, const Answer& answer) {
    if (q.settings.search == Settings{}.search || q.settings.search == automatic) return "";
    std::string options = "--search";
    if (has_heuristic(q.settings) && !may_prune(q)) options += " and --heuristic";
    if (q.settings.guidance.preference.any()) options += " and --prefer";
    return fmt::format("{} {} for E<> and A[]; this query has its own search{}", options,
                       options == "--search" ? "is" : "are", pruning_note(answer));
}

// Heuristics take `deadlock` for met everywhere (task/target.hpp).
bool is_met_by_deadlock(const Target& target) {
    switch (target.kind) {
        case Target::Kind::leaf: return target.leaf->kind == Formula::Kind::deadlock;
        case Target::Kind::all: return std::ranges::all_of(target.parts, is_met_by_deadlock);
        case Target::Kind::any: return std::ranges::any_of(target.parts, is_met_by_deadlock);
    }
    return false;
}

std::string note_on_deadlock(const Question& q, const property::Reach& reach) {
    if (!has_blind_heuristic(q, reach)) return "";
    return fmt::format("{} has no effect: heuristics do not know deadlocks, and estimate 0 for every state",
                       to_string(q.settings.guidance.heuristic));
}

std::string note_on_costs(const Question& q) {
    const Settings& settings = q.settings;
    if (!settings.costs || !has_heuristic(settings) || StepCosts(q.network, *settings.costs).least() > 0) return "";
    return fmt::format(
        "the least cost of a transition is taken as 0, so the estimates of {} add nothing to the cost of a path: "
        "--search {} goes by the cost so far, as dijkstra does",
        to_string(settings.guidance.heuristic), settings.search);
}

std::string note_on_contexts(const Question& q) {
    const Settings& settings = q.settings;
    if (settings.guidance.search.name != "ib" || q.network.processes.size() > 1) return "";
    if (choice_given(settings.guidance, "contexts") != "process") return "";
    return "ib changes nothing: it counts changes of the process, and the model has one; contexts=interference tells "
           "its transitions apart";
}

// Of a query that a search for one state decides.
std::vector<std::string> notes_on_guidance(const Question& q, const property::Reach& reach) {
    return {note_on_deadlock(q, reach), note_on_costs(q), note_on_contexts(q)};
}

// Of any other query: what is for searches for one state.
std::vector<std::string> notes_on_states(const Question& q, const Answer& answer) {
    std::vector<std::string> notes{note_on_search(q, answer)};
    if (q.settings.time == TimeSemantics::local) notes.emplace_back("local time not used: it is for E<> and A[]");
    if (q.trace_options.traces > 1) notes.emplace_back("--all-traces is for E<> and A[]");
    return notes;
}

}  // namespace

// The user's own expression is the one heuristic that does not depend on the goal.
bool has_blind_heuristic(const Question& q, const property::Reach& reach) {
    if (!has_heuristic(q.settings) || q.settings.guidance.heuristic.name == "expr") return false;
    return mentions_deadlock(q.query) && is_met_by_deadlock(target_of({q.network, reach.formula, reach.exists}));
}

std::string idle_options(const Question& q, const Answer& answer) {
    std::vector<std::string> notes =
        std::visit(Overloaded{[&](const property::Reach& reach) { return notes_on_guidance(q, reach); },
                              [&](const property::Run&) { return notes_on_states(q, answer); },
                              [&](const property::Extremum&) { return notes_on_states(q, answer); }},
                   q.query.asks);
    std::erase(notes, "");
    return fmt::format("{}", fmt::join(notes, "; "));
}

}  // namespace crowfly
