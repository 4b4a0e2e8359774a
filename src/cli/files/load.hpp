// From a path to a network: bytes, what was read of them, network. Each stage reports what it finds and the next one
// only runs on what is sound.
#pragma once

#include <memory>
#include <string>

#include "cli/process/session.hpp"
#include "frontend/frontend.hpp"

namespace crowfly {

struct Loaded {
    FileId file{};  // the bytes as they were read
    const Frontend* frontend = nullptr;
    std::unique_ptr<Problem> problem;  // null: the file could not be read

    const Network& network() const { return problem->network(); }
    const QueryLanguage& queries() const { return frontend->queries(); }
};

// Both answer whether the session is still without errors.
bool read_model(const std::string& path, Session& session, Loaded& into);
bool load_model(const std::string& path, Session& session, Loaded& into);
// For whoever is going to visit states: also whether there is one to start from. Without one every A[] would hold, and
// no E<>.
bool load_startable(const std::string& path, Session& session, Loaded& into);

}  // namespace crowfly
