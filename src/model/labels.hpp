// Queries about labels of locations: can a state be reached in which each of these labels is on the current location of
// some process? They become `E<>` queries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/messages/diagnostic.hpp"
#include "model/model.hpp"

namespace crowfly::model {

std::vector<std::string> labels_of(const Model& model);  // each once, sorted

// `text` is a list `a,b` at `span`. Nothing: it names a label that no location has, or none, and an error was reported.
std::optional<Query> reach_query(Model& model, const std::string& text, Span span, Diagnostics& diagnostics);

// For a list without labels that somebody left empty on purpose: nothing satisfies it, so that a search for it visits
// all states.
Query nowhere_query(Model& model, Span span);

}  // namespace crowfly::model
