#include "cli/interface/quantities.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <string>

namespace crowfly {
namespace {

struct Unit {
    std::string_view name;
    double factor;
};

// What is longer than a century was a slip, and would overflow the clock's own arithmetic some day.
constexpr double longest = 100.0 * 365 * 24 * 3600;
constexpr double beyond_sizes = 18446744073709551616.0;  // 2^64

constexpr std::array<Unit, 5> durations{{{"", 1}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}}};
constexpr std::array<Unit, 14> sizes{{{"", 1},
                                      {"b", 1},
                                      {"k", 0x1p10},
                                      {"m", 0x1p20},
                                      {"g", 0x1p30},
                                      {"t", 0x1p40},
                                      {"kib", 0x1p10},
                                      {"mib", 0x1p20},
                                      {"gib", 0x1p30},
                                      {"tib", 0x1p40},
                                      {"kb", 1e3},
                                      {"mb", 1e6},
                                      {"gb", 1e9},
                                      {"tb", 1e12}}};

// A decimal number without sign and exponent, then one of the units, with blanks between at most.
template <std::size_t N>
std::optional<double> parse(std::string_view text, const std::array<Unit, N>& units) {
    if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) == 0) return std::nullopt;
    double number = 0;
    const auto [rest, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (error != std::errc{}) return std::nullopt;
    std::string unit(rest, text.data() + text.size());
    unit.erase(0, unit.find_first_not_of(' '));
    for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const Unit& known : units) {
        if (known.name == unit) return number * known.factor;
    }
    return std::nullopt;
}

}  // namespace

std::optional<double> parse_duration(std::string_view text) {
    const std::optional<double> seconds = parse(text, durations);
    return seconds && *seconds <= longest ? seconds : std::nullopt;
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
    const std::optional<double> bytes = parse(text, sizes);
    if (!bytes || *bytes >= beyond_sizes) return std::nullopt;
    return static_cast<std::uint64_t>(*bytes);
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || rest != text.data() + text.size()) return std::nullopt;
    return number;
}

}  // namespace crowfly
