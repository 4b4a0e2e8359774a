#include "base/plugins/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace crowfly {
namespace {

using Kind = PluginOption::Kind;

constexpr std::array<std::string_view, 3> words_for_yes{"yes", "on", "true"};
constexpr std::array<std::string_view, 3> words_for_no{"no", "off", "false"};

template <class Number>
bool is_between(const PluginOption& option, const std::string& text) {
    Number value{};
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end && value >= static_cast<Number>(option.least) &&
           value <= static_cast<Number>(option.most);
}

std::optional<std::string> if_allowed(bool allowed, const std::string& text) {
    return allowed ? std::optional(text) : std::nullopt;
}

std::optional<std::string> read_flag(const std::string& text) {
    if (std::ranges::find(words_for_yes, text) != words_for_yes.end()) return "yes";
    if (std::ranges::find(words_for_no, text) != words_for_no.end()) return "no";
    return std::nullopt;
}

bool is_list_of_names(const std::string& text) { return text.size() > 2 && text.front() == '{' && text.back() == '}'; }

std::optional<std::string> read_choice(const PluginOption& option, const std::string& text) {
    if (option.names && is_list_of_names(text)) return text;
    const auto alias = option.aliases.find(text);
    const std::string& value = alias == option.aliases.end() ? text : alias->second;
    return if_allowed(std::ranges::find(option.choices, value) != option.choices.end(), value);
}

}  // namespace

std::optional<std::string> read_value(const PluginOption& option, const std::string& text) {
    switch (option.kind) {
        case Kind::number:
            // A word besides the numbers, such as `auto`.
            if (const auto alias = option.aliases.find(text); alias != option.aliases.end()) return alias->second;
            return if_allowed(is_between<std::uint64_t>(option, text), text);
        case Kind::decimal: return if_allowed(is_between<double>(option, text), text);
        case Kind::choice: return read_choice(option, text);
        case Kind::flag: return read_flag(text);
        case Kind::file: return if_allowed(!text.empty(), text);
        case Kind::outer: break;
    }
    return std::nullopt;
}

std::string range_of(const PluginOption& option) {
    if (option.kind == Kind::choice) return fmt::format("{}", fmt::join(option.choices, ", "));
    if (option.kind == Kind::flag) return "yes, no";
    if (option.kind == Kind::file) return "a file";
    std::string range = fmt::format("{} to {}", option.least, option.most);
    for (const auto& [word, value] : option.aliases) range += " or " + word;
    return range;
}

std::string allowed_values(const PluginOption& option) {
    switch (option.kind) {
        case Kind::number: return "a whole number from " + range_of(option);
        case Kind::decimal: return "a number from " + range_of(option);
        case Kind::file: return range_of(option);
        default: return "one of " + range_of(option) + (option.names ? ", or names as {a,b}" : "");
    }
}

std::vector<std::string> sample_values(const PluginOption& option) {
    switch (option.kind) {
        case Kind::choice: return option.choices;
        case Kind::flag: return {"yes", "no"};
        case Kind::file:
        case Kind::outer: return {};
        default: return {std::to_string(option.least), std::to_string(option.most)};
    }
}

}  // namespace crowfly
