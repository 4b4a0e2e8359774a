#include "trace/measures/priced_trace.hpp"

#include <stdexcept>

namespace crowfly {
namespace {

enum class Along : std::uint8_t {
    any,       // every run along the transitions
    cheapest,  // those of the least price
    closure,   // the same, strict bounds ignored
};

void make_non_strict(zone::WideZone& z) {
    for (zone::WideBound& b : z) {
        if (b != zone::infinity<zone::WideBound>) b |= 1;
    }
}

// False: no clock values obey the ties.
bool tie(zone::WideZone& z, const std::vector<zone::Tie>& ties, std::size_t n, Along along) {
    if (along == Along::any) return true;
    if (along == Along::closure) make_non_strict(z);
    for (const zone::Tie& tie : ties) {
        const auto difference = zone::checked<zone::WideBound>(tie.difference);
        if (!zone::constrain(z.data(), n, tie.left, tie.right, zone::at_most<zone::WideBound>(difference)) ||
            !zone::constrain(z.data(), n, tie.right, tie.left, zone::at_most<zone::WideBound>(-difference)))
            return false;
    }
    return true;
}

std::optional<SymbolicPath> symbolic_path_of(const LeastPrice& found, Along along) {
    SymbolicPath path;
    std::size_t before = 0;  // the number of clocks of the state before
    for (const PricedPoint& point : found.path) {
        const PricedPassage& passage = point.passage;
        SymbolicState& state = path.states.emplace_back();
        state.slots = point.slots;
        state.clocks = point.clocks;
        state.firing = passage.firing;
        state.updates = passage.updates;
        state.enabled = passage.enabled;
        state.entry = passage.entry;
        state.held = passage.held || (along != Along::any && passage.at_once);
        state.reached = point.reached;
        if (!passage.is_initial && !tie(state.enabled, passage.before_update, before, along)) return std::nullopt;
        if (!tie(state.entry, passage.before_delay, point.clocks.size(), along)) return std::nullopt;
        before = point.clocks.size();
    }
    return path;
}

std::optional<Trace> trace_along(const Network& network, const LeastPrice& found, Along along, Delays delays,
                                 TimeShare* share) {
    const std::optional<SymbolicPath> path = symbolic_path_of(found, along);
    if (!path) return std::nullopt;
    return concretise(network, *path, along == Along::any ? found.goal : found.cheapest, delays, share);
}

void add_prices(const LeastPrice& found, Trace& trace) {
    TracePrices& prices = trace.prices.emplace();
    for (std::size_t i = 0; i < trace.steps.size(); ++i)
        prices.steps.push_back(
            {trace.steps[i].move.delay * found.path[i].passage.rate, found.path[i + 1].passage.charged});
    prices.rest = trace.rest * found.path.back().passage.rate;
}

// All of these are linear in the delays.
class Mixture {
public:
    explicit Mixture(Rational share) : share_(share) {}

    Trace operator()(const Trace& one, const Trace& other) const {
        Trace mixed = one;
        for (std::size_t i = 0; i < mixed.steps.size(); ++i) {
            mix(mixed.steps[i].move.delay, other.steps[i].move.delay);
            mix(mixed.steps[i].state, other.steps[i].state);
        }
        mix(mixed.rest, other.rest);
        return mixed;
    }

private:
    void mix(Rational& value, const Rational& other) const { value += (other - value) * share_; }
    void mix(ConcreteState& state, const ConcreteState& other) const {
        for (std::size_t c = 0; c < state.clocks.size(); ++c) mix(state.clocks[c], other.clocks[c]);
        mix(state.time, other.time);
    }

    Rational share_;  // of the other
};

}  // namespace

std::optional<Trace> priced_trace(const Network& network, const LeastPrice& found, Delays delays, TimeShare* share) {
    try {
        if (found.attained) {
            std::optional<Trace> trace = trace_along(network, found, Along::cheapest, delays, share);
            if (trace) add_prices(found, *trace);
            return trace;
        }
        const std::optional<Trace> limit = trace_along(network, found, Along::closure, delays, share);
        std::optional<Trace> trace = trace_along(network, found, Along::any, delays, share);
        if (!limit || !trace) return std::nullopt;
        add_prices(found, *trace);
        while (trace->prices->total() > Rational(found.price) + 1) {
            trace = Mixture(Rational(1, 2))(*limit, *trace);
            add_prices(found, *trace);
        }
        return trace;
    } catch (const std::overflow_error&) {
        return std::nullopt;
    } catch (const zone::OutOfRange&) {
        return std::nullopt;
    }
}

}  // namespace crowfly
