// The search for a maximal run from given states on, see liveness.hpp: depth first through the states where the formula
// has been holding. States left for good lead to no maximal run, whatever search they are met in again, and neither
// does what they cover: it could do no more than they can.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/chunked.hpp"
#include "search/liveness.hpp"
#include "space/predicate.hpp"
#include "space/zone_graph.hpp"
#include "space/zone_store.hpp"

namespace crowfly {

// What a search holds in memory.
struct Held {
    std::size_t stored = 0;
    std::size_t bytes = 0;
    std::size_t bytes_soon = 0;  // before the next time it looks around
};

// What the parts of a search for runs use and report together.
class RunLedger {
public:
    RunLedger(const Limits& limits, Observer& observer) : limits_(limits), budget_(limits), observer_(observer) {}

    // After so many states: whether something else can tell that there is no run.
    using Proof = std::function<bool(Limits left, Observer& observer)>;
    void fall_back_later(std::size_t fallback_after, Proof proof) {
        fallback_after_ = fallback_after;
        proof_ = std::move(proof);
    }

    bool done() const { return proven_ || result.found || result.stop || !result.unfinished.empty(); }
    void count(const Held& held);  // one more state explored
    void close(const Held& held);

    Held others;  // what the parts hold that wait for this one
    LivenessResult result;

private:
    void look_around(const Held& held);
    void take_stock(const Held& held);

    Limits limits_;
    Budget budget_;
    Observer& observer_;
    std::size_t fallback_after_ = no_fallback;
    Proof proof_;
    bool proven_ = false;
};

template <class B>
class RunSearch {
public:
    using Zone = zone::BasicZone<B>;

    RunSearch(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger);

    void from_start();
    // As if the state had just been entered; `way` tells how it is reached.
    using PathTo = std::function<Path()>;
    void from(std::span<const std::int32_t> slots, const B* zone, const PathTo& way);

    Held held() const;

private:
    struct Frame {
        NodeId node;
        std::size_t first;  // its successors that are still to be visited lie in pending_ from here on
    };

    void go();
    void descend(NodeId root);
    void read(NodeId node);
    void leave(NodeId node);
    void push(NodeId node);
    void take_arrivals();
    void arrive();
    void finish(std::optional<std::size_t> loop);
    bool gets_stuck();
    void leave_out_ends(const Zone& whole, const ActiveClocks& active, std::vector<Zone>& stuck);

    // Where a node is: nowhere yet, left for good, or on the path, counted from 1.
    static constexpr std::size_t fresh = 0;
    static constexpr std::size_t left = static_cast<std::size_t>(-1);

    const Liveness& how_;
    RunLedger& ledger_;
    Layout layout_;
    Predicate kept_, other_kept_;
    BasicZoneGraph<B> steps_;
    BasicZoneGraph<B> looks_;  // asked about arrivals meanwhile; not confined
    BasicZoneStore<B> store_;
    BasicZoneStore<B> left_;        // the states left for good
    Chunked<std::size_t> on_path_;  // per node of store_
    std::vector<Frame> path_;
    std::vector<NodeId> pending_;
    const PathTo* way_ = nullptr;  // to the first state of the path; null: the start
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;
    ActiveClocks active_;
    std::vector<B> zone_;
};

extern template class RunSearch<zone::Bound>;
extern template class RunSearch<zone::WideBound>;

}  // namespace crowfly
