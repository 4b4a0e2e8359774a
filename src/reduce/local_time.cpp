#include "reduce/local_time.hpp"

#include <utility>

#include "base/alarm.hpp"
#include "base/effort_meter.hpp"
#include "reduce/global_order.hpp"
#include "search/kernels/breadth_first.hpp"
#include "search/kernels/ranked.hpp"
#include "search/methods/width.hpp"
#include "search/settings/search_task.hpp"
#include "space/local/local_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

template <class B>
SearchResult search_space(BasicLocalSpace<B>& space, const SearchTask& task) {
    if (task.options.search == "bfs") return BreadthFirst<BasicLocalSpace<B>>(space, task).run();
    return Ranked<BasicLocalSpace<B>>(space, task).run();
}

// Breadth first, as far as there is something to expand.
template <class Space>
class Glance {
public:
    explicit Glance(Space& space) : space_(space) { add_all(space_.start(), no_node); }

    // False: there is nothing left, or the model cannot go on.
    bool expand() {
        while (next_ < space_.nodes() && space_.is_covered(next_)) ++next_;
        if (next_ == space_.nodes() || space_.stop()) return false;
        add_all(space_.expand(next_), next_);
        ++next_;
        return true;
    }

    std::uint64_t generated() const { return generated_; }
    std::uint64_t effort(const SearchEffort& effort) const { return effort.of(next_, generated_, space_.zone_work()); }

private:
    void add_all(bool goes_on, NodeId parent) {
        while (goes_on && space_.next()) {
            ++generated_;
            space_.add(parent);
        }
    }

    Space& space_;
    NodeId next_ = 0;
    std::uint64_t generated_ = 0;
};

}  // namespace

bool local_time_seems_worthwhile(const Network& network, const Locality& locality, const Formula& formula,
                                 const SearchOptions& options) {
    constexpr std::size_t most_expanded = 3'000;
    constexpr std::size_t least_expanded = 300;
    constexpr std::uint64_t most_cells = 30'000'000;  // of the zones of all successors
    const Layout layout(network, options.compared);
    BasicLocalSpace<zone::WideBound> local(network, locality, layout, use_of(formula), false);
    BasicZoneSpace<zone::WideBound> global(network, Layout(layout), use_of(formula), Abstraction::a_lu, false);
    Glance<BasicLocalSpace<zone::WideBound>> locally(local);
    Glance<BasicZoneSpace<zone::WideBound>> globally(global);
    const std::uint64_t rows = locality.references + network.clocks.size();
    std::size_t expanded = 0;
    const SearchEffort effort(network, true);
    std::uint64_t counted = 0;
    while (expanded < most_expanded && locally.generated() * rows * rows < most_cells) {
        poll();
        if (!locally.expand() || !globally.expand()) return true;  // it is small
        ++expanded;
        const std::uint64_t spent = locally.effort(effort) + globally.effort(effort);
        count_effort(spent - std::exchange(counted, spent));
    }
    return expanded < least_expanded || 20 * local.stored() * global.states() < 19 * global.stored() * local.states();
}

LocalTimeReduction::LocalTimeReduction(const StrategyTask& original, const Locality& locality)
    : locality_(locality), layout_(original.network, original.options.compared) {
    task_.emplace(original);
}

SearchResult LocalTimeReduction::search(const Limits& limits, Observer& observer) const {
    const Network& network = task().network;
    const Formula& formula = task().formula;
    const SearchOptions& options = task().options;
    const bool wide = calls_for_wide_zones(network, {&formula});
    SearchResult result =
        search_in_width(wide, limits, observer, [&]<class B>(const Limits& given, Observer& watching) {
            BasicLocalSpace<B> space(network, locality_, layout_, use_of(formula), options.compress);
            Predicate goal(network, formula);
            const SearchTask searched{{network, formula, options.wanted}, goal, options, given, watching};
            return search_space(space, searched);
        });
    if (result.is_sure() && !result.found) {
        const std::string order = result.order.empty() ? "bfs" : result.order;
        result.proof =
            Proof{.search = order + " in local time", .abstraction = std::string(to_string(Abstraction::a_lu))};
    }
    return result;
}

SearchResult LocalTimeReduction::lift(SearchResult result, const Limits&, Observer&) {
    if (!has_path(result)) return result;
    const LocalPath local{task().network,        locality_,     layout_,       task().formula,
                          task().options.wanted, *result.found, result.firings};
    std::optional<GlobalPath> sorted;
    end_at_limits(result.unfinished, [&] { sorted = sort_by_time(local); });
    if (sorted) {
        result.found = std::move(sorted->path);
        result.firings = std::move(sorted->firings);
        return result;
    }
    result.found.reset();
    result.firings.clear();
    if (result.unfinished.empty()) result.unfinished = not_sorted;
    return result;
}

}  // namespace crowfly
