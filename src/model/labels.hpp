// Questions about labels of locations: can a state be reached in which each of some labels is carried by the current
// location of some process? Such a question is an `E<>` query like any other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/model.hpp"

namespace crowfly::model {

std::vector<std::string> labels_of(const Model& model);  // each once, sorted

// `text` is a list `a,b`, standing at `span`. Nothing if it names a label that no location has, or none: an error says
// so.
std::optional<Query> reach_query(Model& model, const std::string& text, Span span, Diagnostics& diagnostics);

}  // namespace crowfly::model
