#include "cli/help.hpp"

#include <fmt/format.h>

#include "render/text.hpp"

namespace crowfly {
namespace {

constexpr std::size_t left_column = 28;

// A name that is too long for its column has a line of its own.
std::string entry(const std::string& name, const std::string& description) {
    std::string text = "  " + name;
    const std::string margin(left_column, ' ');
    text = columns(text) + 1 < left_column ? padded(text, left_column) : text + "\n" + margin;
    for (const char c : description) text += c == '\n' ? "\n" + margin : std::string(1, c);
    return text + "\n";
}

}  // namespace

std::string help_text(const CommandInfo& command) {
    std::string text = fmt::format("{}\nUsage: {}\n", command.description, command.usage());
    if (!command.commands.empty()) text += "\nCommands:\n";
    for (const CommandInfo& inner : command.commands) text += entry(inner.name, inner.description);
    for (const SectionInfo& section : command.sections) {
        text += fmt::format("\n{}:\n", section.title);
        for (const OptionInfo& option : section.options) {
            text += entry(spelling(option),
                          option.description + (option.required && !option.is_argument ? " (required)" : ""));
        }
    }
    return command.footer.empty() ? text : fmt::format("{}\n{}\n", text, command.footer);
}

}  // namespace crowfly
