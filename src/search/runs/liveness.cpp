#include "search/runs/liveness.hpp"

#include "network/pruning/bystanders.hpp"
#include "search/kernels/dead_ends.hpp"
#include "search/kernels/explorer.hpp"
#include "search/kernels/node_queue.hpp"
#include "search/methods/width.hpp"
#include "search/runs/outline.hpp"
#include "search/runs/parallel_runs.hpp"
#include "search/runs/runs.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

// Breadth first through all reachable states; where the trigger holds and what shall happen does not, a run may begin.
template <class B, class Runs>
class TriggerSearch {
public:
    TriggerSearch(const Network& network, const ClockUse& use, const Liveness& how, DeadEnds& dead_ends, Runs& runs,
                  RunLedger& ledger)
        : dead_ends_(dead_ends), runs_(runs), ledger_(ledger), trigger_(network, *how.trigger),
          space_(network, Layout(network, how.compared), use, coarsest(how.abstraction), how.compress, false,
                 how.symmetry, how.compared),
          open_(space_) {}
    TriggerSearch(const TriggerSearch&) = delete;
    TriggerSearch& operator=(const TriggerSearch&) = delete;

    void run() {
        Explorer(space_, *this, ledger_.ledger).run();
        ledger_.others = held();
        runs_.flush();
        dead_ends_.note(ledger_.result.statistics);
    }

    // ---- For the Explorer

    bool pop() {
        while (open_.pop()) {
            if (!dead_ends_.contain(space_, open_.node())) return true;
        }
        return false;
    }
    bool expand() { return space_.expand(open_.node()); }
    void generated() {
        const NodeId added = space_.add(open_.node());
        if (added != no_node) begin_runs(added);
    }
    void counted() {
        ledger_.others = held();
        ledger_.result.statistics.waiting = open_.size();
        ledger_.counted(*this);
    }

    bool is_done() const { return ledger_.is_done(); }
    std::size_t stored() const { return space_.stored() + runs_.held().stored; }
    std::size_t bytes_soon() const { return held().bytes_soon + runs_.held().bytes_soon; }
    void measure(Statistics& s) const {
        s.stored = stored();
        s.waiting = open_.size();
        s.bytes = held().bytes + runs_.held().bytes;
        dead_ends_.note(s);
    }

private:
    // Where a run may begin is a matter of reachability: simulation by single constants keeps it, and what runs exist.
    static Abstraction coarsest(Abstraction a) { return a == Abstraction::m_plus ? Abstraction::a_m : a; }

    Held held() const {
        return {space_.stored(), bytes_of(space_) + bytes_of(dead_ends_),
                bytes_after_growth_of(space_) + bytes_of(dead_ends_)};
    }

    void begin_runs(NodeId node) {
        const BasicZoneGraph<B>& graph = space_.graph();
        std::vector<zone::BasicZone<B>> starts;
        trigger_.restrict(graph.slots(), graph.zone(), graph.active(), space_.examiner(), true, starts);
        if (trigger_.stop()) ledger_.ledger.end(trigger_.stop());
        for (const zone::BasicZone<B>& start : starts) {
            if (!ledger_.is_over()) runs_.from(graph.slots(), start, [this, node] { return path_to(space_, node); });
        }
    }

    DeadEnds& dead_ends_;
    Runs& runs_;
    RunLedger& ledger_;
    Predicate trigger_;
    BasicZoneSpace<B> space_;
    NodeQueue<BasicZoneSpace<B>> open_;
};

// What happens here is less than what happens there, as far as it can be asked for; so what does not happen there does
// not happen at all.
WithoutBystanders without_bystanders(const Network& network, const Liveness& how) {
    std::vector<const Formula*> formulas{how.kept};
    if (how.trigger != nullptr) formulas.push_back(how.trigger);
    return without_bystanders(network, formulas, Bystanders::time_divergent);
}

Proof exhaustive(const Network& network, const Liveness& how) {
    Proof proof{.search = "depth first"};
    if (network.clocks.size() > 1) proof.abstraction = to_string(how.abstraction);
    return proof;
}

