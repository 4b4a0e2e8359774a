#include "render/results/verifyta.hpp"

#include <fmt/format.h>

#include <cmath>

#include "render/text.hpp"

namespace crowfly::verifyta {
namespace {

std::string_view name_of(Traces traces) {
    switch (traces) {
        case Traces::none: return "no";
        case Traces::some: return "some";
        case Traces::shortest: return "shortest";
        case Traces::fastest: return "fastest";
    }
    return "";
}

std::string_view name_of(Reduction reduction) {
    switch (reduction) {
        case Reduction::none: return "no";
        case Reduction::conservative: return "conservative";
        case Reduction::aggressive: return "aggressive";
    }
    return "";
}

// A bound that is not attained is written with its relation: "<5".
std::string bound_text(std::string_view kind, const std::string& expression, std::string_view relation,
                       std::string_view bound) {
    const bool strict = bound.starts_with('<') || bound.starts_with('>');
    return fmt::format("{}: {} {} {}\n", kind, printable(expression), strict ? bound.substr(0, 1) : relation,
                       strict ? bound.substr(1) : bound);
}

std::string values_text(const Answer& answer) {
    std::string text;
    for (const Answer::Measure& value : answer.measures) {
        if (value.inf) text += bound_text("inf", value.expression, ">=", *value.inf);
        if (value.sup) text += bound_text("sup", value.expression, "<=", *value.sup);
    }
    return text;
}

std::string sentence(const Asked& asked, const Answer& answer) {
    if (!answer.verdict) return "Formula was not verified.";
    switch (*answer.verdict) {
        case Verdict::satisfied: return "Formula is satisfied.";
        case Verdict::not_satisfied: return "Formula is NOT satisfied.";
        // The state found may be an artefact of the over-approximation.
        case Verdict::maybe: return asked.for_all ? "Formula MAY NOT be satisfied." : "Formula MAY be satisfied.";
        case Verdict::unknown: return fmt::format("Formula was not decided: {}.", printable(answer.reason));
        case Verdict::error: return fmt::format("Formula could not be verified: {}.", printable(answer.reason));
    }
    return "";
}

}  // namespace

std::string options_text(const Options& options) {
    std::string text = "Options for the verification:\n";
    text += fmt::format("  Generating {} trace\n", name_of(options.traces));
    text += fmt::format("  Search order is {}\n", options.order);
    text += fmt::format("  Using {} space optimisation\n", name_of(options.reduction));
    if (options.reuse) text += "  Using reuse optimisation\n";
    text += fmt::format("  Seed is {}\n", options.seed);
    text += fmt::format("  State space representation uses {}\n",
                        options.whole_matrices ? "DBM" : "minimal constraint systems");
    return text;
}

std::string verdict_text(const Asked& asked, const Answer& answer) {
    const std::string unverified =
        answer.unverified ? fmt::format(" -- Unverified: {}.\n", printable(answer.witness->remark)) : "";
    return fmt::format("\nVerifying formula {} at {}\n -- {}\n{}{}", asked.number, printable(asked.place),
                       sentence(asked, answer), unverified, values_text(answer));
}

std::string showing_text(const Asked& asked) {
    return asked.for_all ? "Showing counter example.\n" : "Showing example trace.\n";
}

std::string writing_text(const Asked& asked, const std::string& path) {
    return fmt::format("Writing {} to {}\n", asked.for_all ? "counter example" : "example trace", printable(path));
}

std::string summary_text(const Answer& answer) {
    const Statistics statistics = answer.statistics.value_or(Statistics{});
    const std::size_t kibibytes = statistics.peak_bytes / 1024;
    return fmt::format(
        " -- States stored : {} states\n"
        " -- States explored : {} states\n"
        " -- CPU user time used : {} ms\n"
        " -- Virtual memory used : {} KiB\n"
        " -- Resident memory used : {} KiB\n",
        statistics.stored, statistics.explored, std::llround(statistics.cpu_seconds * 1000), kibibytes, kibibytes);
}

}  // namespace crowfly::verifyta
