// Formats by the suffix of a file.
#pragma once

#include <string_view>

#include "base/plugins/registry.hpp"

namespace crowfly {

// The plug-in whose name is the longest suffix of the path; null if there is none.
template <class Format>
const Format* longest_suffix(const Registry<Format>& formats, std::string_view path) {
    const Format* best = nullptr;
    for (const Format& format : formats.all()) {
        const bool longer = best == nullptr || format.name.size() > best->name.size();
        if (longer && path.size() > format.name.size() + 1 && path.ends_with("." + format.name)) best = &format;
    }
    return best;
}

}  // namespace crowfly
