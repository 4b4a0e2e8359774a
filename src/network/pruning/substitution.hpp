// Programs in which numbers stand in place of some slots.
#pragma once

#include <cstdint>
#include <map>

#include "network/program.hpp"

namespace crowfly {

using SlotValues = std::map<std::uint32_t, std::int32_t>;

// Whether every access to the slot is written out in the program: none is made through a computed address or by a
// function it calls. Asked only of programs that are known to read the slot and never to write it.
bool is_replaceable(const Bytecode& code, Program program, std::uint32_t slot);

bool may_read(const Bytecode& code, Program program, std::uint32_t slot);

// Appends a copy of the program that finds these values instead of what the slots hold; the program itself where it
// reads none of them.
Program replace(Bytecode& code, Program program, const SlotValues& values);

}  // namespace crowfly
