#include "trace/shorten.hpp"

#include <algorithm>
#include <map>

#include "search/end_at_limits.hpp"
#include "space/zone_graph.hpp"
#include "trace/situation.hpp"

namespace crowfly {
namespace {

using Slots = std::vector<std::int32_t>;
using Firings = std::vector<Firing>;

Firings firings_of(const SymbolicPath& path) {
    Firings firings;
    for (std::size_t i = 1; i < path.states.size(); ++i) firings.push_back(path.states[i].firing);
    return firings;
}

class Shortening {
public:
    Shortening(const Network& network, SymbolicPath path, const Destination& destination, const Limits& limits)
        : network_(network), destination_(destination), budget_(limits), path_(std::move(path)),
          firings_(firings_of(path_)) {}

    // Where a limit is reached in between what was found by then is kept.
    SymbolicPath run() {
        std::string limit;
        end_at_limits(limit, [&] { shorten(); });
        return std::move(path_);
    }

private:
    void shorten() {
        std::size_t before = 0;
        do {
            before = firings_.size();
            leave_out_loops();
            leave_out_pieces();
            search_between();
        } while (firings_.size() < before && !is_over());
    }

    // Asked before each retrace, which is what takes time.
    bool is_over() {
        budget_.clock(used_);
        return !budget_.exceeded(used_, 0).empty();
    }

    bool accept(Firings firings) {
        const std::optional<Path> path = states_along(network_, path_.states[0].slots, firings);
        if (!path) return false;
        used_.explored += firings.size();
        Destination exactly = destination_;
        exactly.accepts = [&](std::size_t step, const Firing& firing) {
            return firing.participants == firings[step].participants;
        };
        exactly.compared = nullptr;
        std::optional<SymbolicPath> shorter = retrace(network_, *path, exactly);
        if (!shorter) return false;
        path_ = std::move(*shorter);
        firings_ = std::move(firings);
        return true;
    }

    bool accept_without(std::size_t from, std::size_t to) {
        Firings left(firings_.begin(), firings_.begin() + static_cast<std::ptrdiff_t>(from));
        left.insert(left.end(), firings_.begin() + static_cast<std::ptrdiff_t>(to), firings_.end());
        return accept(std::move(left));
    }

    // Leaves out the transitions between the first and the last visit of a discrete state.
    void leave_out_loops() {
        for (std::size_t i = 0; i < path_.states.size() && !is_over(); ++i) {
            for (std::size_t j = path_.states.size() - 1; j > i; --j) {
                if (path_.states[i].slots == path_.states[j].slots && accept_without(i, j)) break;
            }
        }
    }

    void leave_out_pieces() {
        for (std::size_t size = std::max<std::size_t>(1, firings_.size() / 2); size > 0; size /= 2) {
            for (std::size_t from = 0; from + size <= firings_.size() && !is_over();) {
                if (!accept_without(from, from + size)) from += std::max<std::size_t>(1, size / 2);
            }
        }
    }

    // ---- Shortcuts from one state of the path to a later one

    struct Node {
        Slots slots;
        zone::WideZone zone;
        std::size_t parent;
        Firing firing;
        std::size_t depth;
    };

    void search_between() {
        for (std::size_t i = 0; i + 2 < path_.states.size() && !is_over(); ++i) {
            while (!is_over() && find_shortcut(i)) {
            }
        }
    }

    bool find_shortcut(std::size_t from) {
        try {
            return search_from(from);
        } catch (const zone::OutOfRange&) {
            return false;
        }
    }

    bool search_from(std::size_t from) {
        std::map<Slots, std::size_t> later;  // per discrete state: its last position on the path
        for (std::size_t i = from + 2; i < path_.states.size(); ++i) later[path_.states[i].slots] = i;
        WideZoneGraph graph(network_, clocks_of_path(network_, destination_), Abstraction::none);
        std::vector<Node> nodes{{path_.states[from].slots, path_.states[from].reached, 0, {}, 0}};
        std::map<Slots, std::vector<std::size_t>> seen{{nodes[0].slots, {0}}};
        for (std::size_t next = 0; next < nodes.size() && nodes.size() < most_nodes; ++next) {
            const Slots slots = nodes[next].slots;
            const zone::WideZone zone = nodes[next].zone;
            ++used_.explored;
            graph.aim_at(slots, {});  // every successor is accepted; aiming makes the graph note its transition
            if (!graph.expand(slots, zone.data())) return false;
            while (graph.next()) {
                Slots reached(graph.slots().begin(), graph.slots().end());
                const std::size_t n = graph.active().size();
                std::vector<std::size_t>& known = seen[reached];
                if (std::ranges::any_of(
                        known, [&](std::size_t k) { return zone::includes(nodes[k].zone.data(), graph.zone(), n); }))
                    continue;
                known.push_back(nodes.size());
                nodes.push_back({std::move(reached),
                                 {graph.zone(), graph.zone() + n * n},
                                 next,
                                 graph.firing(),
                                 nodes[next].depth + 1});
                const auto met = later.find(nodes.back().slots);
                const bool shorter = met != later.end() && met->second > from + nodes.back().depth;
                if (shorter && accept(with_shortcut(nodes, from, met->second))) return true;
            }
        }
        return false;
    }

    Firings with_shortcut(const std::vector<Node>& nodes, std::size_t from, std::size_t to) const {
        Firings between;
        for (std::size_t i = nodes.size() - 1; i != 0; i = nodes[i].parent) between.push_back(nodes[i].firing);
        Firings all(firings_.begin(), firings_.begin() + static_cast<std::ptrdiff_t>(from));
        all.insert(all.end(), between.rbegin(), between.rend());
        all.insert(all.end(), firings_.begin() + static_cast<std::ptrdiff_t>(to), firings_.end());
        return all;
    }

    static constexpr std::size_t most_nodes = 300;

    const Network& network_;
    const Destination& destination_;
    Budget budget_;
    Statistics used_;  // explored: transitions retraced, and states expanded besides
    SymbolicPath path_;
    Firings firings_;
};

}  // namespace

SymbolicPath shortened(const Network& network, SymbolicPath path, const Destination& destination,
                       const Limits& limits) {
    return Shortening(network, std::move(path), destination, limits).run();
}

}  // namespace crowfly
