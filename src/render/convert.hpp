// The JSON document of `crowfly convert` (schema crowfly-convert/1).
#pragma once

#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace crowfly {

struct Conversion {
    std::string file;
    std::string format;      // of the output: "xta", "xml"
    std::string output;      // the text
    std::string written_to;  // the file it went to instead of standard output; may be empty
    bool done = false;
};

std::string conversion_json(const Conversion& conversion, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
