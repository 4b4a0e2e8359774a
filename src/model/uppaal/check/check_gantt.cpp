// The Gantt chart of the system section: conditions as in queries, with names that stand for ranges.
#include "model/uppaal/check/checking.hpp"

namespace crowfly::uppaal {

namespace {

// False: the type of one is wrong, and an error was reported.
bool check_gantt_binders(Context& c, const std::vector<Select>& written, Scope& into,
                         std::vector<const model::Symbol*>& symbols) {
    const Within<Scope*> scope(c.scope, &into);
    for (const Select& select : written) {
        symbols.push_back(check_binder(c, select.name, select.span, *select.type, "a Gantt chart"));
        if (symbols.back() == nullptr || symbols.back()->type == nullptr) return false;
    }
    return true;
}

}  // namespace

std::optional<model::Gantt> check_gantt(Context& c, const Gantt& gantt) {
    c.errors->append(gantt.diagnostics);
    if (gantt.diagnostics.has_errors()) return std::nullopt;
    model::Gantt made;
    for (const GanttLane& lane : gantt.lanes) {
        Scope outer(Scope::Level::binder, &c.system_scope);
        model::GanttLane& made_lane = made.emplace_back();
        made_lane.name = lane.name;
        if (!check_gantt_binders(c, lane.parameters, outer, made_lane.parameters)) return std::nullopt;
        for (const GanttEntry& entry : lane.entries) {
            Scope inner(Scope::Level::binder, &outer);
            model::GanttEntry& made_entry = made_lane.entries.emplace_back();
            if (!check_gantt_binders(c, entry.binders, inner, made_entry.binders)) return std::nullopt;
            auto query = check_query(c, entry.query, inner);
            if (!query) return std::nullopt;
            made_entry.query = std::move(*query);
        }
    }
    return made;
}

}  // namespace crowfly::uppaal
