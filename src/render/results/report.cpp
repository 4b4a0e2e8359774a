#include "render/results/report.hpp"

#include <fmt/format.h>

#include "render/suffix.hpp"
#include "render/text.hpp"

namespace crowfly {

Registry<ReportFormat>& report_formats() {
    static Registry<ReportFormat> registry;
    return registry;
}

const ReportFormat* report_format_of(std::string_view path) { return longest_suffix(report_formats(), path); }

std::string answer_line(const Answer& answer) {
    std::string text(answer.verdict ? to_string(*answer.verdict) : "not searched");
    if (answer.unverified) text += ", unverified";
    if (answer.as_expected() == false && answer.expected)
        text += *answer.expected ? ", expected satisfied" : ", expected not satisfied";
    return answer.reason.empty() ? text : fmt::format("{}: {}", text, printable(answer.reason));
}

}  // namespace crowfly
