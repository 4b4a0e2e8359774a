#include "reduce/task_reduction.hpp"

#include <iterator>
#include <utility>

#include "search/schedule/reachability.hpp"

namespace crowfly {

SearchResult TaskReduction::search(const Limits& limits, Observer& observer) const {
    return crowfly::search(task_->network, task_->formula, task_->options, limits, observer);
}

SearchResult TaskReduction::lift(SearchResult result, const Limits&, Observer&) { return result; }

void TaskReduction::describe(Proof&) const {}

SearchResult search_reduced(std::initializer_list<TaskReduction*> reductions, const Limits& limits,
                            Observer& observer) {
    SearchResult result = (*std::rbegin(reductions))->search(limits, observer);
    for (auto next = std::rbegin(reductions); next != std::rend(reductions); ++next) {
        if (result.proof) (*next)->describe(*result.proof);
        SecondObserver second(observer, result.statistics);
        result = (*next)->lift(std::move(result), limits, second);
    }
    return result;
}

}  // namespace crowfly
