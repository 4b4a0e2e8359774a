#include "reduce/safe_variables.hpp"

#include <utility>

#include "reduce/splice.hpp"

namespace crowfly {

SafeVariableReduction::SafeVariableReduction(const StrategyTask& original, const SlotSet& restored)
    : original_(original), left_out_(safe_slots(original.network, original.formula, restored)) {
    if (left_out_.safe.empty()) {
        task_.emplace(original);
        return;
    }
    reduced_.emplace(without_slots(original.network, original.formula, original.options.wanted, left_out_));
    task_.emplace(StrategyTask{reduced_->network, reduced_->formula, original.options});
    if (original.options.compared == nullptr) return;
    compared_.emplace(reduced_->network, slots_read(reduced_->formula));
    task_->options.compared = &*compared_;
}

SearchResult SafeVariableReduction::lift(SearchResult result, const Limits& limits, Observer&) {
    if (left_out_.safe.empty()) return result;
    // A run-time error may be one that only values give which the slots never have at that time.
    if (result.stop) {
        to_restore_ = left_out_.dropped();
        return result;
    }
    result.firings.clear();  // of another network
    if (result.found && !splice_one(*result.found, result, limits)) {
        result.found.reset();
        result.more.clear();
    }
    std::erase_if(result.more, [&](Path& path) { return !splice_one(path, result, limits); });
    return result;
}

bool SafeVariableReduction::splice_one(Path& path, SearchResult& result, const Limits& limits) {
    const SearchOptions& options = task_->options;
    SplicingTask splicing{original_.network, left_out_, path, options.compared, original_.formula, options.wanted};
    splicing.limits.seconds = limits.seconds - result.statistics.seconds;
    splicing.limits.interrupted = limits.interrupted;
    SplicingResult done = splice(splicing);
    if (!done.spliced) {
        to_restore_.add(done.in_the_way);
        if (!done.unfinished.empty()) result.unfinished = done.unfinished;
        return false;
    }
    path = std::move(done.spliced->path);
    inserted_.push_back(done.spliced->added);
    return true;
}

}  // namespace crowfly
