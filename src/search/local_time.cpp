#include "search/local_time.hpp"

#include "search/breadth_first.hpp"
#include "search/global_order.hpp"
#include "search/ranked.hpp"
#include "search/search_task.hpp"
#include "search/width.hpp"
#include "space/local_space.hpp"

namespace crowfly {
namespace {

template <class B>
SearchResult search_space(BasicLocalSpace<B>& space, const SearchTask& task) {
    if (task.options.search == "bfs") return BreadthFirst<BasicLocalSpace<B>>(space, task).run();
    return Ranked<BasicLocalSpace<B>>(space, task).run();
}

void sort_path(const LocalPath& local, SearchResult& result) {
    std::optional<GlobalPath> sorted;
    end_at_limits(result.unfinished, [&] { sorted = sort_by_time(local); });
    if (!sorted) {
        result.found.reset();
        result.firings.clear();
        if (result.unfinished.empty()) result.unfinished = not_sorted;
        return;
    }
    result.found = std::move(sorted->path);
    result.firings = std::move(sorted->firings);
}

}  // namespace

SearchResult search_in_local_time(const Network& network, const Locality& locality, const Formula& formula,
                                  const SearchOptions& options, const Limits& limits, Observer& observer) {
    const Layout layout(network, options.compared);
    const bool wide = calls_for_wide_zones(network, {&formula});
    SearchResult result =
        search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
            BasicLocalSpace<B> space(network, locality, layout, use_of(formula), options.compress);
            Predicate goal(network, formula);
            const SearchTask task{{network, formula, options.wanted}, goal, options, given, watching};
            return search_space(space, task);
        });
    if (result.found && result.is_sure()) {
        const Path path = *result.found;
        const std::vector<Firing> firings = result.firings;
        sort_path({network, locality, layout, formula, options.wanted, path, firings}, result);
    }
    if (result.is_sure() && !result.found) {
        const std::string order = result.order.empty() ? "bfs" : result.order;
        result.proof =
            Proof{.search = order + " in local time", .abstraction = std::string(to_string(Abstraction::a_lu))};
    }
    return result;
}

}  // namespace crowfly
