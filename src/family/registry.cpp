#include "family/registry.hpp"

#include <fmt/format.h>

#include <charconv>

namespace crowfly {
namespace {

std::optional<std::uint64_t> whole_number(const std::string& text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

std::string spoken(const FamilyParameter& parameter) {
    if (parameter.kind == FamilyParameter::Kind::flag) return parameter.text;
    const std::string otherwise =
        parameter.otherwise.empty() ? "" : fmt::format(", {} if not given", parameter.otherwise);
    return fmt::format("{} ({}){}", parameter.text, range_of(parameter), otherwise);
}

const FamilyParameter* parameter_called(const FamilyPlugin& family, const std::string& name) {
    const auto found = std::find_if(family.parameters.begin(), family.parameters.end(),
                                    [&](const FamilyParameter& p) { return p.name == name; });
    return found == family.parameters.end() ? nullptr : &*found;
}

// The positional arguments, in the order of the parameters that are positional.
std::map<std::string, std::string> named(const FamilyPlugin& family, const std::vector<std::string>& words,
                                         std::string& problem) {
    std::map<std::string, std::string> values;
    std::size_t next = 0;
    for (const FamilyParameter& parameter : family.parameters) {
        if (!is_word(parameter)) continue;
        if (next == words.size()) {
            problem = fmt::format("`{0}` needs {1}, {2}: `crowfly generate {0} {3}`", family.name, parameter.text,
                                  allowed_values(parameter), parameter.name);
            return {};
        }
        values[parameter.name] = words[next++];
    }
    if (next < words.size()) problem = fmt::format("`{}` is more than `{}` needs", words[next], family.name);
    return values;
}

}  // namespace

Registry<FamilyPlugin>& families() {
    static Registry<FamilyPlugin> registry;
    return registry;
}

std::uint64_t FamilyArguments::number(std::string_view name) const { return *whole_number(text(name)); }

FamilyPlugin family(const std::string& name, const std::string& description, const std::string& source,
                    std::vector<FamilyParameter> parameters, WriteFamily write, WriteFamily write_circuit) {
    FamilyPlugin plugin{{.name = name, .description = description, .options = {}, .properties = {{"source", source}}},
                        std::move(parameters),
                        write,
                        write_circuit};
    if (write_circuit != nullptr) plugin.properties.push_back({"circuit", "yes"});
    for (const FamilyParameter& parameter : plugin.parameters)
        plugin.options.emplace_back(parameter).text = spoken(parameter);
    return plugin;
}

std::optional<FamilyArguments> read_arguments(const FamilyPlugin& family, const std::vector<std::string>& words,
                                              const std::map<std::string, std::string>& options, std::string& problem) {
    std::map<std::string, std::string> given = named(family, words, problem);
    if (!problem.empty()) return std::nullopt;
    given.insert(options.begin(), options.end());
    FamilyArguments arguments;
    for (const FamilyParameter& parameter : family.parameters) {
        if (!parameter.otherwise.empty()) arguments.set(parameter.name, parameter.otherwise);
    }
    for (const auto& [name, value] : given) {
        const FamilyParameter* parameter = parameter_called(family, name);
        if (parameter == nullptr) {
            problem = fmt::format("`{}` is not an option of `{}`", name, family.name);
            return std::nullopt;
        }
        if (!read_value(*parameter, value)) {
            problem = fmt::format("{} of `{}` is {}, not `{}`", name, family.name, allowed_values(*parameter), value);
            return std::nullopt;
        }
        arguments.set(name, value);
    }
    return arguments;
}

}  // namespace crowfly
