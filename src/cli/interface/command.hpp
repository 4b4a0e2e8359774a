// A subcommand. It only computes; what it found is asked for afterwards, so that there is exactly one JSON document
// however a run ends, be it a usage error, a broken model or a bug of ours.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/interface/declaration.hpp"
#include "cli/process/session.hpp"
#include "render/text.hpp"

namespace crowfly {

class Command {
public:
    Command() = default;
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;
    virtual ~Command() = default;

    virtual CommandDeclaration& declare(CommandDeclaration& tool, Session& session) = 0;
    virtual int run(Session& session) = 0;  // the exit code
    virtual std::string text(const TextStyle& style) const = 0;
    virtual std::string json(const Session& session) const = 0;
};

std::unique_ptr<Command> check_command();
std::unique_ptr<Command> info_command();
std::unique_ptr<Command> convert_command();
std::unique_ptr<Command> generate_command();
std::unique_ptr<Command> simulate_command();
std::unique_ptr<Command> explain_command();
std::unique_ptr<Command> list_command();
std::unique_ptr<Command> replay_command();
std::unique_ptr<Command> improve_command();
std::unique_ptr<Command> explore_command();
std::unique_ptr<Command> trace_command();
std::unique_ptr<Command> serve_command();
std::unique_ptr<Command> verifyta_command();
std::unique_ptr<Command> help_command();
std::unique_ptr<Command> completions_command();
std::unique_ptr<Command> man_command();

std::string version_line();  // "crowfly 0.1.0 (1a2b3c4d)", without the commit where there is none

// The options every command that reads a model has.
void add_model_argument(CommandDeclaration& command, std::string& model);
void add_output_options(CommandDeclaration& command, Session& session);

}  // namespace crowfly
