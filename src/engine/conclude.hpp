// From what a search found to an answer.
#pragma once

#include "engine/answer.hpp"
#include "engine/engine.hpp"

namespace crowfly {

// Decides any query: without zones if `abstraction` is absent, otherwise with this one.
Answer conclude(const Question& question, std::optional<Abstraction> abstraction);

}  // namespace crowfly
