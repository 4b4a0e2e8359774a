#include "serve/simulation.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <stdexcept>

namespace crowfly {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

// Nothing: these are no such digits, or not so many.
std::optional<std::vector<std::int32_t>> from_bits(const std::string& text, std::size_t count) {
    if (text.size() != (count + 3) / 4) return std::nullopt;
    std::vector<std::int32_t> values;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        for (unsigned place = 4; place-- > 0;) values.push_back(static_cast<std::int32_t>(digit >> place & 1U));
    }
    values.resize(count);
    return values;
}

std::optional<Pick> parse_pick(std::string_view text) {
    if (text.starts_with('x')) return Pick{0, {}, Pick::Kind::inputs, std::string(text.substr(1))};
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
    if (const std::size_t end = text.find(';'); text.starts_with('s') && end != std::string_view::npos) {
        picks.push_back({0, {}, Pick::Kind::start, std::string(text.substr(1, end - 1))});
        text.remove_prefix(end + 1);
    }
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
    for (const Pick& pick : picks) {
        if (!text.empty() && !text.ends_with(';')) text += ',';
        switch (pick.kind) {
            case Pick::Kind::option: text += fmt::format("{}@{}", pick.option, to_string(pick.delay)); break;
            case Pick::Kind::inputs: text += 'x' + pick.bits; break;
            case Pick::Kind::start: text += 's' + pick.bits + ';'; break;
        }
    }
    return text;
}

std::string to_bits(const std::vector<std::int32_t>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); i += 4) {
        std::size_t digit = 0;
        for (std::size_t k = i; k < i + 4; ++k) digit = digit << 1U | (k < values.size() && values[k] != 0 ? 1U : 0U);
        text += digits[digit];
    }
    return text;
}

bool fits_an_address(const std::vector<Pick>& picks) {
    constexpr std::size_t most = 7500;  // serve/http.cpp accepts 8192 bytes in all
    std::size_t bytes = 0;
    for (const char c : to_string(picks)) bytes += c == '@' || c == ',' || c == '/' || c == ';' ? 3 : 1;
    return bytes <= most;
}

Simulation::Simulation(const Network& network) : network_(network), steps_(network) {
    trace_.initial = initial_state(network);
    if (InputSteps::fit(network)) {
        inputs_ = std::make_unique<InputSteps>(network);
        if (std::optional<ConcreteState> allowed = inputs_->start(nullptr)) trace_.initial = std::move(*allowed);
    }
    begin();
}

void Simulation::begin() {
    if (const std::optional<Diagnostic> problem = problem_at_start(network_, trace_.initial))
        problem_ = problem->message;
    else
        look_around();
}

bool Simulation::begin_with(const std::string& bits) {
    ConcreteState state = initial_state(network_);
    std::vector<std::size_t> free;
    for (std::size_t slot = network_.processes.size(); slot < network_.slots.size(); ++slot) {
        if (network_.slots[slot].any_initial) free.push_back(slot);
    }
    const std::optional<std::vector<std::int32_t>> values = from_bits(bits, free.size());
    if (!values || !picks_.empty()) {
        problem_ = "the walk begins with values that are not those of this model";
        return false;
    }
    for (std::size_t i = 0; i < free.size(); ++i) state.slots[free[i]] = (*values)[i];
    trace_.initial = std::move(state);
    problem_.clear();
    begin();
    if (problem_.empty()) picks_.push_back({0, {}, Pick::Kind::start, bits});
    return problem_.empty();
}

bool Simulation::start(const ConcreteState& state) {
    if (state.slots == trace_.initial.slots && trace_.steps.empty()) return true;
    std::vector<std::int32_t> values;
    for (std::size_t slot = network_.processes.size(); slot < network_.slots.size(); ++slot) {
        if (network_.slots[slot].any_initial) values.push_back(state.slots[slot]);
    }
    return !values.empty() && begin_with(to_bits(values)) && trace_.initial.slots == state.slots;
}

std::optional<InputSamples> Simulation::samples() const {
    if (!inputs_) return std::nullopt;
    return sample_inputs(network_, *inputs_, trace_.last(), trace_.steps.size() + 1);
}

bool Simulation::take_inputs(const Pick& pick) {
    const std::optional<std::vector<std::int32_t>> inputs =
        pick.kind == Pick::Kind::inputs ? from_bits(pick.bits, inputs_->count()) : std::nullopt;
    if (!inputs) {
        problem_ = fmt::format("a step of this circuit chooses {} inputs, four as one hexadecimal digit after an x",
                               inputs_->count());
        return false;
    }
    std::optional<Step> step = inputs_->take(trace_.last(), *inputs);
    if (!step) {
        problem_ = "the constraints of the circuit do not allow these inputs here";
        return false;
    }
    trace_.steps.push_back(std::move(*step));
    picks_.push_back(pick);
    return true;
}

bool Simulation::stop(const Stop& stop) {
    problem_ = to_diagnostic(network_, stop).message;
    return false;
}

// The state must outlive the enumeration of its successors, and the trace may reallocate it.
bool Simulation::look_around() { return inputs_ || steps_.enter(trace_.last()) || stop(steps_.stop()); }

bool Simulation::follow(const std::vector<Pick>& picks) {
    for (const Pick& pick : picks) {
        if (!take(pick)) return false;
    }
    return problem_.empty();
}

bool Simulation::take(const Pick& pick) {
    if (pick.kind == Pick::Kind::start) return begin_with(pick.bits);
    if (!problem_.empty()) return false;
    if (inputs_) return take_inputs(pick);
    if (pick.kind != Pick::Kind::option || pick.option >= steps_.options().size()) {
        problem_ = fmt::format("after {} steps there is no transition number {}", trace_.steps.size(), pick.option);
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
    if (inputs_) return take({0, {}, Pick::Kind::inputs, to_bits(move.firing.participants.front().selects)});
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
