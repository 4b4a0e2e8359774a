// The options that several commands share.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/commit.hpp"
#include "base/version.hpp"
#include "cli/interface/command.hpp"
#include "frontend/frontend.hpp"

namespace crowfly {

std::string version_line() {
    constexpr std::size_t digits = 8;  // enough to find it
    return commit().empty() ? fmt::format("crowfly {}", version)
                            : fmt::format("crowfly {} ({})", version, commit().substr(0, digits));
}

namespace {

std::vector<std::string> warning_codes() {
    std::vector<std::string> ids;
    for (const CodeInfo& info : all_codes()) {
        if (info.severity == Severity::warning) ids.emplace_back(info.id);
    }
    return ids;
}

void silence(const std::string& written, Session& session) {
    std::string id = written;
    std::transform(id.begin(), id.end(), id.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    const std::optional<Code> code = find_code(id);
    if (code && describe(*code).severity == Severity::error)
        throw UsageError("--no-warn", fmt::format("`{}` is an error, which cannot be left out", id));
    if (!code) {
        const std::string guess = did_you_mean(id, warning_codes());
        throw UsageError("--no-warn", fmt::format("there is no warning `{}`; {}", written,
                                                  guess.empty() ? "`crowfly explain` lists all codes" : guess));
    }
    session.diagnostics.silence(*code);
}

}  // namespace

void add_model_argument(CommandDeclaration& command, std::string& model) {
    command.argument("MODEL", &model, fmt::format("A model file ({}), or - for standard input", model_suffixes(", ")),
                     {.required = true});
}

void add_output_options(CommandDeclaration& command, Session& session) {
    command.begin_section(question::output);
    command.flag("--json", &session.output.json, "Print one JSON document on standard output, whatever happens");
    command.flag("--all-warnings", &session.output.all_warnings,
                 "Print every warning, not only the first three of each code");
    command.option("--no-warn",
                   [&session](const std::vector<std::string>& codes) {
                       for (const std::string& code : codes) silence(code, session);
                   },
                   "Leave out warnings with these codes, such as W020,W024",
                   {.name = "CODES", .offered = warning_codes, .separator = ',', .one_a_time = true});
    command.option("--color", &session.output.color, "Colour the output: auto, always or never",
                   {.name = "WHEN", .choices = {"auto", "always", "never"}});
}

}  // namespace crowfly
