#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "render/remarks.hpp"
#include "render/results/result.hpp"
#include "render/results/schedule.hpp"
#include "render/results/statistics.hpp"
#include "render/steps/trace_text.hpp"

namespace crowfly {
namespace {

// Red marks answers that need attention; an expected violation does not.
Ink ink_of(const Answer& answer) {
    if (answer.verdict == Verdict::error || answer.as_expected() == false) return Ink::red;
    return answer.as_expected() == true ? Ink::green : Ink::yellow;
}

// "engine zone (not discrete: the network has clocks)"; a reason is shown once per run.
std::string engine_line(const Answer& answer, std::set<std::string>& told) {
    if (answer.engine.empty() && !answer.passed.empty()) return "no engine can decide it: " + answer.reason;
    if (!answer.reason.empty()) return "error: " + answer.reason;
    std::string text = "engine " + answer.engine;
    for (const Answer::Passed& passed : answer.passed) {
        const std::string why = fmt::format("not {}: {}", passed.engine, passed.reason);
        if (told.insert(why).second) text += fmt::format(" ({})", why);
    }
    return text;
}

// "trace of 12 transitions, least time 37/2"
std::string evidence(const Witness& trace) {
    const std::string transitions = counted(trace.length, "transition");
    std::string text = trace.loop ? fmt::format("a lasso of {}, {} of them its loop,", transitions, *trace.loop)
                                  : "trace of " + transitions;
    if (trace.duration) text += fmt::format(" in {} time unit{}", *trace.duration, *trace.duration == "1" ? "" : "s");
    if (trace.loop && !trace.duration) text.pop_back();  // the comma
    if (trace.costs)
        text += fmt::format(", {} {}", trace.costs->of, trace.costs->total);
    else if (trace.cost)
        text += fmt::format(", cost {}", *trace.cost);
    if (trace.spliced && *trace.spliced > 0) text += fmt::format(", {} of them put back in", *trace.spliced);
    if (trace.shortened_from) text += fmt::format(", shortened from {}", *trace.shortened_from);
    return text;
}

// "not satisfied, expected satisfied (trace of 12 transitions)", "unknown: time limit"
std::string verdict_line(const Answer& answer, const TextStyle& style) {
    std::string text = painted(style, ink_of(answer), to_string(*answer.verdict));
    if (answer.unverified) text += ", " + painted(style, Ink::yellow, "unverified");
    if (answer.expected && answer.as_expected() == false) {
        text += ", " + painted(style, Ink::red, *answer.expected ? "expected satisfied" : "expected not satisfied");
    }
    if (!answer.reason.empty()) text += ": " + printable(answer.reason);
    return answer.witness ? fmt::format("{} ({})", text, evidence(*answer.witness)) : text;
}

// "Gate.length: sup 2", "x: inf 0, sup <5"
std::string value_line(const Answer::Measure& value) {
    std::string text;
    if (value.inf) text = "inf " + *value.inf;
    if (value.sup) text += (text.empty() ? "sup " : ", sup ") + *value.sup;
    return fmt::format("{}: {}", printable(value.expression), text);
}

// "taken: 1 204 of 3 000 open, 0 of 4 500 useless"
std::string preference_line(const PreferenceUse& use) {
    constexpr std::size_t most = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, use.queues.size()); ++i) {
        const PreferenceUse::Queue& queue = use.queues[i];
        text += fmt::format("{}{} of {} {}", text.empty() ? "taken: " : ", ", grouped(queue.popped),
                            grouped(queue.pushed), queue.name);
    }
    if (use.queues.size() > most) text += fmt::format(", and of {} more queues", use.queues.size() - most);
    return text;
}

// "left out: v, w; stays: P (an invariant reads it), 3 more"
std::string pruning_line(const Answer::Pruning& pruning) {
    constexpr std::size_t most_reasons = 2;
    std::string text = pruning.dropped.empty() ? "nothing could be left out"
                                               : fmt::format("left out: {}", fmt::join(pruning.dropped, ", "));
    for (std::size_t i = 0; i < std::min(most_reasons, pruning.kept.size()); ++i) {
        text += fmt::format("{}{} ({})", i == 0 ? "; stays: " : ", ", pruning.kept[i].name, pruning.kept[i].why);
    }
    if (pruning.kept.size() > most_reasons) text += fmt::format(", {} more", pruning.kept.size() - most_reasons);
    return text;
}

