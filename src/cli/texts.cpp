// crowfly completions, crowfly man: the command line described for shells and for man(1).
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/completions.hpp"
#include "cli/man.hpp"
#include "render/json.hpp"

namespace crowfly {
namespace {

class TextCommand : public Command {
public:
    std::string text(const TextStyle&) const override { return text_; }

    std::string json(const Session& session) const override {
        return text_document("crowfly-text/1", text_, session.diagnostics, session.sources);
    }

protected:
    static void add_json(CommandDeclaration& command, Session& session) {
        command.begin_section("Output");
        command.flag("--json", &session.output.json, "Print one JSON document on standard output");
    }

    std::string text_;
    const CommandDeclaration* tool_ = nullptr;
};

class Completions final : public TextCommand {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        tool_ = &tool;
        CommandDeclaration& completions =
            tool.command("completions", "Print a script that makes a shell complete commands and options");
        completions.argument("SHELL", &shell_, "bash, zsh or fish",
                             {.choices = {"bash", "zsh", "fish"}, .required = true});
        add_json(completions, session);
        completions.footer =
            "Examples:\n"
            "  source <(crowfly completions bash)                                     for this session\n"
            "  crowfly completions bash >~/.local/share/bash-completion/completions/crowfly\n"
            "  crowfly completions zsh >~/.zfunc/_crowfly                             with ~/.zfunc in $fpath\n"
            "  crowfly completions fish >~/.config/fish/completions/crowfly.fish";
        return completions;
    }

    int run(Session&) override {
        const CommandInfo tool = interface_of(*tool_);
        text_ = shell_ == "bash"  ? bash_completions(tool)
                : shell_ == "zsh" ? zsh_completions(tool)
                                  : fish_completions(tool);
        return exit_code::fine;
    }

private:
    std::string shell_;
};

class Man final : public TextCommand {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        tool_ = &tool;
        CommandDeclaration& man = tool.command("man", "Print a manual page");
        man.argument("COMMAND", &command_, "Of a command; without it, of the tool");
        add_json(man, session);
        man.footer = "Examples:\n  crowfly man | man -l -\n  crowfly man check >crowfly-check.1";
        return man;
    }

    int run(Session& session) override {
        const CommandInfo tool = interface_of(*tool_);
        if (command_.empty()) {
            text_ = man_page(tool, version_line());
            return exit_code::fine;
        }
        std::vector<std::string> names;
        for (const CommandInfo& command : tool.commands) {
            if (command.name == command_) text_ = man_page(command, version_line());
            names.push_back(command.name);
        }
        if (!text_.empty()) return exit_code::fine;
        const std::string guess = did_you_mean(command_, names);
        session.diagnostics.add(Code::usage, session.command_line, fmt::format("`{}` is not a command", command_),
                                guess.empty() ? fmt::format("the commands are {}", fmt::join(names, ", ")) : guess);
        return exit_code::bad_input;
    }

private:
    std::string command_;
};

}  // namespace

std::unique_ptr<Command> completions_command() { return std::make_unique<Completions>(); }
std::unique_ptr<Command> man_command() { return std::make_unique<Man>(); }

}  // namespace crowfly
