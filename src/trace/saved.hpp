// A trace that was written as JSON (schema crowfly-trace/1, or crowfly-walk/1, which has the same members), read again:
// by us, or by whoever has edited it. Names are looked up in the model it is held against; whether it is a run of that
// model is for the replayer to say.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "network/network.hpp"
#include "trace/trace.hpp"

namespace crowfly {

class SavedTrace {
public:
    // Nothing: it is not one, and the diagnostics say why.
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
