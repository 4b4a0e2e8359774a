// Expander: generates the successors of states. It remembers no states; that is what a store does (store.hpp). Each
// worker uses an expander of its own.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "space/stop.hpp"

namespace crowfly {

// `start` begins an enumeration of the initial states. False: a run-time error or obstacle, see `stop`. How the
// enumeration of successors is begun depends on the kind of states.
//
// `next` moves to the next state of the enumeration. False: there is none, or a run-time error or obstacle. `slots` are
// those of this state until `next` is called again.
template <class E>
concept Expander = requires(E& expander, const E& constant) {
    { expander.start() } -> std::same_as<bool>;
    { expander.next() } -> std::same_as<bool>;
    { expander.slots() } -> std::convertible_to<std::span<const std::int32_t>>;
    { constant.stop() } -> std::convertible_to<const Stop&>;
};

}  // namespace crowfly
