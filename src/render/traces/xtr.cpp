// The newest form of UPPAAL's simulator format; trace/formats/xtr.hpp explains the numbers.
#include <fmt/format.h>

#include "render/trace.hpp"
#include "trace/formats/xtr.hpp"
#include "zone/bound.hpp"

namespace crowfly {
namespace {

// The smallest zone with integer bounds around one valuation, for traces without zones.
zone::WideZone zone_around(const std::vector<Rational>& clocks) {
    const std::size_t n = clocks.size();
    zone::WideZone zone(n * n, zone::zero);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            const Rational difference = clocks[i] - clocks[j];
            zone[i * n + j] = zone::bound<zone::WideBound>(difference.ceil(), !difference.is_integer());
        }
    }
    zone::close(zone.data(), n);
    return zone;
}

class XtrWriter {
public:
    explicit XtrWriter(const TraceReport& report)
        : network_(report.network), trace_(report.trace), integers_(xtr_integers(report.network)) {}

    std::string write() {
        state(0);
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) {
            state(i + 1);
            transition(trace_.steps[i].move.firing);
        }
        return std::move(text_) + ".\n";
    }

private:
    void state(std::size_t number) {
        const ConcreteState& state = trace_.state(number);
        for (const Process& process : network_.processes) text_ += fmt::format("{} ", state.slots[process.slot]);
        text_ += "\n.\n";
        if (network_.clocks.size() > 1)
            bounds(trace_.zones.size() > number ? trace_.zones[number] : zone_around(state.clocks));
        text_ += ".\n";
        for (const XtrInteger& integer : integers_)
            text_ += fmt::format("{} ", integer.slot ? state.slots[*integer.slot] : integer.value);
        text_ += "\n.\n";
    }

    void bounds(const zone::WideZone& zone) {
        const std::size_t n = network_.clocks.size();
        std::vector<bool> keep;
        zone::minimal_form(zone.data(), n, keep);
        for (std::size_t i = 0; i < n * n; ++i) {
            if (!keep[i] || zone[i] == zone::infinity<zone::WideBound>) continue;
            const std::int64_t bound = zone::value_of(zone[i]) * 2 + (zone::is_strict(zone[i]) ? 1 : 0);
            text_ += fmt::format("{} {} {}\n.\n", i / n, i % n, bound);
        }
    }

    void transition(const Firing& firing) {
        for (const Participant& participant : firing.participants) {
            const Edge& edge = network_.edges[participant.edge];
            if (edge.branch_arrow >= 0) text_ += fmt::format("{} {} ; ", edge.process, edge.branch_arrow);
            text_ += fmt::format("{} {} ", edge.process, edge.arrow);
            for (const std::int32_t value : participant.selects) text_ += fmt::format("{} ", value);
            text_ += "; ";
        }
        text_ += ".\n";
    }

    const Network& network_;
    const Trace& trace_;
    std::vector<XtrInteger> integers_;
    std::string text_;
};

std::string write_xtr(const TraceReport& report) { return XtrWriter(report).write(); }

const Registered<TraceFormat> registered_xtr(trace_formats(),
                                             {{.name = "xtr",
                                               .description = "UPPAAL's simulator format, with zones instead of delays",
                                               .options = {},
                                               .properties = {}},
                                              write_xtr,
                                              true});

}  // namespace
}  // namespace crowfly
