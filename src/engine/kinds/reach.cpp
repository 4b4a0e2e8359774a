// E<> and A[]: some state is searched for, by any trace, a shortest, a fastest or a cheapest one.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/idle_options.hpp"
#include "engine/judge.hpp"
#include "engine/kinds.hpp"
#include "engine/pruned_search.hpp"
#include "network/analyses/locality.hpp"
#include "property/symmetry.hpp"
#include "reduce/local_time.hpp"
#include "search/methods/known_forms.hpp"
#include "search/optimum/fastest.hpp"
#include "search/optimum/least_price.hpp"
#include "search/schedule/reachability.hpp"
#include "search/schedule/strategy.hpp"
#include "search/settings/checkpoint.hpp"
#include "trace/measures/trace_costs.hpp"
#include "trace/witnesses/witness_maker.hpp"

namespace crowfly {
namespace {

// Where a trace ends, and the transitions it is made of.
std::pair<std::vector<std::int32_t>, std::set<std::uint32_t>> character(const Trace& trace) {
    std::set<std::uint32_t> transitions;
    for (const Step& step : trace.steps) transitions.insert(step.move.firing.transition);
    return {trace.last().slots, std::move(transitions)};
}

void keep_different(Answer& answer) {
    if (answer.more_witnesses.empty() || !answer.witness->run) return;
    std::set seen{character(*answer.witness->run)};
    std::erase_if(answer.more_witnesses,
                  [&](const Witness& other) { return other.run && !seen.insert(character(*other.run)).second; });
}

// Says of the traces how much of them a pruned search did not see. What was shortened afterwards cannot be told apart
// any more.
void add_pruning(const PrunedSearch& pruned, Answer& answer) {
    answer.pruning = pruned.pruning;
    if (answer.proof) {
        std::vector<std::string>& without = answer.proof->without;
        without.insert(without.end(), pruned.pruning.dropped.begin(), pruned.pruning.dropped.end());
    }
    std::size_t next = 0;
    const auto tell = [&](Witness& witness) {
        if (next < pruned.spliced.size() && !witness.shortened_from) witness.spliced = pruned.spliced[next];
        ++next;
    };
    if (answer.witness) tell(*answer.witness);
    for (Witness& witness : answer.more_witnesses) tell(witness);
}

SearchOptions search_options(const Settings& settings, std::size_t traces, bool wanted, const StateOptions& states) {
    SearchOptions options{settings, {.abstraction = states.abstraction, .compared = states.compared}};
    if (traces > 1 && settings.search == automatic) options.search = "bfs";
    options.traces = traces;
    options.wanted = wanted;
    return options;
}

// Long traces are hard to read: the longer one is, the more effort is worth spending on it, up to a quarter of what the
// search took, or what nobody notices.
std::uint64_t shortening_effort(const SearchResult& result) {
    constexpr std::uint64_t unnoticed = 20'000'000;
    std::uint64_t of_search = 0;
    for (const StrategyRun& run : result.schedule) of_search += run.effort();
    const std::uint64_t length = transitions_of(*result.found);
    const auto beyond = [&](std::uint64_t steps) { return length - std::min(length, steps); };
    const std::uint64_t for_length = 100'000 * beyond(50) + 1'400'000 * beyond(100);
    const std::uint64_t wanted = 5'000'000 + 300 * result.statistics.explored + for_length;
    return std::min(wanted, std::max(unnoticed, of_search / 4));
}

// What the default search finds by a path that may be long is shortened.
TraceOptions options_for(const SearchResult& result, TraceOptions options) {
    if (!result.may_be_long || options.shorten || options.prompt) return options;
    options.shorten = true;
    options.shortening = shortening_effort(result);
    return options;
}

bool has_own_search(const Question& q) {
    return q.settings.objective == Objective::fastest || q.settings.objective == Objective::price;
}

// Why the search that was asked for does not know representatives, or "".
std::string search_against_representatives(const SearchOptions& options) {
    if (known_forms(options).contains(NormalForm::representatives)) return "";
    if (!guarantees_of(options.guidance.heuristic).forms.contains(NormalForm::representatives))
        return fmt::format(
            "symmetry cannot be used with `{}`: it does not say whether its estimates hold for "
            "representatives, which need not be reachable",
            to_string(options.guidance.heuristic));
    if (options.disk)
        return fmt::format(
            "symmetry cannot be used with --disk and `{}`: estimates have to be consistent on disk, and "
            "those of representatives are not",
            to_string(options.guidance.heuristic));
    return fmt::format("symmetry cannot be used with --search {}, which reasons about reachable states",
                       options.search);
}

// Why states cannot be replaced by representatives although that was asked for, or "".
std::string reduction_against_question(const Question& q, const property::Reach& asked, const StateOptions& states) {
    if (has_own_search(q)) return fmt::format("symmetry cannot be used with {}", option_of(q.settings));
    if (q.settings.pruning != Pruning::none) return "symmetry cannot be used with --prune";
    if (q.settings.store) return "symmetry cannot be used with --store";
    if (q.trace_options.traces > 1) return "symmetry cannot be used with several traces";
    return search_against_representatives(search_options(q.settings, q.trace_options.traces, asked.exists, states));
}

std::optional<Symmetry> symmetry_of(const Question& q, const property::Reach& asked, const StateOptions& states,
                                    Answer::Symmetry& told) {
    if (std::string why = reduction_against_question(q, asked, states); !why.empty()) {
        told.refused.push_back(std::move(why));
        return std::nullopt;
    }
    std::optional<Symmetry> symmetry = find_symmetry(q.network, q.query, told.refused);
    if (!symmetry) return symmetry;
    for (const Symmetry::Orbit& orbit : symmetry->orbits) told.orbits.push_back(orbit.names);
    return symmetry;
}

// Why processes have no time of their own although that was asked for, or "".
std::string local_time_against_question(const Question& q, const StateOptions& states) {
    const std::string& search = q.settings.search;
    if (!states.abstraction) return "the model has no clocks";
    if (states.abstraction != Abstraction::a_lu) return "zones are compared by alu there, and this query needs another";
    if (search != automatic && search != "bfs" && search != "ranked") return "it is for --search bfs and ranked";
    if (has_own_search(q)) return fmt::format("it is not for {}", option_of(q.settings));
    if (q.settings.pruning != Pruning::none) return "it is not for --prune";
    if (q.settings.reduction != Reduction::none) return "it is not for --reduce";
    if (q.trace_options.traces > 1) return "it is for a single trace";
    return "";
}

std::optional<Locality> locality_of(const Question& q, const property::Reach& asked, const StateOptions& states,
                                    std::string& why_not) {
    why_not = local_time_against_question(q, states);
    return why_not.empty() ? find_locality(q.network, asked.formula, why_not) : std::nullopt;
}

// What is special about a state space.
struct Specially {
    const Symmetry* symmetry = nullptr;
    const Locality* locality = nullptr;
};

// What was counted is counted again along the trace. If it is not the same the trace is none of that cost.
void add_costs(const Network& network, const Costs& costs, const SearchResult& result, Witness& witness) {
    const std::string claimed = result.cost ? costs.algebra.to_string(*result.cost) : "";
    witness.costs = TraceCosts{costs.algebra.name(), claimed, {}, {}};
    if (!witness.run || !result.cost) return;
    Trace run = *witness.run;
    run.costs = costs_of(network, costs, run);
    if (run.costs && run.costs->total == claimed) {
        witness.costs = run.costs;
        witness.run = std::make_shared<const Trace>(std::move(run));
        return;
    }
    witness.run = nullptr;
    witness.remark = "no trace was found with the cost that the search computed";
}

// Nothing was found among the traces that were looked for.
std::string beyond_bound(const Settings& settings) {
    if (settings.dearest)
        return fmt::format("no trace costs at most {}, and dearer ones were not looked for", *settings.dearest);
    return fmt::format("no trace has at most {}, and longer ones were not looked for",
                       settings.longest == 1 ? "1 transition" : fmt::format("{} transitions", settings.longest));
}

PrunedSearch search_with_reductions(const Question& q, const StrategyTask& task, const Specially& specially) {
    if (q.settings.pruning == Pruning::safe) return search_pruned(task, q.limits, q.observer);
    if (specially.locality == nullptr)
        return {search(task.network, task.formula, task.options, q.limits, q.observer), {}, {}};
    LocalTimeReduction reduction(task, *specially.locality);
    return {search_reduced({&reduction}, q.limits, q.observer), {}, {}};
}

Answer decide_any(const Question& q, const property::Reach& asked, const StateOptions& states,
                  const Specially& specially) {
    SearchOptions options = search_options(q.settings, q.trace_options.traces, asked.exists, states);
    options.improves = !q.trace_options.prompt;
    options.symmetry = specially.symmetry;
    if (specially.locality != nullptr && options.search == automatic) search_exhaustively(options);
    // All states have the same estimate: the search is breadth first.
    if (has_blind_heuristic(q, asked) && !options.guidance.search.options.contains("ties"))
        options.guidance.ties = Guidance::Ties::oldest;
    const bool prunes = q.settings.pruning == Pruning::safe;
    PrunedSearch pruned = search_with_reductions(q, {q.network, asked.formula, options}, specially);
    SearchResult& result = pruned.result;
    if (result.cut && !result.found && result.unfinished.empty()) result.unfinished = beyond_bound(q.settings);
    Answer answer;
    TraceOptions trace_options = prunes ? q.trace_options : options_for(result, q.trace_options);
    if (options.costs != nullptr) trace_options.shorten = false;  // what is shorter may cost more
    WitnessMaker make({q.network, q.query, trace_options, q.limits, q.observer, states.compared}, result.statistics);
    if (result.found) answer.witness = make.state(*result.found, result.firings);
    if (answer.witness && options.costs != nullptr) add_costs(q.network, *options.costs, result, *answer.witness);
    for (const Path& path : result.more) answer.more_witnesses.push_back(make.state(path));
    if (settle(result, answer) || result.found)
        judge(q.network, q.trace_options.strict, result.found.has_value(), asked.exists, answer);
    if (result.found) make.account(*answer.statistics);
    if (prunes) add_pruning(pruned, answer);
    answer.preference = result.preference;
    answer.workers = result.workers;
    if (!result.note.empty()) answer.note = result.note;
    answer.strategies = result.strategies;
    answer.schedule = result.schedule;
    answer.improvement = result.improvement;
    answer.lengths_found = result.lengths_found;
    answer.costs_found = result.costs_found;
    keep_different(answer);
    return answer;
}

// Both bounds of the least value, which meet where it is proved.
std::optional<Answer::Optimum> optimum_of(const std::string& what, const OptimumResult& result, bool found) {
    if (!found && !result.least) return std::nullopt;
    Answer::Optimum optimum{what, {}, {}, found && result.is_sure(), result.unfinished, {}};
    for (const Total& total : result.totals_found)
        optimum.found.push_back(fmt::format("{}{}", total.attained ? "" : ">", total.value));
    if (found) optimum.at_most = optimum.found.back();
    if (optimum.proved)
        optimum.at_least = optimum.at_most;
    else if (result.least)
        optimum.at_least = fmt::format("{}", *result.least);
    return optimum;
}

// Such a search has no name among those of --search; checkpoints know it by this one.
Limits limits_of_optimum(const char* search, const Question& q, const property::Reach& asked,
                         const StateOptions& states) {
    SearchOptions options = search_options(q.settings, 1, asked.exists, states);
    options.search = search;
    return with_checkpoints(q.network, asked.formula, options, q.limits);
}

Answer decide_fastest(const Question& q, const property::Reach& asked, const StateOptions& states) {
    const FastestResult result = search_fastest(
        q.network, asked.formula, asked.exists, states.abstraction.value_or(Abstraction::a_m), q.settings.compress,
        states.compared, limits_of_optimum("least-time", q, asked, states), q.observer);
    Answer answer;
    WitnessMaker make({q.network, q.query, q.trace_options, q.limits, q.observer, states.compared}, result.statistics);
    if (result.found) answer.witness = make.fastest(*result.found);
    answer.optimum = optimum_of("time", result, result.found.has_value());
    const bool is_sure = settle(result, answer);
    if (result.found) answer.reason.clear();  // a trace decides the query, although it may not be the fastest
    if (is_sure || result.found)
        judge(q.network, q.trace_options.strict, result.found.has_value(), asked.exists, answer);
    if (result.found) make.account(*answer.statistics);
    return answer;
}

// What is to be known about the least price beside its number.
std::string remark_on_price(const Question& q, const LeastPriceResult& result) {
    if (!result.found) return "";
    if (!result.is_sure()) return "the trace is the cheapest so far; there may be cheaper ones";
    return q.network.prices->remaining ? "the price is the least if `remaining` is admissible, which is not checked"
                                       : "";
}

// A search of priced zones may not end, or take long, where there is nothing to be found; so that is asked first, by a
// search that is not saved. One that is resumed had begun after it.
Answer decide_price(const Question& q, const property::Reach& asked, const StateOptions& states) {
    Answer answer;
    const Limits limits = limits_of_optimum("least-price", q, asked, states);
    SearchOptions options = search_options(q.settings, 1, asked.exists, states);
    options.checkpoints = nullptr;
    const bool is_reachable = limits.checkpoints != nullptr && limits.checkpoints->resumes();
    const SearchResult any =
        is_reachable ? SearchResult{} : search(q.network, asked.formula, options, q.limits, q.observer);
    if (!is_reachable && !any.found) {
        if (settle(any, answer)) judge(q.network, q.trace_options.strict, false, asked.exists, answer);
        return answer;
    }
    SecondObserver observer(q.observer, any.statistics);
    LeastPriceResult result =
        search_least_price(q.network, asked.formula, asked.exists, left_of(limits, any.statistics), observer);
    result.statistics.seconds += any.statistics.seconds;
    result.statistics.cpu_seconds += any.statistics.cpu_seconds;
    WitnessMaker make({q.network, q.query, q.trace_options, q.limits, q.observer, nullptr}, result.statistics);
    if (result.found) answer.witness = make.least_price(*result.found);
    if (settle(result, answer))
        judge(q.network, q.trace_options.strict, result.found.has_value(), asked.exists, answer);
    if (result.found) make.account(*answer.statistics);
    answer.optimum = optimum_of("price", result, result.found.has_value());
    answer.note = remark_on_price(q, result);
    return answer;
}

Answer decide_by_objective(const Question& q, const property::Reach& asked, const StateOptions& states,
                           const Specially& specially) {
    switch (q.settings.objective) {
        case Objective::fastest: return decide_fastest(q, asked, states);
        case Objective::price: return decide_price(q, asked, states);
        default: return decide_any(q, asked, states, specially);
    }
}

}  // namespace

Answer decide(const Question& q, const property::Reach& asked, const StateOptions& states) {
    std::optional<Answer::Symmetry> told;
    std::optional<Symmetry> symmetry;
    if (q.settings.reduction == Reduction::symmetry) symmetry = symmetry_of(q, asked, states, told.emplace());
    std::string why_not;
    std::optional<Locality> locality;
    if (q.settings.time == TimeSemantics::local) locality = locality_of(q, asked, states, why_not);
    const Specially specially{symmetry ? &*symmetry : nullptr, locality ? &*locality : nullptr};
    Answer answer = decide_by_objective(q, asked, states, specially);
    answer.symmetry = std::move(told);
    if (!why_not.empty()) answer.note = "local time not used: " + why_not;
    return answer;
}

// States are reached up to simulation; deadlocks need upper bounds to be seen as such.
Abstraction coarsest_for(const Property& property, const property::Reach&) {
    return mentions_deadlock(property) ? Abstraction::a_m : Abstraction::a_lu;
}

std::vector<QueryForm> forms_of(const property::Reach&) {
    return {{property::Reach{true, {}}, "E<> p: some reachable state satisfies p"},
            {property::Reach{false, {}}, "A[] p: every reachable state satisfies p"}};
}

}  // namespace crowfly
