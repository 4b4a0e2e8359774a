#include "search/settings.hpp"

#include <fmt/format.h>

#include <vector>

namespace crowfly {

std::string_view to_string(Pruning pruning) {
    switch (pruning) {
        case Pruning::none: return "none";
        case Pruning::safe: return "safe";
    }
    return "";
}

namespace {

// "name(a,b=c)" at a place of a text: the name, then what stands in parentheses.
struct Word {
    std::string name;
    std::vector<std::string> options;
};

std::vector<Word> words_of(const std::string& text) {
    std::vector<Word> words(1);
    bool inside = false;
    for (const char c : text) {
        if (c == ' ') continue;
        if (c == '(') {
            inside = true;
            words.back().options.emplace_back();
        } else if (c == ')') {
            inside = false;
        } else if (c == ',') {
            if (inside)
                words.back().options.emplace_back();
            else
                words.emplace_back();
        } else {
            (inside ? words.back().options.back() : words.back().name) += c;
        }
    }
    return words;
}

std::string with_options(std::string_view name, const std::vector<std::string>& options) {
    return options.empty() ? std::string(name) : fmt::format("{}({})", name, fmt::join(options, ","));
}

bool take_option(const std::string& name, const std::string& option, Preference& into) {
    const auto number = [](const std::string& text) {
        return !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == std::string::npos;
    };
    if (name == "useless" && (option == "plain" || option == "reads=guards" || option == "reads=all")) {
        into.removal = option == "plain" ? Removal::plain : option == "reads=all" ? Removal::updates : Removal::guards;
        return true;
    }
    if (name == "useless" && option == "exact") return into.exact = true;
    if (name == "contexts" && option == "plain") return into.exact_contexts = true;
    if (name == "contexts" && (option == "clocks=on" || option == "clocks=off")) {
        into.clocks = option == "clocks=on";
        return true;
    }
    if (name == "helpful" && option.starts_with("boost=") && number(option.substr(6))) {
        into.boost = static_cast<std::uint32_t>(std::stoul(option.substr(6)));
        return true;
    }
    return false;
}

}  // namespace

std::optional<Preference> parse_preference(const std::string& text, std::string& problem) {
    Preference result;
    for (const Word& word : words_of(text)) {
        if (word.name == "useless")
            result.useless = true;
        else if (word.name == "contexts")
            result.contexts = true;
        else if (word.name == "helpful")
            result.helpful = true;
        else if (word.name == "order=contexts" || word.name == "order=useless")
            result.contexts_decide = word.name == "order=contexts";
        else {
            problem = fmt::format("there is no `{}` to prefer by; choose from useless, contexts, helpful", word.name);
            return std::nullopt;
        }
        for (const std::string& option : word.options) {
            if (take_option(word.name, option, result)) continue;
            problem = fmt::format("`{}` has no option `{}`", word.name, option);
            return std::nullopt;
        }
    }
    return result;
}

std::string described(const Preference& preference) {
    return fmt::format("{}{}{}",
                       preference.contexts ? ", transitions that have to do with the one before preferred" : "",
                       preference.useless ? ", useless transitions put off" : "",
                       preference.helpful ? ", helpful ones preferred" : "");
}

std::string to_string(const Preference& preference) {
    std::vector<std::string> parts;
    if (preference.useless) {
        std::vector<std::string> options;
        if (preference.removal == Removal::plain) options.emplace_back("plain");
        if (preference.removal == Removal::updates) options.emplace_back("reads=all");
        if (preference.exact) options.emplace_back("exact");
        parts.push_back(with_options("useless", options));
    }
    if (preference.contexts) {
        std::vector<std::string> options;
        if (preference.exact_contexts) options.emplace_back("plain");
        if (preference.clocks) options.emplace_back("clocks=on");
        parts.push_back(with_options("contexts", options));
    }
    if (preference.helpful)
        parts.push_back(preference.boost == Preference{}.boost ? "helpful"
                                                               : fmt::format("helpful(boost={})", preference.boost));
    if (preference.useless && preference.contexts)
        parts.push_back(preference.contexts_decide ? "order=contexts" : "order=useless");
    return fmt::format("{}", fmt::join(parts, ","));
}

}  // namespace crowfly
