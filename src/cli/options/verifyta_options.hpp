// The command line of UPPAAL's verifyta, as far as `crowfly verifyta` takes it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/interface/declaration.hpp"
#include "render/results/result.hpp"
#include "render/results/verifyta.hpp"

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
    std::string ignored_text;
    std::string trace_text;  // refused by name
};

// "crowfly 0.1.0, compatible with UPPAAL 5.0.0 (1a2b3c4d)". Clients look for the word UPPAAL followed by a version, and
// choose the options that they use by it.
std::string verifyta_version();

// Must outlive the parsing.
void add_verifyta_options(CommandDeclaration& command, VerifytaOptions& options);

// The first request of the command line or the environment that Crowfly does not fulfil; "" if there is none. `rest`:
// the options that the parser does not know.
std::string unsupported(const VerifytaOptions& options, const std::vector<std::string>& rest);

// Whether the call is about UPPAAL's licence and has no model.
bool asks_for_licence_only(const VerifytaOptions& options, const CommandDeclaration& given);

// A sentence for each given option of UPPAAL 5 that has no effect: "`--key` has no effect: Crowfly needs no licence".
std::vector<std::string> without_effect(const CommandDeclaration& given);

// Both expect that nothing is unsupported.
verifyta::Options options_of(const VerifytaOptions& options);
SearchConfig config_of(const VerifytaOptions& options);

}  // namespace crowfly
