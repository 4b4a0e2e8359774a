// The lanes of a Gantt chart, read off a trace: who holds which resource when, or what the model declares.
//
// A resource is a variable that the trace uses as a lock: a process whose edge tests it changes it from its initial
// value, and the same process changes it back, though perhaps after the end of the trace if it has done so before. An
// array is one if all its elements are used like that, each of which has a lane. Edges of two processes must be able to
// write it: what a process keeps for itself is no resource.
//
// find_locks (search/optimum/lock_times.hpp) proves of a network that only one process holds a lock, and where. A chart
// shows one trace and needs no proof: here the index of an array may be computed, and a lock may be held in any
// location.
#pragma once

#include <vector>

#include "property/gantt.hpp"
#include "trace/trace.hpp"

namespace crowfly {

struct ResourceLane {
    struct Bar {
        std::size_t from = 0, to = 0;  // states of the trace, from the first to before the last; steps + 1: to its end
        ProcessIndex holder = 0;
        friend bool operator==(const Bar&, const Bar&) = default;
    };
    std::uint32_t slot = 0;
    std::vector<Bar> bars;  // ascending, none overlaps another
};

// When the conditions of a chart that the model declares hold. A condition on clocks may change while time passes.
struct DeclaredLane {
    struct Bar {
        std::size_t from = 0, to = 0;  // as above; bars of different conditions may overlap
        Rational begin, end;    // exact times: of these states, or while time passes in the first and in the last
        std::size_t entry = 0;  // into the entries of the lane of the chart
        std::int32_t colour = 0;
    };
    std::vector<Bar> bars;  // by entry, ascending; some last no time

    // Adds a part of a bar. `before`: the number of the bar that it may continue. Returns the number of the bar.
    std::size_t show(const Bar& part, std::size_t before);
};

// One per lane of the chart.
std::vector<DeclaredLane> declared_lanes(const Network& network, const GanttChart& chart, const Trace& trace);

struct ResourceLanes {
    std::vector<ResourceLane> lanes;  // in the order of declaration
    std::size_t idle = 0;  // elements of arrays with more than 16 that are left out because nobody holds them
};

ResourceLanes resource_lanes(const Network& network, const Trace& trace);

}  // namespace crowfly
