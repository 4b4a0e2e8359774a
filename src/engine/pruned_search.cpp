#include "engine/pruned_search.hpp"

#include <fmt/format.h>

#include "network/distinction.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/pruning/without_slots.hpp"
#include "trace/splice.hpp"

namespace crowfly {
namespace {

Answer::Pruning pruning_of(const Network& network, const SafeSlots& left_out, const SlotSet& restored) {
    Answer::Pruning pruning;
    for (const SafeSlot& safe : left_out.safe) pruning.dropped.push_back(network.slots[safe.slot].name);
    for (const KeptSlot& kept : left_out.kept) pruning.kept.push_back({network.slots[kept.slot].name, kept.why});
    for (const std::uint32_t slot : restored.members()) pruning.restored.push_back(network.slots[slot].name);
    return pruning;
}

class Attempt {
public:
    Attempt(const Network& network, const Formula& formula, const SearchOptions& options, const SafeSlots& left_out)
        : network_(network), formula_(formula), left_out_(left_out),
          reduced_(without_slots(network, formula, options.wanted, left_out)), options_(options) {
        if (options.compared == nullptr) return;
        distinction_.emplace(reduced_.network, slots_read(reduced_.formula));
        options_.compared = &*distinction_;
    }

    // False: something was found that could not be spliced; `in_the_way` are the slots to take back.
    bool run(const Limits& limits, Observer& observer, PrunedSearch& into, SlotSet& in_the_way) {
        const Budget budget(limits);
        SearchResult& result = into.result = search(reduced_.network, reduced_.formula, options_, limits, observer);
        // A run-time error may be one that only values give which the slots never have at that time.
        if (result.stop) {
            for (const SafeSlot& safe : left_out_.safe) in_the_way.add(safe.slot);
            return false;
        }
        result.firings.clear();  // of another network
        if (result.found && !splice_path(*result.found, limits, into, in_the_way)) {
            result.found.reset();
            result.more.clear();
        }
        std::erase_if(result.more, [&](Path& path) { return !splice_path(path, limits, into, in_the_way); });
        budget.close(result.statistics);
        return in_the_way.empty() || result.found;
    }

private:
    bool splice_path(Path& path, const Limits& limits, PrunedSearch& into, SlotSet& in_the_way) const {
        SplicingTask task{network_, left_out_, path, options_.compared, formula_, options_.wanted};
        task.limits.seconds = limits.seconds - into.result.statistics.seconds;
        task.limits.interrupted = limits.interrupted;
        SplicingResult splicing = splice(task);
        if (!splicing.spliced) {
            in_the_way.add(splicing.in_the_way);
            if (!splicing.unfinished.empty()) into.result.unfinished = splicing.unfinished;
            return false;
        }
        path = std::move(splicing.spliced->path);
        into.spliced.push_back(splicing.spliced->added);
        return true;
    }

    const Network& network_;
    const Formula& formula_;
    const SafeSlots& left_out_;
    ReducedNetwork reduced_;
    SearchOptions options_;
    std::optional<Distinction> distinction_;
};

}  // namespace

PrunedSearch search_pruned(const Network& network, const Formula& formula, const SearchOptions& options,
                           const Limits& limits, Observer& observer) {
    PrunedSearch pruned;
    Statistics used;
    for (SlotSet restored;;) {
        const SafeSlots left_out = safe_slots(network, formula, restored);
        pruned.pruning = pruning_of(network, left_out, restored);
        const Limits left = left_of(limits, used);
        SecondObserver second(observer, used);
        SlotSet in_the_way;
        bool believed = true;
        if (left_out.safe.empty())
            pruned.result = search(network, formula, options, left, second);
        else
            believed = Attempt(network, formula, options, left_out).run(left, second, pruned, in_the_way);
        used = pruned.result.statistics = used + pruned.result.statistics;
        if (believed) return pruned;
        restored.add(in_the_way);
        pruned.spliced.clear();
    }
}

std::string pruning_against_question(const Question& q) {
    if (q.settings.pruning == Pruning::none) return "";
    const std::string option = fmt::format("--prune {}", to_string(q.settings.pruning));
    if (if_reach(q.query) == nullptr) return option + " is for E<> and A[] only";
    if (q.settings.objective != Objective::any) {
        const std::string_view objective = q.settings.objective == Objective::shortest ? "--shortest" : "--fastest";
        return fmt::format(
            "{} cannot be used with {}: transitions that are put back into a trace are not counted while it is "
            "searched for",
            option, objective);
    }
    if (mentions_deadlock(q.query))
        return option + " cannot be used with `deadlock`: what is left out may be all that could happen";
    return "";
}

}  // namespace crowfly
