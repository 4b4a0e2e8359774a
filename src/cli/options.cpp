// The options that several commands share.
#include "cli/command.hpp"

namespace crowfly {

void add_model_argument(CLI::App& app, std::string& model) {
    app.add_option("MODEL", model, "A model file (.xml, .xta, .ta, .tck), or - for standard input")->required()->type_name("");
}

void add_output_options(CLI::App& app, Session& session) {
    app.add_flag("--json", session.output.json, "Print one JSON document on standard output, whatever happens");
    app.add_flag("--all-warnings", session.output.all_warnings, "Show every warning, not only the first ten");
    app.add_option("--color", session.output.color, "Colour the output: auto, always or never")->check(CLI::IsMember({"auto", "always", "never"}))->type_name("WHEN");
}

}  // namespace crowfly
