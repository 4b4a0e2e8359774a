// The search for a maximal run from given states on, see liveness.hpp: depth first through the states where the formula
// has been holding. Closed states, whose successors have all been explored, lead to no maximal run, whatever search
// generates them again, and neither does what they cover: it could do no more than they can.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/chunked.hpp"
#include "search/runs/run_graph.hpp"
#include "search/runs/run_ledger.hpp"
#include "search/settings/liveness_options.hpp"
#include "space/zones/represented_zone.hpp"
#include "space/zones/zone_graph.hpp"
#include "space/zones/zone_store.hpp"

namespace crowfly {

template <class B>
class RunSearch {
public:
    RunSearch(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger);

    void from_start();
    // As if the state had just been entered; `path` tells how it is reached.
    using PathTo = std::function<Path()>;
    void from(std::span<const std::int32_t> slots, const B* zone, const PathTo& path);
    void from(std::span<const std::int32_t> slots, const zone::BasicZone<B>& zone, const PathTo& path) {
        from(slots, zone.data(), path);
    }
    void flush() {}  // all runs that were to begin have begun

    Held held() const;

    // ---- For the Explorer

    static constexpr bool checks_first = true;
    bool pop();
    bool expand() { return generator_.expand(slots_, zone_.data()); }
    void generated();
    void counted() { ledger_.counted(*this); }
    bool is_done() const { return ledger_.is_done(); }
    std::size_t stored() const { return store_.stored() + ledger_.others.stored; }
    std::size_t bytes_soon() const { return held().bytes_soon + ledger_.others.bytes_soon; }
    void measure(Statistics& s) const { ledger_.measure(s, held()); }

private:
    struct Frame {
        NodeId node;
        std::size_t first;  // its successors that are still to be visited lie in pending_ from here on
    };

    template <class Explorer>
    void explore(Explorer& explorer);
    NodeId add_generated();
    bool is_pushed(NodeId node);
    void read(NodeId node);
    void close(NodeId node);
    void finish(std::optional<std::size_t> loop);

    // Where a node is: open, closed, or on the path, counted from 1.
    static constexpr std::size_t open = 0;
    static constexpr std::size_t closed = static_cast<std::size_t>(-1);

    RunLedger& ledger_;
    Layout layout_;
    RunGraph<B> graph_;
    BasicZoneGraph<B>& generator_;  // that of graph_
    BasicZoneStore<B> store_;
    BasicZoneStore<B> closed_;      // the closed states
    Chunked<std::size_t> on_path_;  // per node of store_
    std::optional<BasicRepresentedZone<B>> represented_;
    std::vector<Frame> path_;
    std::vector<NodeId> pending_;      // the roots, then the successors of the states of the path
    std::size_t next_root_ = 0;        // in pending_ …
    std::size_t roots_ = 0;            // … of so many
    const PathTo* path_to_ = nullptr;  // to the first state of the path; null: the start
    std::vector<std::uint32_t> packed_;
    std::vector<std::int32_t> slots_;
    ActiveClocks active_;
    std::vector<B> zone_;
};

extern template class RunSearch<zone::Bound>;
extern template class RunSearch<zone::WideBound>;

}  // namespace crowfly
