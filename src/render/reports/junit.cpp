// JUnit's XML, which build servers show as a table of tests: each query is a test case. An answer that is not as
// expected is a failure with the trace as its text; an undecided one is skipped, with the reason; a query with mistakes
// is an error.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pugixml.hpp>
#include <sstream>

#include "render/remarks.hpp"
#include "render/results/report.hpp"
#include "render/text.hpp"
#include "render/trace.hpp"

namespace crowfly {
namespace {

// XML cannot represent most control characters, so each line is made printable.
std::string clean(std::string_view text) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        result += printable(text.substr(at, end - at));
        if (end < text.size()) result += '\n';
        at = end + 1;
    }
    return result;
}

double seconds_of(const Answer& answer) { return answer.statistics ? answer.statistics->seconds : 0; }

// The trace as text, if there is one.
std::string readable_trace(const Answer& answer, const ReportInput& input) {
    if (!answer.witness || !answer.witness->run || input.network == nullptr) return {};
    const TraceFormat* format = trace_formats().find("txt");
    if (format == nullptr) format = trace_formats().find("uppaal.txt");
    const TraceReport report{*input.network,
                             input.sources,
                             *answer.witness->run,
                             input.result.model,
                             input.result.sha256,
                             answer.query,
                             answer.verdict.value_or(Verdict::unknown)};
    return clean(format->write(report));
}

// The content of a test case; "" for one that passed.
std::string_view element_of(const Answer& answer) {
    if (answer.verdict == Verdict::error) return "error";
    if (const auto good = answer.as_expected()) return *good ? "" : "failure";
    return "skipped";
}

struct Counts {
    std::size_t failures = 0, errors = 0, skipped = 0;
    double seconds = 0;
};

Counts count(const Result& result) {
    Counts counts;
    for (const Answer& answer : result.answers) {
        const std::string_view element = element_of(answer);
        counts.failures += element == "failure" ? 1 : 0;
        counts.errors += element == "error" ? 1 : 0;
        counts.skipped += element == "skipped" ? 1 : 0;
        counts.seconds += seconds_of(answer);
    }
    return counts;
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
    node.append_attribute(name).set_value(printable(value).c_str());
}

void add_outcome(pugi::xml_node test, std::string_view element, const Answer& answer, const ReportInput& input) {
    pugi::xml_node outcome = test.append_child(std::string(element).c_str());
    set(outcome, "message", answer_line(answer));
    if (element != "skipped") set(outcome, "type", answer.verdict ? to_string(*answer.verdict) : "not searched");
    const std::string trace = readable_trace(answer, input);
    if (!trace.empty()) outcome.append_child(pugi::node_pcdata).set_value(trace.c_str());
}

// One per line.
std::string remarks_of(const Answer& answer) {
    std::vector<std::string> lines;
    if (answer.unverified) lines.push_back(fmt::format("{}: {}", answer_line(answer), answer.witness->remark));
    lines.push_back(remark_line(answer));
    for (const Answer::Advice& advice : answer.advice) lines.push_back("try " + advice.text);
    std::erase(lines, "");
    return fmt::format("{}", fmt::join(lines, "\n"));
}

void add_case(pugi::xml_node suite, const Answer& answer, const ReportInput& input) {
    pugi::xml_node test = suite.append_child("testcase");
    set(test, "classname", shown_path(input.result.model));
    set(test, "name", answer.query);
    set(test, "time", fmt::format("{:.3f}", seconds_of(answer)));
    const std::string_view element = element_of(answer);
    if (!element.empty()) add_outcome(test, element, answer, input);
    const std::string remarks = clean(remarks_of(answer));
    if (!remarks.empty()) test.append_child("system-out").append_child(pugi::node_pcdata).set_value(remarks.c_str());
}

std::string write_junit(const ReportInput& input) {
    const Counts counts = count(input.result);
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    set(declaration, "version", "1.0");
    set(declaration, "encoding", "UTF-8");
    pugi::xml_node suites = document.append_child("testsuites");
    pugi::xml_node suite = suites.append_child("testsuite");
    set(suite, "name", shown_path(input.result.model));
    set(suite, "tests", std::to_string(input.result.answers.size()));
    set(suite, "failures", std::to_string(counts.failures));
    set(suite, "errors", std::to_string(counts.errors));
    set(suite, "skipped", std::to_string(counts.skipped));
    set(suite, "time", fmt::format("{:.3f}", counts.seconds));
    for (const Answer& answer : input.result.answers) add_case(suite, answer, input);
    std::ostringstream text;
    document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
    return text.str();
}

const Registered<ReportFormat> registered_junit(
    report_formats(),
    {{.name = "junit.xml", .description = "JUnit's XML: a test case per query", .options = {}, .properties = {}},
     write_junit});

}  // namespace
}  // namespace crowfly
