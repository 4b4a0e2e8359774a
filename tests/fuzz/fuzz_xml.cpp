// Whatever bytes a file holds, reading, checking and compiling it ends in a network or in diagnostics, and a network
// survives conversion. Formats are recognised by content, here as everywhere.
#include <cstddef>
#include <cstdint>

#include "pipeline.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    crowfly::fuzz::travel(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
