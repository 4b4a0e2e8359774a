#include "search/runs/outline.hpp"

#include "search/kernels/explorer.hpp"
#include "search/kernels/node_queue.hpp"
#include "search/runs/runs.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

template <class Bound>
class Hulls {
public:
    Hulls(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger)
        : ledger_(ledger), space_(network, Layout(network, how.compared), use, how.abstraction, how.compress, true),
          open_(space_) {}
    Hulls(const Hulls&) = delete;
    Hulls& operator=(const Hulls&) = delete;

    // Only where the formula holds, or fails, since the state was entered.
    void confine_to(Predicate& formula, bool wanted) { space_.confine_to(formula, wanted); }

    void from_start() { explorer().start(); }
    void from(std::span<const std::int32_t> slots, const Bound* zone) { explorer().resume(slots, zone); }
    void complete() { explorer().explore(); }

    // ---- For the Explorer

    bool pop() { return open_.pop(); }
    bool expand() { return space_.expand(open_.node()); }
    void generated() { space_.add(no_node); }
    void counted() { ledger_.counted(*this); }
    bool is_done() const { return ledger_.is_done(); }
    std::size_t stored() const { return space_.stored() + ledger_.others.stored; }
    std::size_t bytes_soon() const { return bytes_after_growth_of(space_) + ledger_.others.bytes_soon; }
    void measure(Statistics& s) const { ledger_.measure(s, held()); }

    // Searches runs from every hull, from a later one first wherever the graph of hulls has no cycle.
    void search_with(RunSearch<Bound>& runs) {
        ledger_.others = held();
        seen_.assign(space_.nodes(), false);
        for (NodeId node = 0; node < space_.nodes() && !ledger_.is_over(); ++node) {
            if (!space_.is_covered(node) && !seen_[node]) descend(node, runs);
        }
    }

    // Hands out the space with one hull after the other recalled.
    template <class Function>
    void for_each(const Function& function) {
        for (NodeId node = 0; node < space_.nodes() && !ledger_.is_over(); ++node) {
            if (space_.is_covered(node)) continue;
            space_.recall(node);
            function(space_);
        }
    }

    Held held() const { return {space_.stored(), bytes_of(space_), bytes_after_growth_of(space_)}; }

private:
    auto explorer() { return Explorer(space_, *this, ledger_.ledger); }

    struct Frame {
        NodeId node;
        std::size_t first;  // its successors that are still to be visited lie in pending_ from here on
    };

    void descend(NodeId root, RunSearch<Bound>& runs) {
        push(root);
        while (!path_.empty() && !ledger_.is_over()) {
            const Frame top = path_.back();
            if (pending_.size() == top.first) {
                path_.pop_back();
                space_.recall(top.node);
                runs.from(space_.recalled_slots(), space_.recalled_zone(), [&] {
                    return Path{{space_.recalled_slots().begin(), space_.recalled_slots().end()}};
                });
                continue;
            }
            const NodeId node = pending_.back();
            pending_.pop_back();
            if (!seen_[node]) push(node);
        }
    }

    // The hulls that successors lie in are known, so nothing is stored and nothing counts.
    void push(NodeId node) {
        seen_[node] = true;
        path_.push_back({node, pending_.size()});
        if (!space_.expand(node)) ledger_.ledger.end(space_.stop());
        while (!ledger_.is_over() && space_.next()) {
            const NodeId next = space_.hull();
            if (!seen_[next]) pending_.push_back(next);
        }
    }

    RunLedger& ledger_;
    BasicZoneSpace<Bound> space_;
    NodeQueue<BasicZoneSpace<Bound>> open_;
    std::vector<bool> seen_;  // per node
    std::vector<Frame> path_;
    std::vector<NodeId> pending_;
};

// Runs begin where the trigger holds in a reachable state, or rather in a hull.
template <class Bound>
void begin_where_triggered(Predicate& trigger, Hulls<Bound>& reachable, Hulls<Bound>& outline, RunLedger& ledger) {
    reachable.from_start();
    reachable.complete();
    ledger.others = reachable.held();
    reachable.for_each([&](BasicZoneSpace<Bound>& space) {
        std::vector<zone::BasicZone<Bound>> starts;
        trigger.restrict(space.recalled_slots(), space.recalled_zone(), space.recalled_active(), space.examiner(), true,
                         starts);
        if (trigger.stop()) ledger.ledger.end(trigger.stop());
        for (const zone::BasicZone<Bound>& start : starts) outline.from(space.recalled_slots(), start.data());
    });
}

}  // namespace

template <class Bound>
bool proves_no_run(const Network& network, const ClockUse& use, const Liveness& how, const Limits& limits,
                   Observer& observer) try {
    RunLedger ledger(limits, observer);
    Hulls<Bound> outline(network, use, how, ledger);
    Predicate kept(network, *how.kept);
    outline.confine_to(kept, how.wanted);
    if (how.trigger == nullptr) {
        outline.from_start();
    } else {
        Predicate trigger(network, *how.trigger);
        Hulls<Bound> reachable(network, use, how, ledger);
        begin_where_triggered(trigger, reachable, outline, ledger);
    }
    ledger.others = {};
    outline.complete();
    RunSearch<Bound> runs(network, use, how, ledger);
    outline.search_with(runs);
    return !ledger.is_over();
} catch (const zone::OutOfRange&) {
    return false;
}

template bool proves_no_run<zone::Bound>(const Network&, const ClockUse&, const Liveness&, const Limits&, Observer&);
template bool proves_no_run<zone::WideBound>(const Network&, const ClockUse&, const Liveness&, const Limits&,
                                             Observer&);

}  // namespace crowfly
