// Several functions as one: std::visit calls the function that takes the alternative. It does not compile unless every
// alternative has its function.
#pragma once

namespace crowfly {

template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};

template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace crowfly
