#include "cli/interface/interface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace crowfly {
namespace {

constexpr std::array<std::string_view, 11> order{question::input,    question::order,         question::best,
                                                 question::decision, question::store,         question::abstraction,
                                                 question::work,     question::end,           question::traces,
                                                 question::output,   question::without_effect};

OptionInfo info_of(const OptionDeclaration& option) {
    const ValueRules& rules = option.rules;
    OptionInfo info;
    info.is_argument = option.kind == OptionDeclaration::Kind::argument;
    info.names = option.names;
    info.choices = rules.choices;
    if (info.choices.empty() && rules.offered) info.choices = rules.offered();
    if (rules.described) info.values = rules.described();
    for (const auto& [value, meaning] : info.values) info.choices.push_back(value);
    if (!info.is_argument) info.value = rules.name;
    if (!info.is_argument && info.value.empty()) info.value = fmt::format("{}", fmt::join(info.choices, "|"));
    info.description = option.sentence;
    if (!rules.otherwise.empty()) info.description += fmt::format(" (default: {})", rules.otherwise);
    info.required = rules.required;
    info.several = option.takes_several();
    info.takes_file =
        info.value == "FILE" ||
        (info.is_argument && (info.names[0] == "MODEL" || info.names[0] == "QUERY" || info.names[0] == "TRACE"));
    return info;
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

CommandInfo interface_of(const CommandDeclaration& declared) {
    CommandInfo command;
    command.name = declared.name;
    command.description = declared.description;
    command.footer = declared.footer;
    command.essential = declared.essential;
    command.examples = declared.examples;
    for (const OptionDeclaration& option : declared.options) {
        if (!option.section.empty()) add(command, option.section, info_of(option));
    }
    // Last, where nobody has to skip it.
    OptionInfo help;
    help.names = help_names;
    help.description = help_sentence;
    add(command, declared.is_tool() ? "Options" : question::output, std::move(help));
    std::stable_sort(command.sections.begin(), command.sections.end(),
                     [](const SectionInfo& a, const SectionInfo& b) { return rank_of(a.title) < rank_of(b.title); });
    for (SectionInfo& section : command.sections) {
        std::stable_partition(section.options.begin(), section.options.end(),
                              [](const OptionInfo& o) { return o.is_argument; });
    }
    for (const auto& inner : declared.commands) command.commands.push_back(interface_of(*inner));
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

std::string first_sentence(const std::string& text) { return text.substr(0, text.find(". ")); }

}  // namespace crowfly
