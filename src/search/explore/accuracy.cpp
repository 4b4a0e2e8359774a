#include "search/explore/accuracy.hpp"

#include <algorithm>
#include <cmath>

namespace crowfly {
namespace {

// Pearson's correlation of pairs that come in numbers, from their sums.
class Correlation {
public:
    void add(double x, double y, double times) {
        n_ += times;
        x_ += times * x;
        y_ += times * y;
        xx_ += times * x * x;
        yy_ += times * y * y;
        xy_ += times * x * y;
    }

    std::optional<double> value() const {
        const double of_x = n_ * xx_ - x_ * x_, of_y = n_ * yy_ - y_ * y_;
        if (of_x <= 0 || of_y <= 0) return std::nullopt;
        return (n_ * xy_ - x_ * y_) / std::sqrt(of_x * of_y);
    }

private:
    double n_ = 0, x_ = 0, y_ = 0, xx_ = 0, yy_ = 0, xy_ = 0;
};

}  // namespace

std::map<Accuracy::Distance, Accuracy::Row> Accuracy::rows() const {
    std::map<Distance, Row> rows;
    for (const auto& [pair, count] : states) {
        const auto [distance, estimate] = pair;
        Row& row = rows[distance];
        row.states += count;
        if (estimate == dead_end) {
            row.dead_ends += count;
            continue;
        }
        row.least = std::min(row.least, estimate);
        row.most = std::max(row.most, estimate);
        row.mean += static_cast<double>(estimate) * static_cast<double>(count);
    }
    for (auto& [distance, row] : rows)
        row.mean /= static_cast<double>(std::max<std::size_t>(row.states - row.dead_ends, 1));
    return rows;
}

Accuracy::Summary Accuracy::summary() const {
    Summary sum;
    Correlation correlation;
    double ratios = 0, ratio_states = 0, errors = 0;
    for (const auto& [pair, count] : states) {
        const auto [distance, estimate] = pair;
        const bool hopeless = distance == Distances::infinite, given_up = estimate == dead_end;
        sum.all += count;
        if (hopeless) sum.hopeless += count;
        if (hopeless && given_up) sum.proved += count;
        if (!hopeless && given_up) sum.given_up += count;
        if (hopeless || given_up) continue;
        const double times = static_cast<double>(count), truth = distance, said = estimate;
        sum.compared += count;
        correlation.add(truth, said, times);
        errors += times * std::abs(said - truth);
        if (distance > 0) ratios += times * said / truth;
        if (distance > 0) ratio_states += times;
        if (estimate > distance) sum.most_over = std::max(sum.most_over, estimate - distance);
        if (estimate < distance) sum.most_under = std::max(sum.most_under, distance - estimate);
    }
    if (ratio_states > 0) sum.mean_ratio = ratios / ratio_states;
    if (sum.compared > 0) sum.mean_absolute_error = errors / static_cast<double>(sum.compared);
    sum.correlation = correlation.value();
    return sum;
}

std::optional<Accuracy> accuracy_of(Heuristic& heuristic, Distances& distances, const Limits& limits,
                                    std::string& unfinished) {
    const Budget budget(left_of(limits, distances.statistics()));
    Accuracy accuracy;
    Statistics used;
    std::vector<std::int32_t> slots;
    ZoneCopy zone;
    for (Distances::Node node = 0; node < distances.size(); ++node) {
        distances.read(node, slots);
        distances.find_zone(node, slots, heuristic, zone);
        ++accuracy.states[{distances.distance(node), heuristic.estimate(slots, view_of(zone))}];
        if (node % 64 != 0) continue;
        budget.clock(used);
        unfinished = budget.exceeded(used, 0);
        if (!unfinished.empty()) return std::nullopt;
    }
    return accuracy;
}

}  // namespace crowfly
