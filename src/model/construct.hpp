// A construct of an input language: one word of its documentation. `crowfly list constructs`, `crowfly help` and
// docs/reference/language.md read these declarations; tests read every example with the tool.
#pragma once

#include <string>
#include <vector>

namespace crowfly::model {

struct Construct {
    std::string name;      // "int[L, U]"
    std::string place;     // the part of a model it belongs to: "type", "guard"
    std::string sentence;  // what it means
    std::string example;   // may be empty
};

using Constructs = std::vector<Construct>;

}  // namespace crowfly::model
