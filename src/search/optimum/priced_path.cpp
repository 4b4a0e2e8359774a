#include "search/optimum/priced_path.hpp"

#include <algorithm>

namespace crowfly {
namespace {

class Along {
public:
    Along(const Network& network, const Formula& formula, bool wanted, const Path& path,
          const std::vector<Firing>& firings)
        : path_(path), firings_(firings), goal_(network, formula, wanted), graph_(network, use_of(formula), false) {}

    std::optional<LeastPrice> run() {
        for (std::size_t i = 0; i < path_.size(); ++i) {
            layers_.emplace_back();
            if (i == 0) {
                graph_.start();
                collect(0);
                continue;
            }
            for (std::size_t from = 0; from < layers_[i - 1].size(); ++from) {
                graph_.expand(path_[i - 1], layers_[i - 1][from].zone);
                collect(from);
            }
        }
        return best_ ? std::optional(result()) : std::nullopt;
    }

private:
    // A priced zone of one state of the path.
    struct Spot {
        zone::PricedZone zone;
        PricedPoint point;
        std::size_t before = 0;  // in the layer before
    };

    void collect(std::size_t from) {
        const std::size_t depth = layers_.size() - 1;
        std::vector<Spot>& layer = layers_.back();
        while (graph_.next()) {
            if (!std::ranges::equal(graph_.slots(), path_[depth])) continue;
            PricedPassage passage = graph_.passage();
            if (depth > 0 && passage.firing != firings_[depth - 1]) continue;
            const auto covers_it = [&](const Spot& spot) { return zone::covers(spot.zone, graph_.zone()); };
            if (std::ranges::any_of(layer, covers_it)) continue;
            const zone::WideBound* reached = graph_.reached();
            const std::size_t n = graph_.active().size();
            layer.push_back({graph_.zone(),
                             {path_[depth], graph_.active().clocks, std::move(passage), {reached, reached + n * n}},
                             from});
            if (depth + 1 == path_.size()) look_for_goal(layer.size() - 1);
        }
    }

    void look_for_goal(std::size_t spot) {
        std::optional<PricedGoal::Part> part = goal_.cheapest_in(graph_);
        if (!part || (best_ && !(part->total < best_->total))) return;
        best_ = std::move(part);
        best_spot_ = spot;
    }

    LeastPrice result() {
        LeastPrice found{best_->total.value, best_->total.attained, {}, best_->zone, best_->cheapest};
        std::size_t spot = best_spot_;
        for (std::size_t i = path_.size(); i-- > 0;) {
            found.path.push_back(std::move(layers_[i][spot].point));
            spot = layers_[i][spot].before;
        }
        std::ranges::reverse(found.path);
        return found;
    }

    const Path& path_;
    const std::vector<Firing>& firings_;
    PricedGoal goal_;
    PricedGraph graph_;
    std::vector<std::vector<Spot>> layers_;
    std::optional<PricedGoal::Part> best_;
    std::size_t best_spot_ = 0;
};

}  // namespace

std::optional<LeastPrice> least_price_along(const Network& network, const Formula& formula, bool wanted,
                                            const Path& path, const std::vector<Firing>& firings) {
    return Along(network, formula, wanted, path, firings).run();
}

}  // namespace crowfly
