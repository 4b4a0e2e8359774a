// The states along which a formula holds all the time, one after the other, and where a maximal run can end among them,
// see liveness.hpp. It remembers nothing; each search, or each thread of one, has its own.
#pragma once

#include <vector>

#include "search/settings/liveness_options.hpp"
#include "space/stop.hpp"
#include "space/zones/predicate.hpp"
#include "space/zones/zone_graph.hpp"

namespace crowfly {

template <class B>
class RunGraph {
public:
    RunGraph(const Network& network, const ClockUse& use, const Liveness& how);
    RunGraph(const RunGraph&) = delete;
    RunGraph& operator=(const RunGraph&) = delete;

    BasicZoneGraph<B>& generator() { return generator_; }  // makes successors
    const BasicZoneGraph<B>& generator() const { return generator_; }
    BasicZoneGraph<B>& examiner() { return examiner_; }  // is asked about them meanwhile; not confined

    // Whether a run can stay for ever in the successor that was generated last. False: stop() may say that this cannot
    // be told.
    bool may_end_here() { return generator_.may_wait_forever() || gets_stuck(); }
    const Stop& stop() const { return stop_; }

private:
    using Zone = zone::BasicZone<B>;

    bool gets_stuck();
    void leave_out_ends(const Zone& whole, const ActiveClocks& active, std::vector<Zone>& stuck);

    bool wanted_;
    Predicate kept_, other_kept_;
    BasicZoneGraph<B> generator_, examiner_;
    Stop stop_;
};

extern template class RunGraph<zone::Bound>;
extern template class RunGraph<zone::WideBound>;

}  // namespace crowfly
