// A graph for Graphviz: a node per state with the changes of the transition, an arrow per transition, and one back for
// a loop.
#include <fmt/format.h>

#include "render/steps/moves.hpp"
#include "render/text.hpp"
#include "render/trace.hpp"

namespace crowfly {
namespace {

constexpr std::size_t most_lines = 40;  // of one node

// After printable() there are no control characters, so that only quotes and backslashes have to be escaped.
std::string escaped_for_dot(std::string_view text) {
    std::string result;
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

std::string label(const std::vector<std::string>& lines) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i == most_lines && lines.size() > most_lines + 1)
            return text + fmt::format("… and {} more\\l", lines.size() - i);
        text += escaped_for_dot(lines[i]) + "\\l";  // left-aligned
    }
    return text;
}

class DotWriter {
public:
    explicit DotWriter(const TraceReport& report) : network_(report.network), report_(report) {}

    std::string write() {
        const Trace& trace = report_.trace;
        text_ = "digraph trace {\n";
        text_ += fmt::format("  graph [label=\"{}\\n{}\", labelloc=t, fontname=\"sans-serif\"];\n",
                             escaped_for_dot(report_.query), to_string(report_.verdict));
        text_ += "  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n";
        text_ += "  edge [fontname=\"sans-serif\"];\n";
        node(0, everything(trace.initial));
        for (std::size_t i = 0; i < trace.steps.size(); ++i) {
            node(i + 1, changes(trace.state(i), trace.state(i + 1)));
            arrow(i, i + 1, move(trace.steps[i].move), "");
        }
        ending();
        return std::move(text_) + "}\n";
    }

private:
    void node(std::size_t number, const std::vector<std::string>& lines) {
        const bool last = number == report_.trace.steps.size();
        text_ += fmt::format("  s{} [label=\"{}\"{}];\n", number, label(lines), last ? ", penwidth=2" : "");
    }

    void arrow(std::size_t from, std::size_t to, const std::vector<std::string>& lines, std::string_view style) {
        text_ += fmt::format("  s{} -> s{} [label=\"{}\"{}];\n", from, to, label(lines), style);
    }

    std::vector<std::string> everything(const ConcreteState& state) const {
        std::vector<std::string> lines;
        for (ProcessIndex p = 0; p < network_.processes.size() && !is_planning_task(network_); ++p) {
            lines.push_back(fmt::format("{}.{}", network_.processes[p].name, location_name(network_, p, state.slots)));
        }
        for (std::size_t slot = network_.processes.size(); slot < network_.slots.size(); ++slot) {
            lines.push_back(change_text(network_, slot, state.slots[slot], state.slots[slot]));
        }
        return lines;
    }

    std::vector<std::string> changes(const ConcreteState& before, const ConcreteState& after) const {
        std::vector<std::string> lines;
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            const std::uint32_t slot = network_.processes[p].slot;
            if (before.slots[slot] == after.slots[slot]) continue;
            lines.push_back(fmt::format("{}.{}", network_.processes[p].name, location_name(network_, p, after.slots)));
        }
        for (const std::uint32_t slot : changed_variables(network_, before.slots, after.slots)) {
            lines.push_back(change_text(network_, slot, before.slots[slot], after.slots[slot]));
        }
        if (lines.empty()) lines.emplace_back("no change");
        return lines;
    }

    std::vector<std::string> move(const Move& move) const {
        std::vector<std::string> lines;
        if (move.delay != Rational(0)) lines.push_back("delay " + to_string(move.delay));
        for (const Participant& participant : move.firing.participants) {
            const std::string sync = synchronisation(network_, move.firing, participant);
            lines.push_back(to_string(network_, network_.edges[participant.edge]) + (sync.empty() ? "" : "  " + sync));
        }
        return lines;
    }

    void ending() {
        const Trace& trace = report_.trace;
        const std::size_t last = trace.steps.size();
        if (trace.ending == Trace::Ending::lasso)
            arrow(last, trace.loop, {"again and again"}, ", style=dashed, constraint=false");
        if (trace.ending == Trace::Ending::waits_forever)
            arrow(last, last, {std::string(waiting_text(network_))}, ", style=dashed");
        if (trace.ending == Trace::Ending::reached && trace.rest != Rational(0)) {
            arrow(last, last, {"delay " + to_string(trace.rest)}, ", style=dotted");
        }
        if (!trace.error.empty()) note("error", {trace.error}, last);
        if (trace.ending != Trace::Ending::stuck) return;
        std::vector<std::string> lines{"nothing can happen any more"};
        lines.insert(lines.end(), trace.why_stuck.begin(), trace.why_stuck.end());
        note("stuck", lines, last);
    }

    void note(std::string_view name, const std::vector<std::string>& lines, std::size_t state) {
        text_ += fmt::format(
            "  {0} [shape=note, style=\"\", label=\"{1}\"];\n  s{2} -> {0} [style=dotted, arrowhead=none];\n", name,
            label(lines), state);
    }

    const Network& network_;
    const TraceReport& report_;
    std::string text_;
};

std::string write_dot(const TraceReport& report) { return DotWriter(report).write(); }

const Registered<TraceFormat> registered_dot(
    trace_formats(),
    {{.name = "dot", .description = "a picture for Graphviz", .options = {}, .properties = {}}, write_dot});

}  // namespace
}  // namespace crowfly
