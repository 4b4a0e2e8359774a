// Chrome's trace-event format ("Trace Event Format", Google), which Perfetto and chrome://tracing show: a thread per
// process with its stays in locations, an instant per edge, an arrow per synchronisation, a counter per variable that
// changes. One time unit is a millisecond; without clocks a step is. Times are rounded there, and exact in `args`.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/version.hpp"
#include "render/json.hpp"
#include "render/steps/moves.hpp"
#include "render/trace.hpp"

namespace crowfly {
namespace {

constexpr int process_id = 1;  // the model; its processes are threads

// A value that holds from one state to before another; one more than there are steps: to the end.
struct Period {
    std::size_t from = 0, to = 0;
    std::int32_t value = 0;
};

std::vector<Period> periods_of(const Trace& trace, std::size_t slot) {
    std::vector<Period> periods{{0, 1, trace.initial.slots[slot]}};
    for (std::size_t i = 1; i <= trace.steps.size(); ++i) {
        if (trace.state(i).slots[slot] == periods.back().value)
            periods.back().to = i + 1;
        else
            periods.push_back({i, i + 1, trace.state(i).slots[slot]});
    }
    return periods;
}

class ChromeWriter {
public:
    explicit ChromeWriter(const TraceReport& report)
        : report_(report), network_(report.network), trace_(report.trace), is_task_(is_planning_task(report.network)) {
        is_timed_ = network_.clocks.size() > 1 || trace_.duration() != Rational(0);
    }

    std::string write() {
        name("process_name", 0, report_.model);
        if (is_task_)
            plan();
        else
            processes();
        ending();
        const auto line = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
        return fmt::format("{{\"displayTimeUnit\": \"ms\",\n\"otherData\": {},\n\"traceEvents\": [{}\n]}}\n",
                           line(about()), events_);
    }

private:
    Json about() const {
        return {{"tool", fmt::format("crowfly {}", version)},
                {"model", report_.model},
                {"query", report_.query},
                {"verdict", to_string(report_.verdict)},
                {"ending", to_string(trace_.ending)},
                {"time", is_timed_ ? "1 ms is one time unit of the model"
                                   : "1 ms is one step: the model has no clocks, so no time passes"}};
    }

    // Of a state, or of the end.
    Rational time_of(std::size_t state) const {
        if (!is_timed_) return static_cast<std::int64_t>(state);
        return state <= trace_.steps.size() ? trace_.state(state).time : trace_.duration();
    }

    static Json microseconds(const Rational& time) {
        const double value = 1000.0 * static_cast<double>(time.numerator()) / static_cast<double>(time.denominator());
        constexpr double exact = 9e15;
        if (time.is_integer() && std::abs(value) < exact) return static_cast<std::int64_t>(value);
        return value;
    }

    Json event(std::string_view phase, std::string_view name, std::size_t thread) const {
        return {{"ph", phase}, {"pid", process_id}, {"tid", thread}, {"name", name}};
    }

    void add(const Json& event) {
        events_ += fmt::format("{}\n{}", events_.empty() ? "" : ",",
                               event.dump(-1, ' ', false, Json::error_handler_t::replace));
    }

    void name(std::string_view kind, std::size_t thread, const std::string& text) {
        Json json = event("M", kind, thread);
        json["args"] = {{"name", text}};
        add(json);
        if (thread == 0) return;
        Json order = event("M", "thread_sort_index", thread);
        order["args"] = {{"sort_index", thread}};
        add(order);
    }

    void bar(std::string_view category, const std::string& text, std::size_t thread, std::size_t from, std::size_t to,
             Json args) {
        const Rational begin = time_of(from), end = time_of(to);
        Json json = event("X", text, thread);
        json["cat"] = category;
        json["ts"] = microseconds(begin);
        json["dur"] = microseconds(end - begin);
        if (is_timed_) {
            args["begin"] = to_string(begin);
            args["end"] = to_string(end);
        }
        json["args"] = std::move(args);
        add(json);
    }

    // ---- Networks

    void processes() {
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            const Process& process = network_.processes[p];
            name("thread_name", p + 1, process.name);
            for (const Period& period : periods_of(trace_, process.slot)) {
                const std::string location(network_.location(p, static_cast<std::uint32_t>(period.value)).name);
                bar("location", location, p + 1, period.from, period.to, {{"from_state", period.from}});
            }
        }
        for (std::size_t i = 1; i <= trace_.steps.size(); ++i) transition(i, trace_.steps[i - 1]);
        for (std::size_t slot = network_.processes.size(); slot < network_.slots.size(); ++slot) counter(slot);
    }

