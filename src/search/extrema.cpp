#include "search/extrema.hpp"

#include <algorithm>

#include "network/machine.hpp"
#include "search/kernels/dead_ends.hpp"
#include "search/kernels/sweep.hpp"
#include "search/methods/width.hpp"
#include "space/discrete/discrete_space.hpp"
#include "space/zones/zone_space.hpp"

namespace crowfly {
namespace {

// A clock that got this far is no longer followed if that took so many states.
constexpr std::int64_t far = 1 << 26;
constexpr std::size_t many = 1'000'000;

bool is_below(const Extremum& a, const Extremum& b) {
    return a.value < b.value || (a.value == b.value && a.attained && !b.attained);
}

// Of two approached values the one that is taken is further out.
bool is_above(const Extremum& a, const Extremum& b) {
    if (a.unbounded || b.unbounded) return a.unbounded && !b.unbounded;
    return a.value > b.value || (a.value == b.value && a.attained && !b.attained);
}

void widen(MeasuredRange& range, const Extremum& least, const Extremum& greatest) {
    if (!range.least || is_below(least, *range.least)) range.least = least;
    if (!range.greatest || is_above(greatest, *range.greatest)) range.greatest = greatest;
}

// Reads the measures off the states one after the other.
class Gauge {
public:
    Gauge(const Network& network, const property::Extremum& asked)
        : asked_(asked), condition_(network, asked.condition), machine_(code_of(network, asked.condition)),
          ranges_(asked.measures.size()) {}

    void read(DiscreteSpace& space, Stop& stop) {
        if (space.satisfies(condition_, true)) read_slots(space.slots(), stop);
        if (condition_.stop()) stop = condition_.stop();
    }

    template <class B>
    void read(BasicZoneSpace<B>& space, Stop& stop) {
        const BasicZoneGraph<B>& graph = space.graph();
        std::vector<zone::BasicZone<B>> parts;
        condition_.restrict(graph.slots(), graph.zone(), graph.active(), space.examiner(), true, parts);
        if (condition_.stop()) stop = condition_.stop();
        if (stop || parts.empty()) return;
        read_slots(graph.slots(), stop);
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            if (asked_.measures[i].clock != 0 && !asked_.measures[i].program)
                read_clock(graph.active(), asked_.measures[i].clock, parts, ranges_[i]);
        }
    }

    const std::vector<MeasuredRange>& ranges() const { return ranges_; }

private:
    void read_slots(std::span<const std::int32_t> slots, Stop& stop) {
        machine_.bind({const_cast<std::int32_t*>(slots.data()), slots.size()});  // expressions do not write
        for (std::size_t i = 0; i < ranges_.size(); ++i) {
            const property::Measure& measure = asked_.measures[i];
            if (!measure.program && measure.clock != 0) continue;
            Extremum value{measure.constant, false, true};
            if (measure.program) {
                if (!machine_.run(measure.program)) {
                    stop.kind = Stop::Kind::fault;
                    stop.part = Stop::Part::query;
                    stop.fault = machine_.fault();
                    return;
                }
                value.value = machine_.result();
            }
            widen(ranges_[i], value, value);
        }
    }

    template <class B>
    void read_clock(const ActiveClocks& active, ClockIndex clock, const std::vector<zone::BasicZone<B>>& parts,
                    MeasuredRange& range) {
        const std::size_t n = active.size();
        const auto at = static_cast<std::size_t>(std::lower_bound(active.clocks.begin(), active.clocks.end(), clock) -
                                                 active.clocks.begin());
        for (const zone::BasicZone<B>& part : parts) {
            const B lower = part[at];
            const B upper = part[at * n];
            const Extremum least{-zone::value_of(lower), false, !zone::is_strict(lower)};
            Extremum greatest{zone::value_of(upper), upper == zone::infinity<B>, !zone::is_strict(upper)};
            if (greatest.unbounded) greatest = {0, true, false};
            widen(range, least, greatest);
        }
    }

