#include "search/runs/run_graph.hpp"

namespace crowfly {

template <class B>
RunGraph<B>::RunGraph(const Network& network, const ClockUse& use, const Liveness& how)
    : wanted_(how.wanted), kept_(network, *how.kept), other_kept_(network, *how.kept),
      generator_(network, use, how.abstraction), examiner_(network, use, how.abstraction) {
    generator_.confine_to(kept_, how.wanted);
}

// Somewhere in the successor nothing can happen any more, and until time is up the formula holds.
template <class B>
bool RunGraph<B>::gets_stuck() {
    const ActiveClocks& active = generator_.active();
    const std::size_t n = active.size();
    std::vector<Zone> delayed;
    if (kept_.is_discrete()) {
        delayed.emplace_back(generator_.zone(), generator_.zone() + n * n);
    } else if (!examiner_.resume(generator_.slots(), generator_.zone())) {
        stop_ = examiner_.stop();
        return false;
    } else {
        while (examiner_.next()) delayed.emplace_back(examiner_.zone(), examiner_.zone() + n * n);
    }
    const Zone here(generator_.zone(), generator_.zone() + n * n);
    for (const Zone& whole : delayed) {
        std::vector<Zone> stuck;
        if (!examiner_.deadlocks(generator_.slots(), whole.data(), stuck)) {
            stop_ = examiner_.stop();
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
template <class B>
void RunGraph<B>::leave_out_ends(const Zone& whole, const ActiveClocks& active, std::vector<Zone>& stuck) {
    const std::size_t n = active.size();
    std::vector<Zone> ends;
    other_kept_.restrict(generator_.slots(), whole.data(), active, examiner_, !wanted_, ends);
    for (Zone& end : ends) {
        zone::down(end.data(), n);
        std::vector<Zone> rest;
        for (const Zone& piece : stuck) zone::subtract(piece.data(), end.data(), n, rest);
        stuck = std::move(rest);
    }
}

template class RunGraph<zone::Bound>;
template class RunGraph<zone::WideBound>;

}  // namespace crowfly