// Returns by which heuristic states were pruned.
template <class B, class Runs>
std::string explore_runs_with(Runs& runs, const Network& network, const ClockUse& use, const Liveness& how,
                              RunLedger& ledger) {
    std::string pruned_by;
    ledger.ledger.within_limits([&] {
        if (how.trigger == nullptr) {
            runs.from_start();
        } else {
            DeadEnds dead_ends(how.pruning, network, *how.trigger, {how.compared, how.symmetry}, ledger.ledger);
            if (!ledger.is_over()) TriggerSearch<B, Runs>(network, use, how, dead_ends, runs, ledger).run();
            pruned_by = dead_ends.heuristic(ledger.result.statistics);
        }
    });
    ledger.ledger.measure(runs);
    return pruned_by;
}

template <class B>
std::string explore_runs(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger) {
    if (how.threads > 1 && how.symmetry == nullptr) {
        ParallelRuns<B> runs(network, use, how, ledger);
        return explore_runs_with<B>(runs, network, use, how, ledger);
    }
    RunSearch<B> runs(network, use, how, ledger);
    return explore_runs_with<B>(runs, network, use, how, ledger);
}

// Hulls are cheap to make, and they are expanded again until they no longer grow.
constexpr std::size_t hulls_per_state = 20;

// What else may prove that there is no run, while a search for one waits.
template <class B>
class OtherProofs {
public:
    OtherProofs(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger)
        : network_(network), use_(use), how_(how) {
        if (how.fallback_after == no_fallback) return;
        // Without clocks hulls are what there is anyway.
        if (network.clocks.size() > 1)
            ledger.ask_later(how.fallback_after, 0, [&](const Limits& left, Observer& o) { return outline(left, o); });
        ledger.ask_later(4 * how.fallback_after, 4, [this, &ledger](const Limits& left, Observer& observer) {
            return orbits(left, observer, ledger.result.statistics.explored);
        });
    }
    OtherProofs(const OtherProofs&) = delete;
    OtherProofs& operator=(const OtherProofs&) = delete;

    const std::optional<Proof>& found() const { return found_; }

private:
    bool outline(Limits left, Observer& observer) {
        left.explored = hulls_per_state * how_.fallback_after;
        const WithoutBystanders reduced = without_bystanders(network_, how_);
        if (!proves_no_run<B>(reduced.network, use_, how_, left, observer)) return false;
        found_ = exhaustive(network_, how_);
        found_->method = Proof::Method::outline;
        found_->without = reduced.left_out;
        return true;
    }

    // With one state of each orbit, for half as many states as have been explored without: small orbits may not be
    // worth it.
    bool orbits(Limits left, Observer& observer, std::size_t explored) {
        if (is_hopeless_) return false;
        if (!symmetry_) {
            std::vector<std::string> why_not;
            Formulas formulas{how_.kept};
            if (how_.trigger != nullptr) formulas.push_back(how_.trigger);
            symmetry_ = find_symmetry(network_, formulas, why_not);
            is_hopeless_ = !symmetry_;
            if (is_hopeless_) return false;
        }
        left.explored = explored / 2;
        Liveness how = how_;
        how.symmetry = &*symmetry_;
        how.pruning = nullptr;
        RunLedger ledger(left, observer);
        explore_runs<B>(network_, use_, how, ledger);
        is_hopeless_ = ledger.result.found.has_value();  // there is a run, for the search that waits to find
        if (ledger.is_over()) return false;
        found_ = exhaustive(network_, how_);
        found_->search += ", one state of each orbit";
        return true;
    }

    const Network& network_;
    const ClockUse& use_;
    const Liveness& how_;
    std::optional<Symmetry> symmetry_;
    bool is_hopeless_ = false;  // of the orbits
    std::optional<Proof> found_;
};

template <class B>
LivenessResult search_run_in(const Network& network, const Liveness& how, const Limits& limits, Observer& observer) {
    ClockUse use = use_of(*how.kept);
    if (how.trigger != nullptr) add_use(*how.trigger, use);
    RunLedger ledger(limits, observer);
    const OtherProofs<B> others(network, use, how, ledger);
    const std::string pruned_by = explore_runs<B>(network, use, how, ledger);
    ledger.ledger.close();
    if (ledger.result.is_sure() && !ledger.result.found) {
        ledger.result.proof = others.found() ? *others.found() : exhaustive(network, how);
        ledger.result.proof->heuristic = pruned_by;
    }
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
