#include "abstraction/predicates/differences.hpp"

#include <algorithm>

namespace crowfly::predicates {

Differences::Differences(std::size_t variables, bool integral)
    : size_(variables + 1), integral_(integral), matrix_(size_ * size_, zone::infinity<zone::WideBound>) {
    for (std::size_t i = 0; i < size_; ++i) matrix_[i * size_ + i] = zone::zero;
}

// Of integers, less than c is at most c - 1.
zone::WideBound Differences::tightened(zone::WideBound bound) const {
    if (!integral_ || bound == zone::infinity<zone::WideBound> || !zone::is_strict(bound)) return bound;
    return zone::at_most<zone::WideBound>(zone::value_of(bound) - 1);
}

bool Differences::add(std::size_t x, std::size_t y, zone::WideBound bound) {
    bound = tightened(bound);
    if (!is_satisfiable_ || bound >= matrix_[x * size_ + y]) return is_satisfiable_;
    if (zone::add(matrix_[y * size_ + x], bound) < zone::zero) return is_satisfiable_ = false;
    for (std::size_t i = 0; i < size_; ++i) {
        const zone::WideBound to_y = zone::add(matrix_[i * size_ + x], bound);
        if (to_y == zone::infinity<zone::WideBound>) continue;
        for (std::size_t j = 0; j < size_; ++j) {
            zone::WideBound& entry = matrix_[i * size_ + j];
            entry = std::min(entry, zone::add(to_y, matrix_[y * size_ + j]));
        }
    }
    return true;
}

bool Differences::entails(std::size_t x, std::size_t y, zone::WideBound bound) const {
    return !is_satisfiable_ || matrix_[x * size_ + y] <= tightened(bound);
}

}  // namespace crowfly::predicates
