// Which queries a run is about: those of the command line, else those of the model, else those of the .q file beside
// it.
#pragma once

#include <string>
#include <vector>

#include "cli/files/load.hpp"
#include "cli/process/session.hpp"

namespace crowfly {

// Each argument is a query or, if a file of that name exists, a file of queries. Comments in files are left out, and so
// are headings, with a warning; other text that is no query stays in the list, for somebody meant it.
std::vector<WrittenQuery> queries_asked(const std::vector<std::string>& arguments, const Loaded& model,
                                        Session& session);

// The model's own, or those of the .q file of the same stem.
std::vector<WrittenQuery> queries_stored(const std::string& model_path, const Loaded& model, Session& session);

}  // namespace crowfly
