// Conjunctions of bounds on differences of variables, real or integer: satisfiability and entailment by shortest paths.
#pragma once

#include <vector>

#include "zone/zone.hpp"

namespace crowfly::predicates {

// Over variables 1 … n; variable 0 is the constant zero. Variables can be negative.
class Differences {
public:
    explicit Differences(std::size_t variables = 0, bool integral = true);

    // x - y ~ bound. False: nothing satisfies all of them any more.
    bool add(std::size_t x, std::size_t y, zone::WideBound bound);
    bool entails(std::size_t x, std::size_t y, zone::WideBound bound) const;
    zone::WideBound bound(std::size_t x, std::size_t y) const { return matrix_[x * size_ + y]; }
    bool is_satisfiable() const { return is_satisfiable_; }

private:
    zone::WideBound tightened(zone::WideBound bound) const;

    std::size_t size_;
    bool integral_;
    bool is_satisfiable_ = true;
    std::vector<zone::WideBound> matrix_;
};

}  // namespace crowfly::predicates
