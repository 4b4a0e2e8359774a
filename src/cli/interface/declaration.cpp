#include "cli/interface/declaration.hpp"

#include <algorithm>

namespace crowfly {
namespace {

constexpr const char* input_section = question::input;
constexpr const char* tool_section = "Options";

// "-o,--output"
std::vector<std::string> split_names(const std::string& names) {
    const std::size_t comma = names.find(',');
    if (comma == std::string::npos) return {names};
    return {names.substr(0, comma), names.substr(comma + 1)};
}

}  // namespace

bool OptionDeclaration::takes_several() const {
    return std::holds_alternative<std::vector<std::string>*>(target) ||
           std::holds_alternative<std::function<void(const std::vector<std::string>&)>>(target);
}

std::string OptionDeclaration::name() const { return names.back(); }

CommandDeclaration::CommandDeclaration(std::string called, std::string described)
    : name(std::move(called)), description(std::move(described)), section(is_tool() ? tool_section : input_section) {}

CommandDeclaration& CommandDeclaration::command(const std::string& called, const std::string& described) {
    return *commands.emplace_back(std::make_unique<CommandDeclaration>(called, described));
}

void CommandDeclaration::argument(const std::string& called, ValueTarget target, const std::string& sentence,
                                  ValueRules rules) {
    options.push_back(
        {OptionDeclaration::Kind::argument, {called}, std::move(target), sentence, input_section, std::move(rules)});
}

void CommandDeclaration::option(const std::string& names, ValueTarget target, const std::string& sentence,
                                ValueRules rules) {
    options.push_back(
        {OptionDeclaration::Kind::value, split_names(names), std::move(target), sentence, section, std::move(rules)});
}

void CommandDeclaration::flag(const std::string& names, ValueTarget target, const std::string& sentence) {
    options.push_back(
        {OptionDeclaration::Kind::flag, split_names(names), std::move(target), sentence, section, ValueRules{}});
}

void CommandDeclaration::version(const std::string& names) {
    options.push_back({OptionDeclaration::Kind::version, split_names(names), std::monostate{},
                       "Print the version and exit", section, ValueRules{}});
}

bool CommandDeclaration::is_given(const std::string& option) const {
    return std::any_of(options.begin(), options.end(), [&](const OptionDeclaration& declared) {
        return declared.given &&
               std::find(declared.names.begin(), declared.names.end(), option) != declared.names.end();
    });
}

std::vector<std::string> CommandDeclaration::long_names() const {
    std::vector<std::string> result{help_names.back()};
    for (const OptionDeclaration& option : options) {
        if (option.name().starts_with("--")) result.push_back(option.name());
    }
    return result;
}

}  // namespace crowfly
