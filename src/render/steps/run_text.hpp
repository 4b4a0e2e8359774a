// Runs as text: numbered steps, each with its delay, its edges by name with their place in the model, and the changes.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/messages/source.hpp"
#include "network/network.hpp"
#include "render/text.hpp"
#include "space/run.hpp"

namespace crowfly {

// Which part of a run is shown, and how much of each step.
struct RunView {
    std::size_t first = 0;  // steps, counted from 1; 0 is the initial state
    std::size_t last = std::numeric_limits<std::size_t>::max();
    bool whole_states = false;      // the whole state after each step, not only changes
    bool all_clocks = false;        // even those that did not change
    bool only_changing = false;     // omit steps that change nothing that is shown
    std::vector<std::string> only;  // show these variables, clocks and processes; empty: all
    // Expressions, each with its value at the start, after each step, and after the delay at the end if there is one.
    struct Watched {
        std::string expression;
        std::vector<std::string> values;
    };
    std::vector<Watched> watched;
};

// "x[2]" belongs to "x", and "Train(0).x" to "Train(0)".
bool belongs_to(std::string_view name, std::string_view group);

class RunText {
public:
    // Without sources the places of edges are omitted.
    RunText(const Network& network, const Sources* sources, const TextStyle& style, RunView view)
        : network_(network), sources_(sources), style_(style), view_(std::move(view)) {}

    std::string start(const ConcreteState& state);
    std::string step(std::size_t number, const Move& move, const ConcreteState& before, const ConcreteState& after);
    std::string failed(std::size_t number, const Move& move);
    std::string remark(std::string_view head, std::string_view text) const;  // a line of its own
    // A delay without a transition after it.
    std::string wait(std::size_t steps, const Rational& delay, const ConcreteState& state);

private:
    bool is_shown(const std::string& name) const;
    void line(std::string_view head, Ink ink, std::string_view text);
    std::string listed(const std::vector<std::string>& items, std::string_view separator) const;
    void transition(std::size_t number, const Move& move);
    std::string participant(const Firing& firing, const Participant& participant) const;
    std::string place(const Edge& edge) const;
    void whole_state(std::string_view head, const ConcreteState& state);
    void changes(const Move& move, const ConcreteState& before, const ConcreteState& after);
    void clocks(const ConcreteState& state);
    void watched(std::size_t number);

    const Network& network_;
    const Sources* sources_;
    const TextStyle& style_;
    RunView view_;
    std::string text_;
    bool changes_something_ = false;
};

}  // namespace crowfly
