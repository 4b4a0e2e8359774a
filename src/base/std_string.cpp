#include "base/std_string.hpp"

template class std::basic_string<char>;
