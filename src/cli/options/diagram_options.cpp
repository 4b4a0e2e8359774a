#include "cli/options/diagram_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/files/input.hpp"
#include "cli/files/kept_files.hpp"
#include "cli/files/output.hpp"
#include "cli/queries/query_runner.hpp"
#include "symbolic/advice.hpp"

namespace crowfly {
namespace {

constexpr const char* engine_of_diagrams = "symbolic";
constexpr const char* order_heading = "# The order in which decision diagrams test the variables.\n";

bool is_in(const Network& network, std::string_view name) {
    const auto is_meant = [&](const auto& variable) { return variable.name == name; };
    return std::ranges::any_of(network.slots, is_meant) || std::ranges::any_of(network.clocks, is_meant);
}

}  // namespace

void DiagramOptions::declare(CommandDeclaration& command) {
    command.option("--hint", &hints_,
                   "Search the states with this condition first, such as 'P.busy && n > 2', for --engine symbolic. Of "
                   "several hints the first comes first",
                   {.name = "EXPR"});
    command.option("--order", file_name_into(order_, "--order"),
                   "Order the BDD variables as in this file, a name per line, for --engine symbolic. If the file does "
                   "not exist, the order of this run is written to it",
                   {.name = "FILE"});
}

void DiagramOptions::settle(SearchConfig& config) const {
    if (hints_.empty() && order_.empty()) return;
    const char* option = hints_.empty() ? "--order" : "--hint";
    if (config.settings.engine != "auto" && config.settings.engine != engine_of_diagrams)
        throw UsageError(option, fmt::format("`--engine {}` has no use for it; symbolic has", config.settings.engine));
    config.settings.engine = engine_of_diagrams;
}

bool DiagramOptions::open(Loaded& model, Session& session, SearchConfig& config) {
    if (hints_.empty() && order_.empty()) return true;
    auto advice = std::make_shared<symbolic::Advice>();
    for (const std::string& hint : hints_) {
        if (!compile_hint(hint, model, session, advice->hints)) return false;
    }
    if (!order_.empty()) {
        writes_order_ = !std::filesystem::exists(order_);
        if (writes_order_ ? !can_write({order_}, session) : !read_order(model.network(), session, advice->order))
            return false;
    }
    config.settings.advice = std::move(advice);
    return true;
}

bool DiagramOptions::compile_hint(const std::string& hint, Loaded& model, Session& session,
                                  std::vector<Formula>& hints) const {
    const FileId file = session.sources.add("<--hint>", model.queries().reachable(hint));
    const WrittenQuery query =
        model.queries().parse({file, session.sources.text(file), {}}, session.sources, session.diagnostics);
    const std::optional<Property> compiled = compile_query(model, query, session.diagnostics);
    if (!compiled) return false;
    const Formula& formula = as_reach(*compiled).formula;
    if (mentions_deadlock(formula)) {
        session.diagnostics.add(Code::bad_query, query.span, "--hint takes a condition without `deadlock`");
        return false;
    }
    hints.push_back(formula);
    return true;
}

bool DiagramOptions::read_order(const Network& network, Session& session, std::vector<std::string>& order) const {
    const std::optional<FileId> file = read_input(order_, session);
    if (!file) return false;
    const std::string_view text = session.sources.text(*file);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view name = text.substr(begin, end - begin);
        if (name.ends_with('\r')) name.remove_suffix(1);
        if (!name.empty() && !name.starts_with('#')) {
            if (!is_in(network, name)) {
                const Span span{*file, static_cast<std::uint32_t>(begin),
                                static_cast<std::uint32_t>(begin + name.size())};
                session.diagnostics.add(Code::unknown_name, span,
                                        "the model has no variable, process or clock of this name",
                                        "a file that does not exist yet is written with all names");
                return false;
            }
            order.emplace_back(name);
        }
        begin = end + 1;
    }
    return true;
}

bool DiagramOptions::save(const Result& result, Session& session) const {
    if (!writes_order_ || result.dry_run) return true;
    for (const Answer& answer : result.answers) {
        if (!answer.symbolic || answer.symbolic->order.empty()) continue;
        std::string text = order_heading;
        for (const std::string& name : answer.symbolic->order) text += name + "\n";
        return write_file(order_, text, session);
    }
    session.diagnostics.add(Code::unwritable_output, session.command_line,
                            fmt::format("--order: there is no order to write to `{}`: no query was searched", order_));
    return false;
}

}  // namespace crowfly
