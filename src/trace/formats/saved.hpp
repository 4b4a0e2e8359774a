// Reads a trace from JSON (schema crowfly-trace/1, or crowfly-walk/1, which has the same members). The file may have
// been edited. resolve() looks up its names in a model; whether the trace is a run of that model is up to the replayer.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

class SavedTrace {
public:
    // Nothing: the file is not a trace; the diagnostics say why.
    static std::optional<SavedTrace> parse(FileId file, const Sources& sources, Diagnostics& diagnostics);

    std::string model;   // path, as it was given when the trace was made
    std::string sha256;  // of that file; may be empty
    std::string query;   // may be empty
    std::string verdict;

    std::optional<Trace> resolve(const Network& network, Diagnostics& diagnostics) const;

private:
    struct Content;
    FileId file_{};
    std::shared_ptr<const Content> content_;
};

}  // namespace crowfly
