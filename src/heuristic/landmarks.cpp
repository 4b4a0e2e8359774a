#include "heuristic/landmarks.hpp"

#include <algorithm>
#include <iterator>

#include "base/alarm.hpp"
#include "base/sort_out.hpp"
#include "heuristic/removals.hpp"
#include "space/starts.hpp"
#include "task/task_cache.hpp"

namespace crowfly {

LandmarkFinder::LandmarkFinder(const Goal& goal) : relaxation_(goal) {}

// ---- Propagation ----------------------------------------------------------------------------------------------------

// A fact that is not reached has all candidates; sets only lose members.
void LandmarkFinder::prepare(std::span<const std::int32_t> state, std::span<const Fact> candidates) {
    missing_ = relaxation_.preconditions();
    sets_.assign(task().facts(), ~Set{0});
    bits_.assign(task().facts(), 0);
    progress_.assign(task().facts(), Progress::unreached);
    queued_.assign(task().facts(), false);
    queue_.clear();
    steps_ += missing_.size() / 8 + sets_.size() + 4 * state.size();
    for (std::size_t c = 0; c < candidates.size(); ++c) bits_[candidates[c]] = Set{1} << c;
    const auto begin_with = [&](Fact fact) {
        sets_[fact] = 0;
        progress_[fact] = Progress::reached;
        queue_.push_back(fact);
    };
    const FactTable& facts = task().grounding().facts;
    for (std::uint32_t slot = 0; slot < facts.slots(); ++slot) begin_with(facts.fact(slot, state[slot]));
    for (const Fact fact : also_true_) {
        if (progress_[fact] == Progress::unreached) begin_with(fact);
    }
    for (const Fact fact : queue_) queued_[fact] = true;
}

LandmarkFinder::Set LandmarkFinder::required(const Operator& op) const {
    Set set = 0;
    for (const Fact fact : task().preconditions(op)) set |= sets_[fact];
    return set;
}

void LandmarkFinder::apply(OperatorIndex index) {
    const Operator& op = task().operators()[index];
    if (removed_ != nullptr && is_removed(task(), op, *removed_)) return;
    const Set set = required(op);
    steps_ += 4 + 2 * (op.preconditions.count + op.effects.count);
    for (const Fact fact : task().effects(op)) {
        const Set common = sets_[fact] & (set | bits_[fact]);
        if (common == sets_[fact] && progress_[fact] != Progress::unreached) continue;
        sets_[fact] = common;
        if (progress_[fact] == Progress::unreached) progress_[fact] = Progress::reached;
        if (queued_[fact]) continue;
        queued_[fact] = true;
        queue_.push_back(fact);
    }
}

// At most as many candidates as a set has room for.
void LandmarkFinder::propagate(std::span<const std::int32_t> state, std::span<const Fact> candidates) {
    prepare(state, candidates);
    for (const OperatorIndex op : task().without_preconditions()) apply(op);
    for (std::size_t q = 0; q < queue_.size(); ++q) {
        poll();
        const Fact fact = queue_[q];
        queued_[fact] = false;
        const bool first = progress_[fact] == Progress::reached;
        progress_[fact] = Progress::propagated;
        steps_ += 5 + 2 * task().requiring(fact).size();
        for (const OperatorIndex op : task().requiring(fact)) {
            if (first) --missing_[op];
            if (missing_[op] == 0) apply(op);
        }
    }
}

// ---- The landmarks of a state ---------------------------------------------------------------------------------------

// The facts of slots and the disjunctions in a relaxed plan.
void LandmarkFinder::list_candidates() {
    candidates_.clear();
    relaxation_.plan();
    relaxation_.add_facts_of_plan(candidates_);
    std::erase_if(candidates_, [&](Fact fact) {
        return fact >= task().grounding().facts.count() && task().achieving(fact).size() < 2;
    });
}

// Drops disjunctions that hold as soon as other landmarks do.
void LandmarkFinder::drop_implied() {
    const Facts all = landmarks_;
    const auto comes_true = [&](Fact fact) { return relaxation_.is_true(fact) || std::ranges::count(all, fact) > 0; };
    std::erase_if(landmarks_, [&](Fact fact) {
        poll();
        if (fact < task().grounding().facts.count()) return false;
        return std::ranges::any_of(task().achieving(fact), [&](OperatorIndex axiom) {
            return std::ranges::all_of(task().preconditions(task().operators()[axiom]), comes_true);
        });
    });
}

Estimate LandmarkFinder::find(std::span<const std::int32_t> state, const RemovedEdges* removed) {
    landmarks_.clear();
    removed_ = removed;
    state_.assign(state.begin(), state.end());
    const Estimate rounds = relaxation_.rounds(state, {}, removed);
    if (rounds >= farthest) return rounds;
    list_candidates();
    for (std::size_t first = 0; first < candidates_.size(); first += set_size) {
        const std::span<const Fact> some =
            std::span(candidates_).subspan(first, std::min(set_size, candidates_.size() - first));
        propagate(state, some);
        std::ranges::copy_if(some, std::back_inserter(landmarks_),
                             [&](Fact fact) { return (sets_[task().goal()] & bits_[fact]) != 0; });
    }
    drop_implied();
    return rounds;
}

// ---- Orderings ------------------------------------------------------------------------------------------------------

// Those of which the earlier landmark is one of the last candidates.
void LandmarkFinder::add_natural(std::size_t first, std::vector<LandmarkGraph::Ordering>& orderings) const {
    const std::size_t end = std::min(first + set_size, landmarks_.size());
    for (std::size_t after = 0; after < landmarks_.size(); ++after) {
        for (std::size_t before = first; before < end; ++before) {
            if (before != after && (sets_[landmarks_[after]] & bits_[landmarks_[before]]) != 0)
                orderings.push_back({static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after), false});
        }
    }
}

