// A random walk through a network: delays and transitions chosen by a seed, clocks as exact numbers.
// The same network, seed and number of steps give the same walk on every machine. The inputs of a circuit are chosen at
// random, without listing the choices.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/rational.hpp"
#include "network/network.hpp"
#include "space/concrete.hpp"
#include "space/firing.hpp"
#include "space/run.hpp"

namespace crowfly {

struct Walk {
    enum class End : std::uint8_t {
        steps_taken,     // as many steps as asked for
        deadlock,        // no transition is possible, and time cannot pass or does not matter
        timelock,        // no transition is possible before an invariant stops time
        idle,            // time may diverge, but no transition is possible any more
        run_time_error,  // see `problem`; `failed` is the move that caused it, if there is one
        obstacle,        // an unsupported part of the model, likewise
        no_inputs,       // of a circuit: no choice of inputs that was tried is allowed, see `problem`
        bad_start,       // the initial state is not allowed, see `problem`
        overflow,        // clock values need fractions of more than 64 bits
    };

    std::optional<ConcreteState> initial;  // absent after bad_start, and if no initial inputs were found
    std::vector<Step> steps;
    End end = End::steps_taken;
    std::optional<Diagnostic> problem;
    std::optional<Move> failed;
};

Walk walk(const Network& network, std::uint64_t seed, std::size_t steps);
Walk walk_from(const Network& network, const ConcreteState& state, std::uint64_t seed, std::size_t steps);

std::string_view to_string(Walk::End end);  // "timelock"
std::string_view describe(Walk::End end);   // a sentence

}  // namespace crowfly