    void transition(std::size_t number, const Step& step) {
        for (const Participant& one : step.move.firing.participants) {
            const Edge& edge = network_.edges[one.edge];
            const std::string sync = synchronisation(network_, step.move.firing, one);
            Json json = event("i", sync.empty() ? to_string(network_, edge) : sync, edge.process + 1);
            json["cat"] = "transition";
            json["ts"] = microseconds(time_of(number));
            json["s"] = "t";
            json["args"] = {{"step", number}, {"edge", to_string(network_, edge)}};
            if (is_timed_) {
                json["args"]["time"] = to_string(step.state.time);
                json["args"]["delay"] = to_string(step.move.delay);
            }
            for (std::size_t i = 0; i < one.selects.size(); ++i)
                json["args"]["select"][network_.selects[edge.selects.first + i].name] = one.selects[i];
            add(json);
        }
        arrows(number, step.move.firing);
    }

    // From the first participant, which sends if anybody does, to each of the others.
    void arrows(std::size_t number, const Firing& firing) {
        for (std::size_t i = 1; i < firing.participants.size(); ++i) {
            const std::string text =
                firing.channel ? network_.channels[*firing.channel].name : std::string("joint step");
            ++arrows_;
            for (const bool begins : {true, false}) {
                const Participant& end = firing.participants[begins ? 0 : i];
                Json json = event(begins ? "s" : "f", text, network_.edges[end.edge].process + 1);
                json["cat"] = "synchronisation";
                json["id"] = arrows_;
                json["ts"] = microseconds(time_of(number));
                if (!begins) json["bp"] = "e";
                add(json);
            }
        }
    }

    void counter(std::size_t slot) {
        const std::vector<Period> periods = periods_of(trace_, slot);
        if (periods.size() == 1) return;
        for (const Period& period : periods) {
            Json json = event("C", network_.slots[slot].name, 0);
            json["ts"] = microseconds(time_of(period.from));
            json["args"] = {{"value", period.value}};
            add(json);
        }
    }

    // ---- Planning tasks: a thread with the operators, and one for each variable with its facts.

    void plan() {
        name("thread_name", 1, "plan");
        for (std::size_t i = 1; i <= trace_.steps.size(); ++i) {
            const Edge& edge = network_.edges[trace_.steps[i - 1].move.firing.participants.front().edge];
            Json args{{"step", i}};
            if (network_.features.costs) args["cost"] = edge.outcome.cost;
            bar("operator", edge.name, 1, i, i + 1, std::move(args));
        }
        for (std::size_t slot = 1; slot < network_.slots.size(); ++slot) {
            const std::vector<Period> periods = periods_of(trace_, slot);
            if (periods.size() == 1) continue;
            name("thread_name", slot + 1, network_.slots[slot].name);
            for (const Period& period : periods)
                bar("fact", value_text(network_, slot, period.value), slot + 1, period.from, period.to,
                    {{"from_state", period.from}});
        }
    }

    // ---- The end

    void ending() {
        if (trace_.ending == Trace::Ending::lasso) mark("the loop begins", trace_.loop);
        if (trace_.ending == Trace::Ending::waits_forever) mark(waiting_text(network_), trace_.steps.size());
        if (trace_.ending == Trace::Ending::stuck) mark("nothing can happen any more", trace_.steps.size());
    }

    void mark(std::string_view text, std::size_t state) {
        Json json = event("i", text, 0);
        json["ts"] = microseconds(time_of(state));
        json["s"] = "g";
        add(json);
    }

    const TraceReport& report_;
    const Network& network_;
    const Trace& trace_;
    bool is_task_ = false, is_timed_ = false;
    std::size_t arrows_ = 0;
    std::string events_;
};

std::string write_chrome_json(const TraceReport& report) { return ChromeWriter(report).write(); }

const Registered<TraceFormat> registered_chrome_json(
    trace_formats(),
    {{.name = "chrome.json",
      .description = "Chrome's trace-event format, for Perfetto and chrome://tracing: a thread per process",
      .options = {},
      .properties = {}},
     write_chrome_json});

}  // namespace
}  // namespace crowfly
