// What an engine says about a query, and what every renderer starts from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crowfly {

enum class Verdict { satisfied, not_satisfied, maybe, unknown, error };

std::string_view to_string(Verdict verdict);  // "not satisfied"

struct Answer {
    // Why an engine that was asked earlier did not take the query.
    struct Passed {
        std::string engine;
        std::string reason;
    };

    std::string query;               // as written
    std::optional<Verdict> verdict;  // none: nothing was searched
    std::string reason;              // of `maybe`, `unknown`, `error`, or why nothing would be searched; may be empty
    std::string engine;              // empty: none can decide it
    std::vector<Passed> passed;
    std::optional<bool> expected;    // recorded with the query

    // Without a recorded expectation people want their queries to hold. Undecided answers are neither.
    std::optional<bool> as_expected() const;
};

}  // namespace crowfly