    const property::Extremum& asked_;
    Predicate condition_;
    Machine machine_;
    std::vector<MeasuredRange> ranges_;
};

template <class Space>
void sweep(Space& space, Gauge& gauge, DeadEnds& dead_ends, Ledger& ledger, ExtremaResult& result) {
    if (ledger.has_ended()) return;
    const auto read = [&] { gauge.read(space, result.stop); };
    dead_ends.begin_space();
    Sweep(space, read, ledger, [&](NodeId node) { return dead_ends.contain(space, node); }).run();
    dead_ends.note(result.statistics);
    result.statistics.bytes += bytes_of(dead_ends);
    result.ranges = gauge.ranges();
}

std::int64_t first_horizon(const Network& network, const ClockUse& use) {
    return std::max<std::int64_t>(1, ClockActivity(network, use.bounds, false, 0).largest_constant());
}

// The least constant up to which all measured clocks have to be observed for these ranges to be exact.
std::int64_t horizon_of(const std::vector<MeasuredRange>& ranges, const property::Extremum& asked) {
    std::int64_t needed = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (asked.measures[i].program || asked.measures[i].clock == 0) continue;
        const MeasuredRange& range = ranges[i];
        if (range.greatest && !range.greatest->unbounded && asked.greatest)
            needed = std::max(needed, range.greatest->value);
        if (range.least && asked.least) needed = std::max(needed, range.least->value);
    }
    return needed;
}

void add_proof(std::string_view abstraction, const DeadEnds& dead_ends, ExtremaResult& result) {
    if (!result.is_sure()) return;
    result.proof = Proof{
        .search = "bfs", .heuristic = dead_ends.heuristic(result.statistics), .abstraction = std::string(abstraction)};
}

template <class B>
ExtremaResult measure_zones(const Network& network, const property::Extremum& asked, const Extrema& how,
                            const Limits& limits, Observer& observer) {
    ExtremaResult result;
    Ledger ledger(limits, observer, result);
    const Layout layout(network, how.compared);
    const Abstraction abstraction = mentions_deadlock(asked.condition) ? Abstraction::a_m : Abstraction::a_lu;
    ClockUse use = use_of(asked.condition);
    use.exact = true;
    std::int64_t horizon = first_horizon(network, use);
    DeadEnds dead_ends(how.pruning, network, asked.condition, {how.compared}, ledger);
    while (!ledger.has_ended()) {
        ClockUse observed = use;
        for (const property::Measure& measure : asked.measures) {
            if (!measure.program && measure.clock != 0) observed.bounds.push_back({measure.clock, horizon, horizon});
        }
        Gauge gauge(network, asked);
        const std::size_t explored_before = result.statistics.explored;
        BasicZoneSpace<B> space(network, layout, observed, abstraction, how.compress);
        sweep(space, gauge, dead_ends, ledger, result);
        const std::int64_t needed = horizon_of(gauge.ranges(), asked);
        if (needed <= horizon) break;
        const bool took_long = result.statistics.explored - explored_before >= many;
        if (2 * needed > far && took_long && !ledger.has_ended()) ledger.end("a clock gets beyond every bound");
        horizon = 2 * needed;
    }
    add_proof(to_string(abstraction), dead_ends, result);
    return result;
}

}  // namespace

ExtremaResult search_extrema(const Network& network, const property::Extremum& asked, const Extrema& how,
                             const Limits& limits, Observer& observer) {
    if (how.zones) {
        return search_in_width(calls_for_wide_zones(network, {&asked.condition}), limits, observer,
                               [&]<class B>(const Limits& given, Observer& watching) {
                                   return measure_zones<B>(network, asked, how, given, watching);
                               });
    }
    ExtremaResult result;
    Ledger ledger(limits, observer, result);
    Gauge gauge(network, asked);
    DeadEnds dead_ends(how.pruning, network, asked.condition, {how.compared}, ledger);
    DiscreteSpace space(network, Layout(network, how.compared), how.compress);
    sweep(space, gauge, dead_ends, ledger, result);
    add_proof("", dead_ends, result);
    return result;
}

}  // namespace crowfly
