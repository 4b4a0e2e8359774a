// Numbers with units, as people type them after --time and --memory. Nothing for text that is none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace crowfly {

std::optional<double> parse_duration(std::string_view text);  // in seconds: "500ms", "60s", "1.5m", "2h", "60"
std::optional<std::uint64_t> parse_size(
    std::string_view text);  // in bytes: "4G" and "4GiB" are 2^32, "4GB" is 4 * 10^9
std::optional<std::uint64_t> parse_count(std::string_view text);  // digits alone

}  // namespace crowfly
