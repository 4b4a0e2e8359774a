#include "heuristic/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace crowfly {

Registry<HeuristicPlugin>& heuristics() {
    static Registry<HeuristicPlugin> registry;
    return registry;
}

namespace {

// name, or name(part,part,key=value): the grammar of --heuristic.
class SpecParser {
public:
    explicit SpecParser(const std::string& text) : text_(text) {}

    std::optional<HeuristicSpec> run(std::string& problem) {
        std::optional<HeuristicSpec> result = spec();
        if (result && at_ != text_.size()) fail(fmt::format("`{}` is not understood", text_.substr(at_)));
        problem = problem_;
        return problem_.empty() ? result : std::nullopt;
    }

private:
    std::optional<HeuristicSpec> fail(const std::string& why) {
        if (problem_.empty()) problem_ = why;
        return std::nullopt;
    }

    void skip_blanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }

    bool take(char wanted) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    std::string word() {
        skip_blanks();
        const std::size_t from = at_;
        while (at_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' || text_[at_] == '-'))
            ++at_;
        return text_.substr(from, at_ - from);
    }

    std::optional<HeuristicSpec> spec() {
        HeuristicSpec result;
        result.name = word();
        const HeuristicPlugin* plugin = heuristics().find(result.name);
        if (plugin == nullptr) return unknown(result.name);
        if (take('(')) {
            do {
                if (!argument(*plugin, result)) return std::nullopt;
            } while (take(','));
            if (!take(')')) return fail(fmt::format("the parenthesis after `{}` is not closed", result.name));
        }
        if (plugin->combines && result.parts.empty())
            return fail(fmt::format("`{}` combines others: {}(dL,hamming)", result.name, result.name));
        return result;
    }

    std::optional<HeuristicSpec> unknown(const std::string& name) {
        return fail(
            fmt::format("there is no heuristic `{}`; choose from {}", name, fmt::join(heuristics().names(), ", ")));
    }

    bool argument(const HeuristicPlugin& plugin, HeuristicSpec& into) {
        const std::size_t start = at_;
        const std::string key = word();
        if (take('=')) return option(plugin, key, word(), into);
        at_ = start;
        if (!plugin.combines) {
            fail(fmt::format("`{}` is not a combination of others", plugin.name));
            return false;
        }
        std::optional<HeuristicSpec> part = spec();
        if (part) into.parts.push_back(std::move(*part));
        return part.has_value();
    }

    bool option(const HeuristicPlugin& plugin, const std::string& key, const std::string& value, HeuristicSpec& into) {
        const auto known = plugin.choices.find(key);
        if (known == plugin.choices.end()) {
            fail(fmt::format("`{}` has no option `{}`", plugin.name, key));
            return false;
        }
        if (std::find(known->second.begin(), known->second.end(), value) == known->second.end()) {
            fail(fmt::format("`{}` of `{}` is one of {}", key, plugin.name, fmt::join(known->second, ", ")));
            return false;
        }
        into.options[key] = value;
        return true;
    }

    const std::string& text_;
    std::size_t at_ = 0;
    std::string problem_;
};

}  // namespace

std::optional<HeuristicSpec> parse_heuristic(const std::string& text, std::string& problem) {
    return SpecParser(text).run(problem);
}

std::string to_string(const HeuristicSpec& spec) {
    std::vector<std::string> inside;
    for (const HeuristicSpec& part : spec.parts) inside.push_back(to_string(part));
    for (const auto& [key, value] : spec.options) inside.push_back(fmt::format("{}={}", key, value));
    return inside.empty() ? spec.name : fmt::format("{}({})", spec.name, fmt::join(inside, ","));
}

Guarantees guarantees_of(const HeuristicSpec& spec) { return heuristics().find(spec.name)->guarantees(spec); }

std::unique_ptr<Heuristic> make_heuristic(const Goal& goal, const HeuristicSpec& spec) {
    return heuristics().find(spec.name)->make(goal, spec);
}

std::string option_of(const HeuristicSpec& spec, const std::string& name) {
    const auto given = spec.options.find(name);
    return given != spec.options.end() ? given->second : heuristics().find(spec.name)->choices.at(name).front();
}

}  // namespace crowfly
