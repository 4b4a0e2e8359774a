#include "search/liveness.hpp"

#include "network/pruning/bystanders.hpp"
#include "search/end_at_limits.hpp"
#include "search/outline.hpp"
#include "search/runs.hpp"
#include "search/width.hpp"
#include "space/zone_space.hpp"

namespace crowfly {
namespace {

// Breadth first through all reachable states; where the trigger holds and what shall happen does not, a run may begin.
template <class B>
class TriggerSearch {
public:
    TriggerSearch(const Network& network, const ClockUse& use, const Liveness& how, RunSearch<B>& runs,
                  RunLedger& ledger)
        : runs_(runs), ledger_(ledger), trigger_(network, *how.trigger),
          space_(network, Layout(network, how.compared), use, coarsest(how.abstraction), how.compress) {}

    void run() {
        Statistics& s = ledger_.result.statistics;
        if (!space_.start()) ledger_.result.stop = space_.stop();
        take_arrivals();
        for (node_ = 0; node_ < space_.nodes() && !ledger_.done(); ++node_) {
            if (space_.is_covered(node_)) continue;
            if (!space_.expand(node_)) ledger_.result.stop = space_.stop();
            take_arrivals();
            s.waiting = space_.nodes() - node_ - 1;
            take_stock();
            ledger_.count(runs_.held());
        }
        take_stock();
    }

private:
    // Where a run may begin is a matter of reachability: simulation by single constants keeps it, and what runs exist.
    static Abstraction coarsest(Abstraction a) { return a == Abstraction::m_plus ? Abstraction::a_m : a; }

    void take_stock() { ledger_.others = {space_.stored(), space_.bytes(), space_.bytes_after_growth()}; }

    void take_arrivals() {
        while (!ledger_.done() && space_.next()) {
            ++ledger_.result.statistics.generated;
            const NodeId added = space_.add(node_);
            if (added != no_node) begin_runs(added);
        }
        if (!ledger_.done() && space_.stop()) ledger_.result.stop = space_.stop();
    }

    void begin_runs(NodeId node) {
        const BasicZoneGraph<B>& graph = space_.graph();
        std::vector<zone::BasicZone<B>> starts;
        trigger_.restrict(graph.slots(), graph.zone(), graph.active(), space_.questions(), true, starts);
        if (trigger_.stop()) ledger_.result.stop = trigger_.stop();
        for (const zone::BasicZone<B>& start : starts) {
            if (!ledger_.done()) runs_.from(graph.slots(), start.data(), [&] { return path_to(space_, node); });
        }
    }

    RunSearch<B>& runs_;
    RunLedger& ledger_;
    Predicate trigger_;
    BasicZoneSpace<B> space_;
    NodeId node_ = no_node;  // being expanded
};

// What happens here is less than what happens there, as far as it can be asked for; so what does not happen there does
// not happen at all.
Network without_bystanders(const Network& network, const Liveness& how) {
    std::vector<const Formula*> formulas{how.kept};
    if (how.trigger != nullptr) formulas.push_back(how.trigger);
    return without_processes(network, find_bystanders(network, formulas, Bystanders::patient));
}

// Hulls are cheap to make, and to look at many of them again is what it takes until they no longer grow.
constexpr std::size_t hulls_per_state = 20;

template <class B>
LivenessResult search_run_in(const Network& network, const Liveness& how, const Limits& limits, Observer& observer) {
    ClockUse use = use_of(*how.kept);
    if (how.trigger != nullptr) add_use(*how.trigger, use);
    RunLedger ledger(limits, observer);
    // Without clocks hulls are what there is anyway.
    const std::size_t fallback_after = network.clocks.size() > 1 ? how.fallback_after : no_fallback;
    ledger.fall_back_later(fallback_after, [&](Limits left, Observer& second) {
        left.explored = hulls_per_state * how.fallback_after;
        return proves_no_run<B>(without_bystanders(network, how), use, how, left, second);
    });
    RunSearch<B> runs(network, use, how, ledger);
    end_at_limits(ledger.result.unfinished, [&] {
        if (how.trigger == nullptr) {
            runs.from_start();
        } else {
            TriggerSearch<B>(network, use, how, runs, ledger).run();
        }
    });
    ledger.close(runs.held());
    return std::move(ledger.result);
}

}  // namespace

LivenessResult search_run(const Network& network, const Liveness& how, const Limits& limits, Observer& observer) {
    return search_in_width(calls_for_wide_zones(network, {how.kept, how.trigger}), limits, observer,
                           [&]<class B>(const Limits& given, Observer& watching) {
                               return search_run_in<B>(network, how, given, watching);
                           });
}

}  // namespace crowfly
