#include "search/liveness.hpp"

#include <algorithm>

#include "base/chunked.hpp"
#include "space/predicate.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

using zone::Bound;
using zone::Zone;

Layout layout_for(const Network& network, const Liveness& how) {
    return how.compared == nullptr ? Layout(network) : Layout(network, *how.compared);
}

// What both parts of the search use and report together.
struct Ledger {
    Ledger(const Limits& limits, Observer& watcher) : budget(limits), observer(watcher), most_states(limits.states) {}

    // Counts one more state explored. Whether it is time to look around: now and then, and as soon as too many are stored.
    bool count(std::size_t stored) { return ++result.statistics.explored % 64 == 0 || stored + triggers.stored > most_states; }

    bool done() const { return result.found || result.stop || !result.unfinished.empty(); }

    // What the parts hold together.
    struct Held {
        std::size_t stored = 0;
        std::size_t bytes = 0;
        std::size_t bytes_soon = 0;
    };

    void look_around(const Held& held) {
        result.statistics.stored = held.stored + triggers.stored;
        result.statistics.bytes = held.bytes + triggers.bytes;
        const std::size_t bytes_soon = held.bytes_soon + triggers.bytes_soon;
        budget.clock(result.statistics);
        observer.progress(result.statistics);
        if (!done()) result.unfinished = budget.exceeded(result.statistics, bytes_soon);
    }

    Budget budget;
    Observer& observer;
    std::size_t most_states;
    Held triggers;  // by the search for places where runs begin, while runs are searched
    LivenessResult result;
};

// Depth first through the states where the formula has been holding. States left for good lead to no maximal run, whatever search
// they are met in again, and neither does what they cover: it could do no more than they can.
class RunSearch {
public:
    RunSearch(const Network& network, const ClockUse& use, const Liveness& how, Ledger& ledger)
        : how_(how), ledger_(ledger), layout_(layout_for(network, how)), kept_(network, *how.kept), other_kept_(network, *how.kept),
          steps_(network, use, how.abstraction), looks_(network, use, how.abstraction),
          store_(layout_, Comparison::equality, how.compress),
          left_(layout_, how.abstraction == Abstraction::m_plus ? Comparison::simulation : Comparison::inclusion, how.compress), packed_(layout_.words()), slots_(network.slots.size()) {
        steps_.confine_to(kept_, how.wanted);
    }

    void from_start() {
        if (!steps_.start()) ledger_.result.stop = steps_.stop();
        go(0);
    }

    void from(std::span<const std::int32_t> slots, const Zone& zone, std::size_t depth) {
        if (!steps_.resume(slots, zone.data())) ledger_.result.stop = steps_.stop();
        go(depth);
    }

    Ledger::Held held() const {
        return {store_.stored(), store_.bytes() + left_.bytes() + on_path_.bytes(),
                store_.bytes_after_growth() + left_.bytes_after_growth() + on_path_.bytes()};
    }

private:
    struct Frame {
        NodeId node;
        std::size_t first;  // its successors that are still to be visited lie in pending_ from here on
    };

    void go(std::size_t depth) {
        depth_ = depth;
        const std::size_t first = pending_.size();
        take_arrivals();
        for (std::size_t i = first; i < pending_.size() && !ledger_.done(); ++i) descend(pending_[i]);
        pending_.resize(first);
        path_.clear();
    }

    // Visits everything behind a node.
    void descend(NodeId root) {
        if (on_path_[root] != fresh) return;
        push(root);
        while (!path_.empty() && !ledger_.done()) {
            Frame& top = path_.back();
            if (pending_.size() == top.first) {
                leave(top.node);
                path_.pop_back();
                continue;
            }
            const NodeId node = pending_.back();
            pending_.pop_back();
            if (on_path_[node] == fresh) push(node);
        }
    }

