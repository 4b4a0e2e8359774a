#include "base/plugins/spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/messages/diagnostic.hpp"

namespace crowfly {
namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-'; }

// Letters and digits decide, and a star: `LM-cut` is `lmcut`, and `h_FF` is `hff`.
std::string plain(std::string_view name) {
    std::string letters;
    for (const char c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '*')
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return letters;
}

bool is_same(std::string_view a, std::string_view b) { return plain(a) == plain(b); }

std::vector<std::string> inner_options(const Declaration& plugin) {
    std::vector<std::string> names;
    for (const PluginOption& option : plugin.options) {
        if (option.kind != PluginOption::Kind::outer) names.push_back(option.name);
    }
    return names;
}

const Declaration* plugin_called(const std::string& name, const Vocabulary& vocabulary) {
    const auto found = std::ranges::find(vocabulary.plugins, name, &Declaration::name);
    return found == vocabulary.plugins.end() ? nullptr : *found;
}

Vocabulary parts_of(const Declaration& plugin, const Vocabulary& own) {
    return plugin.parts.vocabulary == nullptr ? own : plugin.parts.vocabulary();
}

const PluginOption* option_for_names(const Declaration& plugin) {
    const auto found = std::ranges::find_if(plugin.options, &PluginOption::names);
    return found == plugin.options.end() ? nullptr : &*found;
}

class SpecParser {
public:
    explicit SpecParser(const std::string& text) : text_(text) {}

    std::optional<Spec> whole_spec(const Vocabulary& vocabulary, std::string& problem) {
        Spec result;
        const bool understood = spec(vocabulary, result);
        return finished(understood, std::move(result), problem);
    }

    std::optional<Spec> whole_arguments(const Declaration& plugin, const Vocabulary& vocabulary, std::string& problem) {
        Spec result{plugin.name};
        const bool understood = arguments(plugin, vocabulary, result);
        return finished(understood, std::move(result), problem);
    }

private:
    std::optional<Spec> finished(bool understood, Spec result, std::string& problem) {
        if (understood && !is_at_end()) understood = fail("`{}` is not understood", text_.substr(at_));
        problem = problem_;
        return understood ? std::optional(std::move(result)) : std::nullopt;
    }

    template <class... Parts>
    bool fail(fmt::format_string<Parts...> sentence, Parts&&... parts) {
        problem_ = fmt::format(sentence, std::forward<Parts>(parts)...);
        return false;
    }

    void skip_blanks() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    bool is_at_end() {
        skip_blanks();
        return at_ == text_.size();
    }

    bool sees(char wanted) {
        skip_blanks();
        return at_ < text_.size() && text_[at_] == wanted;
    }

    bool take(char wanted) {
        const bool seen = sees(wanted);
        if (seen) ++at_;
        return seen;
    }

    std::string name() {
        skip_blanks();
        const std::size_t from = at_;
        while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }

    // Up to the next comma or parenthesis, or to the closing brace.
    std::string value() {
        const bool is_list = sees('{');
        const std::size_t from = at_;
        if (is_list) at_ = std::min(text_.find('}', at_), text_.size());
        at_ = std::min(text_.find_first_of(",()", at_), text_.size());
        std::size_t end = at_;
        while (end > from && is_space(text_[end - 1])) --end;
        return text_.substr(from, end - from);
    }

    bool spec(const Vocabulary& vocabulary, Spec& into) {
        into.name = name();
        const Declaration* plugin = plugin_called(into.name, vocabulary);
        if (plugin == nullptr) return fail_unknown(into.name, vocabulary);
        if (take('(')) {
            if (!is_at_end() && !arguments(*plugin, vocabulary, into)) return false;
            if (!take(')')) return fail("the parenthesis after `{}` is not closed", into.name);
        }
        return !plugin->combines || has_its_parts(*plugin, vocabulary, into);
    }

    bool has_its_parts(const Declaration& plugin, const Vocabulary& vocabulary, const Spec& spec) {
        const Declaration::Parts& parts = plugin.parts;
        if (spec.parts.size() > parts.most)
            return fail("`{}` has {} parts, and can have {}", spec.name, spec.parts.size(), parts.most);
        if (spec.parts.size() >= parts.least) return true;
        return fail("`{0}` combines others: {0}({1})", spec.name,
                    example_of(parts_of(plugin, vocabulary), std::min<std::size_t>(parts.most, 2)));
    }

    // An example of what can be combined.
    static std::string example_of(const Vocabulary& vocabulary, std::size_t count) {
        std::vector<std::string> names;
        for (const Declaration* plugin : vocabulary.plugins) {
            if (!plugin->combines && names.size() < count) names.push_back(plugin->name);
        }
        return fmt::format("{}", fmt::join(names, ","));
    }

    // Up to the next blank, comma or parenthesis.
    std::string rest_of_word() const {
        return text_.substr(at_, std::min(text_.find_first_of(" ,()", at_), text_.size()) - at_);
    }

