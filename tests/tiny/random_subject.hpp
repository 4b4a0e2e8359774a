// A random network with all that models of users have, and questions of all kinds about it: what combinations of
// options are tried on.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "tiny/reference.hpp"

namespace crowfly::tiny {

struct Subject {
    Net net;
    std::vector<Question> questions;
    bool timed = false;  // the least time is asked for
};

Subject random_subject(Rng& rng);

// What the reference needs to see for these questions.
Extent extent_of(const Net& net, const std::vector<Question>& questions);

}  // namespace crowfly::tiny
