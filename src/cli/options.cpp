// The options that several commands share.
#include <fmt/format.h>

#include "base/commit.hpp"
#include "base/version.hpp"
#include "cli/command.hpp"

namespace crowfly {

std::string version_line() {
    constexpr std::size_t digits = 8;  // enough to find it
    return commit().empty() ? fmt::format("crowfly {}", version) : fmt::format("crowfly {} ({})", version, commit().substr(0, digits));
}

void add_model_argument(CLI::App& app, std::string& model) {
    app.add_option("MODEL", model, "A model file (.xml, .xta, .ta, .tck), or - for standard input")->required()->type_name("");
}

void add_output_options(CLI::App& app, Session& session) {
    app.option_defaults()->group("Output");
    app.add_flag("--json", session.output.json, "Print one JSON document on standard output, whatever happens");
    app.add_flag("--all-warnings", session.output.all_warnings, "Show every warning, not only the first ten");
    app.add_option("--color", session.output.color, "Colour the output: auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}))->type_name("WHEN");
}

}  // namespace crowfly
