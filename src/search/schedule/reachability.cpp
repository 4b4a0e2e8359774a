#include "search/schedule/reachability.hpp"

#include <algorithm>
#include <cassert>

#include "search/disk/disk_search.hpp"
#include "search/lossy/lossy_search.hpp"
#include "search/methods/known_forms.hpp"
#include "search/methods/registry.hpp"
#include "search/methods/width.hpp"
#include "search/runs/hull_test.hpp"
#include "search/schedule/restarts.hpp"
#include "search/schedule/schedule.hpp"
#include "search/settings/checkpoint.hpp"
#include "search/settings/search_task.hpp"
#include "search/workers/ranks.hpp"
#include "search/workers/team.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

// A heuristic that proved a dead end has said so itself.
void add_proof(const SearchPlugin& plugin, const SearchOptions& options, SearchResult& result) {
    if (!result.is_sure() || result.found || result.proof || result.cut) return;
    Proof& proof = result.proof.emplace();
    if (options.hull) proof.method = Proof::Method::hulls;
    proof.search = result.order.empty() ? options.search : result.order;
    if (plugin.is_guided()) proof.heuristic = to_string(options.guidance.heuristic);
    if (options.abstraction) proof.abstraction = to_string(*options.abstraction);
}

}  // namespace

SearchResult search(const Network& network, const Formula& formula, const SearchOptions& given, const Limits& limits,
                    Observer& observer) {
    const FittingOptions fitting(given);
    const SearchOptions& options = fitting.options();
    if (options.store) return search_lossily(network, formula, options, limits, observer);
    if (options.disk) {
        SearchResult result = search_on_disk(network, formula, options, limits, observer);
        add_proof(*search_called(options.search), options, result);
        return result;
    }
    if (options.search == automatic) {
        StrategyTask task{network, formula, options};
        task.options.tasks = make_task_cache();
        task.options.threads = 1;  // of each strategy
        return search_by_schedule(task, std::max(options.workers, options.threads), limits, observer);
    }
    if (options.restart > 0 && options.traces == 1)
        return search_with_restarts(network, formula, options, limits, observer);
    const SearchPlugin* plugin = search_called(options.search);
    assert(plugin != nullptr);
    if (options.threads > 1 || options.ranks != nullptr) {
        SearchResult result = options.ranks != nullptr ? search_by_ranks(network, formula, options, limits, observer)
                                                       : search_by_threads(network, formula, options, limits, observer);
        add_proof(*plugin, options, result);
        return result;
    }
    const bool has_own = options.costs != nullptr && plugin->with_costs;
    const SearchMethod& method = has_own ? *plugin->with_costs : plugin->method;
    Goal target = goal_of(network, formula, options.wanted, options.guidance, form_of(options));
    if (options.hasty) target.effort.reads = Effort::hasty;
    if (options.tasks) target.tasks = options.tasks;
    Predicate goal(network, formula);
    const Limits own = with_checkpoints(network, formula, options, limits);
    const auto run = [&](auto& space, const Limits& within, Observer& watching) {
        SearchTask task{target, goal, options, within, watching};
        SearchResult result = method.run(space, task);
        if (options.hull && result.unfinished.empty()) test_hulls(space, goal, options.wanted, result);
        add_proof(*plugin, options, result);
        return result;
    };
    if (options.abstraction) {
        const bool wide = calls_for_wide_zones(network, {&formula});
        return search_in_width(wide, own, observer, [&]<class B>(const Limits& within, Observer& watching) {
            BasicZoneSpace<B> space(network, Layout(network, options.compared), use_of(formula), *options.abstraction,
                                    options.compress, options.hull, options.symmetry, options.compared);
            return run(space, within, watching);
        });
    }
    DiscreteSpace space(network, Layout(network, options.compared), options.compress, options.symmetry,
                        options.compared);
    return run(space, own, observer);
}

}  // namespace crowfly
