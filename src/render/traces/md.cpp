// A Markdown page with the trace as a Mermaid sequence chart, which many forges render: a column per process, an arrow
// per synchronisation, notes for delays and changes. Mermaid limits the size of charts, so that a long trace becomes
// several. A plan is a table of operators and facts.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "render/steps/moves.hpp"
#include "render/text.hpp"
#include "render/trace.hpp"

namespace crowfly {
namespace {

constexpr std::size_t steps_per_chart = 100;

bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 ||
           std::string_view(" ()[]._!?=+*/'").find(c) != std::string_view::npos;
}

// Mermaid has no quotes, but numbered entities. The word `end` would close a block.
std::string escaped_for_mermaid(std::string_view text) {
    const std::string shown = printable(text);
    const auto is_end = [&](std::size_t at) {
        return at + 2 < shown.size() && (shown[at] | 0x20) == 'e' && (shown[at + 1] | 0x20) == 'n' &&
               (shown[at + 2] | 0x20) == 'd';
    };
    std::string result;
    for (std::size_t at = 0; at < shown.size(); ++at) {
        if (is_plain(shown[at]) && !is_end(at)) {
            result += shown[at];
        } else {
            result += fmt::format("#{};", static_cast<int>(shown[at]));
        }
    }
    return result;
}

// Quotes text in Markdown: with more backticks around it than inside.
std::string code(std::string_view text) {
    std::size_t longest = 0, run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fmt::format("{0} {1} {0}", fence, printable(text));
}

class Chart {
public:
    explicit Chart(const TraceReport& report) : network_(report.network), trace_(report.trace) {}

    // The steps [first, last) as one chart.
    std::string write(std::size_t first, std::size_t last, bool looping) {
        text_ = "```mermaid\nsequenceDiagram\n";
        for (std::size_t p = 0; p < network_.processes.size(); ++p) {
            text_ += fmt::format("    participant p{} as {}\n", p, escaped_for_mermaid(network_.processes[p].name));
        }
        note_start(first);
        if (looping) text_ += "    loop again and again\n";
        for (std::size_t i = first; i < last; ++i) step(i);
        if (looping) text_ += "    end\n";
        if (last == trace_.steps.size()) note_ending();
        return std::move(text_) + "```\n";
    }

private:
    void note(std::size_t from, std::size_t to, std::string_view escaped_text) {
        const std::string over =
            from == to ? fmt::format("p{}", from) : fmt::format("p{},p{}", std::min(from, to), std::max(from, to));
        text_ += fmt::format("    Note over {}: {}\n", over, escaped_text);
    }

    void note_all(std::string_view escaped_text) { note(0, network_.processes.size() - 1, escaped_text); }

    void note_start(std::size_t steps_taken) {
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            note(p, p, escaped_for_mermaid(location_name(network_, p, trace_.state(steps_taken).slots)));
        }
    }

    void step(std::size_t number) {
        const Step& step = trace_.steps[number];
        if (step.move.delay != Rational(0)) note_all(escaped_for_mermaid("wait " + to_string(step.move.delay)));
        arrows(step.move.firing);
        std::size_t least = network_.processes.size(), greatest = 0;
        std::vector<std::string> changes;
        for (const Participant& participant : step.move.firing.participants) {
            const std::size_t process = network_.edges[participant.edge].process;
            least = std::min(least, process);
            greatest = std::max(greatest, process);
            const auto index = static_cast<ProcessIndex>(process);
            changes.push_back(fmt::format("{}.{}", network_.processes[process].name,
                                          location_name(network_, index, step.state.slots)));
        }
        for (const std::uint32_t slot : changed_variables(network_, trace_.state(number).slots, step.state.slots)) {
            changes.push_back(change_text(network_, slot, trace_.state(number).slots[slot], step.state.slots[slot]));
        }
        for (std::string& change : changes) change = escaped_for_mermaid(change);
        note(least, greatest, fmt::format("{}", fmt::join(changes, ", ")));
    }

