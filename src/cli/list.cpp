// crowfly list: what there is to choose from.
#include "render/list.hpp"
#include "cli/command.hpp"
#include "engine/engine.hpp"
#include "engine/query_kinds.hpp"
#include "family/registry.hpp"
#include "heuristic/registry.hpp"
#include "search/registry.hpp"
#include "search/schedule/strategy.hpp"

namespace crowfly {
namespace {

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

class ListCommand final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& list = tool.command("list",
                                                "List the searches, the heuristics, the families of models, the kinds "
                                                "of queries, the engines or the strategies of the default search");
        list.argument(
            "WHAT", &list_.what, "searches, heuristics, families, queries, engines or strategies",
            {.choices = {"searches", "heuristics", "families", "queries", "engines", "strategies"}, .required = true});
        list.begin_section("Output");
        list.flag("--json", &session.output.json, "Print one JSON document on standard output");
        list.footer = "Example:\n  crowfly list searches";
        return list;
    }

    int run(Session&) override {
        if (list_.what == "searches") list_.entries = search_entries();
        if (list_.what == "strategies") list_.entries = entries_of(strategies());
        if (list_.what == "heuristics") list_.entries = heuristic_entries();
        if (list_.what == "engines") list_.entries = engine_entries();
        if (list_.what == "families") list_.entries = entries_of(families());
        if (list_.what == "queries") list_.entries = query_entries();
        done_ = true;
        return exit_code::fine;
    }

    std::string text(const TextStyle& style) const override { return done_ ? list_text(list_, style) : ""; }
    std::string json(const Session& session) const override {
        return list_json(list_, session.diagnostics, session.sources);
    }

private:
    List list_;
    bool done_ = false;
};

}  // namespace

std::unique_ptr<Command> list_command() { return std::make_unique<ListCommand>(); }

}  // namespace crowfly
