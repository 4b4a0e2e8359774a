#include "cli/interface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "search/registry.hpp"

namespace crowfly {
namespace {

constexpr std::array<std::string_view, 4> order{"Input", "Search", "Limits", "Output"};

// CLI11 hands out the name of a value together with what is checked: "WHEN:{auto,always,never}", "N:UINT in [0 - 9]".
std::string value_of(const std::string& type) { return type.substr(0, type.find(':')); }

std::vector<std::string> choices_of(const CLI::Option& option) {
    if (option.check_lname("search")) return searches().names();
    const std::string type = option.get_type_name();
    const std::size_t begin = type.find('{'), end = type.find('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

OptionInfo info_of(const CLI::Option& option) {
    OptionInfo info;
    info.is_argument = option.get_positional();
    if (info.is_argument) info.names.push_back(option.get_name(true, false));
    for (const std::string& name : option.get_snames()) info.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
    const bool is_flag = option.get_expected_max() == 0;
    if (!is_flag) info.choices = choices_of(option);
    if (!is_flag && !info.is_argument) info.value = value_of(option.get_type_name());
    if (!is_flag && !info.is_argument && info.value.empty())
        info.value = fmt::format("{}", fmt::join(info.choices, "|"));
    info.description = option.get_description();
    if (!option.get_default_str().empty()) info.description += fmt::format(" (default: {})", option.get_default_str());
    info.required = option.get_required();
    info.several = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
    info.takes_file =
        info.value == "FILE" ||
        (info.is_argument && (info.names[0] == "MODEL" || info.names[0] == "QUERY" || info.names[0] == "TRACE"));
    return info;
}

// What a command has put nowhere else says what to read.
std::string title_of(const CLI::App& app, const CLI::Option& option) {
    if (app.get_parent() == nullptr) return "Options";
    if (&option == app.get_help_ptr()) return "Output";
    return option.get_positional() || option.get_group() == "Options" ? "Input" : option.get_group();
}

std::size_t rank_of(const std::string& title) {
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), title) - order.begin());
}

void add(CommandInfo& command, const std::string& title, OptionInfo option) {
    auto found = std::find_if(command.sections.begin(), command.sections.end(),
                              [&](const SectionInfo& s) { return s.title == title; });
    if (found == command.sections.end()) found = command.sections.insert(found, {title, {}});
    found->options.push_back(std::move(option));
}

}  // namespace

CommandInfo interface_of(const CLI::App& app) {
    CommandInfo command;
    command.name = app.get_parent() == nullptr ? "" : app.get_name();
    command.description = app.get_description();
    command.footer = app.get_footer();
    for (const CLI::Option* option : app.get_options()) {
        const bool shown = !option->get_group().empty() && option != app.get_help_ptr();
        if (shown) add(command, title_of(app, *option), info_of(*option));
    }
    // Last, where nobody has to skip it.
    if (const CLI::Option* help = app.get_help_ptr(); help != nullptr)
        add(command, title_of(app, *help), info_of(*help));
    std::stable_sort(command.sections.begin(), command.sections.end(),
                     [](const SectionInfo& a, const SectionInfo& b) { return rank_of(a.title) < rank_of(b.title); });
    for (SectionInfo& section : command.sections) {
        std::stable_partition(section.options.begin(), section.options.end(),
                              [](const OptionInfo& o) { return o.is_argument; });
    }
    for (const CLI::App* inner : app.get_subcommands({})) {
        if (!inner->get_group().empty()) command.commands.push_back(interface_of(*inner));
    }
    return command;
}

std::string CommandInfo::usage() const {
    std::string text = name.empty() ? "crowfly" : "crowfly " + name;
    text += " [OPTIONS]";
    for (const OptionInfo& option : options()) {
        if (!option.is_argument) continue;
        const std::string argument = option.names[0] + (option.several ? "..." : "");
        text += option.required ? " " + argument : fmt::format(" [{}]", argument);
    }
    return commands.empty() ? text : text + " COMMAND";
}

std::vector<OptionInfo> CommandInfo::options() const {
    std::vector<OptionInfo> all;
    for (const SectionInfo& section : sections) all.insert(all.end(), section.options.begin(), section.options.end());
    return all;
}

std::string spelling(const OptionInfo& option) {
    std::string text = fmt::format("{}", fmt::join(option.names, ", "));
    if (!option.value.empty()) text += " " + option.value;
    return option.is_argument && option.several ? text + "..." : text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace crowfly
