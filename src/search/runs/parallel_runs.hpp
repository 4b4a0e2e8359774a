// The search for a maximal run by several threads, see runs.hpp and liveness.hpp. Each thread searches depth first by
// itself, through successors in an order of its own. All share the states that were generated, and which of them are
// closed: a thread closes a state once all of its successors are closed, whoever closed them. A successor on a thread's
// own path closes a loop. This is the nested depth first search of several threads (Laarman, Langerak, van de Pol,
// Weber, Wijs: Multi-core nested depth-first search, 2011; Evangelista, Laarman, Petrucci, van de Pol: Improved
// multi-core nested depth-first search, 2012) where every state is accepting, so that the outer search is all.
//
// No run is lost: the successors of a closed state were closed before it, or covered by states that were. So along a
// run of closed states each would have been closed before the one before it, for ever. Covering is by closed states
// only (Laarman, Olesen, Dalsgaard, Larsen, van de Pol: Multi-core emptiness checking of timed Büchi automata using
// inclusion abstraction, 2013). Hence as soon as one thread has closed all states where runs begin there is none.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "search/runs/run_ledger.hpp"
#include "search/settings/liveness_options.hpp"
#include "space/layout.hpp"
#include "space/stores/shared_table.hpp"
#include "space/zones/zone_graph.hpp"
#include "space/zones/zone_store.hpp"

namespace crowfly {

template <class B>
class RunWorker;

template <class B>
class ParallelRuns {
public:
    ParallelRuns(const Network& network, const ClockUse& use, const Liveness& how, RunLedger& ledger);
    ParallelRuns(const ParallelRuns&) = delete;
    ParallelRuns& operator=(const ParallelRuns&) = delete;
    ~ParallelRuns();

    void from_start();
    // As in RunSearch, but runs begin later: when there are enough states to begin with, or at flush().
    using PathTo = std::function<Path()>;
    void from(std::span<const std::int32_t> slots, const zone::BasicZone<B>& zone, const PathTo& path);
    void flush();

    Held held() const;

    // ---- For the ledger

    bool is_done() const { return ledger_.is_done(); }
    std::size_t stored() const { return table_.size() + ledger_.others.stored; }
    std::size_t bytes_soon() const { return held().bytes_soon + ledger_.others.bytes_soon; }
    void measure(Statistics& s) const { ledger_.measure(s, held()); }

private:
    friend class RunWorker<B>;
    using Zone = zone::BasicZone<B>;

    // A state where runs begin; without slots it is the initial one.
    struct Start {
        std::vector<std::int32_t> slots;
        Zone zone;
        PathTo path;
    };
    // What a thread has found: the states of a run from a start on, as in MaximalRun.
    struct Found {
        std::size_t start;
        Path path;
        std::optional<std::size_t> loop;
    };
    // Closed states, by a part of their hashes.
    struct Shard {
        mutable std::mutex mutex;
        BasicZoneStore<B> states;
        Shard(const Layout& layout, Comparison comparison, bool compressed) : states(layout, comparison, compressed) {}
    };

    void search();
    void work(std::size_t worker);
    MaximalRun found_run() const;
    void add_up();
    void take_stock();
    void note(Found found);
    void note(const Stop& stop);
    void note_failure();
    void stop_all() { stopped_.store(true, std::memory_order_relaxed); }
    bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }
    void get_through() {
        is_through_.store(true, std::memory_order_relaxed);
        stop_all();
    }
    template <class Use>
    bool use_closed(const std::uint32_t* packed, Use&& use);
    bool covers(const std::uint32_t* packed, const B* zone, const ActiveClocks& active);
    void close(const std::uint32_t* packed, const B* zone, const ActiveClocks& active);
    Shard& shard_of(const std::uint32_t* packed);

    static constexpr std::size_t shards = 16;
    static constexpr std::size_t most_starts = 4096;

    const Liveness& how_;
    RunLedger& ledger_;
    Layout layout_;
    bool compares_zones_;  // without clocks closed states cover themselves only
    SharedTable table_;
    std::vector<std::unique_ptr<Shard>> closed_;
    std::vector<std::unique_ptr<RunWorker<B>>> workers_;
    std::vector<Start> starts_;
    std::size_t enough_starts_ = 1;
    Statistics before_;  // when the threads started

    std::atomic<bool> stopped_ = false;
    std::atomic<bool> is_through_ = false;  // a thread has closed all states where runs begin: there is none
    std::mutex mutex_;                      // of the following
    std::optional<Found> found_;
    Stop stop_;
    std::exception_ptr failure_;
};

extern template class ParallelRuns<zone::Bound>;
extern template class ParallelRuns<zone::WideBound>;

}  // namespace crowfly
