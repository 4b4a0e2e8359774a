#include "zone/transport.hpp"

#include <algorithm>
#include <limits>

#include "base/alarm.hpp"

namespace crowfly::zone {
namespace {

constexpr std::int64_t unreached = std::numeric_limits<std::int64_t>::max();

// Successive shortest paths. The zone is canonical, so that the first paths are single arcs; later ones may lead back
// over arcs that carry flow.
class FlowNetwork {
public:
    FlowNetwork(const WideZone& zone, std::span<const std::int64_t> rates)
        : zone_(zone), n_(rates.size()), left_(n_), flow_(n_ * n_), distance_(n_), before_(n_) {
        for (std::size_t i = 1; i < n_; ++i) {
            left_[i] = -rates[i];
            left_[0] = checked_sum(left_[0], rates[i]);
        }
    }

    std::optional<Transport> run() {
        while (std::ranges::any_of(left_, [](std::int64_t l) { return l > 0; })) {
            poll();
            find_distances();
            const std::optional<std::size_t> sink = nearest_sink();
            if (!sink) return std::nullopt;
            send_to(*sink);
        }
        return result();
    }

private:
    std::int64_t units(std::size_t i, std::size_t j) const { return flow_[i * n_ + j]; }
    // Of an arc, or of one that is taken back because it carries flow the other way.
    std::int64_t cost(std::size_t i, std::size_t j) const {
        if (units(j, i) > 0) return -value_of(zone_[j * n_ + i]);
        const WideBound b = zone_[i * n_ + j];
        return b == infinity<WideBound> ? unreached : value_of(b);
    }

    // From all sources that have something left (Bellman and Ford).
    void find_distances() {
        for (std::size_t i = 0; i < n_; ++i) distance_[i] = left_[i] > 0 ? 0 : unreached;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < n_; ++i) {
                for (std::size_t j = 0; j < n_ && distance_[i] != unreached; ++j) {
                    if (i == j || cost(i, j) == unreached) continue;
                    const std::int64_t through = distance_[i] + cost(i, j);
                    if (through >= distance_[j]) continue;
                    distance_[j] = through;
                    before_[j] = i;
                    changed = true;
                }
            }
        }
    }

    std::optional<std::size_t> nearest_sink() const {
        std::optional<std::size_t> nearest;
        for (std::size_t i = 0; i < n_; ++i) {
            if (left_[i] >= 0 || distance_[i] == unreached) continue;
            if (!nearest || distance_[i] < distance_[*nearest]) nearest = i;
        }
        return nearest;
    }

    void send_to(std::size_t sink) {
        std::int64_t most = -left_[sink];
        std::size_t source = sink;
        for (; distance_[source] != 0 || left_[source] <= 0; source = before_[source]) {
            if (units(source, before_[source]) > 0) most = std::min(most, units(source, before_[source]));
        }
        most = std::min(most, left_[source]);
        for (std::size_t at = sink; at != source; at = before_[at]) {
            std::int64_t& back = flow_[at * n_ + before_[at]];
            (back > 0 ? back : flow_[before_[at] * n_ + at]) += back > 0 ? -most : most;
        }
        left_[source] -= most;
        left_[sink] += most;
    }

    Transport result() const {
        Transport all;
        for (Clock i = 0; i < n_; ++i) {
            for (Clock j = 0; j < n_; ++j) {
                if (units(i, j) == 0) continue;
                all.used.push_back({i, j, units(i, j)});
                all.cost = checked_sum(all.cost, checked_product(units(i, j), value_of(zone_[i * n_ + j])));
            }
        }
        return all;
    }

    const WideZone& zone_;
    std::size_t n_;
    std::vector<std::int64_t> left_;  // positive: to be sent; negative: to be received
    std::vector<std::int64_t> flow_;
    std::vector<std::int64_t> distance_;
    std::vector<std::size_t> before_;
};

}  // namespace

std::optional<Transport> cheapest_transport(const WideZone& zone, std::span<const std::int64_t> rates) {
    return FlowNetwork(zone, rates).run();
}

}  // namespace crowfly::zone
