// Reads TChecker's language: from a .tck file to a typed model.
//
// It differs from UPPAAL's language in three ways. Edges synchronise in vectors of any number of processes, some of
// which may stay out (model::Vector). A process may have several initial locations. An assignment out of range is not
// an error, but disables the transition (Model::faults_disable).
#pragma once

#include <memory>
#include <string_view>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "model/model.hpp"

namespace crowfly::tck {

// By content alone: whether the first line that is neither empty nor a comment begins with `system:`.
bool looks_like_model(std::string_view text);

// Complete if no errors were reported.
std::unique_ptr<model::Model> read_model(FileId file, const Sources& sources, Diagnostics& diagnostics);

}  // namespace crowfly::tck
