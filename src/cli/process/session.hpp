// What one start of the tool collects on its way, and how it may end.
#pragma once

#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly {

// With several queries the first of our_bug, bad_input, not_as_expected, undecided, fine that occurs.
namespace exit_code {
constexpr int fine = 0;
constexpr int not_as_expected = 1;
constexpr int bad_input = 2;  // the command line or the model
constexpr int undecided = 3;
constexpr int our_bug = 70;
}  // namespace exit_code

struct OutputOptions {
    bool json = false;
    bool all_warnings = false;
    bool everything = false;  // long lists in full
    std::string color = "auto";
};

struct Session {
    explicit Session(std::vector<std::string> words) : arguments(std::move(words)) {
        command_line.file = sources.add("", "");
    }

    int exit_by_diagnostics() const { return diagnostics.has_errors() ? exit_code::bad_input : exit_code::fine; }

    std::vector<std::string> arguments;  // as typed, without the program's name
    Sources sources;
    Diagnostics diagnostics;
    OutputOptions output;
    Span command_line;  // the place of messages that belong to no file
};

}  // namespace crowfly
