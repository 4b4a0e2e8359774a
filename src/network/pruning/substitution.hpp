// Substitutes constants for slots in programs.
#pragma once

#include <cstdint>
#include <map>

#include "network/program.hpp"

namespace crowfly {

using SlotValues = std::map<std::uint32_t, std::int32_t>;

// Whether every access to the slot is explicit in the program: none goes through a computed address or a function call.
// The program must read the slot and not write it.
bool is_replaceable(const Bytecode& code, Program program, std::uint32_t slot);

bool may_read(const Bytecode& code, Program program, std::uint32_t slot);

// Appends a copy of the program with the slots replaced by these values. Returns the program itself if it reads none of
// the slots.
Program replace(Bytecode& code, Program program, const SlotValues& values);

}  // namespace crowfly