// "change places: P(0), P(1), P(2)", or "no processes change places: P(0) and P(1): the query tells them apart"
std::string symmetry_line(const Answer::Symmetry& symmetry) {
    constexpr std::size_t most_names = 8;
    std::string text;
    for (const std::vector<std::string>& orbit : symmetry.orbits) {
        const std::size_t shown = std::min(most_names, orbit.size());
        text += fmt::format("{}{}", text.empty() ? "change places: " : "; ",
                            fmt::join(orbit.begin(), orbit.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
        if (shown < orbit.size()) text += fmt::format(", {} more", orbit.size() - shown);
    }
    if (!text.empty()) return text;
    text = "no processes change places";
    if (symmetry.refused.empty()) return text;
    text += fmt::format(": {}", symmetry.refused.front());
    if (symmetry.refused.size() > 1) text += fmt::format(", {} more", symmetry.refused.size() - 1);
    return text;
}

// "bdda, inferred(depth=6): 41 sets, 108 variables, 57 relations with 1 234 nodes, at most 56 789 nodes"
std::string symbolic_line(const Answer::Symbolic& use) {
    std::string text = use.search;
    if (!use.heuristic.empty()) text += ", " + use.heuristic;
    if (!text.empty()) text += ": ";
    if (use.variables == 0 && use.layers.empty())
        return text + "the circuit was unrolled for a solver, without decision diagrams";
    return text + fmt::format("{} set{} expanded, {} variable{}, {} relation{} with {} nodes, at most {} nodes",
                              use.sets, use.sets == 1 ? "" : "s", use.variables, use.variables == 1 ? "" : "s",
                              use.relations, use.relations == 1 ? "" : "s", grouped(use.relation_nodes),
                              grouped(use.peak_nodes));
}

std::string searched_lines(const Answer& answer) {
    std::string text;
    for (const std::string& line : schedule_lines(answer.schedule)) text += fmt::format("     {}\n", printable(line));
    if (answer.improvement) text += fmt::format("     {}\n", improvement_line(*answer.improvement));
    if (!answer.schedule.empty()) return text;
    for (const std::string& way : answer.strategies) text += fmt::format("     searched {}\n", way);
    return answer.strategies.empty() ? "     searched by the only search for this kind of query\n" : text;
}

// "found 5 traces one after the other: 90, 72, … 40 transitions"
std::string found_line(const std::vector<std::string>& found, std::string_view unit) {
    constexpr std::size_t shown = 8;
    std::string some;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (i + 1 < found.size() && i >= shown) continue;
        const bool leaves_out = i > shown;
        some += fmt::format("{}{}{}", i == 0 ? "" : ", ", leaves_out ? "… " : "", found[i]);
    }
    return fmt::format("     found {} traces one after the other: {}{}\n", found.size(), some, unit);
}

std::string found_lines(const Answer& answer) {
    if (answer.costs_found.size() > 1) return found_line(answer.costs_found, "");
    if (answer.lengths_found.size() < 2) return "";
    std::vector<std::string> lengths;
    for (const std::uint32_t length : answer.lengths_found) lengths.push_back(std::to_string(length));
    return found_line(lengths, " transitions");
}

// "the least time is not proved (time limit): it is at most 680 time units, at least 666"
std::string optimum_lines(const Answer::Optimum& optimum) {
    const std::string_view unit = optimum.of == "time" ? " time units" : "";
    std::vector<std::string> bounds;
    if (optimum.at_most) bounds.push_back(fmt::format("at most {}{}", *optimum.at_most, unit));
    if (optimum.at_least)
        bounds.push_back(fmt::format("at least {}{}", *optimum.at_least, optimum.at_most ? "" : unit));
    std::string text = fmt::format("     the least {} is not proved ({}): it is {}\n", optimum.of, optimum.limit,
                                   fmt::join(bounds, ", "));
    if (optimum.found.size() > 1) text += found_line(optimum.found, unit);
    return text;
}

std::string remark_lines(const Answer& answer, const TextStyle& style) {
    std::string text;
    const std::string remark = remark_line(answer);
    if (!remark.empty()) text += fmt::format("     {}\n", painted(style, Ink::yellow, printable(remark)));
    for (const Answer::Advice& advice : answer.advice) text += fmt::format("     try {}\n", printable(advice.text));
    return text;
}

std::string decided_lines(const Answer& answer, bool explain, const TextStyle& style) {
    std::string text = fmt::format("     {}\n", verdict_line(answer, style));
    text += remark_lines(answer, style);
    text += found_lines(answer);
    if (answer.optimum && !answer.optimum->proved) text += optimum_lines(*answer.optimum);
    if (explain) {
        text += searched_lines(answer);
        if (answer.proof) text += fmt::format("     proof: {}\n", printable(to_string(*answer.proof)));
    }
    for (const Answer::Measure& value : answer.measures) text += fmt::format("     {}\n", value_line(value));
    if (!answer.note.empty()) text += fmt::format("     {}\n", answer.note);
    if (answer.witness && !answer.witness->remark.empty()) text += fmt::format("     {}\n", answer.witness->remark);
    if (answer.pruning)
        text += fmt::format("     {}\n", painted(style, Ink::faint, printable(pruning_line(*answer.pruning))));
    if (answer.symmetry)
        text += fmt::format("     {}\n", painted(style, Ink::faint, printable(symmetry_line(*answer.symmetry))));
    if (answer.preference)
        text += fmt::format("     {}\n", painted(style, Ink::faint, preference_line(*answer.preference)));
    if (answer.symbolic) text += fmt::format("     {}\n", painted(style, Ink::faint, symbolic_line(*answer.symbolic)));
    if (answer.statistics)
        text += fmt::format("     {}\n", painted(style, Ink::faint, statistics_line(*answer.statistics)));
    if (answer.profile) text += fmt::format("     {}\n", painted(style, Ink::faint, profile_line(*answer.profile)));
    return text;
}

template <class Test>
std::size_t how_many(const Result& result, const Test& test) {
    return static_cast<std::size_t>(std::count_if(result.answers.begin(), result.answers.end(), test));
}

std::string vacuous_count(const Result& result, std::size_t satisfied) {
    const std::size_t vacuous = how_many(result, [](const Answer& a) { return a.is_vacuous(); });
    if (vacuous == 0) return "";
    return vacuous == satisfied ? " (vacuous)" : fmt::format(" ({} vacuous)", vacuous);
}

// "2 satisfied, 1 unknown"
std::string verdict_counts(const Result& result) {
    std::string text;
    for (const Verdict verdict :
         {Verdict::satisfied, Verdict::not_satisfied, Verdict::maybe, Verdict::unknown, Verdict::error}) {
        const std::size_t count = how_many(result, [&](const Answer& a) { return a.verdict == verdict; });
        if (count == 0) continue;
        const std::string_view plural = verdict == Verdict::error && count > 1 ? "s" : "";
        const std::size_t open =
            how_many(result, [&](const Answer& a) { return a.verdict == verdict && a.unverified; });
        text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, to_string(verdict), plural);
        if (open > 0) text += open == count ? " (unverified)" : fmt::format(" ({} unverified)", open);
        if (verdict == Verdict::satisfied) text += vacuous_count(result, count);
    }
    return text;
}

