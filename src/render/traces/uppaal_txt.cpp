// The text that verifyta prints for a trace: every state in full, delays and transitions between them, each block after
// an empty line.
#include <fmt/format.h>

#include "base/messages/source_text.hpp"
#include "render/steps/moves.hpp"
#include "render/trace.hpp"
#include "space/evaluator.hpp"
#include "trace/formats/xtr.hpp"

namespace crowfly {
namespace {

// "5.5": readers of this format expect decimals, so that thirds are truncated.
std::string decimal(const Rational& value) {
    if (value.is_integer()) return to_string(value);
    std::string text =
        fmt::format("{:.10f}", static_cast<double>(value.numerator()) / static_cast<double>(value.denominator()));
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

std::string text_or(std::string text, std::string_view otherwise) {
    return text.empty() ? std::string(otherwise) : text;
}

class UppaalText {
public:
    explicit UppaalText(const TraceReport& report)
        : report_(report), network_(report.network), integers_(xtr_integers(report.network)),
          evaluator_(report.network) {}

    std::string write() {
        const Trace& trace = report_.trace;
        state(trace.initial);
        const ConcreteState* before = &trace.initial;
        for (const Step& step : trace.steps) {
            delay(*before, step.move.delay);
            transitions(step.move.firing);
            state(step.state);
            before = &step.state;
        }
        delay(*before, trace.rest);
        return std::move(text_);
    }

private:
    void state(const ConcreteState& state) {
        text_ += "\nState:\n( ";
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            text_ += fmt::format("{}.{} ", network_.processes[p].name, location_name(network_, p, state.slots));
        }
        text_ += ")\n";
        for (std::size_t i = 1; i < state.clocks.size(); ++i) {
            text_ += fmt::format("{}={} ", network_.clocks[i].name, decimal(state.clocks[i]));
        }
        for (const XtrInteger& integer : integers_) {
            text_ += fmt::format("{}={} ", integer.name, integer.slot ? state.slots[*integer.slot] : integer.value);
        }
        text_ += "\n";
    }

    void delay(const ConcreteState& before, const Rational& delay) {
        if (delay == Rational(0)) return;
        text_ += fmt::format("\nDelay: {}\n", decimal(delay));
        ConcreteState waiting = before;
        const std::vector<bool> stopped = stopped_clocks(waiting);
        for (std::size_t i = 1; i < waiting.clocks.size(); ++i) {
            if (!stopped[i]) waiting.clocks[i] += delay;
        }
        state(waiting);
    }

    std::vector<bool> stopped_clocks(ConcreteState& state) {
        std::vector<bool> stopped(state.clocks.size());
        Stay stay;
        Stop stop;
        evaluator_.bind(state.slots);
        if (!evaluator_.read_stay(state.slots, stay, stop)) return stopped;
        for (const ClockIndex clock : stay.stopped) stopped[clock] = true;
        return stopped;
    }

    void transitions(const Firing& firing) {
        text_ += "\nTransitions:\n";
        for (const Participant& participant : firing.participants) {
            const Edge& edge = network_.edges[participant.edge];
            const std::string& process = network_.processes[edge.process].name;
            text_ += fmt::format(
                "  {0}.{1}->{0}.{2} {{ {3}, {4}, {5} }}\n", process, network_.location(edge.process, edge.source).name,
                network_.location(edge.process, edge.target).name, text_or(written(edge.guard_span), "1"), sync(edge),
                text_or(written(edge.update_span), "1"));
        }
    }

    // The span ends before the mark, so that messages point at the channel.
    std::string sync(const Edge& edge) const {
        if (edge.sync == Sync::none || edge.sync == Sync::join) return "tau";
        return written(edge.sync_span) + (edge.sync == Sync::send ? "!" : "?");
    }

    std::string written(Span span) const { return source_text(report_.sources, span); }

    const TraceReport& report_;
    const Network& network_;
    std::vector<XtrInteger> integers_;
    Evaluator evaluator_;
    std::string text_;
};

std::string write_uppaal_text(const TraceReport& report) { return UppaalText(report).write(); }

const Registered<TraceFormat> registered_uppaal_txt(trace_formats(),
                                                    {{.name = "uppaal.txt",
                                                      .description = "the text verifyta prints, every state in full",
                                                      .options = {},
                                                      .properties = {}},
                                                     write_uppaal_text});

}  // namespace
}  // namespace crowfly
