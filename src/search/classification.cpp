#include "search/classification.hpp"

#include <algorithm>

namespace crowfly {
namespace {

class Judge {
public:
    Judge(const Network& network, Heuristic& heuristic, Distances& distances, Removal removal, std::span<const std::int32_t> shown)
        : heuristic_(heuristic), distances_(distances), removals_(network, removal), shown_(shown) {}

    void look_at(std::size_t step) {
        const auto [from, to] = distances_.steps()[step];
        if (distances_.distance(from) == Distances::infinite || distances_.distance(from) == 0) return;
        const std::vector<EdgeIndex>& edges = distances_.edges(step);
        read(to);
        const Estimate after = heuristic_.estimate(slots_, floor_);
        read(from);
        const Estimate without = heuristic_.estimate_without(slots_, floor_, removals_.of(edges));
        const bool held = without <= after;
        const bool truly = distances_.distance(from) <= distances_.distance(to);
        ++(held ? truly ? result.rightly_useless : result.wrongly_useless : truly ? result.wrongly_useful : result.rightly_useful);
        if (std::ranges::equal(slots_, shown_)) result.judged.push_back({edges, without, after, held});
    }

    Classification result;

private:
    void read(Distances::Node node) {
        distances_.read(node, slots_);
        if (heuristic_.reads_clocks()) distances_.find_floor(node, slots_, floor_);
    }

    Heuristic& heuristic_;
    Distances& distances_;
    Removals removals_;
    std::span<const std::int32_t> shown_;
    std::vector<std::int32_t> slots_, floor_;
};

}  // namespace

std::optional<Classification> classify(const Network& network, Heuristic& heuristic, Distances& distances, Removal removal, std::span<const std::int32_t> shown, const Limits& limits,
                                       std::string& unfinished) {
    const Budget budget(left_of(limits, distances.statistics()));
    Statistics used;
    Judge judge(network, heuristic, distances, removal, shown);
    for (std::size_t step = 0; step < distances.steps().size(); ++step) {
        judge.look_at(step);
        if (step % 64 != 0) continue;
        budget.clock(used);
        unfinished = budget.exceeded(used, 0);
        if (!unfinished.empty()) return std::nullopt;
    }
    return std::move(judge.result);
}

}  // namespace crowfly
