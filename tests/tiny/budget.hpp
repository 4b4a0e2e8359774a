// How many networks a law is tried on. With CROWFLY_LAW_FACTOR=100 in the environment it is a hundred times as many.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace crowfly::tiny {

// A quarter with sanitizers, which look for other mistakes and take several times as long. Numbers of which so many
// networks must show something shrink likewise.
constexpr std::size_t share(std::size_t number) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return (number + 3) / 4;
#else
    return number;
#endif
}

inline const char* law_factor() { return std::getenv("CROWFLY_LAW_FACTOR"); }

inline std::size_t budget(std::size_t networks) {
    return share(networks) * (law_factor() == nullptr ? 1 : static_cast<std::size_t>(std::atoi(law_factor())));
}

}  // namespace crowfly::tiny
