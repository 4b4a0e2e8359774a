#include "search/least_price.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

#include "base/alarm.hpp"
#include "search/explorer.hpp"
#include "search/priced_goal.hpp"
#include "search/priced_path.hpp"
#include "space/priced_store.hpp"

namespace crowfly {
namespace {

constexpr const char* too_large_for_prices = "clock values or prices exceed what priced zones can compute with";
constexpr const char* lost_path = "the transitions to the cheapest state could not be taken again";
constexpr double seconds_for_path = 5;

class Bargain {
public:
    Bargain(const Network& network, const Formula& formula, bool wanted, const Limits& limits, Observer& observer)
        : network_(network), formula_(formula), wanted_(wanted), goal_(network, formula, wanted),
          graph_(network, use_of(formula), true), store_(network), ledger_(limits, observer, result_) {}
    Bargain(const Bargain&) = delete;
    Bargain& operator=(const Bargain&) = delete;

    LeastPriceResult run() {
        within_range([&] { ledger_.within_limits([&] { Explorer(graph_, *this, ledger_).run(); }); });
        if (best_) within_range([&] { find_path(); });
        ledger_.measure(*this);
        ledger_.close();
        return std::move(result_);
    }

    // ---- For the Explorer

    bool pop() {
        while (!open_.empty()) {
            const Entry next = open_.top();
            if (!may_be_cheaper(next.total.price)) return false;  // nothing that is open leads to a cheaper goal
            open_.pop();
            node_ = next.node;
            if (!store_[node_].covered) return true;
        }
        return false;
    }

    bool expand() { return graph_.expand(store_[node_].slots, store_[node_].zone); }

    void generated() {
        const zone::PricedZone& z = graph_.zone();
        const std::optional<zone::Least> price = zone::least(z.zone, z.price);
        if (!may_be_cheaper(price->price)) return;
        const std::span<const std::int32_t> slots = graph_.slots();
        const NodeId node = store_.add({{slots.begin(), slots.end()}, z, node_, graph_.number(), false});
        if (node == no_node) return;
        open_.push({{zone::checked_sum(price->price, remaining()), price->attained}, heur(), node});
        std::optional<PricedGoal::Part> part = goal_.cheapest_in(graph_);
        if (goal_.stop()) ledger_.end(goal_.stop());
        if (!part || (best_ && !(part->total < *best_))) return;
        best_ = part->total;
        best_node_ = node;
    }

    static bool is_done() { return false; }
    std::size_t stored() const { return store_.size(); }
    std::size_t bytes_soon() const { return 2 * store_.bytes() + 2 * open_.size() * sizeof(Entry); }
    void measure(Statistics& s) const {
        s.stored = store_.size();
        s.waiting = open_.size();
        s.bytes = store_.bytes() + open_.size() * sizeof(Entry);
    }

private:
    struct Entry {
        TotalPrice total;
        std::int32_t heur = 0;
        NodeId node = no_node;

        bool operator<(const Entry& other) const {  // the greatest is popped first
            return std::tie(other.total, other.heur, other.node) < std::tie(total, heur, node);
        }
    };

    template <class Part>
    void within_range(const Part& part) {
        try {
            part();
        } catch (const zone::OutOfRange&) {
            ledger_.end(std::string(too_large_for_prices));
        }
    }

    // Whether a goal that costs at least so much may be cheaper than the cheapest so far. The same price may be
    // attained, although that of the cheapest is not.
    bool may_be_cheaper(std::int64_t price) const {
        return !best_ || price < best_->price || (price == best_->price && !best_->attained);
    }

    std::int64_t remaining() const {
        const std::optional<std::uint32_t>& slot = network_.prices->remaining;
        return slot ? std::max(graph_.slots()[*slot], 0) : 0;
    }
    std::int32_t heur() const {
        const std::optional<std::uint32_t>& slot = network_.prices->heur;
        return slot ? graph_.slots()[*slot] : 0;
    }

    // What was found is told although the time of the search may be over.
    void find_path() {
        Alarm alarm;
        alarm.set(seconds_for_path);
        std::string limit;
        end_at_limits(limit, [&] {
            Path path;
            std::vector<Firing> firings;
            read_path(path, firings);
            result_.found = least_price_along(network_, formula_, wanted_, path, firings);
        });
        if (!result_.found) return ledger_.end(limit.empty() ? std::string(lost_path) : limit);
        result_.found->price = best_->price;  // should that differ from the one along the path, the trace tells
        result_.found->attained = best_->attained;
    }

    void read_path(Path& path, std::vector<Firing>& firings) {
        std::vector<NodeId> nodes;
        for (NodeId node = best_node_; node != no_node; node = store_[node].parent) nodes.push_back(node);
        std::reverse(nodes.begin(), nodes.end());
        for (const NodeId node : nodes) {
            const PricedNode& of = store_[node];
            path.push_back(of.slots);
            if (of.parent == no_node) continue;
            graph_.expand(store_[of.parent].slots, store_[of.parent].zone);
            while (graph_.next() && graph_.number() < of.number) {
            }
            firings.push_back(graph_.passage().firing);
        }
    }

    const Network& network_;
    const Formula& formula_;
    bool wanted_;
    PricedGoal goal_;
    PricedGraph graph_;
    PricedStore store_;
    LeastPriceResult result_;
    Ledger ledger_;
    std::priority_queue<Entry> open_;
    NodeId node_ = no_node;  // the state being expanded
    std::optional<TotalPrice> best_;
    NodeId best_node_ = no_node;
};

}  // namespace

LeastPriceResult search_least_price(const Network& network, const Formula& formula, bool wanted, const Limits& limits,
                                    Observer& observer) {
    LeastPriceResult result = Bargain(network, formula, wanted, limits, observer).run();
    if (result.is_sure() && !result.found) result.proof = Proof{.search = "least price first"};
    return result;
}

}  // namespace crowfly
