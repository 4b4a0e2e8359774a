// SHA-256 (FIPS 180-4): results name the exact bytes of the model they are about.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace crowfly {

// Of bytes that come in pieces.
class Sha256 {
public:
    void add(std::string_view bytes);
    std::string digits() const;

private:
    std::array<std::uint32_t, 8> hash_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::string rest_;  // less than a block
    std::uint64_t bytes_ = 0;
};

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace crowfly
