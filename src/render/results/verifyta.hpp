// The output of verifyta, identical where scripts search it for sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/answer.hpp"

namespace crowfly::verifyta {

enum class Traces : std::uint8_t { none, some, shortest, fastest };
enum class Reduction : std::uint8_t { none, conservative, aggressive };

// Options as given. Some are only repeated in the output: nothing in Crowfly depends on them.
struct Options {
    Traces traces = Traces::none;
    std::string_view order = "breadth first";
    Reduction reduction = Reduction::conservative;
    bool reuse = false;
    bool whole_matrices = false;  // difference bound matrices in full
    std::uint64_t seed = 1;
};

struct Asked {
    std::size_t number = 1;
    std::string place;     // "/nta/queries/query[1]/formula", "line 5"
    bool for_all = false;  // A[], A<>, -->: the trace is a counterexample
};

std::string options_text(const Options& options);  // "Options for the verification: …"
std::string verdict_text(const Asked& asked, const Answer& answer);
std::string showing_text(const Asked& asked);  // before a trace on standard error
std::string writing_text(const Asked& asked, const std::string& path);
std::string summary_text(const Answer& answer);  // what -u adds

}  // namespace crowfly::verifyta
