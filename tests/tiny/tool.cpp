#include "tiny/tool.hpp"

#include "cli/app.hpp"
#include "cli/interface/command.hpp"
#include "cli/interface/parse_arguments.hpp"

namespace crowfly::tiny {
namespace {

std::string first_error(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        if (diagnostic.severity == Severity::error) return diagnostic.message;
    }
    return "";
}

}  // namespace

Told run_check(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    Session session(arguments);
    CommandDeclaration tool("", "");
    const std::unique_ptr<Command> check = check_command();
    check->declare(tool, session);
    Told told;
    const ParsedArguments parsed = parse_arguments(tool, arguments, "");
    if (parsed.kind != ParsedArguments::Kind::run) {
        told.code = exit_code::bad_input;
        told.problem = parsed.problem.empty() ? "the command line is not understood" : parsed.problem;
        return told;
    }
    told.code = run_guarded(session, [&] { return check->run(session); });
    if (told.code == exit_code::bad_input || told.code == exit_code::our_bug)
        told.problem = first_error(session.diagnostics);
    told.document = check->json(session);
    return told;
}

std::vector<std::string> options_of_check(const std::string& section) {
    Session session({"check"});
    CommandDeclaration tool("", "");
    const std::unique_ptr<Command> check = check_command();
    std::vector<std::string> names;
    for (const OptionDeclaration& option : check->declare(tool, session).options) {
        if (option.section == section) names.push_back(option.name());
    }
    return names;
}

}  // namespace crowfly::tiny
