#include "cli/interface/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace crowfly {
namespace {

struct Mistake {
    std::string message;
    std::string hint;
};

std::vector<std::string> command_names(const CommandDeclaration& tool) {
    std::vector<std::string> names;
    for (const auto& command : tool.commands) names.push_back(command->name);
    return names;
}

const CommandDeclaration* command_called(const CommandDeclaration& tool, const std::string& name) {
    for (const auto& command : tool.commands) {
        if (command->name == name) return command.get();
    }
    return nullptr;
}

Mistake unknown_command(const CommandDeclaration& tool, const std::string& word) {
    if (word.empty()) return {"no command is given", "try `crowfly info MODEL`, or `crowfly --help` for all commands"};
    std::string hint = did_you_mean(word, command_names(tool));
    std::error_code ignored;
    if (std::filesystem::exists(word, ignored))
        hint = fmt::format("to check this model: `{}`", shell_line({"check", word}));
    if (hint.empty()) hint = fmt::format("the commands are {}", fmt::join(command_names(tool), ", "));
    return {fmt::format("`{}` is not a command", word), std::move(hint)};
}

// The first option on the line that the command does not have.
std::string unknown_option(const CommandDeclaration& command, const std::vector<std::string>& arguments) {
    const std::vector<std::string> known = command.long_names();
    for (const std::string& argument : arguments) {
        if (argument == "--") break;
        const std::string name = argument.substr(0, argument.find('='));
        if (name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end()) return name;
    }
    return {};
}

std::string in_lower_case(std::string sentence) {
    const bool is_name = sentence.size() > 1 && std::isupper(static_cast<unsigned char>(sentence[1])) != 0;
    if (!sentence.empty() && !is_name)
        sentence[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(sentence[0])));
    return sentence;
}

Mistake unknown_value(const WrongChoice& wrong) {
    const std::string guess = did_you_mean(wrong.value, wrong.choices);
    return {fmt::format("`{}` is not a value of `{}`", wrong.value, wrong.option),
            fmt::format("{}{}choose from {}", guess, guess.empty() ? "" : " ", fmt::join(wrong.choices, ", "))};
}

Mistake mistake_of(const CommandDeclaration& tool, const ParsedArguments& parsed,
                   const std::vector<std::string>& arguments) {
    const std::string word = first_word(arguments);
    const CommandDeclaration* command = command_called(tool, word);
    const CommandDeclaration& asked = command == nullptr ? tool : *command;
    const std::string option = unknown_option(asked, arguments);
    if (command == nullptr && option.empty()) return unknown_command(tool, word);
    const std::string help = command == nullptr ? "see `crowfly --help`" : fmt::format("see `crowfly {} --help`", word);
    if (option.empty() && parsed.wrong_choice) return unknown_value(*parsed.wrong_choice);
    if (option.empty()) return {in_lower_case(parsed.problem), help};
    const std::string hint = did_you_mean(option, asked.long_names());
    return {fmt::format("`{}` is not an option of `crowfly{}`", option, command == nullptr ? "" : " " + word),
            hint.empty() ? help : hint};
}

}  // namespace

std::string first_word(const std::vector<std::string>& arguments) {
    const auto word =
        std::find_if(arguments.begin(), arguments.end(), [](const std::string& a) { return !a.starts_with('-'); });
    return word == arguments.end() ? std::string{} : *word;
}

bool wants_json(const std::vector<std::string>& arguments) {
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find(arguments.begin(), end, "--json") != end;
}

std::string shell_line(const std::vector<std::string>& arguments) {
    constexpr std::string_view harmless = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./=:,+@%";
    std::string line = "crowfly";
    for (const std::string& argument : arguments) {
        if (!argument.empty() && argument.find_first_not_of(harmless) == std::string::npos) {
            line += " " + argument;
            continue;
        }
        line += " '";
        for (const char c : argument) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
        line += "'";
    }
    return line;
}

void report_usage_error(const CommandDeclaration& tool, const ParsedArguments& parsed, Session& session) {
    Mistake mistake = mistake_of(tool, parsed, session.arguments);
    session.diagnostics.add(Code::usage, session.command_line, std::move(mistake.message), std::move(mistake.hint));
}

}  // namespace crowfly
