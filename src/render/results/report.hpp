// Formats of a whole run for other programs: all queries in one file, unlike the formats of render/trace.hpp. Each
// registers itself from a file of its own in render/reports/.
#pragma once

#include <string>
#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "base/plugins/registry.hpp"
#include "network/network.hpp"
#include "render/results/result.hpp"

namespace crowfly {

struct ReportInput {
    const Result& result;
    const Network* network = nullptr;  // null if the model has errors; then there are no answers
    const Sources& sources;
    const Diagnostics& diagnostics;
};

struct ReportFormat : Declaration {  // its name is the suffix: "sarif", "junit.xml"
    std::string (*write)(const ReportInput& input) = nullptr;
};

Registry<ReportFormat>& report_formats();

// The format of a file, by the longest matching suffix; null if there is none.
const ReportFormat* report_format_of(std::string_view path);

// An answer in one line, as all reports show it: "not satisfied", "unknown: time limit".
std::string answer_line(const Answer& answer);

}  // namespace crowfly