    // The sender, or the first to act, points at all other participants; a process that acts alone points at itself.
    void arrows(const Firing& firing) {
        const Participant& first = firing.participants.front();
        const std::uint32_t from = network_.edges[first.edge].process;
        const std::string channel = firing.channel ? network_.channels[*firing.channel].name : std::string();
        if (firing.participants.size() == 1) {
            const std::string alone = channel.empty() ? std::string("acts") : synchronisation(network_, firing, first);
            text_ += fmt::format("    p{0}->>p{0}: {1}\n", from, escaped_for_mermaid(alone));
        }
        for (std::size_t i = 1; i < firing.participants.size(); ++i) {
            const std::uint32_t to = network_.edges[firing.participants[i].edge].process;
            text_ += fmt::format("    p{}->>p{}: {}\n", from, to, escaped_for_mermaid(channel));
        }
    }

    void note_ending() {
        if (trace_.rest != Rational(0)) note_all(escaped_for_mermaid("wait " + to_string(trace_.rest)));
        if (trace_.ending == Trace::Ending::waits_forever) note_all(escaped_for_mermaid(waiting_text(network_)));
        if (trace_.ending == Trace::Ending::stuck) note_all("nothing can happen any more");
    }

    const Network& network_;
    const Trace& trace_;
    std::string text_;
};

std::string cell(std::string_view text) {
    std::string shown = code(text);
    for (std::size_t at = shown.find('|'); at != std::string::npos; at = shown.find('|', at + 2))
        shown.insert(at, "\\");
    return shown;
}

// A plan as a table: a chart would have one column.
std::string plan_table(const TraceReport& report) {
    const Network& network = report.network;
    std::string text = "\n| step | operator | facts |\n|---|---|---|\n";
    for (std::size_t i = 0; i < report.trace.steps.size(); ++i) {
        const std::vector<std::int32_t>& before = report.trace.state(i).slots;
        const Step& step = report.trace.steps[i];
        std::vector<std::string> facts;
        for (const std::uint32_t slot : changed_variables(network, before, step.state.slots))
            facts.push_back(cell(change_text(network, slot, before[slot], step.state.slots[slot])));
        const Edge& edge = network.edges[step.move.firing.participants.front().edge];
        text += fmt::format("| {} | {} | {} |\n", i + 1, cell(edge.name), fmt::join(facts, ", "));
    }
    return text;
}

std::string charts(const TraceReport& report) {
    const Trace& trace = report.trace;
    const std::size_t all = trace.steps.size();
    const std::size_t stem = trace.ending == Trace::Ending::lasso ? trace.loop : all;
    Chart chart(report);
    std::string text;
    const auto add = [&](std::size_t first, std::size_t last, bool looping) {
        if (all > steps_per_chart) text += fmt::format("\nSteps {} to {}:\n", first + 1, last);
        text += "\n" + chart.write(first, last, looping);
    };
    for (std::size_t i = 0; i < stem || (i == 0 && all == 0); i += steps_per_chart)
        add(i, std::min(i + steps_per_chart, stem), false);
    for (std::size_t i = stem; i < all; i += steps_per_chart) add(i, std::min(i + steps_per_chart, all), true);
    return text;
}

std::string write_md(const TraceReport& report) {
    const Trace& trace = report.trace;
    std::string text = fmt::format("# Trace of {}\n\n", code(report.query));
    text += fmt::format("{}: {}, {}.\n", code(shown_path(report.model)), to_string(report.verdict),
                        length_text(report.network, trace));
    text += is_planning_task(report.network) ? plan_table(report) : charts(report);
    if (!trace.error.empty()) text += fmt::format("\nThe next transition fails: {}.\n", code(trace.error));
    if (!trace.why_stuck.empty()) text += "\nNothing can happen any more:\n\n";
    for (const std::string& reason : trace.why_stuck) text += fmt::format("- {}\n", code(reason));
    return text;
}

const Registered<TraceFormat> registered_md(
    trace_formats(), {{.name = "md",
                       .description = "a Markdown page with a Mermaid sequence chart, or the table of a plan",
                       .options = {},
                       .properties = {}},
                      write_md});

}  // namespace
}  // namespace crowfly
