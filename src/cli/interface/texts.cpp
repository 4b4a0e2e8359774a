// crowfly help, crowfly completions, crowfly man: the command line described for people, for shells and for man(1).
#include <fmt/format.h>

#include "cli/interface/command.hpp"
#include "cli/interface/completions.hpp"
#include "cli/interface/help.hpp"
#include "cli/interface/man.hpp"
#include "cli/interface/topics.hpp"
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
        command.begin_section(question::output);
        command.flag("--json", &session.output.json, "Print one JSON document on standard output");
    }

    std::string text_;
    const CommandDeclaration* tool_ = nullptr;
};

class Help final : public TextCommand {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        tool_ = &tool;
        CommandDeclaration& help =
            tool.command("help", "Describe a command, an option, a search, a heuristic or another topic");
        help.argument("TOPIC", &words_,
                      "A command, an option such as --search, a search, a heuristic, an engine, a strategy, a code, "
                      "exit-codes or formats. Without it, the short help is printed");
        add_json(help, session);
        help.keeps_unknown = true;  // `crowfly help --search` is about the option
        help.essential = {"--json"};
        help.examples = {"crowfly help check", "crowfly help --search", "crowfly help hL", "crowfly help exit-codes"};
        own_ = &help;
        return help;
    }

    int run(Session& session) override {
        const CommandInfo tool = interface_of(*tool_);
        std::vector<std::string> words = words_;
        words.insert(words.end(), own_->unknown.begin(), own_->unknown.end());
        const std::string topic = fmt::format("{}", fmt::join(words, " "));
        text_ = topic.empty() ? short_help(tool) : help_on(topic, tool);
        if (!text_.empty()) return exit_code::fine;
        const std::string guess = did_you_mean(topic, topic_names(tool));
        session.diagnostics.add(
            Code::usage, session.command_line, fmt::format("there is no help on `{}`", topic),
            guess.empty() ? "topics are commands, options, codes, and the entries of `crowfly list`" : guess);
        return exit_code::bad_input;
    }

private:
    std::vector<std::string> words_;
    const CommandDeclaration* own_ = nullptr;
};

class Completions final : public TextCommand {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        tool_ = &tool;
        CommandDeclaration& completions =
            tool.command("completions", "Print a script for shells that completes commands, options and values");
        completions.argument("SHELL", &shell_, "One of bash, zsh and fish",
                             {.choices = {"bash", "zsh", "fish"}, .required = true});
        add_json(completions, session);
        completions.essential = {"--json"};
        completions.examples = {"crowfly completions bash", "source <(crowfly completions bash)",
                                "crowfly completions zsh >_crowfly", "crowfly completions fish >crowfly.fish"};
        completions.footer =
            "Shells read the script from one of these files when they start:\n"
            "  bash  ~/.local/share/bash-completion/completions/crowfly\n"
            "  zsh   ~/.zfunc/_crowfly, with ~/.zfunc in $fpath\n"
            "  fish  ~/.config/fish/completions/crowfly.fish";
        return completions;
    }

    int run(Session&) override {
        CommandInfo tool = interface_of(*tool_);
        offer_topics(tool);
        text_ = shell_ == "bash"  ? bash_completions(tool)
                : shell_ == "zsh" ? zsh_completions(tool)
                                  : fish_completions(tool);
        return exit_code::fine;
    }

private:
    // The topics of help and the pages of man are known once all commands are declared.
    static void offer_topics(CommandInfo& tool) {
        const std::vector<std::string> topics = topic_names(tool);
        std::vector<std::string> commands;
        for (const CommandInfo& command : tool.commands) commands.push_back(command.name);
        for (CommandInfo& command : tool.commands) {
            for (SectionInfo& section : command.sections) {
                for (OptionInfo& option : section.options) {
                    if (option.names.front() == "TOPIC") option.choices = topics;
                    if (option.names.front() == "COMMAND") option.choices = commands;
                }
            }
        }
    }

    std::string shell_;
};

class Man final : public TextCommand {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        tool_ = &tool;
        CommandDeclaration& man = tool.command("man", "Print a manual page");
        man.argument("COMMAND", &command_, "The command. Without it, the page of the tool is printed");
        add_json(man, session);
        man.essential = {"--json"};
        man.examples = {"crowfly man | man -l -", "crowfly man check | man -l -", "crowfly man check >crowfly-check.1",
                        "crowfly man --json"};
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

std::unique_ptr<Command> help_command() { return std::make_unique<Help>(); }
std::unique_ptr<Command> completions_command() { return std::make_unique<Completions>(); }
std::unique_ptr<Command> man_command() { return std::make_unique<Man>(); }

}  // namespace crowfly
