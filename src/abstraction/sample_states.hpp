// States that random walks reach, for choices that are made by examples.
#pragma once

#include <optional>
#include <vector>

#include "abstraction/factored_system.hpp"
#include "base/rng.hpp"

namespace crowfly {

class SampleStates {
public:
    // Walks end for good when so many labels were tried.
    SampleStates(const FactoredSystem& system, std::size_t most_tries) : system_(system), most_tries_(most_tries) {}

    std::vector<Value> initial() const;  // the first of the initial states
    // After a walk of up to `longest` steps. Nothing: they have ended.
    std::optional<std::vector<Value>> next(std::size_t longest);

private:
    bool step(std::vector<Value>& state);

    const FactoredSystem& system_;
    Rng rng_{1};
    std::size_t most_tries_;
    std::size_t tries_ = 0;
};

}  // namespace crowfly
