// The command line of UPPAAL's verifyta, as far as `crowfly verifyta` takes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/declaration.hpp"
#include "render/result.hpp"
#include "render/verifyta.hpp"

namespace crowfly {

struct VerifytaOptions {
    std::string model;
    std::vector<std::string> queries;
    int traces = -1;  // none: -t was not given
    int order = 0;
    int extrapolation = 0;
    int reduction = 1;
    std::uint64_t seed = 1;
    std::string prefix;      // of -f
    std::string xml_prefix;  // of -X
    bool quiet = false;
    bool summary = false;
    bool reuse = false;
    bool whole_matrices = false;
    bool strict = false;   // not one of verifyta's
    bool ignored = false;  // of options that change nothing, not even what is printed
    std::uint64_t ignored_number = 0;
};

// Must outlive the parsing.
void add_verifyta_options(CommandDeclaration& command, VerifytaOptions& options);

// The first of these that is asked for and that Crowfly does not do; "" if there is none. What the parser did not know
// is `rest`.
std::string unsupported(const VerifytaOptions& options, const std::vector<std::string>& rest);

// Both expect that nothing is unsupported.
verifyta::Options options_of(const VerifytaOptions& options);
SearchConfig config_of(const VerifytaOptions& options);

}  // namespace crowfly
