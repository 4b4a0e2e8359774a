// The least estimate first, of equals the oldest: greedy search as one list among others.
#include "search/guidance/open_list.hpp"
#include "search/methods/exploration_list.hpp"
#include "search/methods/registry.hpp"

namespace crowfly {
namespace {

class BestList final : public ListOfParts<BestList> {
public:
    BestList(std::size_t heuristic, Guidance::Ties ties, std::uint64_t seed)
        : heuristic_(heuristic), entries_(ties, seed) {}

    bool push(const OpenState& state) override {
        const Estimate estimate = state.estimates[heuristic_];
        entries_.push({std::uint64_t{estimate} + state.round, estimate}, state.node);
        const bool is_better = estimate < best_ && best_ != dead_end;
        best_ = std::min(best_, estimate);
        return is_better;
    }
    NodeId pop() override { return entries_.pop(); }
    std::size_t size() const override { return entries_.size(); }
    void parts(auto& each) { each(best_, entries_); }

private:
    std::size_t heuristic_;
    OpenList<NodeId> entries_;
    Estimate best_ = dead_end;  // of all pushed
};

std::unique_ptr<ExplorationList> make_best(const Spec& spec, ListMaker& maker) {
    const std::string ties = value_of(spec, *open_lists().find(spec.name), "ties");
    return std::make_unique<BestList>(maker.heuristic(spec.parts.front()), ties_called(ties), maker.seed());
}

PluginOption oldest_first() {
    PluginOption ties = ties_option();
    ties.otherwise = "oldest";
    return ties;
}

const Registered<ListPlugin> best_list(
    open_lists(), {{.name = "best",
                    .description = "open list sorted by a heuristic, such as best(hU)",
                    .options = {oldest_first()},
                    .properties = {{"complete", "yes"}, {"shortest", "no"}, {"memory", "all states"}},
                    .combines = true,
                    .parts = {1, 1, heuristics_as_parts}},
                   make_best});

}  // namespace
}  // namespace crowfly
