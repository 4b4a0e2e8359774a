#include "render/steps/run_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "render/diagnostics.hpp"
#include "render/steps/moves.hpp"
#include "render/summary.hpp"

namespace crowfly {
namespace {

constexpr std::size_t shown_items = 12;
constexpr std::string_view indent = "                   ";

}  // namespace

bool belongs_to(std::string_view name, std::string_view group) {
    return name.starts_with(group) &&
           (name.size() == group.size() || name[group.size()] == '[' || name[group.size()] == '.');
}

bool RunText::is_shown(const std::string& name) const {
    return view_.only.empty() || std::any_of(view_.only.begin(), view_.only.end(),
                                             [&](const std::string& only) { return belongs_to(name, only); });
}

void RunText::line(std::string_view head, Ink ink, std::string_view text) {
    text_ += fmt::format("{}{}\n", head, painted(style_, ink, printable(text)));
}

std::string RunText::remark(std::string_view head, std::string_view text) const {
    return fmt::format("      {:<11}  {}\n", head, printable(text));
}

std::string RunText::wait(std::size_t steps, const Rational& delay, const ConcreteState& state) {
    text_ = fmt::format("      delay {}\n", to_string(delay));
    if (view_.whole_states) whole_state(indent, state);
    watched(steps + 1);
    return std::move(text_);
}

std::string RunText::listed(const std::vector<std::string>& items, std::string_view separator) const {
    const std::size_t shown = style_.everything ? items.size() : std::min(items.size(), shown_items);
    std::string text =
        fmt::format("{}", fmt::join(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown), separator));
    return shown == items.size() ? text : text + fmt::format(" … and {} more", items.size() - shown);
}

std::string RunText::start(const ConcreteState& state) {
    text_.clear();
    if (view_.first == 0) {
        whole_state(fmt::format("{:>4}  {:<11}  ", 0, "start"), state);
        watched(0);
    }
    return std::move(text_);
}

void RunText::whole_state(std::string_view head, const ConcreteState& state) {
    std::vector<std::string> places, variables;
    for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
        if (!is_shown(network_.processes[p].name)) continue;
        places.push_back(fmt::format("{}.{}", network_.processes[p].name, location_name(network_, p, state.slots)));
    }
    if (!is_planning_task(network_)) {
        line(head, Ink::plain, listed(places, " "));
        head = indent;
    }
    std::size_t slot = network_.processes.size();
    for (const Summary::Variable& variable : summarise(network_).variables) {
        const std::vector<std::int32_t> values(
            state.slots.begin() + static_cast<std::ptrdiff_t>(slot),
            state.slots.begin() + static_cast<std::ptrdiff_t>(slot + variable.cells));
        slot += variable.cells;
        if (!is_shown(variable.name)) continue;
        Summary::Variable now = variable;
        now.initial = values;
        variables.push_back(
            fmt::format("{} = {}", name_with_cells(variable.name, variable.cells),
                        variable.cells == 1 ? value_text(network_, slot - 1, values[0]) : initial_text(now)));
    }
    if (!variables.empty()) line(head, Ink::plain, listed(variables, ", "));
    clocks(state);
}

std::string RunText::step(std::size_t number, const Move& move, const ConcreteState& before,
                          const ConcreteState& after) {
    text_.clear();
    changes_something_ = false;
    if (number < view_.first || number > view_.last) return "";
    transition(number, move);
    if (view_.whole_states) {
        whole_state(indent, after);
    } else {
        changes(move, before, after);
    }
    watched(number);
    if (view_.only_changing && !changes_something_) return "";
    return std::move(text_);
}

std::string RunText::failed(std::size_t number, const Move& move) {
    text_.clear();
    transition(number, move);
    return std::move(text_);
}

void RunText::transition(std::size_t number, const Move& move) {
    const bool at_once = move.delay == Rational(0);
    std::string head =
        fmt::format("{:>4}  {:<11}  ", number, at_once ? "" : fmt::format("delay {}", to_string(move.delay)));
    for (const Participant& one : move.firing.participants) {
        const Edge& edge = network_.edges[one.edge];
        changes_something_ |=
            !view_.only.empty() && edge.source != edge.target && is_shown(network_.processes[edge.process].name);
        const std::string text = participant(move.firing, one);
        const std::string where = place(edge);
        text_ += fmt::format("{}{}{}\n", head, painted(style_, Ink::bold, printable(text)),
                             where.empty() ? "" : "  " + painted(style_, Ink::faint, printable(where)));
        head = indent;
    }
}

std::string RunText::participant(const Firing& firing, const Participant& one) const {
    const Edge& edge = network_.edges[one.edge];
    std::string text = to_string(network_, edge);
    const std::string sync = synchronisation(network_, firing, one);
    if (!sync.empty()) text += "  " + sync;
    for (std::size_t i = 0; i < one.selects.size(); ++i) {
        const std::string& name = network_.selects[edge.selects.first + i].name;
        text += fmt::format("{}{} = {}", i == 0 ? "  with " : ", ", name, one.selects[i]);
    }
    return text;
}

// "train-gate.xml:34"
std::string RunText::place(const Edge& edge) const {
    if (sources_ == nullptr) return "";
    const Place where = place_of(edge.span, *sources_);
    if (!where.position) return "";
    return fmt::format("{}:{}", std::filesystem::path(where.file).filename().string(), where.position->line);
}

// Variables with a new value, and clocks that were set.
void RunText::changes(const Move& move, const ConcreteState& before, const ConcreteState& after) {
    std::vector<std::string> changed;
    for (const std::uint32_t slot : changed_variables(network_, before.slots, after.slots)) {
        if (is_shown(network_.slots[slot].name))
            changed.push_back(
                fmt::format("{} = {}", network_.slots[slot].name, value_text(network_, slot, after.slots[slot])));
    }
    if (!view_.all_clocks) {
        for (std::size_t c = 1; c < after.clocks.size(); ++c) {
            const bool was_set = after.clocks[c] != before.clocks[c] + move.delay && is_shown(network_.clocks[c].name);
            if (was_set) changed.push_back(fmt::format("{} = {}", network_.clocks[c].name, to_string(after.clocks[c])));
        }
    }
    changes_something_ |= !changed.empty();
    if (!changed.empty()) line(indent, Ink::plain, listed(changed, ", "));
    if (view_.all_clocks) clocks(after);
}

void RunText::clocks(const ConcreteState& state) {
    const bool all_zero =
        std::all_of(state.clocks.begin(), state.clocks.end(), [](const Rational& v) { return v == Rational(0); });
    if (all_zero && state.clocks.size() > 2 && view_.only.empty()) return line(indent, Ink::faint, "all clocks at 0");
    std::vector<std::string> values;
    for (std::size_t i = 1; i < state.clocks.size(); ++i) {
        if (is_shown(network_.clocks[i].name))
            values.push_back(fmt::format("{} = {}", network_.clocks[i].name, to_string(state.clocks[i])));
    }
    if (!values.empty()) line(indent, Ink::faint, listed(values, ", "));
}

void RunText::watched(std::size_t number) {
    for (const RunView::Watched& one : view_.watched) {
        if (number >= one.values.size()) continue;
        changes_something_ |= number > 0 && one.values[number] != one.values[number - 1];
        line(indent, Ink::cyan, fmt::format("{} = {}", one.expression, one.values[number]));
    }
}

}  // namespace crowfly
