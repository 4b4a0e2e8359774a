#include <fmt/format.h>

#include "render/steps/trace_text.hpp"
#include "trace/checker/situation.hpp"

namespace crowfly {
namespace {

// On a terminal a long trace is cut in the middle, unless everything is to be shown.
constexpr std::size_t longest = 60;
constexpr std::size_t shown_at_end = 12;

struct Gap {
    std::size_t first = 0, last = 0;  // steps left out; none if last is 0
    bool contains(std::size_t step) const { return first <= step && step <= last; }
};

Gap gap_in(const Trace& trace, const TextStyle& style, const RunView& view) {
    const bool chosen = view.first > 0 || view.last < trace.steps.size() || view.only_changing;
    if (style.everything || chosen || trace.steps.size() <= longest) return {};
    return {longest - shown_at_end + 1, trace.steps.size() - shown_at_end};
}

std::string ending(const TraceReport& report, RunText& writer) {
    const Trace& trace = report.trace;
    std::string text;
    if (trace.rest != Rational(0)) {
        Situation end(report.network, trace.last());
        end.pass(trace.rest);
        text += writer.wait(trace.steps.size(), trace.rest, end.state());
        if (trace.prices)
            text += writer.remark("", fmt::format("price {}, so far {}", to_string(trace.prices->rest),
                                                  to_string(trace.prices->total())));
    }
    switch (trace.ending) {
        case Trace::Ending::reached: break;
        case Trace::Ending::lasso:
            text += writer.remark(
                "for ever", trace.steps.size() == trace.loop + 1
                                ? fmt::format("step {} again and again", trace.loop + 1)
                                : fmt::format("steps {} to {} again and again", trace.loop + 1, trace.steps.size()));
            break;
        case Trace::Ending::waits_forever:
            text +=
                writer.remark("for ever", report.network.clocks.size() == 1 ? waiting_text(report.network)
                                                                            : "time passes, and nothing has to happen");
            break;
        case Trace::Ending::stuck: text += writer.remark("for ever", "nothing can happen any more"); break;
    }
    if (!trace.error.empty()) text += writer.remark("then", trace.error);
    std::string_view head = "stuck";
    for (const std::string& why : trace.why_stuck) {
        text += writer.remark(head, why);
        head = "";
    }
    return text;
}

std::string write_txt(const TraceReport& report) {
    TextStyle style;
    style.everything = true;
    const std::string title = report.query.empty() ? ""
                                                   : fmt::format("{}\n{}: {}\n", report.model, printable(report.query),
                                                                 to_string(report.verdict));
    const std::string closing = fmt::format("{}\n", length_text(report.network, report.trace));
    return title + trace_text(report, style, {}) + closing;
}

const Registered<TraceFormat> registered_txt(
    trace_formats(),
    {{.name = "txt", .description = "for people: numbered steps with the changes", .options = {}, .properties = {}},
     write_txt});

}  // namespace

std::string trace_text(const TraceReport& report, const TextStyle& style, const RunView& view) {
    const Trace& trace = report.trace;
    RunText writer(report.network, &report.sources, style, view);
    const Gap gap = gap_in(trace, style, view);
    std::string text = writer.start(trace.initial);
    for (std::size_t i = 1; i <= trace.steps.size(); ++i) {
        if (i == gap.first && gap.last != 0)
            text += writer.remark("…", fmt::format("{} more steps; --all shows them", gap.last - gap.first + 1));
        if (gap.contains(i)) continue;
        text += writer.step(i, trace.steps[i - 1].move, trace.state(i - 1), trace.steps[i - 1].state);
        if (trace.costs)
            text += writer.remark("", fmt::format("{} {}, so far {}", trace.costs->of, trace.costs->steps[i - 1],
                                                  trace.costs->sums[i - 1]));
    }
    return view.last >= trace.steps.size() ? text + ending(report, writer) : text;
}

}  // namespace crowfly
