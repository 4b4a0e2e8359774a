// Has a question decided by searching states, and says what holds for every kind of property alike.
#pragma once

#include <optional>

#include "engine/answer.hpp"
#include "engine/engine.hpp"
#include "zone/abstraction.hpp"

namespace crowfly {

// Without zones if `abstraction` is absent, otherwise with this one.
Answer conclude(const Question& question, std::optional<Abstraction> abstraction);

}  // namespace crowfly
