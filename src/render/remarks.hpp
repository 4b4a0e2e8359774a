// What an answer says besides its verdict, in one line.
#pragma once

#include <string>

#include "engine/answer.hpp"

namespace crowfly {

// "vacuous: no reachable state satisfies Train(0).Cross", "unreachable: Train(0).Cross"; "": nothing.
std::string remark_line(const Answer& answer);

}  // namespace crowfly
