// States that random walks reach, for choices that are made by examples.
#pragma once

#include <optional>
#include <vector>

#include "abstraction/factored_system.hpp"
#include "base/rng.hpp"

namespace crowfly {

class SampleStates {
public:
    explicit SampleStates(const FactoredSystem& system) : system_(system) {}

    std::vector<Value> initial() const;  // the first of the initial states
    // After a walk of up to `longest` steps. Nothing: samples have taken long enough, as there are many labels.
    std::optional<std::vector<Value>> next(std::size_t longest);

private:
    bool step(std::vector<Value>& state);

    const FactoredSystem& system_;
    Rng rng_{1};
    std::size_t tries_ = 0;
};

}  // namespace crowfly
