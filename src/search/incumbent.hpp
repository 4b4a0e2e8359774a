// The best value found so far, which others have to beat.
#pragma once

#include <optional>

#include "search/total.hpp"

namespace crowfly {

struct Incumbent {
    std::optional<Total> total = {};

    bool is_beaten_by(const Total& other) const { return !total || other < *total; }
    // Whether a goal with at least this value may be better. The same value may be attained, although that of the best
    // so far is not.
    bool may_be_beaten_by(std::int64_t least) const {
        return !total || least < total->value || (least == total->value && !total->attained);
    }
};

}  // namespace crowfly
