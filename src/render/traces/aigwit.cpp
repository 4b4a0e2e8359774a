// Witnesses as AIGER 1.9 has them: the initial values of the latches, and the inputs of every step. The inputs are the
// last slots of a circuit's network, one per select of its edge; the latches are those before.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "render/trace.hpp"

namespace crowfly {
namespace {

std::string digits(const ConcreteState& state, std::size_t first, std::size_t end) {
    std::string line;
    for (std::size_t slot = first; slot < end; ++slot) line += state.slots[slot] == 0 ? '0' : '1';
    return line + "\n";
}

// Of `A[] not b3` and `E<> b3`; bad states are outputs in circuits that have none. Nothing: it asks something else.
std::string bad_state_of(const std::string& query) {
    for (const std::string_view begin : {"A[] not b", "A[] not o", "E<> b", "E<> o"}) {
        if (!query.starts_with(begin) || query.size() == begin.size()) continue;
        const std::string number = query.substr(begin.size());
        if (std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; })) return "b" + number;
    }
    return "";
}

std::string why_no_witness(const TraceReport& report) {
    if (report.network.processes.size() != 1 || report.network.edges.size() != 1 ||
        report.network.processes.front().name != "circuit")
        return "the model is no circuit";
    return bad_state_of(report.query).empty() ? "the query does not ask for a bad state alone" : "";
}

std::string write_witness(const TraceReport& report) {
    const Network& network = report.network;
    const std::size_t latches = network.processes.size();
    const std::size_t inputs = network.slots.size() - network.edges.front().selects.count;
    std::string text = fmt::format("1\n{}\n", bad_state_of(report.query));
    text += digits(report.trace.initial, latches, inputs);
    for (std::size_t step = 0; step <= report.trace.steps.size(); ++step)
        text += digits(report.trace.state(step), inputs, network.slots.size());
    return text + ".\n";
}

TraceFormat aigwit_format() {
    TraceFormat format;
    format.name = "aigwit";
    format.description = "a witness of a circuit, as AIGER has it";
    format.write = write_witness;
    format.why_not = why_no_witness;
    return format;
}

const Registered<TraceFormat> registered_aigwit(trace_formats(), aigwit_format());

}  // namespace
}  // namespace crowfly