std::string expectations(const Result& result) {
    const std::size_t ours = how_many(result, [](const Answer& a) { return a.internal_error; });
    if (ours > 0) return fmt::format("; {} ended by a bug in Crowfly", ours);
    if (!result.complete) return "";
    const std::size_t good = how_many(result, [](const Answer& a) { return a.as_expected() == true; });
    const std::size_t bad = how_many(result, [](const Answer& a) { return a.as_expected() == false; });
    if (bad > 0) return result.answers.size() == 1 ? "; not as expected" : fmt::format("; {} not as expected", bad);
    if (good == 0) return "";
    if (good < result.answers.size()) return fmt::format("; {} as expected", good);
    return good == 1 ? "; as expected" : "; all as expected";
}

}  // namespace

std::string closing_line(const Result& result) {
    const std::string queries = counted(result.answers.size(), "query", "queries");
    if (!result.dry_run) return fmt::format("{}: {}{}\n", queries, verdict_counts(result), expectations(result));
    const std::size_t decidable =
        how_many(result, [](const Answer& a) { return !a.engine.empty() && a.reason.empty(); });
    return fmt::format("{}, {} can be decided; nothing was searched\n", queries, decidable);
}

namespace {

// The trace of a single query, or of an answer that is not as expected, is shown.
std::string shown_trace(const Result& result, const Answer& answer, const Witness& trace, const TextStyle& style) {
    std::string text;
    if (trace.run) {
        const TraceReport report{*result.network, *result.sources, *trace.run,     result.model,
                                 result.sha256,   answer.query,    *answer.verdict};
        text = trace_text(report, style, {});
    }
    return text;
}

std::string written_files(const Answer& answer) {
    std::string text;
    const auto add = [&](const Witness& trace) {
        for (const std::string& file : trace.files) text += fmt::format("     written to {}\n", printable(file));
    };
    if (answer.witness) add(*answer.witness);
    for (const Witness& other : answer.more_witnesses) add(other);
    return text;
}

std::string shown_traces(const Result& result, const Answer& answer, const TextStyle& style) {
    if (!answer.witness || result.network == nullptr) return "";
    const bool is_wanted = answer.as_expected() == false || answer.verdict == Verdict::error;
    if (!result.all_traces && result.answers.size() > 1 && !is_wanted) return "";
    std::string text = shown_trace(result, answer, *answer.witness, style);
    for (const Witness& other : answer.more_witnesses) {
        text += fmt::format("     another {}\n", evidence(other)) + shown_trace(result, answer, other, style);
    }
    return text;
}

}  // namespace

std::string result_text(const Result& result, const TextStyle& style) {
    std::string text;
    std::size_t number = 0;
    std::set<std::string> told;
    for (const Answer& answer : result.answers) {
        text += fmt::format("{:>3}  {}\n", ++number, painted(style, Ink::bold, printable(answer.query)));
        text += answer.verdict ? decided_lines(answer, result.explain, style)
                               : fmt::format("     {}\n", printable(engine_line(answer, told)));
        text += shown_traces(result, answer, style) + written_files(answer);
    }
    if (!result.options.empty()) {
        text += fmt::format("the file stores {} for UPPAAL, which {} not obeyed\n",
                            counted(result.options.size(), "option"), result.options.size() == 1 ? "is" : "are");
    }
    return text + closing_line(result);
}

}  // namespace crowfly
