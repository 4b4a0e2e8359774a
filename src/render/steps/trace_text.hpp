// A trace as text, for the terminal and for `.txt` files.
#pragma once

#include "render/steps/run_text.hpp"
#include "render/trace.hpp"

namespace crowfly {

std::string trace_text(const TraceReport& report, const TextStyle& style, const RunView& view);

}  // namespace crowfly
