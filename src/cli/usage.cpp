#include "cli/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>

namespace crowfly {
namespace {

struct Mistake {
    std::string message;
    std::string hint;
};

std::vector<std::string> command_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

const CLI::App* command_called(const CLI::App& app, const std::string& name) {
    for (const CLI::App* command : app.get_subcommands(nullptr)) {
        if (command->get_name() == name) return command;
    }
    return nullptr;
}

Mistake unknown_command(const CLI::App& app, const std::string& word) {
    if (word.empty()) return {"no command is given", "try `crowfly info MODEL`, or `crowfly --help` for all commands"};
    std::string hint = did_you_mean(word, command_names(app));
    std::error_code ignored;
    if (std::filesystem::exists(word, ignored))
        hint = fmt::format("to check this model: `{}`", shell_line({"check", word}));
    if (hint.empty()) hint = fmt::format("the commands are {}", fmt::join(command_names(app), ", "));
    return {fmt::format("`{}` is not a command", word), std::move(hint)};
}

// The first option on the line that the command does not have.
std::string unknown_option(const CLI::App& command, const std::vector<std::string>& arguments) {
    const std::vector<std::string> known = option_names(command);
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

// CLI11 says "--to: xat not in {xta,xml}".
std::optional<Mistake> unknown_value(const std::string& what) {
    const std::size_t colon = what.find(": "), middle = what.find(" not in {"), end = what.rfind('}');
    if (colon == std::string::npos || middle == std::string::npos || end == std::string::npos || middle < colon + 2)
        return std::nullopt;
    const std::string name = what.substr(0, colon), value = what.substr(colon + 2, middle - colon - 2);
    const std::size_t begin = middle + std::string_view(" not in {").size();
    const std::vector<std::string> choices = CLI::detail::split(what.substr(begin, end - begin), ',');
    const std::string guess = did_you_mean(value, choices);
    return Mistake{fmt::format("`{}` is not a value of `{}`", value, name),
                   fmt::format("{}{}choose from {}", guess, guess.empty() ? "" : " ", fmt::join(choices, ", "))};
}

Mistake mistake_of(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& arguments) {
    const std::string word = first_word(arguments);
    const CLI::App* command = command_called(app, word);
    const CLI::App& asked = command == nullptr ? app : *command;
    const std::string option = unknown_option(asked, arguments);
    if (command == nullptr && option.empty()) return unknown_command(app, word);
    const std::string help = command == nullptr ? "see `crowfly --help`" : fmt::format("see `crowfly {} --help`", word);
    if (auto mistake = option.empty() ? unknown_value(error.what()) : std::nullopt) return *std::move(mistake);
    if (option.empty()) return {in_lower_case(error.what()), help};
    const std::string hint = did_you_mean(option, option_names(asked));
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

void report_usage_error(const CLI::App& app, const CLI::ParseError& error, Session& session) {
    Mistake mistake = mistake_of(app, error, session.arguments);
    session.diagnostics.add(Code::usage, session.command_line, std::move(mistake.message), std::move(mistake.hint));
}

}  // namespace crowfly
