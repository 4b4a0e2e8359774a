// What `crowfly explore --count` found, as text and as JSON.
#pragma once

#include <string>

#include "render/json.hpp"
#include "render/text.hpp"
#include "search/explore/count.hpp"

namespace crowfly {

std::string count_text(const StateCount& count, const TextStyle& style);
Json count_json(const StateCount& count);

}  // namespace crowfly
