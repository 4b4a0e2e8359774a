// The result of `crowfly simulate`, as text and as JSON (schema crowfly-walk/1, which has all members of
// crowfly-trace/1, so that readers of traces can read it).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/messages/diagnostic.hpp"
#include "base/messages/source.hpp"
#include "network/network.hpp"
#include "render/text.hpp"
#include "space/walk.hpp"

namespace crowfly {

struct WalkReport {
    std::string file;
    std::string sha256;  // of the file's bytes
    std::uint64_t seed = 1;
    std::size_t steps = 20;            // the number asked for
    const Network* network = nullptr;  // null, like the walk, if the model has errors
    std::optional<Walk> walk;
};

std::string walk_text(const WalkReport& report, const TextStyle& style);
std::string walk_json(const WalkReport& report, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace crowfly
