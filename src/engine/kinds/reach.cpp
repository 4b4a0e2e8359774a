// E<> and A[]: some state is searched for, by any trace, a shortest or a fastest one.
#include <algorithm>
#include <set>

#include "engine/judge.hpp"
#include "engine/kinds.hpp"
#include "engine/pruned_search.hpp"
#include "network/locality.hpp"
#include "property/symmetry.hpp"
#include "search/fastest.hpp"
#include "search/reachability.hpp"
#include "search/schedule/strategy.hpp"
#include "trace/witness_maker.hpp"

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
    SearchOptions options;
    options.search = traces > 1 && settings.search == automatic ? "bfs" : settings.search;
    options.pace = settings.pace;
    options.workers = settings.workers;
    options.strategies = settings.strategies;
    options.seed = settings.seed;
    options.adaptive = settings.adaptive;
    options.topological = settings.topological;
    options.restart = settings.restart;
    options.guidance = settings.guidance;
    options.shortest = settings.objective == Objective::shortest;
    options.abstraction = states.abstraction;
    options.compress = settings.compress;
    options.compared = states.compared;
    options.traces = traces;
    options.wanted = wanted;
    return options;
}

// Long traces are hard to read: the longer one is, the more effort is worth spending on it.
std::uint64_t shortening_effort(const SearchResult& result) {
    const std::uint64_t length = transitions_of(*result.found);
    const auto beyond = [&](std::uint64_t steps) { return length - std::min(length, steps); };
    const std::uint64_t for_length = 100'000 * beyond(50) + 1'400'000 * beyond(100);
    return 5'000'000 + 300 * result.statistics.explored + std::min<std::uint64_t>(for_length, 200'000'000);
}

// What the default search finds by a path that may be long is shortened.
TraceOptions options_for(const SearchResult& result, TraceOptions options) {
    if (!result.may_be_long || options.shorten) return options;
    options.shorten = true;
    options.shortening = shortening_effort(result);
    return options;
}

// Why states cannot be replaced by representatives although that was asked for, or "".
std::string reduction_against_question(const Question& q) {
    if (q.settings.objective == Objective::fastest) return "symmetry cannot be used with --fastest";
    if (q.settings.pruning != Pruning::none) return "symmetry cannot be used with --prune";
    if (q.trace_options.traces > 1) return "symmetry cannot be used where several traces are asked for";
    return "";
}

std::optional<Symmetry> symmetry_of(const Question& q, Answer::Symmetry& told) {
    if (std::string why = reduction_against_question(q); !why.empty()) {
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
    if (q.settings.objective == Objective::fastest) return "it is not for --fastest";
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

Answer decide_any(const Question& q, const property::Reach& asked, const StateOptions& states,
                  const Specially& specially) {
    SearchOptions options = search_options(q.settings, q.trace_options.traces, asked.exists, states);
    options.symmetry = specially.symmetry;
    options.locality = specially.locality;
    if (options.locality != nullptr && options.search == automatic) search_exhaustively(options);
    const bool prunes = q.settings.pruning == Pruning::safe;
    const PrunedSearch pruned =
        prunes ? search_pruned(q.network, asked.formula, options, q.limits, q.observer)
               : PrunedSearch{search(q.network, asked.formula, options, q.limits, q.observer), {}, {}};
    const SearchResult& result = pruned.result;
    Answer answer;
    const TraceOptions trace_options = prunes ? q.trace_options : options_for(result, q.trace_options);
    WitnessMaker make({q.network, q.query, trace_options, q.limits, q.observer, states.compared}, result.statistics);
    if (result.found) answer.witness = make.state(*result.found, result.firings);
    for (const Path& path : result.more) answer.more_witnesses.push_back(make.state(path));
    if (settle(result, answer) || result.found)
        judge(q.network, q.trace_options.strict, result.found.has_value(), asked.exists, answer);
    if (result.found) make.account(*answer.statistics);
    if (prunes) add_pruning(pruned, answer);
    answer.preference = result.preference;
    answer.strategies = result.strategies;
    answer.schedule = result.schedule;
    answer.improvement = result.improvement;
    keep_different(answer);
    return answer;
}

Answer decide_fastest(const Question& q, const property::Reach& asked, const StateOptions& states) {
    const FastestResult result =
        search_fastest(q.network, asked.formula, asked.exists, states.abstraction.value_or(Abstraction::a_m),
                       q.settings.compress, states.compared, q.limits, q.observer);
    Answer answer;
    WitnessMaker make({q.network, q.query, q.trace_options, q.limits, q.observer, states.compared}, result.statistics);
    if (result.found) answer.witness = make.fastest(*result.found);
    if (settle(result, answer))
        judge(q.network, q.trace_options.strict, result.found.has_value(), asked.exists, answer);
    if (result.found) make.account(*answer.statistics);
    return answer;
}

Answer decide_reach(const Question& q, const StateOptions& states) {
    const property::Reach& asked = as_reach(q.query);
    std::optional<Answer::Symmetry> told;
    std::optional<Symmetry> symmetry;
    if (q.settings.reduction == Reduction::symmetry) symmetry = symmetry_of(q, told.emplace());
    std::string why_not;
    std::optional<Locality> locality;
    if (q.settings.time == TimeSemantics::local) locality = locality_of(q, asked, states, why_not);
    const Specially specially{symmetry ? &*symmetry : nullptr, locality ? &*locality : nullptr};
    Answer answer = q.settings.objective == Objective::fastest ? decide_fastest(q, asked, states)
                                                               : decide_any(q, asked, states, specially);
    answer.symmetry = std::move(told);
    if (!why_not.empty()) answer.note = "there is one time for all processes: " + why_not;
    return answer;
}

// States are reached up to simulation; deadlocks need upper bounds to be seen as such.
Abstraction coarsest_for_reach(const Property& property) {
    return mentions_deadlock(property) ? Abstraction::a_m : Abstraction::a_lu;
}

const Registered<KindPlugin> registered_reach(
    kind_registry(), {{.name = "reach", .description = "a state is reachable"},
                      alternative_of<property::Reach>(),
                      {{property::Reach{true, {}}, "E<> p: some reachable state satisfies p"},
                       {property::Reach{false, {}}, "A[] p: every reachable state satisfies p"}},
                      coarsest_for_reach,
                      decide_reach});

}  // namespace
}  // namespace crowfly
