// Options of plug-ins. Each is declared once, with its type, its default and a sentence; the command line, `crowfly
// list` and the tests that try every value read that declaration.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace crowfly {

struct PluginOption {
    // An outer option is one of the command line that the plug-in obeys, such as --seed; it is not written in the
    // plug-in's parentheses.
    enum class Kind : std::uint8_t { number, choice, flag, decimal, file, outer };

    std::string name;
    std::string text;  // what it says
    Kind kind = Kind::number;
    std::uint64_t least = 0, most = 0;                // of a number or a decimal
    std::vector<std::string> choices = {};            // of a choice
    std::string otherwise = {};                       // the default; there may be none
    std::map<std::string, std::string> aliases = {};  // other words for choices
    bool names = false;                               // of a choice: it may be a list of names as well, as {a,b}
    std::string wrong = {};  // a sentence about a value that is not allowed, with {} for it; there is one for all kinds
};

// The value that a text stands for: aliases are replaced, a flag is "yes" or "no". Nothing: it is not allowed.
std::optional<std::string> read_value(const PluginOption& option, const std::string& text);

std::string range_of(const PluginOption& option);        // "2 to 10", "A, B"
std::string allowed_values(const PluginOption& option);  // "a whole number from 2 to 10", "one of A, B"

// All values of a choice or a flag, the least and the greatest number; none of a file or an outer option.
std::vector<std::string> sample_values(const PluginOption& option);

}  // namespace crowfly
