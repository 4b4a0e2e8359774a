#include "cli/app.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/alarm.hpp"
#include "base/version.hpp"
#include "cli/interface/built_in.hpp"
#include "cli/interface/command.hpp"
#include "cli/interface/help.hpp"
#include "cli/interface/interface.hpp"
#include "cli/interface/parse_arguments.hpp"
#include "cli/interface/usage.hpp"
#include "cli/options/rank_option.hpp"
#include "cli/process/console.hpp"
#include "cli/process/limit_guard.hpp"
#include "render/diagnostics.hpp"
#include "render/json.hpp"

namespace crowfly {
namespace {

struct Declared {
    std::unique_ptr<Command> command;
    const CommandDeclaration* declaration = nullptr;
};

std::vector<Declared> declare_commands(CommandDeclaration& tool, Session& session) {
    std::vector<Declared> commands;
    for (const auto make :
         {check_command, info_command, simulate_command, convert_command, generate_command, replay_command,
          improve_command, trace_command, serve_command, explore_command, help_command, explain_command, list_command,
          verifyta_command, completions_command, man_command}) {
        std::unique_ptr<Command> command = make();
        const CommandDeclaration& declared = command->declare(tool, session);
        commands.push_back({std::move(command), &declared});
    }
    return commands;
}

void describe_tool(CommandDeclaration& tool, Session& session) {
    tool.essential = {"check", "info", "simulate", "trace", "serve", "help", "explain", "list"};
    tool.examples = {"crowfly check models/fischer_broken.xml",
                     "crowfly check models/train_gate.xml 'A[] not deadlock'", "crowfly info models/train_gate.xml",
                     "crowfly simulate models/train_gate.xml --steps 10"};
    tool.version("--version");
    tool.flag("--json", &session.output.json, "");  // so that it may stand before the command, too
    tool.hide_last();
}

std::string bare_document(const Session& session) { return error_document(session.diagnostics, session.sources); }

TextStyle style_for(Stream stream, const OutputOptions& options) {
    return {.color = wants_color(stream, options.color),
            .everything = options.everything,
            .all_warnings = options.all_warnings};
}

std::string rendered(const Session& session, const Command* command) {
    if (session.output.json) return command != nullptr ? command->json(session) : bare_document(session);
    return command != nullptr ? command->text(style_for(Stream::out, session.output)) : "";
}

// Rendering can run out of memory, too, and still owes the user a word, or a document.
int report(Session& session, const Command* command, int code) {
    std::string output;
    bool complete = false;
    code = run_guarded(session, [&] {
        output = rendered(session, command);
        complete = true;
        return code;
    });
    if (!complete) output = session.output.json ? bare_document(session) : "";
    if (!session.output.json) {
        write(Stream::err,
              diagnostics_text(session.diagnostics, session.sources, style_for(Stream::err, session.output)));
    }
    write(Stream::out, output);
    return code;
}

// What was to be printed must not get lost silently, whoever wrote it.
int with_output_finished(int code) {
    const std::string problem = finish_output();
    if (problem.empty()) return code;
    write(Stream::err, fmt::format("crowfly: the output could not be written: {}\n", problem));
    return code == exit_code::fine ? exit_code::bad_input : code;
}

// The command the user meant, also when the rest of the line was not understood.
const Command* named_command(const std::vector<Declared>& commands, const Session& session) {
    const std::string name = first_word(session.arguments);
    const auto found =
        std::find_if(commands.begin(), commands.end(), [&](const Declared& d) { return d.declaration->name == name; });
    return found == commands.end() ? nullptr : found->command.get();
}

int parse_and_run(CommandDeclaration& tool, const std::vector<Declared>& commands, Session& session) {
    const ParsedArguments parsed = parse_arguments(tool, session.arguments, version_line());
    switch (parsed.kind) {
        case ParsedArguments::Kind::version: {
            const std::string& own = parsed.command->version_text;
            const std::string text = parsed.command == &tool ? built_in_text() : version_line() + "\n";
            write(Stream::out, own.empty() ? text : own + "\n");
            return exit_code::fine;
        }
        case ParsedArguments::Kind::short_help:
            write(Stream::out, short_help(interface_of(*parsed.command)));
            return exit_code::fine;
        case ParsedArguments::Kind::help:
            write(Stream::out, help_by_question(interface_of(*parsed.command)));
            return exit_code::fine;
        case ParsedArguments::Kind::mistake:
            // A script that has lost its arguments must not go on, a person gets the help.
            if (session.arguments.empty()) {
                write(Stream::out, short_help(interface_of(tool)));
                return exit_code::bad_input;
            }
            session.output.json = wants_json(session.arguments);
            report_usage_error(tool, parsed, session);
            return report(session, named_command(commands, session), exit_code::bad_input);
        case ParsedArguments::Kind::run: break;
    }
    const auto chosen = std::find_if(commands.begin(), commands.end(),
                                     [&](const Declared& d) { return d.declaration == parsed.command; });
    const int code = run_guarded(session, [&] { return chosen->command->run(session); });
    return report(session, chosen->command.get(), code);
}

}  // namespace

int run_guarded(Session& session, const std::function<int()>& command) {
    const auto bug = [&](std::string_view what) {
        session.diagnostics.add(
            Code::internal_error, session.command_line,
            fmt::format("{}; this is a bug in Crowfly {}, please report it with the model and this command: {}", what,
                        version, shell_line(session.arguments)));
        return exit_code::our_bug;
    };
    try {
        return command();
    } catch (const LimitReached& limit) {
        report_limit(limit.what(), session);
        return exit_code::undecided;
    } catch (const std::bad_alloc&) {
        session.diagnostics.add(Code::system_too_large, session.command_line,
                                "there is not enough memory for this model");
        return exit_code::undecided;
    } catch (const std::exception& error) {
        return bug(error.what());
    } catch (...) {
        return bug("an exception of unknown type");
    }
}

int run_tool(std::vector<std::string> arguments) {
    prepare_streams();
    RankOption::silence_follower(arguments);
    Session session(std::move(arguments));
    CommandDeclaration tool("", "Crowfly, a directed model checker for timed automata.");
    describe_tool(tool, session);
    const std::vector<Declared> commands = declare_commands(tool, session);
    return with_output_finished(parse_and_run(tool, commands, session));
}

}  // namespace crowfly
