// `crowfly check` as one function, within this process: what a user types, and the JSON that a user gets.
#pragma once

#include <string>
#include <vector>

namespace crowfly::tiny {

struct Told {
    int code = 0;         // the exit code
    std::string problem;  // of exit codes 2 and 70: a sentence; otherwise ""
    std::string document;
};

// The arguments after `crowfly`, without --json.
Told run_check(std::vector<std::string> arguments);

// The options of `crowfly check` by section: "Search", "Output" …
std::vector<std::string> options_of_check(const std::string& section);

}  // namespace crowfly::tiny
