#include "cli/interface/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "render/text.hpp"

namespace crowfly {
namespace {

constexpr std::size_t right_margin = 100;
constexpr std::size_t left_column = 28;
constexpr std::size_t values_indent = 4;

// Words joined to lines, the first of which begins at `column`; the others are indented by as much.
std::string filled(const std::string& text, std::size_t column) {
    std::string result;
    std::size_t at = column;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (at > column && at + 1 + columns(word) > right_margin) {
            result += "\n" + std::string(column, ' ');
            at = column;
        } else if (at > column) {
            result += ' ';
            ++at;
        }
        result += word;
        at += columns(word);
    }
    return result;
}

std::string described_option(const OptionInfo& option) {
    return option.description + (option.required && !option.is_argument ? " (required)" : "");
}

std::string title(const CommandInfo& command) {
    return fmt::format("{}\nUsage: {}\n", command.description, command.usage());
}

std::string examples_of(const CommandInfo& command) {
    std::string text;
    if (!command.examples.empty()) text += "\nExamples:\n";
    for (const std::string& example : command.examples) text += "  " + example + "\n";
    return text;
}

bool is_essential(const CommandInfo& command, const std::string& name) {
    return std::ranges::find(command.essential, name) != command.essential.end();
}

// The eight commands that everybody needs, then the names of the others.
std::string commands_in_short(const CommandInfo& tool) {
    constexpr std::size_t column = 12;
    std::string text = "\nCommands:\n", others;
    for (const CommandInfo& command : tool.commands) {
        if (is_essential(tool, command.name))
            text += help_entry(command.name, first_sentence(command.description), column);
        else
            others += (others.empty() ? "" : ", ") + command.name;
    }
    return text + help_entry("others:", others, column);
}

std::string options_in_short(const CommandInfo& command) {
    std::string text = "\nOptions:\n";
    for (const std::string& name : command.essential) {
        for (const OptionInfo& option : command.options()) {
            if (std::ranges::find(option.names, name) == option.names.end()) continue;
            text += help_entry(spelling(option), first_sentence(option.description), left_column);
        }
    }
    return text;
}

// Commands, one line for each.
std::string listed_commands(const CommandInfo& tool) {
    if (tool.commands.empty()) return "";
    std::string text = "\nCommands:\n";
    for (const CommandInfo& inner : tool.commands)
        text += help_entry(inner.name, first_sentence(inner.description), left_column);
    return text;
}

std::string option_names(const SectionInfo& section) {
    std::string text;
    std::size_t at = 0;
    for (const OptionInfo& option : section.options) {
        const std::string name = "  " + spelling(option);
        if (at > 0 && at + columns(name) > right_margin) {
            text += "\n";
            at = 0;
        }
        text += name;
        at += columns(name);
    }
    return text + "\n";
}

}  // namespace

// A name that is too long for its column has a line of its own.
std::string help_entry(const std::string& name, const std::string& text, std::size_t column, std::size_t indent) {
    std::string line = std::string(indent, ' ') + name;
    if (text.empty()) return line + "\n";
    line = columns(line) + 1 < column ? padded(line, column) : line + "\n" + std::string(column, ' ');
    return line + filled(text, column) + "\n";
}

std::string short_help(const CommandInfo& command) {
    const bool is_tool = command.name.empty();
    std::string text = title(command) + (is_tool ? commands_in_short(command) : options_in_short(command));
    text += examples_of(command);
    if (is_tool)
        return text +
               "\n`crowfly COMMAND -h` is the short help of a command, `crowfly help TOPIC` describes any option,\n"
               "search, heuristic or engine, and `crowfly --help` lists everything.\n";
    return text + fmt::format(
                      "\n`crowfly {0} --help` names all options, `crowfly help {0}` describes them,\n"
                      "and `crowfly help TOPIC` any one of them.\n",
                      command.name);
}

std::string help_by_question(const CommandInfo& command) {
    std::string text = title(command) + listed_commands(command);
    for (const SectionInfo& section : command.sections) {
        text +=
            fmt::format("\n{}{}\n{}", section.title, section.title.ends_with('?') ? "" : ":", option_names(section));
    }
    if (!command.footer.empty()) text += "\n" + command.footer + "\n";
    const std::string more = command.name.empty()
                                 ? "`crowfly COMMAND -h` is the short help of a command"
                                 : fmt::format("`crowfly help {}` describes all of these options", command.name);
    return text + fmt::format("\n{}, `crowfly help TOPIC` one option, search, heuristic or engine.\n", more);
}

std::string option_help(const OptionInfo& option) {
    constexpr std::size_t column = 4;
    std::string text =
        spelling(option) + "\n" + std::string(column, ' ') + filled(described_option(option), column) + "\n";
    std::size_t width = 0;
    for (const auto& [value, meaning] : option.values) width = std::max(width, columns(value));
    for (const auto& [value, meaning] : option.values)
        text += help_entry(value, meaning, values_indent + width + 2, values_indent);
    return text;
}

std::string full_help(const CommandInfo& command) {
    std::string text = title(command) + listed_commands(command);
    for (const SectionInfo& section : command.sections) {
        text += fmt::format("\n{}{}\n", section.title, section.title.ends_with('?') ? "" : ":");
        for (const OptionInfo& option : section.options) {
            const std::string values =
                option.values.empty() || option.is_argument
                    ? ""
                    : fmt::format(". `crowfly help {}` describes the values", option.names.back());
            text += help_entry(spelling(option), described_option(option) + values, left_column);
        }
    }
    text += examples_of(command);
    return command.footer.empty() ? text : fmt::format("{}\n{}\n", text, command.footer);
}

}  // namespace crowfly
