// The variables of a trace as waveforms, see render/vcd.hpp.
#include <algorithm>
#include <bit>

#include "render/trace.hpp"
#include "render/vcd.hpp"

namespace crowfly {
namespace {

std::string why_no_waveform(const TraceReport& report) {
    return report.network.clocks.size() > 1 ? "the model has clocks, and waveforms are over steps" : "";
}

unsigned bits_of(const Slot& slot) {
    const bool is_signed = slot.least < 0;
    const auto greatest = static_cast<std::uint64_t>(slot.greatest < 0 ? 0 : slot.greatest);
    const auto least = static_cast<std::uint64_t>(is_signed ? -(std::int64_t{slot.least} + 1) : 0);
    const auto needed = static_cast<unsigned>(std::bit_width(std::max(greatest, least)));
    return std::max(1U, needed + (is_signed ? 1U : 0U));
}

std::string write_waveform(const TraceReport& report) {
    WaveformRun run;
    for (const Slot& slot : report.network.slots) run.signals.push_back({slot.name, bits_of(slot)});
    for (std::size_t step = 0; step <= report.trace.steps.size(); ++step) {
        const std::vector<std::int32_t>& slots = report.trace.state(step).slots;
        run.steps.emplace_back(slots.begin(), slots.end());
    }
    return vcd_text(run);
}

TraceFormat vcd_format() {
    TraceFormat format;
    format.name = "vcd";
    format.description = "a value change dump, for waveform viewers";
    format.write = write_waveform;
    format.why_not = why_no_waveform;
    return format;
}

const Registered<TraceFormat> registered_vcd(trace_formats(), vcd_format());

}  // namespace
}  // namespace crowfly
