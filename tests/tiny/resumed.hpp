// A search that is saved to a text, and resumed from it.
#pragma once

#include <memory>
#include <string>

#include "search/settings/checkpoint.hpp"

namespace crowfly::tiny {

// Goes on from `file`, if there is anything in it, which has then what was saved at the end. `search` is given the
// checkpoints.
template <class Search>
auto go_on(std::string& file, const Search& search) {
    const auto checkpoints = std::make_shared<Checkpoints>();
    std::string next;
    checkpoints->save_by(
        [&](const Checkpoints::Content& content) {
            next.clear();
            content([&](std::string_view piece) { next += piece; });
        },
        1e6);
    if (!file.empty()) checkpoints->resume_from(file);
    auto result = search(checkpoints);
    file = next;
    return result;
}

}  // namespace crowfly::tiny
