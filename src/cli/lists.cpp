#include "cli/lists.hpp"

#include "engine/engine.hpp"
#include "engine/query_kinds.hpp"
#include "family/registry.hpp"
#include "heuristic/registry.hpp"
#include "search/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

struct ListSource {
    const char* name;
    const char* kind;  // of an entry
    std::vector<List::Entry> (*entries)();
};

template <class Plugin>
std::vector<List::Entry> entries_of(const Registry<Plugin>& registry) {
    std::vector<List::Entry> entries;
    for (const Plugin& plugin : registry.all()) entries.push_back({plugin, {}});
    return entries;
}

std::vector<List::Entry> search_entries() {
    std::vector<List::Entry> entries;
    for (const Declaration* plugin : searches_and_lists()) entries.push_back({*plugin, {}});
    return entries;
}

std::vector<List::Entry> heuristic_entries() {
    std::vector<List::Entry> entries = entries_of(heuristics());
    for (List::Entry& entry : entries)
        entry.declaration.properties = properties_of(*heuristics().find(entry.declaration.name));
    return entries;
}

// A strategy that options ask for, too, names them.
std::vector<List::Entry> strategy_entries() {
    std::vector<List::Entry> entries = entries_of(strategies());
    for (List::Entry& entry : entries) {
        const Strategy& strategy = *strategies().find(entry.declaration.name);
        if (!strategy.options.empty()) entry.declaration.properties.push_back({"alone", strategy.options});
    }
    return entries;
}

std::vector<List::Entry> query_entries() {
    std::vector<List::Entry> entries;
    for (QueryKindInfo& kind : query_kinds()) entries.push_back({std::move(kind.declaration), std::move(kind.engines)});
    return entries;
}

std::vector<List::Entry> engine_entries() {
    std::vector<List::Entry> entries{{automatic_engine(), {}}};
    for (const EnginePlugin* plugin : engines()) entries.push_back({*plugin, {}});
    return entries;
}

std::vector<List::Entry> family_entries() { return entries_of(families()); }

const std::vector<ListSource>& list_sources() {
    static const std::vector<ListSource> all{
        {"searches", "search", search_entries}, {"heuristics", "heuristic", heuristic_entries},
        {"families", "family", family_entries}, {"queries", "query", query_entries},
        {"engines", "engine", engine_entries},  {"strategies", "strategy", strategy_entries}};
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

std::vector<List::Entry> entries_of_list(const std::string& list) { return source_of(list)->entries(); }

}  // namespace crowfly
