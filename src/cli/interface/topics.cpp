#include "cli/interface/topics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/messages/codes.hpp"
#include "cli/interface/explain_pages.hpp"
#include "cli/interface/help.hpp"
#include "cli/interface/lists.hpp"
#include "frontend/frontend.hpp"
#include "render/results/report.hpp"
#include "render/trace.hpp"

namespace crowfly {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Of an option; operators such as `->` keep them.
std::string without_dashes(const std::string& name) {
    const std::size_t start = name.find_first_not_of('-');
    return start == std::string::npos || !is_word_character(name[start]) ? name : name.substr(start);
}

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string exit_codes_page() {
    return "exit codes of crowfly\n"
           "    0   everything is fine: all verdicts are as expected\n"
           "    1   a verdict is not as expected, or a trace is rejected\n"
           "    2   the command line, the model or a query has a mistake\n"
           "    3   some query is undecided\n"
           "    70  a bug in Crowfly\n"
           "    If queries end differently, the first of 70, 2, 1, 3 and 0 that occurs is the exit code.\n";
}

std::string formats_page() {
    std::string text = fmt::format(
        "formats of files\n    models: {}\n    traces, for --trace and `crowfly trace -o`:\n", model_suffixes(", "));
    constexpr std::size_t column = 20, indent = 6;
    for (const TraceFormat& format : trace_formats().all())
        text += help_entry("." + format.name, format.description, column, indent);
    text += "    reports of all queries, for --trace:\n";
    for (const ReportFormat& format : report_formats().all())
        text += help_entry("." + format.name, format.description, column, indent);
    return text;
}

void add_commands(const CommandInfo& tool, std::vector<Topic>& topics) {
    for (const CommandInfo& command : tool.commands) topics.push_back({"command", {command.name}, full_help(command)});
}

// An option that several commands have in the same words is one topic.
void add_options(const CommandInfo& tool, std::vector<Topic>& topics) {
    std::vector<std::pair<std::string, std::vector<std::string>>> found;  // the text, and the commands that have it
    std::vector<OptionInfo> options;
    const auto add = [&](const CommandInfo& command) {
        for (const OptionInfo& option : command.options()) {
            if (option.is_argument) continue;
            const std::string text = option_help(option);
            auto place = std::ranges::find(found, text, &std::pair<std::string, std::vector<std::string>>::first);
            if (place == found.end()) {
                options.push_back(option);
                place = found.insert(place, {text, {}});
            }
            place->second.push_back(command.name.empty() ? "crowfly" : "crowfly " + command.name);
        }
    };
    add(tool);
    for (const CommandInfo& command : tool.commands) add(command);
    for (std::size_t i = 0; i < options.size(); ++i) {
        std::vector<std::string> names = options[i].names;
        std::ranges::reverse(names);  // the long one first
        const std::vector<std::string>& owners = found[i].second;
        constexpr std::size_t few = 4;
        const std::string owner = owners.size() > few ? fmt::format("{} commands", owners.size())
                                                      : fmt::format("{}", fmt::join(owners, ", "));
        topics.push_back({"option of " + owner, names, found[i].first});
        for (const auto& [value, meaning] : options[i].values)
            topics.push_back({"value of " + names.front(), {value}, fmt::format("{}: {}\n", value, meaning)});
    }
}

// The description, then the properties and options of the entry below each other.
std::string entry_page(const List::Entry& entry) {
    const Declaration& plugin = entry.declaration;
    std::vector<std::pair<std::string, std::string>> lines;
    if (!plugin.also_called.empty())
        lines.emplace_back("also called", fmt::format("{}", fmt::join(plugin.also_called, ", ")));
    for (const Declaration::Note& note : plugin.properties) lines.emplace_back(note.name, note.text);
    if (!entry.engines.empty()) lines.emplace_back("engines", fmt::format("{}", fmt::join(entry.engines, ", ")));
    for (const PluginOption& option : plugin.options) lines.emplace_back(option.name, option.text);
    constexpr std::size_t indent = 4;
    std::size_t width = 0;
    for (const auto& [name, text] : lines) width = std::max(width, name.size());
    std::string page = plugin.name + "\n" + help_entry("", plugin.description, indent, 0);
    for (const auto& [name, text] : lines) page += help_entry(name, text, indent + width + 2, indent);
    return page;
}

// `fmax(a, b)` is also found as fmax, and `&&, and` as each of both.
std::vector<std::string> names_of_construct(const std::string& name) {
    std::vector<std::string> names{name};
    const auto end = std::ranges::find_if_not(name, is_word_character);
    std::string word(name.begin(), end);
    if (word.size() > 1 && end != name.end()) names.push_back(std::move(word));
    if (name.find_first_of("([{") != std::string::npos) return names;
    std::size_t begin = 0;
    for (std::size_t comma = name.find(", "); comma != std::string::npos; comma = name.find(", ", begin)) {
        names.push_back(name.substr(begin, comma - begin));
        begin = comma + 2;
    }
    if (begin > 0) names.push_back(name.substr(begin));
    return names;
}

void add_entries(const List& list, std::vector<Topic>& topics) {
    for (const List::Entry& entry : list.entries) {
        const Declaration& declared = entry.declaration;
        std::vector<std::string> names =
            list.what == "constructs" ? names_of_construct(declared.name) : std::vector{declared.name};
        names.insert(names.end(), declared.also_called.begin(), declared.also_called.end());
        topics.push_back({entry_kind(list.what), names, entry_page(entry)});
    }
}

void add_lists(const CommandInfo& tool, std::vector<Topic>& topics) {
    for (const std::string& name : names_of_lists()) {
        const List list{name, entries_of_list(name, tool)};
        const bool is_known = name == "commands" || name == "options";  // they are topics themselves
        if (!is_known) add_entries(list, topics);
        topics.push_back({"list", {name}, list_text(list, {})});
    }
}

// A value that is also an entry of a list has more to say there.
void drop_values_of_lists(std::vector<Topic>& topics) {
    std::set<std::string> entries;
    for (const Topic& topic : topics) {
        if (!topic.kind.starts_with("value of") && topic.kind != "construct") entries.insert(topic.names.front());
    }
    std::erase_if(topics, [&](const Topic& topic) {
        return topic.kind.starts_with("value of") && entries.contains(topic.names.front());
    });
}

bool is_called(const Topic& topic, const std::string& name) {
    return std::ranges::any_of(topic.names, [&](const std::string& own) {
        return lower(own) == lower(name) || lower(without_dashes(own)) == lower(name);
    });
}

}  // namespace

