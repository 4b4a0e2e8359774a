// What generates the successors of states. An expander remembers nothing of the states it was given before; what is
// known is the business of a store (store.hpp). One worker uses one expander.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "space/stop.hpp"

namespace crowfly {

// `start` begins an enumeration, of the states that the network starts in. False: the model cannot go on, and `stop`
// says why. How the successors of a state are begun depends on what its states are.
//
// `next` moves to the next state of the enumeration. False: there is none, or the model cannot go on. Until it is
// called again, `slots` are those of that state.
template <class E>
concept Expander = requires(E& expander, const E& constant) {
    { expander.start() } -> std::same_as<bool>;
    { expander.next() } -> std::same_as<bool>;
    { expander.slots() } -> std::convertible_to<std::span<const std::int32_t>>;
    { constant.stop() } -> std::convertible_to<const Stop&>;
};

}  // namespace crowfly
