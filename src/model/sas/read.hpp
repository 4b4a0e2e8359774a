// Reads planning tasks. Mutex groups are skipped, since operators imply them; tasks with axioms are refused.
#pragma once

#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/sas/task.hpp"

namespace crowfly::sas {

bool looks_like_task(std::string_view text);

// The task is complete if no errors were reported. The meaning of a number depends on its position in the file, so that
// reading stops at a line that does not fit; after a number out of range it continues.
Task read_task(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::sas
