// TChecker's language: from a .tck file to a typed model.
//
// Processes, locations, edges and integers are what they are everywhere. Three things are its own. Edges act together
// in vectors of any number of processes, some of which may stay out (model::Vector). A process may have several initial
// locations. And an assignment out of range is no error, but makes the transition impossible (Model::faults_disable).
#pragma once

#include <memory>
#include <string_view>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "model/model.hpp"

namespace crowfly::tck {

// By content alone: does the first line that is not empty and no comment begin with `system:`?
bool looks_like_model(std::string_view text);

// Complete if no errors were reported.
std::unique_ptr<model::Model> read_model(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::tck
