#include "trace/measures/lanes.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "trace/checker/situation.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_idle = 16;  // elements of an array that is shown as a whole

// "busy" of "busy[2]"
std::string_view whole_name(std::string_view element) { return element.substr(0, element.find('[')); }

class LaneReader {
public:
    LaneReader(const Network& network, const Trace& trace)
        : network_(network), trace_(trace), slots_(network.state_slots) {
        for (std::size_t i = 1; i <= trace.steps.size(); ++i) read(i);
    }

    ResourceLanes lanes() {
        ResourceLanes lanes;
        auto first = static_cast<std::uint32_t>(network_.processes.size());
        while (first < network_.state_slots) {
            std::uint32_t end = first + 1;
            while (end < network_.state_slots && name_of(end) == name_of(first)) ++end;
            if (is_resource(first, end)) add(first, end, lanes);
            first = end;
        }
        return lanes;
    }

private:
    struct Use {
        bool is_lock = true;
        bool is_given_back = false;  // at least once
        std::vector<ResourceLane::Bar> bars;
    };

    std::string_view name_of(std::uint32_t slot) const { return whole_name(network_.slots[slot].name); }

    void read(std::size_t step) {
        const ConcreteState& before = trace_.state(step - 1);
        const ConcreteState& after = trace_.state(step);
        for (auto slot = static_cast<std::uint32_t>(network_.processes.size()); slot < network_.state_slots; ++slot) {
            if (before.slots[slot] != after.slots[slot] && slots_[slot].is_lock)
                slots_[slot].is_lock = change(slot, step, before.slots[slot], after.slots[slot]);
        }
    }

    // Whether the lock is taken or given back.
    bool change(std::uint32_t slot, std::size_t step, std::int32_t before, std::int32_t after) {
        const Edge* writer = writer_of(slot, trace_.steps[step - 1].move.firing);
        if (writer == nullptr || network_.slots[slot].any_initial) return false;
        Use& use = slots_[slot];
        const std::int32_t free = network_.slots[slot].initial;
        if (before == free) {
            use.bars.push_back({step, trace_.steps.size() + 1, writer->process});
            return writer->enabling.reads.contains(slot);
        }
        use.bars.back().to = step;
        use.is_given_back = true;
        return after == free && use.bars.back().holder == writer->process;
    }

    // The one edge that can have written it; null if there are several, or if it is written after every update.
    const Edge* writer_of(std::uint32_t slot, const Firing& firing) const {
        if (network_.update_footprint.writes.contains(slot)) return nullptr;
        const Edge* writer = nullptr;
        for (const Participant& participant : firing.participants) {
            const Edge& edge = network_.edges[participant.edge];
            if (!edge.footprint.writes.contains(slot)) continue;
            if (writer != nullptr) return nullptr;
            writer = &edge;
        }
        return writer;
    }

    bool is_resource(std::uint32_t first, std::uint32_t end) const {
        const std::span<const Use> of_all = std::span(slots_).subspan(first, end - first);
        return std::ranges::all_of(of_all, &Use::is_lock) && std::ranges::any_of(of_all, &Use::is_given_back) &&
               is_shared(first, end);
    }

    bool is_shared(std::uint32_t first, std::uint32_t end) const {
        SlotSet all;
        all.add(first, end - first);
        std::optional<ProcessIndex> writer;
        for (const Edge& edge : network_.edges) {
            if (edge.process == writer || !edge.footprint.writes.intersects(all)) continue;
            if (writer) return true;
            writer = edge.process;
        }
        return false;
    }

    void add(std::uint32_t first, std::uint32_t end, ResourceLanes& into) {
        for (std::uint32_t slot = first; slot < end; ++slot) {
            if (end - first <= most_idle || !slots_[slot].bars.empty())
                into.lanes.push_back({slot, std::move(slots_[slot].bars)});
            else
                ++into.idle;
        }
    }

    const Network& network_;
    const Trace& trace_;
    std::vector<Use> slots_;
};

// What an entry shows in a state; nothing: its condition does not hold, or the colour cannot be computed.
std::optional<std::int32_t> colour_in(Situation& situation, const property::Extremum& asks) {
    if (!situation.holds(asks.condition)) return std::nullopt;
    const property::Measure& colour = asks.measures[0];
    return colour.program ? situation.value(colour) : colour.constant;
}

// What an entry shows from one delay in a state to another.
struct Part {
    Rational begin, end;
    std::optional<std::int32_t> colour;
};

// Between two turning points of the condition its value is that in the middle.
std::vector<Part> parts_of(const Network& network, Situation& state, const Rational& delay,
                           const property::Extremum& asks) {
    if (delay == 0 || !mentions_clocks(asks.condition)) return {{0, delay, colour_in(state, asks)}};
    std::vector<Rational> turns{0};
    for (const Rational& turn : state.turning_points(asks.condition)) {
        if (turn < delay) turns.push_back(turn);
    }
    turns.push_back(delay);
    std::vector<Part> parts;
    for (std::size_t k = 0; k + 1 < turns.size(); ++k) {
        Situation between(network, state.state());
        between.pass((turns[k] + turns[k + 1]) / 2);
        parts.push_back({turns[k], turns[k + 1], colour_in(between, asks)});
    }
    return parts;
}

}  // namespace

std::size_t DeclaredLane::show(const Bar& part, std::size_t before) {
    if (before < bars.size() && bars[before].colour == part.colour) {
        bars[before].to = part.to;
        bars[before].end = part.end;
        return before;
    }
    bars.push_back(part);
    return bars.size() - 1;
}

std::vector<DeclaredLane> declared_lanes(const Network& network, const GanttChart& chart, const Trace& trace) {
    std::vector<DeclaredLane> lanes(chart.lanes.size());
    constexpr auto none = static_cast<std::size_t>(-1);
    std::vector<std::vector<std::size_t>> open(lanes.size());  // per entry: the bar that may go on
    for (std::size_t l = 0; l < lanes.size(); ++l) open[l].resize(chart.lanes[l].entries.size(), none);
    for (std::size_t i = 0; i <= trace.steps.size(); ++i) {
        Situation situation(network, trace.state(i));
        const Rational time = trace.state(i).time;
        const Rational& delay = i < trace.steps.size() ? trace.steps[i].move.delay : trace.rest;
        for (std::size_t l = 0; l < lanes.size(); ++l) {
            for (std::size_t e = 0; e < open[l].size(); ++e) {
                for (const Part& part : parts_of(network, situation, delay, chart.lanes[l].entries[e].asks)) {
                    const DeclaredLane::Bar bar{
                        i, i + 1, time + part.begin, time + part.end, e, part.colour.value_or(0)};
                    open[l][e] = part.colour ? lanes[l].show(bar, open[l][e]) : none;
                }
            }
        }
    }
    for (DeclaredLane& lane : lanes) std::ranges::stable_sort(lane.bars, {}, &DeclaredLane::Bar::entry);
    return lanes;
}

ResourceLanes resource_lanes(const Network& network, const Trace& trace) { return LaneReader(network, trace).lanes(); }

}  // namespace crowfly
