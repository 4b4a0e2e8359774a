// The kinds of queries there are, with the engines that decide them: asked of the engines, so that nobody can forget to
// say.
#pragma once

#include <string>
#include <vector>

#include "base/plugins/registry.hpp"

namespace crowfly {

struct QueryKindInfo {
    Declaration declaration;
    std::vector<std::string> engines;  // that decide it on some network, the most specialised first
};

std::vector<QueryKindInfo> query_kinds();

}  // namespace crowfly
