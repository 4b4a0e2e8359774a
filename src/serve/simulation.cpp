#include "serve/simulation.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <stdexcept>

namespace crowfly {
namespace {

std::optional<Pick> parse_pick(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) return std::nullopt;
    Pick pick;
    const auto [end, error] = std::from_chars(text.data(), text.data() + at, pick.option);
    const std::optional<Rational> delay = parse_rational(text.substr(at + 1));
    if (error != std::errc{} || end != text.data() + at || !delay || *delay < Rational(0)) return std::nullopt;
    pick.delay = *delay;
    return pick;
}

}  // namespace

std::optional<std::vector<Pick>> parse_picks(std::string_view text) {
    std::vector<Pick> picks;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        const std::optional<Pick> pick = parse_pick(text.substr(0, comma));
        if (!pick) return std::nullopt;
        picks.push_back(*pick);
        if (comma == std::string_view::npos) break;
        text.remove_prefix(comma + 1);
    }
    return picks;
}

std::string to_string(const std::vector<Pick>& picks) {
    std::string text;
    for (const Pick& pick : picks)
        text += fmt::format("{}{}@{}", text.empty() ? "" : ",", pick.option, to_string(pick.delay));
    return text;
}

bool fits_an_address(const std::vector<Pick>& picks) {
    constexpr std::size_t most = 7500;  // serve/http.cpp accepts 8192 bytes in all
    std::size_t bytes = 0;
    for (const char c : to_string(picks)) bytes += c == '@' || c == ',' || c == '/' ? 3 : 1;
    return bytes <= most;
}

Simulation::Simulation(const Network& network) : network_(network), steps_(network) {
    trace_.initial = initial_state(network);
    if (const std::optional<Diagnostic> problem = problem_at_start(network, trace_.initial))
        problem_ = problem->message;
    else
        look_around();
}

bool Simulation::stop(const Stop& stop) {
    problem_ = to_diagnostic(network_, stop).message;
    return false;
}

// The state must outlive the enumeration of its successors, and the trace may reallocate it.
bool Simulation::look_around() { return steps_.enter(trace_.last()) || stop(steps_.stop()); }

bool Simulation::follow(const std::vector<Pick>& picks) {
    for (const Pick& pick : picks) {
        if (!take(pick)) return false;
    }
    return problem_.empty();
}

bool Simulation::take(const Pick& pick) {
    if (!problem_.empty()) return false;
    if (pick.option >= steps_.options().size()) {
        problem_ = fmt::format("after {} steps there is no transition number {}", picks_.size(), pick.option);
        return false;
    }
    const Option option = steps_.options()[pick.option];
    if (!option.delays.contains(pick.delay)) {
        problem_ = fmt::format("the transition is not possible after a delay of {}", to_string(pick.delay));
        return false;
    }
    try {
        Move move{pick.delay, steps_.firing(option)};
        std::optional<ConcreteState> next = steps_.take(option, pick.delay);
        if (!next) return stop(steps_.stop());
        trace_.steps.push_back({std::move(move), std::move(*next)});
        picks_.push_back(pick);
        if (look_around()) return true;
        picks_.pop_back();  // successors of such a state cannot be computed
        trace_.steps.pop_back();
        return false;
    } catch (const std::overflow_error&) {
        problem_ = "the clock values are fractions too long to compute with";
        return false;
    }
}

bool Simulation::take(const Move& move) {
    const std::optional<std::size_t> option = problem_.empty() ? steps_.find(move.firing, move.delay) : std::nullopt;
    if (option) return take(Pick{*option, move.delay});
    if (problem_.empty()) problem_ = "a transition that was found is not among those that can be chosen";
    return false;
}

std::optional<Network> starting_in(const Network& network, const ConcreteState& state) {
    Network result = network;
    for (std::size_t slot = 0; slot < state.slots.size(); ++slot) {
        result.slots[slot].initial = state.slots[slot];
        result.slots[slot].any_initial = false;
    }
    for (Process& process : result.processes) {
        process.initial = static_cast<std::uint32_t>(state.slots[process.slot]);
        process.also_initial.clear();
    }
    for (std::size_t clock = 1; clock < state.clocks.size(); ++clock) {
        const Rational& value = state.clocks[clock];
        if (!value.is_integer() || value > Rational(std::numeric_limits<std::int32_t>::max())) return std::nullopt;
        result.clocks[clock].initial = static_cast<std::int32_t>(value.numerator());
    }
    return result;
}

}  // namespace crowfly
