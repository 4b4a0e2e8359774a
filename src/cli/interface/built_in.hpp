// `crowfly --version`: the tool, the libraries in it, and the modules with the places where they were found.
#pragma once

#include <string>

namespace crowfly {

std::string built_in_text();

}  // namespace crowfly
