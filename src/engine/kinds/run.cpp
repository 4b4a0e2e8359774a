// E[], A<> and -->: a maximal run is searched for along which something holds, or fails, all the time. A<> q asks
// whether no run avoids q, p --> q whether none that has met p does.
#include "engine/judge.hpp"
#include "engine/kinds.hpp"
#include "search/kernels/dead_ends.hpp"
#include "search/runs/liveness.hpp"
#include "trace/witnesses/witness_maker.hpp"

namespace crowfly {
namespace {

Liveness search_options(const Settings& settings, const property::Run& asked, const StateOptions& states) {
    Liveness options;
    options.abstraction = states.abstraction.value_or(Abstraction::m_plus);
    options.compress = settings.compress;
    options.compared = states.compared;
    options.kept = &asked.kept;
    options.trigger = asked.trigger ? &*asked.trigger : nullptr;
    options.wanted = asked.exists;
    options.pruning = pruning_guidance(settings);
    options.fallback_after = settings.fallback_after;
    options.threads = settings.threads;
    return options;
}

}  // namespace

Answer decide(const Question& q, const property::Run& asked, const StateOptions& states) {
    const LivenessResult result =
        search_run(q.network, search_options(q.settings, asked, states), q.limits, q.observer);
    Answer answer;
    WitnessMaker make({q.network, q.query, q.trace_options, q.limits, q.observer, states.compared}, result.statistics);
    if (result.found) answer.witness = make.run(*result.found);
    if (settle(result, answer))
        judge(q.network, q.trace_options.strict, result.found.has_value(), asked.exists, answer);
    if (result.found) make.account(*answer.statistics);
    return answer;
}

// Cycles are found among widened zones.
Abstraction coarsest_for(const Property&, const property::Run&) { return Abstraction::m_plus; }

std::vector<QueryForm> forms_of(const property::Run&) {
    return {{property::Run{true, {}}, "E[] p: on some maximal run p always holds"},
            {property::Run{false, {}}, "A<> p: every run reaches a state that satisfies p"},
            {property::Run{false, {}, Formula{}},
             "p --> q: every state with p is followed by a state with q, on every run"}};
}

}  // namespace crowfly
