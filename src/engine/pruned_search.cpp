#include "engine/pruned_search.hpp"

#include <fmt/format.h>

#include "network/distinction.hpp"
#include "network/pruning/safe_slots.hpp"
#include "network/pruning/without_slots.hpp"
#include "reduce/splice.hpp"

namespace crowfly {
namespace {

Answer::Pruning pruning_of(const Network& network, const SafeSlots& left_out, const SlotSet& restored) {
    Answer::Pruning pruning;
    for (const SafeSlot& safe : left_out.safe) pruning.dropped.push_back(network.slots[safe.slot].name);
    for (const KeptSlot& kept : left_out.kept) pruning.kept.push_back({network.slots[kept.slot].name, kept.why});
    for (const std::uint32_t slot : restored.members()) pruning.restored.push_back(network.slots[slot].name);
    return pruning;
}

// The network that is searched: the one without its safe slots, or the network itself if none can be left out.
class PrunedNetwork {
public:
    PrunedNetwork(const Network& network, const Formula& formula, const SearchOptions& options, const SlotSet& restored)
        : left_out_(safe_slots(network, formula, restored)), network_(&network), formula_(&formula), options_(options) {
        if (left_out_.safe.empty()) return;
        reduced_.emplace(without_slots(network, formula, options.wanted, left_out_));
        network_ = &reduced_->network;
        formula_ = &reduced_->formula;
        if (options.compared == nullptr) return;
        distinction_.emplace(*network_, slots_read(*formula_));
        options_.compared = &*distinction_;
    }
    PrunedNetwork(const PrunedNetwork&) = delete;
    PrunedNetwork& operator=(const PrunedNetwork&) = delete;

    const SafeSlots& left_out() const { return left_out_; }
    const Network& network() const { return *network_; }
    const Formula& formula() const { return *formula_; }
    const SearchOptions& options() const { return options_; }

private:
    SafeSlots left_out_;
    const Network* network_;
    const Formula* formula_;
    SearchOptions options_;
    std::optional<ReducedNetwork> reduced_;
    std::optional<Distinction> distinction_;
};

// Makes paths of the network itself out of those that were found. Slots that keep one from being spliced are to be
// restored.
class Splicer {
public:
    Splicer(const Network& network, const Formula& formula, const SafeSlots& left_out, const SearchOptions& options,
            const Limits& limits)
        : network_(network), formula_(formula), left_out_(left_out), options_(options), limits_(limits) {}

    const SlotSet& to_restore() const { return to_restore_; }

    // False: nothing that was found could be spliced, or nothing was found for sure.
    bool splice_all(PrunedSearch& pruned) {
        SearchResult& result = pruned.result;
        // A run-time error may be one that only values give which the slots never have at that time.
        if (result.stop) {
            for (const SafeSlot& safe : left_out_.safe) to_restore_.add(safe.slot);
            return false;
        }
        result.firings.clear();  // of another network
        if (result.found && !splice_one(*result.found, pruned)) {
            result.found.reset();
            result.more.clear();
        }
        std::erase_if(result.more, [&](Path& path) { return !splice_one(path, pruned); });
        return to_restore_.empty() || result.found;
    }

private:
    bool splice_one(Path& path, PrunedSearch& pruned) {
        SplicingTask task{network_, left_out_, path, options_.compared, formula_, options_.wanted};
        task.limits.seconds = limits_.seconds - pruned.result.statistics.seconds;
        task.limits.interrupted = limits_.interrupted;
        SplicingResult splicing = splice(task);
        if (!splicing.spliced) {
            to_restore_.add(splicing.in_the_way);
            if (!splicing.unfinished.empty()) pruned.result.unfinished = splicing.unfinished;
            return false;
        }
        path = std::move(splicing.spliced->path);
        pruned.spliced.push_back(splicing.spliced->added);
        return true;
    }

    const Network& network_;
    const Formula& formula_;
    const SafeSlots& left_out_;
    const SearchOptions& options_;
    const Limits& limits_;
    SlotSet to_restore_;
};

}  // namespace

PrunedSearch search_pruned(const Network& network, const Formula& formula, const SearchOptions& options,
                           const Limits& limits, Observer& observer) {
    PrunedSearch pruned;
    Statistics used;
    for (SlotSet restored;;) {
        const PrunedNetwork reduction(network, formula, options, restored);
        const SafeSlots& left_out = reduction.left_out();
        const Limits left = left_of(limits, used);
        const Budget budget(left);
        SecondObserver second(observer, used);
        pruned.result = search(reduction.network(), reduction.formula(), reduction.options(), left, second);
        Splicer splicer(network, formula, left_out, reduction.options(), left);
        const bool believed = left_out.safe.empty() || splicer.splice_all(pruned);
        budget.close(pruned.result.statistics);
        used = pruned.result.statistics = used + pruned.result.statistics;
        if (believed) {
            pruned.pruning = pruning_of(network, left_out, restored);
            return pruned;
        }
        restored.add(splicer.to_restore());
        pruned.spliced.clear();
    }
}

std::string pruning_against_question(const Question& q) {
    if (q.settings.pruning == Pruning::none) return "";
    const std::string option = fmt::format("--prune {}", to_string(q.settings.pruning));
    if (!asks_for_states(q.query)) return option + " is for E<> and A[] only";
    if (q.settings.objective != Objective::any) {
        return fmt::format(
            "{} cannot be used with {}: transitions that are put back into a trace are not counted while it is "
            "searched for",
            option, option_of(q.settings));
    }
    if (mentions_deadlock(q.query))
        return option + " cannot be used with `deadlock`: the only enabled transition may be left out";
    return "";
}

}  // namespace crowfly