// A derived fact with one axiom stands for the preconditions of that.
void LandmarkFinder::add_preconditions(const Operator& op, Facts& facts) const {
    for (const Fact fact : task().preconditions(op)) {
        const std::span<const OperatorIndex> axioms = task().achieving(fact);
        if (fact >= task().grounding().facts.count() && axioms.size() == 1)
            add_preconditions(task().operators()[axioms[0]], facts);
        else
            facts.push_back(fact);
    }
}

// What all operators require that can achieve a candidate for the first time: those that do not need it themselves.
Facts LandmarkFinder::needed_for(Fact landmark) const {
    Facts common;
    bool is_first = true;
    for (const OperatorIndex o : task().achieving(landmark)) {
        const Operator& op = task().operators()[o];
        if (missing_[o] > 0 || (required(op) & bits_[landmark]) != 0) continue;
        Facts own;
        add_preconditions(op, own);
        sort_out(own);
        if (is_first)
            common = own;
        else
            std::erase_if(common, [&](Fact fact) { return !std::ranges::binary_search(own, fact); });
        is_first = false;
    }
    return common;
}

LandmarkGraph LandmarkFinder::graph() {
    LandmarkGraph graph{landmarks_, {}};
    for (std::size_t first = 0; first < landmarks_.size(); first += set_size) {
        const std::size_t end = std::min(first + set_size, landmarks_.size());
        propagate(state_, std::span(landmarks_).subspan(first, end - first));
        add_natural(first, graph.orderings);
        for (std::size_t after = first; after < end; ++after) {
            poll();
            const Facts needed = needed_for(landmarks_[after]);
            for (std::size_t before = 0; before < landmarks_.size(); ++before) {
                if (std::ranges::binary_search(needed, landmarks_[before]))
                    graph.orderings.push_back(
                        {static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after), true});
            }
        }
    }
    sort_out(graph.orderings);
    // A greedy-necessary ordering is a natural one, too, and stands right behind that.
    const auto is_known_better = [](const LandmarkGraph::Ordering& a, const LandmarkGraph::Ordering& b) {
        return a.before == b.before && a.after == b.after;
    };
    const auto kept = std::unique(graph.orderings.rbegin(), graph.orderings.rend(), is_known_better);
    graph.orderings.erase(graph.orderings.begin(), kept.base());
    return graph;
}

LandmarkGraph landmark_graph(const Goal& goal) {
    LandmarkFinder finder(goal);
    const std::vector<std::int32_t> state = first_start(goal.network);
    for (ProcessIndex p = 0; p < goal.network.processes.size(); ++p) {
        for (const std::uint32_t location : goal.network.processes[p].also_initial)
            finder.add_true(finder.task().grounding().facts.fact(p, static_cast<std::int32_t>(location)));
    }
    for (std::uint32_t slot = 0; slot < goal.network.state_slots; ++slot) {
        if (!goal.network.slots[slot].any_initial) continue;
        for (const std::int32_t value : initial_values(goal.network.slots[slot]))
            finder.add_true(finder.task().grounding().facts.fact(slot, value));
    }
    if (finder.find(state) >= farthest) return {};
    return finder.graph();
}

std::vector<Fact> fact_landmarks(const Goal& goal) {
    Facts facts = landmark_graph(goal).landmarks;
    std::erase_if(facts, [&](Fact fact) { return fact >= task_of(goal)->grounding().facts.count(); });
    return facts;
}

}  // namespace crowfly
