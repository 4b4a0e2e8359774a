#include "search/explore/classification.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace crowfly {
namespace {

class Judge {
public:
    Judge(const Network& network, Heuristic& heuristic, Distances& distances, Removal removal,
          std::span<const std::int32_t> shown)
        : heuristic_(heuristic), distances_(distances), removals_(network, removal), shown_(shown) {}

    void look_at(std::size_t step) {
        const auto [from, to] = distances_.steps()[step];
        verdicts_.push_back({});
        if (distances_.distance(from) == Distances::infinite || distances_.distance(from) == 0) return;
        const std::vector<EdgeIndex>& edges = distances_.edges(step);
        read(to);
        const Estimate after = heuristic_.estimate(slots_, view_of(zone_));
        read(from);
        const Estimate without = heuristic_.estimate_without(slots_, zone_.floor, removals_.of(edges));
        verdicts_.back() = {after, without <= after};
        count(step, result.all);
        if (std::ranges::equal(slots_, shown_)) result.judged.push_back({edges, without, after, without <= after});
    }

    // Greedy search over the states that are known already. Steps lie in the order of where they start.
    void walk() {
        std::vector<bool> seen(distances_.size());
        std::vector<Waiting> waiting;
        const auto add = [&](Distances::Node node, const Verdict& verdict) {
            if (seen[node]) return;
            seen[node] = true;
            waiting.push_back({verdict.is_useless, verdict.after,
                               std::numeric_limits<std::size_t>::max() - waiting.size() - done_, node});
            std::ranges::push_heap(waiting, std::greater{});
        };
        for (Distances::Node start = 0; start < distances_.starts(); ++start) add(start, {});
        while (!waiting.empty()) {
            std::ranges::pop_heap(waiting, std::greater{});
            const Distances::Node node = waiting.back().node;
            waiting.pop_back();
            ++done_;
            if (distances_.distance(node) == 0) return;
            for (std::size_t step = first_step(node);
                 step < distances_.steps().size() && distances_.steps()[step].first == node; ++step) {
                if (distances_.distance(node) != Distances::infinite) count(step, result.met);
                add(distances_.steps()[step].second, verdicts_[step]);
            }
        }
    }

    Classification result;

private:
    struct Verdict {
        Estimate after = 0;
        bool is_useless = false;
    };
    struct Waiting {
        bool is_useless;
        Estimate estimate;
        std::size_t age;  // the newest has the least
        Distances::Node node;
        auto operator<=>(const Waiting&) const = default;
    };

    void count(std::size_t step, Classification::Tally& into) const {
        const auto [from, to] = distances_.steps()[step];
        const bool truly = distances_.distance(from) <= distances_.distance(to);
        ++(verdicts_[step].is_useless ? truly ? into.true_positive : into.false_positive
           : truly                    ? into.false_negative
                                      : into.true_negative);
    }

    std::size_t first_step(Distances::Node node) const {
        std::size_t low = 0, high = distances_.steps().size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (distances_.steps()[middle].first < node)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    void read(Distances::Node node) {
        distances_.read(node, slots_);
        distances_.find_zone(node, slots_, heuristic_, zone_);
    }

    Heuristic& heuristic_;
    Distances& distances_;
    Removals removals_;
    std::span<const std::int32_t> shown_;
    std::vector<std::int32_t> slots_;
    ZoneCopy zone_;
    std::vector<Verdict> verdicts_;  // per step
    std::size_t done_ = 0;
};

}  // namespace

std::optional<Classification> classify(const Network& network, Heuristic& heuristic, Distances& distances,
                                       Removal removal, std::span<const std::int32_t> shown, const Limits& limits,
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
    judge.walk();
    return std::move(judge.result);
}

}  // namespace crowfly
