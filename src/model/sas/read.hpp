// Reads planning tasks. Mutex groups say nothing that the operators do not say and are skipped; tasks with axioms are
// refused.
#pragma once

#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/sas/task.hpp"

namespace crowfly::sas {

bool looks_like_task(std::string_view text);

// Complete if no errors were reported. The format is a list of numbers that only their places give a meaning, so a line
// that does not fit ends the reading; a number that stands for nothing does not.
Task read_task(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::sas