std::vector<Topic> help_topics(const CommandInfo& tool) {
    std::vector<Topic> topics;
    add_commands(tool, topics);
    add_options(tool, topics);
    add_lists(tool, topics);
    drop_values_of_lists(topics);
    topics.push_back({"page", {"exit-codes"}, exit_codes_page()});
    topics.push_back({"page", {"formats"}, formats_page()});
    for (const CodeInfo& info : all_codes())
        topics.push_back({"diagnostic", {std::string(info.id)}, diagnostic_page(info.id)});
    return topics;
}

std::vector<std::string> topic_names(const CommandInfo& tool) {
    std::set<std::string> names;
    for (const Topic& topic : help_topics(tool)) {
        if (topic.kind == "query") continue;  // E<> is no word of a shell
        if (topic.kind != "construct") names.insert(without_dashes(topic.names.front()));
        for (const std::string& name : topic.names) {
            if (topic.kind == "construct" && std::ranges::all_of(name, is_word_character)) names.insert(name);
        }
    }
    return {names.begin(), names.end()};
}

std::string help_on(const std::string& name, const CommandInfo& tool) {
    std::vector<Topic> topics = help_topics(tool);
    const bool is_exact = std::ranges::any_of(topics, [&](const Topic& topic) { return topic.names.front() == name; });
    std::erase_if(topics, [&](const Topic& topic) {
        return is_exact ? std::ranges::find(topic.names, name) == topic.names.end() &&
                              without_dashes(topic.names.front()) != name
                        : !is_called(topic, name);
    });
    std::string text;
    for (const Topic& topic : topics) {
        if (!text.empty()) text += "\n";
        if (topics.size() > 1) text += fmt::format("[{}]\n", topic.kind);
        text += topic.text;
    }
    return text;
}

}  // namespace crowfly
