// A law: on every network of a shape, engines say what the reference says. What breaks it is shrunk before it is shown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tiny/engines.hpp"
#include "tiny/generate.hpp"

namespace crowfly::tiny {

struct Law {
    Shape shape;
    std::function<std::vector<Question>(Rng&, const Net&, const Shape&)> questions;
    std::vector<Engine> engines;
    std::uint64_t first_seed = 1;
    std::size_t networks = 100;
    std::vector<int> factors{1};      // of networks, see Net, in turn
    int horizon = 0;                  // see Extent
    std::size_t most_nodes = 20'000;  // larger ones are passed over
};

struct Outcome {
    std::size_t networks = 0;     // that were small enough
    std::size_t nodes = 0;        // … of the reference
    std::size_t comparisons = 0;  // answers held against the reference's
    std::size_t hold = 0;         // … to questions that hold
    std::size_t given_up = 0;     // questions an engine would decide but gave up on
    std::string failure;  // the first contradiction: seed, question, engine and the shrunk network; "" if there is none
    Case smallest;        // that network and question
};

Outcome test(const Law& law);
std::string to_text(const Outcome& outcome);  // its numbers

// How an engine contradicts the reference, or "". Cases that cannot be asked (not a model, too large) contradict
// nothing.
std::string contradiction(const Case& subject, const Engine& engine, const Law& law);

}  // namespace crowfly::tiny
