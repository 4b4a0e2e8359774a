#include <fmt/format.h>

#include <algorithm>

#include "render/moves.hpp"
#include "render/summary.hpp"
#include "render/walk.hpp"

namespace crowfly {
namespace {

constexpr std::size_t shown_items = 12;
constexpr std::string_view indent = "                   ";

class WalkWriter {
public:
    WalkWriter(const Network& network, const TextStyle& style) : network_(network), style_(style) {}

    std::string start(const ConcreteState& state) {
        text_.clear();
        std::vector<std::string> places, variables;
        for (ProcessIndex p = 0; p < network_.processes.size(); ++p) {
            places.push_back(fmt::format("{}.{}", network_.processes[p].name, location_name(network_, p, state.slots)));
        }
        for (const Summary::Variable& variable : summarise(network_).variables) {
            variables.push_back(fmt::format("{} = {}", name_with_cells(variable.name, variable.cells), initial_text(variable)));
        }
        line(fmt::format("{:>4}  {:<11}  ", 0, "start"), Ink::plain, listed(places, " "));
        if (!variables.empty()) line(indent, Ink::plain, listed(variables, ", "));
        clocks(state);
        return std::move(text_);
    }

    std::string step(std::size_t number, const Move& move, const ConcreteState& before, const ConcreteState& after) {
        text_.clear();
        transition(number, move);
        std::vector<std::string> changes;
        for (const std::uint32_t slot : changed_variables(network_, before.slots, after.slots)) {
            changes.push_back(fmt::format("{} = {}", network_.slots[slot].name, after.slots[slot]));
        }
        if (!changes.empty()) line(indent, Ink::plain, listed(changes, ", "));
        clocks(after);
        return std::move(text_);
    }

    std::string failed(std::size_t number, const Move& move) {
        text_.clear();
        transition(number, move);
        return std::move(text_);
    }

private:
    void line(std::string_view head, Ink ink, std::string_view text) {
        text_ += fmt::format("{}{}\n", head, painted(style_, ink, printable(text)));
    }

    std::string listed(const std::vector<std::string>& items, std::string_view separator) const {
        const std::size_t shown = style_.everything ? items.size() : std::min(items.size(), shown_items);
        std::string text = fmt::format("{}", fmt::join(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown), separator));
        return shown == items.size() ? text : text + fmt::format(" … and {} more", items.size() - shown);
    }

    void transition(std::size_t number, const Move& move) {
        const bool at_once = move.delay == Rational(0);
        std::string head = fmt::format("{:>4}  {:<11}  ", number, at_once ? "" : fmt::format("delay {}", to_string(move.delay)));
        for (const Participant& participant : move.firing.participants) {
            line(head, Ink::bold, participant_text(move.firing, participant));
            head = indent;
        }
    }

    std::string participant_text(const Firing& firing, const Participant& participant) const {
        const Edge& edge = network_.edges[participant.edge];
        std::string text = to_string(network_, edge);
        const std::string sync = synchronisation(network_, firing, participant);
        if (!sync.empty()) text += "  " + sync;
        for (std::size_t i = 0; i < participant.selects.size(); ++i) {
            const std::string& name = network_.selects[edge.selects.first + i].name;
            text += fmt::format("{}{} = {}", i == 0 ? "  with " : ", ", name, participant.selects[i]);
        }
        return text;
    }

    void clocks(const ConcreteState& state) {
        const bool all_zero = std::all_of(state.clocks.begin(), state.clocks.end(), [](const Rational& v) { return v == Rational(0); });
        if (all_zero && state.clocks.size() > 2) return line(indent, Ink::faint, "all clocks at 0");
        std::vector<std::string> values;
        for (std::size_t i = 1; i < state.clocks.size(); ++i) {
            values.push_back(fmt::format("{} = {}", network_.clocks[i].name, to_string(state.clocks[i])));
        }
        if (!values.empty()) line(indent, Ink::faint, listed(values, ", "));
    }

    const Network& network_;
    const TextStyle& style_;
    std::string text_;
};

std::string closing_line(const Walk& walk) {
    const std::string steps = counted(walk.steps.size(), "step");
    if (walk.end == Walk::End::bad_start) return fmt::format("{}\n", describe(walk.end));
    const Rational time = walk.steps.empty() ? walk.initial->time : walk.steps.back().state.time;
    return fmt::format("{} in {} time units: {}\n", steps, to_string(time), describe(walk.end));
}

}  // namespace

std::string walk_text(const WalkReport& report, const TextStyle& style) {
    if (!report.walk) return {};
    const Walk& walk = *report.walk;
    WalkWriter writer(*report.network, style);
    std::string text = fmt::format("{} (random walk, seed {})\n", painted(style, Ink::bold, shown_path(report.file)), report.seed);
    if (walk.initial) text += writer.start(*walk.initial);
    const ConcreteState* before = walk.initial ? &*walk.initial : nullptr;
    std::size_t number = 0;
    for (const Step& step : walk.steps) {
        text += writer.step(++number, step.move, *before, step.state);
        before = &step.state;
    }
    if (walk.failed) text += writer.failed(++number, *walk.failed);
    return text + closing_line(walk);
}

}  // namespace crowfly
