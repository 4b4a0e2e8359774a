// SHA-256 (FIPS 180-4): results name the exact bytes of the model they are about.
#pragma once

#include <string>
#include <string_view>

namespace crowfly {

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace crowfly
