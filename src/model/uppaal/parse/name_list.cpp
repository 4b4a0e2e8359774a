#include "model/uppaal/parse/name_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace crowfly::uppaal {

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i)
        text += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
    return names.size() > most ? fmt::format("{} and {} more", text, names.size() - most) : text;
}

}  // namespace crowfly::uppaal
