// A list as a set: ascending, and each element once.
#pragma once

#include <algorithm>
#include <vector>

namespace crowfly {

template <class Element>
void sort_out(std::vector<Element>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace crowfly
