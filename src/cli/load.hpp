// From a path to a network: bytes, document, typed model, network. Each stage reports what it finds and the next one
// only runs on what is sound.
#pragma once

#include <memory>
#include <string>

#include "cli/session.hpp"
#include "model/uppaal/check.hpp"
#include "model/uppaal/syntax.hpp"
#include "network/compile.hpp"
#include "property/compile.hpp"

namespace crowfly {

struct Loaded {
    FileId file{};  // the bytes as they were read
    uppaal::Document document;
    std::unique_ptr<uppaal::Checker> checker;
    std::unique_ptr<Compiler> compiler;

    bool has_document = false;  // the file could be read
    bool is_tck = false;        // it is TChecker's: there is no UPPAAL document
    const Network& network() const { return compiler->network(); }
};

// Both answer whether the session is still without errors.
bool read_model(const std::string& path, Session& session, Loaded& into);
bool load_model(const std::string& path, Session& session, Loaded& into);
// For whoever is going to visit states: also whether there is one to start from. Without one every A[] would hold, and
// no E<>.
bool load_startable(const std::string& path, Session& session, Loaded& into);

}  // namespace crowfly
