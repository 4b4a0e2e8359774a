#include "search/liveness.hpp"

#include "network/pruning/bystanders.hpp"
#include "search/dead_ends.hpp"
#include "search/explorer.hpp"
#include "search/node_queue.hpp"
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
    TriggerSearch(const Network& network, const ClockUse& use, const Liveness& how, DeadEnds& dead_ends,
                  RunSearch<B>& runs, RunLedger& ledger)
        : dead_ends_(dead_ends), runs_(runs), ledger_(ledger), trigger_(network, *how.trigger),
          space_(network, Layout(network, how.compared), use, coarsest(how.abstraction), how.compress), open_(space_) {}
    TriggerSearch(const TriggerSearch&) = delete;
    TriggerSearch& operator=(const TriggerSearch&) = delete;

    void run() {
        Explorer(space_, *this, ledger_.ledger).run();
        ledger_.others = held();
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
        return {space_.stored(), space_.bytes() + dead_ends_.bytes(), space_.bytes_after_growth() + dead_ends_.bytes()};
    }

    void begin_runs(NodeId node) {
        const BasicZoneGraph<B>& graph = space_.graph();
        std::vector<zone::BasicZone<B>> starts;
        trigger_.restrict(graph.slots(), graph.zone(), graph.active(), space_.examiner(), true, starts);
        if (trigger_.stop()) ledger_.ledger.end(trigger_.stop());
        for (const zone::BasicZone<B>& start : starts) {
            if (!ledger_.is_over()) runs_.from(graph.slots(), start.data(), [&] { return path_to(space_, node); });
        }
    }

    DeadEnds& dead_ends_;
    RunSearch<B>& runs_;
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

// Of an outline that left these processes out, or of the search itself.
Proof proof_of(const Network& network, const Liveness& how, const std::optional<std::vector<std::string>>& left_out) {
    Proof proof{.search = "depth first"};
    if (network.clocks.size() > 1) proof.abstraction = to_string(how.abstraction);
    if (!left_out) return proof;
    proof.method = Proof::Method::outline;
    proof.without = *left_out;
    return proof;
}

// Hulls are cheap to make, and they are expanded again until they no longer grow.
constexpr std::size_t hulls_per_state = 20;

template <class B>
LivenessResult search_run_in(const Network& network, const Liveness& how, const Limits& limits, Observer& observer) {
    ClockUse use = use_of(*how.kept);
    if (how.trigger != nullptr) add_use(*how.trigger, use);
    RunLedger ledger(limits, observer);
    // Without clocks hulls are what there is anyway.
    const std::size_t fallback_after = network.clocks.size() > 1 ? how.fallback_after : no_fallback;
    std::optional<std::vector<std::string>> left_out;  // of a proof by an outline
    ledger.fall_back_later(fallback_after, [&](Limits left, Observer& second) {
        left.explored = hulls_per_state * how.fallback_after;
        const WithoutBystanders reduced = without_bystanders(network, how);
        const bool is_proven = proves_no_run<B>(reduced.network, use, how, left, second);
        if (is_proven) left_out = reduced.left_out;
        return is_proven;
    });
    RunSearch<B> runs(network, use, how, ledger);
    std::string pruned_by;  // a heuristic
    ledger.ledger.within_limits([&] {
        if (how.trigger == nullptr) {
            runs.from_start();
        } else {
            DeadEnds dead_ends(how.pruning, network, *how.trigger, ledger.ledger);
            if (!ledger.is_over()) TriggerSearch<B>(network, use, how, dead_ends, runs, ledger).run();
            pruned_by = dead_ends.heuristic(ledger.result.statistics);
        }
    });
    ledger.ledger.measure(runs);
    ledger.ledger.close();
    if (ledger.result.is_sure() && !ledger.result.found) {
        ledger.result.proof = proof_of(network, how, left_out);
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