    // Into packed_, slots_, active_ and zone_.
    void read(NodeId node) {
        store_.state(node, packed_.data());
        layout_.unpack(packed_.data(), slots_);
        steps_.find_active(slots_, active_);
        zone_.resize(active_.size() * active_.size());
        store_.zone(node, active_.size(), zone_.data());
    }

    void leave(NodeId node) {
        on_path_[node] = left;
        read(node);
        left_.add(packed_.data(), zone_.data(), active_.size(), active_.lower.data(), active_.upper.data(), no_node);
    }

    void push(NodeId node) {
        read(node);
        on_path_[node] = path_.size() + 1;
        path_.push_back({node, pending_.size()});
        if (ledger_.count(store_.stored())) ledger_.look_around(held());
        if (!steps_.leave(slots_, zone_.data())) ledger_.result.stop = steps_.stop();
        take_arrivals();
    }

    void take_arrivals() {
        while (!ledger_.done() && steps_.next()) arrive();
        if (!ledger_.done() && steps_.stop()) ledger_.result.stop = steps_.stop();
    }

    void arrive() {
        ++ledger_.result.statistics.generated;
        layout_.pack(steps_.slots(), packed_.data());
        const ActiveClocks& active = steps_.active();
        const std::size_t n = active.size();
        if (left_.covers(packed_.data(), steps_.zone(), n, active.lower.data(), active.upper.data())) return;
        NodeId node = store_.find(packed_.data(), steps_.zone(), n);
        if (node != no_node) {
            if (on_path_[node] == fresh) pending_.push_back(node);
            if (on_path_[node] != fresh && on_path_[node] != left) finish(path_.size() - on_path_[node] + 1);
            return;
        }
        node = store_.add(packed_.data(), steps_.zone(), n, nullptr, nullptr, no_node);
        on_path_.push_back(fresh);
        if (steps_.may_wait_forever() || gets_stuck()) {
            finish(std::nullopt);
        } else {
            pending_.push_back(node);
        }
    }

    void finish(std::optional<std::size_t> loop) {
        ledger_.result.found = MaximalRun{depth_ + path_.size(), loop};
    }

    // Somewhere in the arrival nothing can happen any more, and until time is up the formula holds.
    bool gets_stuck() {
        const ActiveClocks& active = steps_.active();
        const std::size_t n = active.size();
        std::vector<Zone> delayed;
        if (kept_.is_discrete()) {
            delayed.emplace_back(steps_.zone(), steps_.zone() + n * n);
        } else if (!looks_.resume(steps_.slots(), steps_.zone())) {
            ledger_.result.stop = looks_.stop();
            return false;
        } else {
            while (looks_.next()) delayed.emplace_back(looks_.zone(), looks_.zone() + n * n);
        }
        const Zone here(steps_.zone(), steps_.zone() + n * n);
        for (const Zone& whole : delayed) {
            std::vector<Zone> stuck;
            if (!looks_.deadlocks(steps_.slots(), whole.data(), stuck)) {
                ledger_.result.stop = looks_.stop();
                return false;
            }
            if (stuck.empty()) continue;
            if (!kept_.is_discrete()) leave_out_ends(whole, active, stuck);
            for (Zone& piece : stuck) {
                if (zone::intersect(piece.data(), here.data(), n)) return true;
            }
        }
        return false;
    }

    // Takes away from where a delay leads out of the formula.
    void leave_out_ends(const Zone& whole, const ActiveClocks& active, std::vector<Zone>& stuck) {
        const std::size_t n = active.size();
        std::vector<Zone> ends;
        other_kept_.restrict(steps_.slots(), whole.data(), active, looks_, !how_.wanted, ends);
        for (Zone& end : ends) {
            zone::down(end.data(), n);
            std::vector<Zone> rest;
            for (const Zone& piece : stuck) zone::subtract(piece.data(), end.data(), n, rest);
            stuck = std::move(rest);
        }
    }

    // Where a node is: nowhere yet, left for good, or on the path, counted from 1.
    static constexpr std::size_t fresh = 0;
    static constexpr std::size_t left = static_cast<std::size_t>(-1);

