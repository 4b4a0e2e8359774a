#include "cli/interface/lists.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/engine.hpp"
#include "engine/query_kinds.hpp"
#include "family/registry.hpp"
#include "frontend/frontend.hpp"
#include "heuristic/registry.hpp"
#include "search/methods/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

struct ListSource {
    const char* name;
    const char* kind;  // of an entry
    std::vector<List::Entry> (*entries)(const CommandInfo& tool);
};

template <class Plugin>
std::vector<List::Entry> entries_of(const Registry<Plugin>& registry) {
    std::vector<List::Entry> entries;
    for (const Plugin& plugin : registry.all()) entries.push_back({plugin, {}});
    return entries;
}

std::vector<List::Entry> search_entries(const CommandInfo&) {
    std::vector<List::Entry> entries;
    for (const Declaration* plugin : searches_and_lists()) entries.push_back({*plugin, {}});
    return entries;
}

std::vector<List::Entry> heuristic_entries(const CommandInfo&) {
    std::vector<List::Entry> entries = entries_of(heuristics());
    for (List::Entry& entry : entries)
        entry.declaration.properties = properties_of(*heuristics().find(entry.declaration.name));
    return entries;
}

// A strategy that options ask for, too, names them.
std::vector<List::Entry> strategy_entries(const CommandInfo&) {
    std::vector<List::Entry> entries = entries_of(strategies());
    for (List::Entry& entry : entries) {
        const Strategy& strategy = *strategies().find(entry.declaration.name);
        if (!strategy.options.empty()) entry.declaration.properties.push_back({"alone", strategy.options});
    }
    return entries;
}

std::vector<List::Entry> query_entries(const CommandInfo&) {
    std::vector<List::Entry> entries;
    for (QueryKindInfo& kind : query_kinds()) entries.push_back({std::move(kind.declaration), std::move(kind.engines)});
    return entries;
}

std::vector<List::Entry> engine_entries(const CommandInfo&) {
    std::vector<List::Entry> entries{{automatic_engine(), {}}};
    for (const EnginePlugin* plugin : engines()) entries.push_back({*plugin, {}});
    return entries;
}

std::vector<List::Entry> family_entries(const CommandInfo&) { return entries_of(families()); }

std::vector<List::Entry> construct_entries(const CommandInfo&) {
    std::vector<List::Entry> entries;
    for (const Frontend& frontend : frontends().all()) {
        if (frontend.constructs == nullptr) continue;
        for (const model::Construct& construct : frontend.constructs()) {
            Declaration entry{.name = construct.name, .description = construct.sentence};
            entry.properties = {{"language", frontend.name}, {"place", construct.place}};
            if (!construct.example.empty()) entry.properties.push_back({"example", construct.example});
            entries.push_back({std::move(entry), {}});
        }
    }
    return entries;
}

std::vector<List::Entry> command_entries(const CommandInfo& tool) {
    std::vector<List::Entry> entries;
    for (const CommandInfo& command : tool.commands) {
        Declaration entry{.name = command.name, .description = command.description};
        entry.properties.push_back({"usage", command.usage()});
        for (const std::string& example : command.examples) entry.properties.push_back({"example", example});
        entries.push_back({std::move(entry), {}});
    }
    return entries;
}

Declaration declaration_of(const OptionInfo& option, const std::string& section) {
    Declaration entry{.name = spelling(option), .description = option.description};
    for (const auto& [value, meaning] : option.values) entry.options.push_back({.name = value, .text = meaning});
    entry.properties.push_back({"question", section});
    if (option.values.empty() && !option.choices.empty() && !option.value.empty())
        entry.properties.push_back({"values", fmt::format("{}", fmt::join(option.choices, ", "))});
    return entry;
}

bool is_same(const Declaration& a, const Declaration& b) {
    return a.name == b.name && a.description == b.description && a.properties.front().text == b.properties.front().text;
}

// An option that several commands have in the same words is one entry.
std::vector<List::Entry> option_entries(const CommandInfo& tool) {
    std::vector<List::Entry> entries;
    std::vector<std::string> commands;  // of each entry
    for (const CommandInfo& command : tool.commands) {
        for (const SectionInfo& section : command.sections) {
            for (const OptionInfo& option : section.options) {
                Declaration entry = declaration_of(option, section.title);
                const auto known =
                    std::ranges::find_if(entries, [&](const List::Entry& e) { return is_same(e.declaration, entry); });
                const auto place = static_cast<std::size_t>(known - entries.begin());
                if (known == entries.end()) {
                    entries.push_back({std::move(entry), {}});
                    commands.push_back(command.name);
                } else {
                    commands[place] += ", " + command.name;
                }
            }
        }
    }
    for (std::size_t i = 0; i < entries.size(); ++i)
        entries[i].declaration.properties.push_back({"commands", commands[i]});
    return entries;
}

const std::vector<ListSource>& list_sources() {
    static const std::vector<ListSource> all{
        {"searches", "search", search_entries},         {"heuristics", "heuristic", heuristic_entries},
        {"families", "family", family_entries},         {"queries", "query", query_entries},
        {"engines", "engine", engine_entries},          {"strategies", "strategy", strategy_entries},
        {"constructs", "construct", construct_entries}, {"commands", "command", command_entries},
        {"options", "option", option_entries}};
    return all;
}

const ListSource* source_of(const std::string& list) {
    for (const ListSource& source : list_sources()) {
        if (source.name == list) return &source;
    }
    return nullptr;
}

}  // namespace

std::vector<std::string> names_of_lists() {
    std::vector<std::string> names;
    for (const ListSource& source : list_sources()) names.emplace_back(source.name);
    return names;
}

std::string entry_kind(const std::string& list) { return source_of(list)->kind; }

std::vector<List::Entry> entries_of_list(const std::string& list, const CommandInfo& tool) {
    return source_of(list)->entries(tool);
}

}  // namespace crowfly
