// What the parts of merge-and-shrink take, in the unit of base/effort_meter.hpp.
#pragma once

#include <cstdint>

namespace crowfly::mas::effort {

constexpr std::uint64_t per_step = 10;         // that is copied or looked at …
constexpr std::uint64_t per_sorted_step = 40;  // … and sorted
constexpr std::uint64_t per_label = 100;
constexpr std::uint64_t per_state = 300;  // whose signature is computed, …
constexpr std::uint64_t per_entry = 30;   // … of so many entries, which are sorted
constexpr std::uint64_t per_look = 20;    // at a pair of factors or a label that they share
constexpr std::uint64_t per_merge = 20'000;

}  // namespace crowfly::mas::effort
