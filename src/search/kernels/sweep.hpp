// Every reachable state once, in the order of generation, for whoever reads something off each of them.
#pragma once

#include <functional>
#include <utility>

#include "search/kernels/explorer.hpp"
#include "search/kernels/node_queue.hpp"

namespace crowfly {

// `Visit` is called for every state that is stored, while the space stands at it.
template <class Space, class Visit>
class Sweep {
public:
    // `leave_out`: which states need not be expanded; null: all are.
    Sweep(Space& space, const Visit& visit, Ledger& ledger, std::function<bool(NodeId)> leave_out = {})
        : space_(space), visit_(visit), ledger_(ledger), leave_out_(std::move(leave_out)), open_(space) {}

    void run() {
        ledger_.within_limits([&] {
            Explorer explorer(space_, *this, ledger_);
            const std::size_t before = ledger_.statistics().generated;
            explorer.start();
            starts_ = ledger_.statistics().generated - before;
            explorer.explore();
        });
        ledger_.measure(*this);
        ledger_.close();
    }

    std::size_t starts() const { return starts_; }  // states the network starts in, among those generated

    // ---- For the Explorer

    bool pop() {
        while (open_.pop()) {
            if (!leave_out_ || !leave_out_(open_.node())) return true;
        }
        return false;
    }
    bool expand() { return space_.expand(open_.node()); }
    void generated() {
        if (space_.add(open_.node()) != no_node) visit_();
    }

    static bool is_done() { return false; }
    std::size_t stored() const { return space_.stored(); }
    std::size_t bytes_soon() const { return bytes_after_growth_of(space_); }
    void measure(Statistics& s) const {
        s.stored = space_.stored();
        s.waiting = open_.size();
        s.bytes = bytes_of(space_);
    }

private:
    Space& space_;
    const Visit& visit_;
    Ledger& ledger_;
    std::function<bool(NodeId)> leave_out_;
    NodeQueue<Space> open_;
    std::size_t starts_ = 0;
};

}  // namespace crowfly