    const Liveness& how_;
    Ledger& ledger_;
    Layout layout_;
    Predicate kept_, other_kept_;
    ZoneGraph steps_;
    ZoneGraph looks_;  // asked about arrivals meanwhile; not confined
    ZoneStore store_;
    ZoneStore left_;                // the states left for good
    Chunked<std::size_t> on_path_;  // per node of store_
    std::vector<Frame> path_;
    std::vector<NodeId> pending_;
    std::size_t depth_ = 0;  // transitions before the first state of the path
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;
    ActiveClocks active_;
    std::vector<Bound> zone_;
};

// Breadth first through all reachable states; where the trigger holds and what shall happen does not, a run may begin.
class TriggerSearch {
public:
    TriggerSearch(const Network& network, const ClockUse& use, const Liveness& how, RunSearch& runs, Ledger& ledger)
        : runs_(runs), ledger_(ledger), trigger_(network, *how.trigger),
          space_(network, layout_for(network, how), use, coarsest(how.abstraction), how.compress) {}

    void run() {
        Statistics& s = ledger_.result.statistics;
        if (!space_.start()) ledger_.result.stop = space_.stop();
        take_arrivals();
        for (NodeId node = 0; node < space_.nodes() && !ledger_.done(); ++node) {
            if (node == layer_end_) {
                layer_end_ = static_cast<NodeId>(space_.nodes());
                ++depth_;
            }
            if (space_.is_covered(node)) continue;
            if (!space_.expand(node)) ledger_.result.stop = space_.stop();
            take_arrivals();
            s.waiting = space_.nodes() - node - 1;
            ledger_.triggers = {space_.stored(), space_.bytes(), space_.bytes_after_growth()};
            if (ledger_.count(runs_.held().stored)) ledger_.look_around(runs_.held());
        }
        ledger_.triggers = {space_.stored(), space_.bytes(), space_.bytes_after_growth()};
    }

private:
    // Where a run may begin is a matter of reachability: simulation by single constants keeps it, and what runs exist.
    static Abstraction coarsest(Abstraction a) { return a == Abstraction::m_plus ? Abstraction::a_m : a; }

    void take_arrivals() {
        while (!ledger_.done() && space_.next()) {
            ++ledger_.result.statistics.generated;
            if (space_.add(no_node) != no_node) begin_runs();
        }
        if (!ledger_.done() && space_.stop()) ledger_.result.stop = space_.stop();
    }

    void begin_runs() {
        const ZoneGraph& graph = space_.graph();
        std::vector<Zone> starts;
        trigger_.restrict(graph.slots(), graph.zone(), graph.active(), space_.questions(), true, starts);
        if (trigger_.stop()) ledger_.result.stop = trigger_.stop();
        for (const Zone& start : starts) {
            if (!ledger_.done()) runs_.from(graph.slots(), start, depth_);
        }
    }

    RunSearch& runs_;
    Ledger& ledger_;
    Predicate trigger_;
    ZoneSpace space_;
    NodeId layer_end_ = 0;
    std::size_t depth_ = 0;  // of the arrivals
};

}  // namespace

LivenessResult search_run(const Network& network, const Liveness& how, const Limits& limits, Observer& observer) {
    ClockUse use = use_of(*how.kept);
    if (how.trigger != nullptr) add_use(*how.trigger, use);
    Ledger ledger(limits, observer);
    RunSearch runs(network, use, how, ledger);
    if (how.trigger == nullptr) {
        runs.from_start();
    } else {
        TriggerSearch(network, use, how, runs, ledger).run();
    }
    Statistics& s = ledger.result.statistics;
    s.stored = ledger.triggers.stored + runs.held().stored;
    s.bytes = ledger.triggers.bytes + runs.held().bytes;
    ledger.budget.close(s);
    return std::move(ledger.result);
}

}  // namespace crowfly
