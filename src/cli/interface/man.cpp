#include "cli/interface/man.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>

#include "render/text.hpp"

namespace crowfly {
namespace {

// A character that is not ASCII, by its number: not every roff reads UTF-8.
std::string numbered(std::string_view bytes) {
    const auto lead = static_cast<unsigned char>(bytes[0]);
    std::uint32_t code = lead & (0xffU >> (bytes.size() + 1));
    for (const char c : bytes.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3fU);
    return fmt::format("\\[u{:04X}]", code);
}

// One line of text. At its start a point or an apostrophe would be a command.
std::string escaped(std::string_view line) {
    std::string text;
    if (line.starts_with('.') || line.starts_with('\'')) text = "\\&";
    while (!line.empty()) {
        const Glyph glyph = first_glyph(line);
        if (glyph.bytes > 1) {
            text += numbered(line.substr(0, glyph.bytes));
        } else if (line[0] == '\\') {
            text += "\\e";
        } else if (line[0] == '-') {
            text += "\\-";
        } else if (line[0] == '\'') {
            text += "\\(aq";
        } else if (line[0] == '`') {
            text += "\\(ga";
        } else {
            text += line[0];
        }
        line.remove_prefix(glyph.bytes);
    }
    return text;
}

// Every line for itself, with `between` after each but the last.
std::string lines(std::string_view text, std::string_view between) {
    std::string result;
    for (;;) {
        const std::size_t end = text.find('\n');
        result += escaped(text.substr(0, end));
        if (end == std::string_view::npos) return result;
        result += between;
        text.remove_prefix(end + 1);
    }
}

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::string page_name(const std::string& command) { return command.empty() ? "crowfly" : "crowfly-" + command; }

std::string options_text(const SectionInfo& section) {
    std::string text = fmt::format(".SH {}\n", upper(section.title));
    for (const OptionInfo& option : section.options) {
        text += fmt::format(".TP\n.B {}\n{}\n", escaped(spelling(option)), lines(option.description, "\n.br\n"));
        for (const auto& [value, meaning] : option.values)
            text += fmt::format(".br\n{}: {}\n", escaped(value), escaped(meaning));
    }
    return text;
}

std::string commands_text(const CommandInfo& command) {
    if (command.commands.empty()) return "";
    std::string text = ".SH COMMANDS\n";
    for (const CommandInfo& inner : command.commands) {
        text += fmt::format(".TP\n.B {}\n{}; see\n.BR {} (1)\n", escaped(inner.name), escaped(inner.description),
                            escaped(page_name(inner.name)));
    }
    return text;
}

}  // namespace

std::string man_page(const CommandInfo& command, const std::string& version) {
    const std::string name = page_name(command.name);
    std::string description = command.description;
    if (description.ends_with('.')) description.pop_back();
    std::string text = fmt::format(".TH {} 1 \"\" \"{}\" \"Crowfly\"\n", escaped(upper(name)), escaped(version));
    text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(description));
    text += fmt::format(".SH SYNOPSIS\n{}\n", escaped(command.usage()));
    text += commands_text(command);
    for (const SectionInfo& section : command.sections) text += options_text(section);
    if (!command.examples.empty())
        text += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n",
                            lines(fmt::format("{}", fmt::join(command.examples, "\n")), "\n"));
    if (!command.footer.empty()) text += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", lines(command.footer, "\n"));
    return text;
}

}  // namespace crowfly
