// The JSON documents of the commands that write models: `crowfly convert` (schema crowfly-convert/1) and `crowfly
// generate` (crowfly-generate/1).
#pragma once

#include <map>
#include <string>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"

namespace crowfly {

struct WrittenModel {
    std::string format;      // "xta", "xml"
    std::string output;      // the text
    std::string written_to;  // the file that it was written to; empty: standard output
    bool done = false;

    std::string shown() const { return done && written_to.empty() ? output : ""; }
};

struct Conversion : WrittenModel {
    std::string file;
};

struct Generation : WrittenModel {
    std::string family;
    std::map<std::string, std::string, std::less<>> parameters;  // "N" or "--seed", and its value
};

std::string conversion_json(const Conversion& conversion, const Diagnostics& diagnostics, const Sources& sources);
std::string generation_json(const Generation& generation, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
