// The result of `crowfly explore --accuracy`, as text, as JSON and as a table for plots.
#pragma once

#include <string>

#include "render/json.hpp"
#include "render/text.hpp"
#include "search/explore/accuracy.hpp"

namespace crowfly {

struct AccuracyReport {
    Accuracy accuracy;
    std::string unfinished;  // the limit that ended the search before there was a result
    Statistics statistics;
};

std::string accuracy_text(const AccuracyReport& report, const TextStyle& style);
Json accuracy_json(const AccuracyReport& report);
std::string accuracy_csv(const Accuracy& accuracy);  // distance,estimate,states

// Numbers of transitions, or "inf".
Json distance_json(Accuracy::Distance distance);
std::string distance_text(Accuracy::Distance distance);

}  // namespace crowfly
