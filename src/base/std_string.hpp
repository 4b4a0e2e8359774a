// std::string is compiled once, in std_string.cpp. Since C++20 its members are not taken from the standard library any
// more: every file that uses them would compile them anew, which was a tenth of compiling. Part of the precompiled
// header (cmake/options.cmake), so nobody includes it; without it everything compiles as well, more slowly.
#pragma once

#include <string>

extern template class std::basic_string<char>;
