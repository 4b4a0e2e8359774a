// crowfly list: what there is to choose from.
#include "render/models/list.hpp"

#include <fmt/format.h>

#include "cli/interface/command.hpp"
#include "cli/interface/lists.hpp"

namespace crowfly {
namespace {

class ListCommand final : public Command {
public:
    CommandDeclaration& declare(CommandDeclaration& tool, Session& session) override {
        CommandDeclaration& list = tool.command(
            "list",
            "List searches, heuristics, engines, strategies, queries, families, constructs, commands or options");
        tool_ = &tool;
        list.argument("WHAT", &list_.what, fmt::format("One of {}", fmt::join(names_of_lists(), ", ")),
                      {.choices = names_of_lists(), .required = true});
        list.begin_section(question::output);
        list.flag("--json", &session.output.json, "Print one JSON document on standard output");
        list.essential = {"--json"};
        list.examples = {"crowfly list searches", "crowfly list heuristics", "crowfly list strategies",
                         "crowfly list engines --json"};
        return list;
    }

    int run(Session&) override {
        list_.entries = entries_of_list(list_.what, interface_of(*tool_));
        done_ = true;
        return exit_code::fine;
    }

    std::string text(const TextStyle& style) const override { return done_ ? list_text(list_, style) : ""; }
    std::string json(const Session& session) const override {
        return list_json(list_, session.diagnostics, session.sources);
    }

private:
    List list_;
    const CommandDeclaration* tool_ = nullptr;
    bool done_ = false;
};

}  // namespace

std::unique_ptr<Command> list_command() { return std::make_unique<ListCommand>(); }

}  // namespace crowfly
