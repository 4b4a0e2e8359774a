// What an answer says besides its verdict: whether the query is vacuous, which location is unreachable, what to try
// next. None of it changes the verdict, the exit code or the statistics.
#pragma once

#include "cli/files/load.hpp"
#include "cli/queries/advice.hpp"
#include "engine/answer.hpp"
#include "frontend/written_query.hpp"
#include "search/settings/limits.hpp"

namespace crowfly {

struct RemarkInput {
    Loaded& model;
    const WrittenQuery& query;
    const Sources& sources;
    const Limits& limits;     // of the query
    double seconds_left = 0;  // of its time limit
    AdviceInput advice;
};

void add_remarks(const RemarkInput& input, Answer& answer);

}  // namespace crowfly