    static std::string name_of_the_field(const std::string& written, const Vocabulary& vocabulary) {
        for (const Declaration* plugin : vocabulary.plugins) {
            const bool is_meant = std::ranges::any_of(
                plugin->also_called, [&](const std::string& other) { return is_same(other, written); });
            if (is_meant) return fmt::format("did you mean `{}`?", plugin->name);
        }
        return "";
    }

    bool fail_unknown(const std::string& name, const Vocabulary& vocabulary) {
        std::vector<std::string> names;
        for (const Declaration* plugin : vocabulary.plugins) names.push_back(plugin->name);
        // `A*` is no name, but people write it.
        const std::string written = name + rest_of_word();
        std::string guess = name_of_the_field(written, vocabulary);
        if (guess.empty()) guess = did_you_mean(written, names);
        return fail("{}; {}", fmt::format(fmt::runtime(vocabulary.unknown), written),
                    guess.empty() ? fmt::format("choose from {}", fmt::join(names, ", ")) : guess);
    }

    bool arguments(const Declaration& plugin, const Vocabulary& vocabulary, Spec& into) {
        do {
            if (!argument(plugin, vocabulary, into)) return false;
        } while (take(','));
        return true;
    }

    bool argument(const Declaration& plugin, const Vocabulary& vocabulary, Spec& into) {
        skip_blanks();
        if (const PluginOption* named = option_for_names(plugin); named != nullptr && sees('{'))
            return set(plugin, *named, value(), into);
        const std::size_t start = at_;
        const std::string key = name();
        const PluginOption* option = plugin.option(key);
        if (take('='))
            return option == nullptr ? fail_no_option(plugin, vocabulary, key) : set(plugin, *option, value(), into);
        if (option != nullptr && option->kind == PluginOption::Kind::flag && !sees('('))
            return set(plugin, *option, "yes", into);
        if (option != nullptr && !plugin.combines)
            return fail("`{}` of `{}` needs a value, {}", key, plugin.name, allowed_values(*option));
        if (!plugin.combines) return fail_no_option(plugin, vocabulary, key);
        at_ = start;
        return spec(parts_of(plugin, vocabulary), into.parts.emplace_back());
    }

    bool set(const Declaration& plugin, const PluginOption& option, const std::string& text, Spec& into) {
        const std::optional<std::string> value = read_value(option, text);
        if (!value && !option.wrong.empty()) {
            problem_ = fmt::format(fmt::runtime(option.wrong), text);
            return false;
        }
        if (!value) return fail("`{}` of `{}` is {}, not `{}`", option.name, plugin.name, allowed_values(option), text);
        if (!into.options.emplace(option.name, *value).second)
            return fail("`{}` of `{}` is given twice", option.name, plugin.name);
        return true;
    }

    bool fail_no_option(const Declaration& plugin, const Vocabulary& vocabulary, const std::string& key) {
        if (key.empty()) return fail("an option of `{}` is missing", plugin.name);
        if (plugin_called(key, vocabulary) != nullptr) return fail("`{}` is not a combination of others", plugin.name);
        const bool is_outer = std::ranges::any_of(plugin.options, [&](const PluginOption& o) { return o.name == key; });
        if (is_outer) return fail("`{0}` has no option `{1}`; write {1} outside of the parentheses", plugin.name, key);
        const std::vector<std::string> names = inner_options(plugin);
        const std::string guess = did_you_mean(key, names);
        if (!guess.empty()) return fail("`{}` has no option `{}`; {}", plugin.name, key, guess);
        if (names.empty()) return fail("`{}` has no option `{}`; it has none", plugin.name, key);
        return fail("`{}` has no option `{}`; it has {}", plugin.name, key, fmt::format("{}", fmt::join(names, ", ")));
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::string problem_;
};

}  // namespace

std::optional<Spec> parse_spec(const std::string& text, const Vocabulary& vocabulary, std::string& problem) {
    return SpecParser(text).whole_spec(vocabulary, problem);
}

std::optional<Spec> parse_arguments_of(const Declaration& plugin, const std::string& text, const Vocabulary& vocabulary,
                                       std::string& problem) {
    return SpecParser(text).whole_arguments(plugin, vocabulary, problem);
}

std::string to_string(const Spec& spec) {
    std::vector<std::string> inside;
    for (const Spec& part : spec.parts) inside.push_back(to_string(part));
    for (const auto& [key, value] : spec.options)
        inside.push_back(value == "yes" ? key : fmt::format("{}={}", key, value));
    return inside.empty() ? spec.name : fmt::format("{}({})", spec.name, fmt::join(inside, ","));
}

std::string value_of(const Spec& spec, const Declaration& plugin, const std::string& option) {
    const auto given = spec.options.find(option);
    return given != spec.options.end() ? given->second : plugin.option(option)->otherwise;
}

bool is_set(const Spec& spec, const std::string& flag) {
    const auto given = spec.options.find(flag);
    return given != spec.options.end() && given->second == "yes";
}

}  // namespace crowfly
